"""Each request has an id: the client's where it is sane, else a new one."""

import httpx
import pytest

from lineage.web.request_ids import choose_request_id


@pytest.mark.parametrize("offered", ["a", "A-z_0.9", "x" * 128])
def test_a_sane_id_of_the_client_is_returned(client: httpx.Client, offered: str) -> None:
    assert client.get("/health/live", headers={"X-Request-Id": offered}).headers["x-request-id"] == offered


@pytest.mark.parametrize("offered", ["", "x" * 129, "a b", "a;b", "a/b", '"', "ü"])
def test_another_one_is_replaced(client: httpx.Client, offered: str) -> None:
    made = client.get("/health/live", headers={b"X-Request-Id": offered.encode()}).headers["x-request-id"]
    assert made != offered
    assert len(made) == 32


def test_a_line_break_is_not_sane() -> None:
    assert "\n" not in choose_request_id("a\n")


def test_new_ids_differ(client: httpx.Client) -> None:
    assert len({client.get("/health/live").headers["x-request-id"] for _ in range(20)}) == 20


@pytest.mark.parametrize(("method", "path"), [("GET", "/nothing"), ("POST", "/graphql"), ("GET", "/static/graphiql/graphiql.css")])
def test_every_answer_has_an_id(client: httpx.Client, method: str, path: str) -> None:
    assert client.request(method, path).headers["x-request-id"]


def test_an_answer_that_refuses_a_large_body_has_one(client: httpx.Client) -> None:
    answer = client.post("/graphql", content=b"x" * 2_000_000, headers={"X-Request-Id": "large"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (413, "large")
