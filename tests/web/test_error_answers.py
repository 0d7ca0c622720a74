"""Errors outside of GraphQL have its shape, and errors that nobody expected tell nothing from inside."""

from collections.abc import Callable

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from lineage.web.application import build_application
from lineage.web.options import WebOptions

from .conftest import LogLines
from .live_service import ready

SECRET = "text of a message"


async def failing(scope: Scope, receive: Receive, send: Send) -> None:
    raise RuntimeError(SECRET)


async def failing_midway(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": b'{"data": ', "more_body": True})
    raise RuntimeError(SECRET)


async def refusing(scope: Scope, receive: Receive, send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"retry-after", b"3"), (b"content-length", b"4")]
    await send({"type": "http.response.start", "status": int(scope["query_string"].split(b"=")[-1]), "headers": headers})
    await send({"type": "http.response.body", "body": b"no, ", "more_body": True})
    await send({"type": "http.response.body", "body": b"sir", "more_body": False})


def around(graphql: ASGIApp) -> ASGIApp:
    return build_application(graphql=graphql, readiness=ready, options=WebOptions(), lifespan=None)


@pytest.mark.parametrize("path", ["/nothing", "/graphql/", "/graphql/nothing", "/static/nothing", "/static/../application.py", "/health"])
def test_an_unknown_path_is_not_found(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    error = answer.json()["errors"][0]
    assert error["extensions"] == {"code": "NOT_FOUND"}
    assert "/graphql" in error["message"]


def test_a_method_that_a_path_does_not_take_names_those_that_it_takes(client: httpx.Client) -> None:
    answer = client.post("/health/live")
    assert answer.status_code == 405
    assert "GET" in answer.json()["errors"][0]["message"]
    assert "GET" in answer.headers["allow"]


def test_an_unexpected_error_is_logged_with_its_traceback_and_answered_without(
    serve: Callable[[ASGIApp], httpx.Client], log: LogLines
) -> None:
    answer = serve(around(failing)).post("/graphql", json={"query": "{ a }"}, headers={"X-Request-Id": "the-one"})
    assert answer.status_code == 500
    assert answer.json()["errors"][0]["extensions"] == {"code": "INTERNAL", "requestId": "the-one"}
    assert answer.headers["x-request-id"] == "the-one"
    assert SECRET not in answer.text
    assert "Traceback" not in answer.text
    failure, request = log.of("the-one", count=2)
    assert failure["level"] == "ERROR"
    assert f"RuntimeError: {SECRET}" in failure["exception"]
    assert (request["status"], request["level"]) == (500, "WARNING")


def test_an_error_in_the_middle_of_an_answer_cuts_the_connection(serve: Callable[[ASGIApp], httpx.Client]) -> None:
    client = serve(around(failing_midway))
    with pytest.raises(httpx.RemoteProtocolError):
        client.post("/graphql", json={"query": "{ a }"})


@pytest.mark.parametrize(("status", "code"), [(401, "UNAUTHENTICATED"), (403, "FORBIDDEN"), (404, "NOT_FOUND"), (429, "RATE_LIMITED")])
def test_a_refusal_in_plain_text_becomes_json_and_keeps_its_other_headers(
    serve: Callable[[ASGIApp], httpx.Client], status: int, code: str
) -> None:
    answer = serve(around(refusing)).get("/graphql", params={"query": status})
    assert answer.status_code == status
    assert answer.json() == {"errors": [{"message": "no, sir", "extensions": {"code": code}}]}
    assert answer.headers["retry-after"] == "3"


@pytest.mark.parametrize(("status", "code"), [(500, "INTERNAL"), (503, "UNAVAILABLE"), (504, "TIMEOUT")])
def test_the_text_of_a_failure_stays_inside(serve: Callable[[ASGIApp], httpx.Client], status: int, code: str) -> None:
    answer = serve(around(refusing)).get("/graphql", params={"query": status})
    assert answer.status_code == status
    assert answer.json()["errors"][0]["extensions"]["code"] == code
    assert "sir" not in answer.text
