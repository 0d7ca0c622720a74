"""Whatever comes to /graphql, an error of it is JSON with a code and says what was expected."""

from typing import Any

import httpx
import pytest

JSON = {"Content-Type": "application/json"}
DEEP = b"[" * 200_000


def assert_bad_input(answer: httpx.Response, *words: str) -> None:
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"] == "application/json"
    error = answer.json()["errors"][0]
    assert error["extensions"]["code"] == "BAD_INPUT"
    for word in words:
        assert word in error["message"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", ("not JSON", "line 1, column 2")),
        (b"", ("the body is empty",)),
        (b'{"query": "\xe9"}', ("not UTF-8", "byte 11")),
        (DEEP, ("nested too deeply",)),
        (b'{"query": "{ __typename }", "variables": {"a": ' + b"1" * 5000 + b"}}", ("too many digits",)),
        (b"null", ("the body is null", "expected a JSON object")),
        (b"5", ("the body is a number",)),
        (b"true", ("the body is a boolean",)),
        (b'"{ __typename }"', ("the body is a string",)),
        (b"{}", ("no query",)),
        (b'{"query": null}', ("no query",)),
        (b'{"query": ""}', ("the query is empty",)),
        (b'{"query": 5}', ("query is a number", "expected a string")),
        (b'{"query": "{ __typename }", "variables": "a"}', ("variables is a string", "expected an object")),
        (b'{"query": "{ __typename }", "variables": [1]}', ("variables is an array", "expected an object")),
        (b'{"query": "{ __typename }", "extensions": 1}', ("extensions is a number", "expected an object")),
        (b"[5]", ("the body is a number",)),
    ],
)
def test_a_malformed_body_is_bad_input(client: httpx.Client, body: bytes, words: tuple[str, ...]) -> None:
    assert_bad_input(client.post("/graphql", content=body, headers=JSON), *words)


def test_a_batch_is_more_than_a_request_may_be(client: httpx.Client) -> None:
    answer = client.post("/graphql", content=b'[{"query": "{ __typename }"}, {"query": "{ __typename }"}]', headers=JSON)
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["extensions"]["code"] == "TOO_COMPLEX"
    assert "a request has one" in error["message"]


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"])
def test_a_wrong_content_type_is_bad_input(client: httpx.Client, content_type: str | None) -> None:
    headers = {"Content-Type": content_type} if content_type else {}
    assert_bad_input(client.post("/graphql", content=b'{"query": "{ __typename }"}', headers=headers), "expected application/json")


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({}, ("parameter query",)),
        ({"query": ""}, ("the query is empty",)),
        ({"query": "{ __typename }", "variables": "{"}, ("variables is not JSON",)),
        ({"query": "{ __typename }", "variables": "[]"}, ("variables is an array",)),
        ({"query": 'mutation { store(text: "a") }'}, ("mutation",)),
    ],
)
def test_a_malformed_get_is_bad_input(client: httpx.Client, parameters: dict[str, str], words: tuple[str, ...]) -> None:
    assert_bad_input(client.get("/graphql", params=parameters), *words)


def test_a_get_with_a_query_is_answered_also_for_a_browser(client: httpx.Client) -> None:
    answer = client.get("/graphql", params={"query": '{ echo(text: "a") }'}, headers={"Accept": "text/html"})
    assert answer.json() == {"data": {"echo": "a"}}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_another_method_is_refused_as_json(client: httpx.Client, method: str) -> None:
    answer = client.request(method, "/graphql")
    assert answer.status_code == 405
    assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_INPUT"


def test_graphql_errors_pass_unchanged(client: httpx.Client) -> None:
    answer: dict[str, Any] = client.post("/graphql", json={"query": "{ unknown }"}).json()
    assert "unknown" in answer["errors"][0]["message"]
    assert answer["errors"][0]["locations"]


def test_a_post_is_answered_at_the_path_itself_without_a_redirect(client: httpx.Client) -> None:
    assert client.post("/graphql", json={"query": "{ __typename }"}).json() == {"data": {"__typename": "Query"}}
