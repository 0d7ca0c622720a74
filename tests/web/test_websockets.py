"""WebSockets reach the GraphQL application at the same path as everything else."""

import json

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from .conftest import LogLines

PROTOCOLS = [Subprotocol("graphql-transport-ws")]


def address(client: httpx.Client, path: str = "/graphql") -> str:
    return f"ws://{client.base_url.host}:{client.base_url.port}{path}"


def test_a_subscription_runs_over_a_websocket(client: httpx.Client) -> None:
    with connect(address(client), subprotocols=PROTOCOLS, proxy=None) as socket:
        socket.send(json.dumps({"type": "connection_init"}))
        assert json.loads(socket.recv(10)) == {"type": "connection_ack"}
        socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": "subscription { count(to: 3) }"}}))
        messages = [json.loads(socket.recv(10)) for _ in range(4)]
    assert [message["payload"]["data"]["count"] for message in messages[:3]] == [1, 2, 3]
    assert messages[3]["type"] == "complete"


def test_a_websocket_has_a_request_id_and_a_log_line(client: httpx.Client, log: LogLines) -> None:
    headers = {"X-Request-Id": "socket"}
    with connect(address(client), subprotocols=PROTOCOLS, additional_headers=headers, proxy=None) as socket:
        assert socket.response is not None
        assert socket.response.headers["x-request-id"] == "socket"
    (line,) = log.of("socket")
    assert (line["method"], line["path"], line["status"]) == ("WEBSOCKET", "/graphql", 1000)


def test_another_path_takes_no_websocket(client: httpx.Client) -> None:
    with pytest.raises(InvalidStatus), connect(address(client, "/nothing"), subprotocols=PROTOCOLS, proxy=None):
        pass
