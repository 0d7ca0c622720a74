"""What is done to answers on their way out: compression for who takes it, CORS headers for who is allowed."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from starlette.types import ASGIApp

from lineage.web.options import WebOptions

from .live_service import serving, small_application

ALLOWED = "https://tools.example"
OTHER = "https://other.example"


@pytest.fixture(scope="module")
def cors_client() -> Iterator[httpx.Client]:
    with serving(small_application(WebOptions(cors_origins=(ALLOWED,)))) as client:
        yield client


def filler(client: httpx.Client, characters: int, encoding: str = "gzip") -> httpx.Response:
    query = f"{{ filler(characters: {characters}) }}"
    return client.post("/graphql", json={"query": query}, headers={"Accept-Encoding": encoding})


def preflight(client: httpx.Client, origin: str) -> httpx.Response:
    headers = {"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,authorization"}
    return client.options("/graphql", headers=headers)


def test_a_large_answer_is_compressed(client: httpx.Client) -> None:
    answer = filler(client, 100_000)
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 1000
    assert len(answer.json()["data"]["filler"]) == 100_000


def test_a_small_answer_is_not(client: httpx.Client) -> None:
    assert "content-encoding" not in filler(client, 500).headers


def test_a_client_that_does_not_take_gzip_gets_none(client: httpx.Client) -> None:
    assert "content-encoding" not in filler(client, 100_000, "identity").headers


def test_the_bound_is_the_operators_choice(serve: Callable[[ASGIApp], httpx.Client]) -> None:
    client = serve(small_application(WebOptions(gzip_minimum_bytes=200)))
    assert filler(client, 300).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in filler(client, 50).headers


def test_events_of_a_subscription_are_not_compressed(client: httpx.Client) -> None:
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip"}
    answer = client.post("/graphql", json={"query": "subscription { count(to: 3) }"}, headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "content-encoding" not in answer.headers
    assert answer.text.count("event: next") == 3


def test_without_origins_there_are_no_cors_headers(client: httpx.Client) -> None:
    answer = client.post("/graphql", json={"query": "{ __typename }"}, headers={"Origin": ALLOWED})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert "access-control-allow-origin" not in preflight(client, ALLOWED).headers


def test_an_allowed_origin_may_call(cors_client: httpx.Client) -> None:
    allowed = preflight(cors_client, ALLOWED)
    assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (200, ALLOWED)
    assert "POST" in allowed.headers["access-control-allow-methods"]
    answer = cors_client.post("/graphql", json={"query": "{ __typename }"}, headers={"Origin": ALLOWED})
    assert answer.headers["access-control-allow-origin"] == ALLOWED
    assert answer.headers["access-control-expose-headers"] == "X-Request-Id"
    assert "access-control-allow-credentials" not in answer.headers


def test_another_origin_may_not(cors_client: httpx.Client) -> None:
    refused = preflight(cors_client, OTHER)
    assert refused.status_code == 400
    assert "access-control-allow-origin" not in refused.headers
    answer = cors_client.post("/graphql", json={"query": "{ __typename }"}, headers={"Origin": OTHER})
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(("body", "status"), [(b"{", 400), (b"x" * 2_000_000, 413)])
def test_an_allowed_origin_can_read_errors_too(cors_client: httpx.Client, body: bytes, status: int) -> None:
    answer = cors_client.post("/graphql", content=body, headers={"Origin": ALLOWED, "Content-Type": "application/json"})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (status, ALLOWED)
