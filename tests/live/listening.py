"""Clients of subscriptions over both protocols, with the same face."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.running import Refused

PATIENCE_SECONDS = 30
THREAD_FIELDS = "threadId version type payload upToDate"
TREE_FIELDS = "threadId version type upToDate versions { threadId version }"


class Listener(Protocol):
    """One subscription."""

    def next(self, timeout: float = PATIENCE_SECONDS) -> Any:
        """What comes next, without the field's name. Refused for an error, StopIteration at the end."""


class WebSocketListener:
    """A subscription over a WebSocket of its own."""

    def __init__(self, socket: ClientConnection, query: str, variables: dict[str, Any]) -> None:
        self.socket = socket
        socket.send(json.dumps({"type": "connection_init"}))
        assert json.loads(socket.recv(PATIENCE_SECONDS)) == {"type": "connection_ack"}
        self.subscribe("1", query, variables)

    def subscribe(self, id: str, query: str, variables: dict[str, Any]) -> None:
        self.socket.send(json.dumps({"id": id, "type": "subscribe", "payload": {"query": query, "variables": variables}}))

    def next(self, timeout: float = PATIENCE_SECONDS) -> Any:
        message = json.loads(self.socket.recv(timeout))
        if message["type"] == "complete":
            raise StopIteration
        if message["type"] == "error":
            raise refused(message["payload"])
        return field_of(message["payload"])

    def close_code(self) -> int:
        """The code by which the service closes the connection, whatever comes before."""
        try:
            while True:
                self.socket.recv(PATIENCE_SECONDS)
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code


class EventStream:
    """A subscription by server-sent events."""

    def __init__(self, response: httpx.Response) -> None:
        self.lines = response.iter_lines()

    def next(self, timeout: float = PATIENCE_SECONDS) -> Any:
        name, data = "", ""
        for line in self.lines:
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                data = line.removeprefix("data: ")
            elif not line and name:
                break
        if name != "next":
            raise StopIteration
        return field_of(json.loads(data))


def field_of(result: Any) -> Any:
    if result.get("errors"):
        raise refused(result["errors"])
    (value,) = result["data"].values()
    return value


def refused(errors: Any) -> Refused:
    return Refused(errors[0]["extensions"]["code"], errors[0]["message"])


@contextmanager
def by_websocket(url: str, query: str, **variables: Any) -> Iterator[WebSocketListener]:
    with connect(
        url.replace("http://", "ws://"), subprotocols=[Subprotocol("graphql-transport-ws")], proxy=None, max_size=None, close_timeout=2
    ) as socket:
        yield WebSocketListener(socket, query, variables)


@contextmanager
def by_events(url: str, query: str, **variables: Any) -> Iterator[EventStream]:
    with (
        httpx.Client(timeout=PATIENCE_SECONDS, trust_env=False) as http,
        http.stream("POST", url, json={"query": query, "variables": variables}, headers={"Accept": "text/event-stream"}) as response,
    ):
        assert response.headers["content-type"].startswith("text/event-stream"), response.read()
        yield EventStream(response)


TRANSPORTS = {"websocket": by_websocket, "events": by_events}


def thread_changes(selection: str = THREAD_FIELDS) -> str:
    return f"subscription($id: ID!, $after: Int) {{ threadChanged(threadId: $id, afterVersion: $after) {{ {selection} }} }}"


def tree_changes(selection: str = TREE_FIELDS) -> str:
    after = "$after: [ThreadVersionInput!]"
    return f"subscription($id: ID!, {after}) {{ treeChanged(rootThreadId: $id, afterVersions: $after) {{ {selection} }} }}"
