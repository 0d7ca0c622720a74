"""A peer that answers GraphQL over HTTP, asked over one connection that is kept open."""

import http.client
import socket
from collections.abc import Mapping
from typing import Any

import orjson

from benchmarks.against.questions.question import Asked

PATH = "/graphql"
HEADERS = {"Content-Type": "application/json", "Accept": "application/json"}


class Refused(Exception):
    """A peer answered with errors, or with no answer at all."""

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code


def body_of(text: str, variables: Mapping[str, Any]) -> bytes:
    return orjson.dumps({"query": text, "variables": dict(variables)})


class HttpPeer:
    """answer times are until the whole answer was read and decoded."""

    def __init__(self, name: str, port: int) -> None:
        self.name, self.port = name, port
        self.url = f"http://127.0.0.1:{port}{PATH}"
        self._connection = self._connected()

    def _connected(self) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=900)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def ask(self, asked: Asked) -> Any:
        return self.send(body_of(asked.text, asked.variables))

    def send(self, body: bytes) -> Any:
        """The data of the answer."""
        try:
            self._connection.request("POST", PATH, body, HEADERS)
        except (ConnectionError, http.client.HTTPException):
            # A server may close a connection on which nothing was asked for a while.
            self._connection.close()
            self._connection = self._connected()
            self._connection.request("POST", PATH, body, HEADERS)
        response = self._connection.getresponse()
        answer = orjson.loads(response.read())
        if response.status != 200 or answer.get("errors"):
            first = (answer.get("errors") or [{"message": f"status {response.status}"}])[0]
            raise Refused(f"{self.name}: {first['message']}", first.get("extensions", {}).get("code"))
        return answer["data"]

    def another(self) -> "HttpPeer":
        """The same peer over a connection of its own."""
        return HttpPeer(self.name, self.port)

    def close(self) -> None:
        self._connection.close()
