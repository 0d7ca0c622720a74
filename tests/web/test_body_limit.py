"""A body above the limit is refused with an error that its sender gets to read, however it was sent."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress

import httpx
import pytest
from starlette.types import ASGIApp

from lineage.web.options import DEFAULT_BODY_BYTES, WebOptions

from .live_service import small_application

JSON = {"Content-Type": "application/json"}


def body_of(size: int) -> bytes:
    frame = json.dumps({"query": "query($text: String!) { echo(text: $text) }", "variables": {"text": ""}}).encode()
    return frame[:-3] + b"x" * (size - len(frame)) + frame[-3:]


def in_chunks(body: bytes) -> Iterator[bytes]:
    for start in range(0, len(body), 65536):
        yield body[start : start + 65536]


def assert_too_large(answer: httpx.Response) -> None:
    assert answer.status_code == 413
    error = answer.json()["errors"][0]
    assert error["extensions"]["code"] == "BAD_INPUT"
    assert "1048576 bytes" in error["message"]


def test_a_body_of_exactly_the_limit_is_taken(client: httpx.Client) -> None:
    body = body_of(DEFAULT_BODY_BYTES)
    assert len(body) == DEFAULT_BODY_BYTES
    assert "data" in client.post("/graphql", content=body, headers=JSON).json()
    assert "data" in client.post("/graphql", content=in_chunks(body), headers=JSON).json()


def test_one_byte_more_is_refused_with_and_without_content_length(client: httpx.Client) -> None:
    body = body_of(DEFAULT_BODY_BYTES + 1)
    assert_too_large(client.post("/graphql", content=body, headers=JSON))
    assert_too_large(client.post("/graphql", content=in_chunks(body), headers=JSON))


@pytest.mark.parametrize("chunked", [False, True])
def test_ten_megabytes_are_refused_and_the_connection_goes_on(client: httpx.Client, chunked: bool) -> None:
    body = body_of(10_000_000)
    for _ in range(3):
        assert_too_large(client.post("/graphql", content=in_chunks(body) if chunked else body, headers=JSON))
        assert client.post("/graphql", json={"query": '{ echo(text: "still here") }'}).json() == {"data": {"echo": "still here"}}


def test_a_body_without_end_is_cut_off(client: httpx.Client) -> None:
    """The service stops reading at some point; the client sees 413 or a closed connection, never an endless upload."""
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 1_000_000_000:
            sent += 65536
            yield b"x" * 65536

    with suppress(httpx.TransportError):
        assert_too_large(client.post("/graphql", content=endless(), headers=JSON))
    assert sent < 100_000_000


def test_a_client_that_asks_before_sending_is_refused_at_once(client: httpx.Client) -> None:
    with socket.create_connection((client.base_url.host, client.base_url.port or 0), timeout=10) as connection:
        connection.sendall(
            b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 10000000\r\nExpect: 100-continue\r\n\r\n"
        )
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_a_smaller_limit_is_the_operators_choice(serve: Callable[[ASGIApp], httpx.Client]) -> None:
    client = serve(small_application(WebOptions(max_body_bytes=200)))
    assert client.post("/graphql", content=body_of(200), headers=JSON).status_code == 200
    assert client.post("/graphql", content=body_of(201), headers=JSON).status_code == 413


def test_a_client_that_leaves_in_the_middle_of_its_body_does_no_harm(client: httpx.Client) -> None:
    with socket.create_connection((client.base_url.host, client.base_url.port or 0), timeout=10) as connection:
        connection.sendall(b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{")
    assert client.post("/graphql", json={"query": '{ echo(text: "a") }'}).status_code == 200
