"""A server on loopback that answers requests as it is told to, and keeps them."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

BROKEN = b""
"""Closes the connection without an answer."""
SILENT = None
"""Never answers."""


def answer(body: Any, status: str = "200 OK") -> bytes:
    """An answer as it goes over the wire; text goes as HTML, all else as JSON."""
    kind, content = ("text/html", body.encode()) if isinstance(body, str) else ("application/json", json.dumps(body).encode())
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content


def refusal(code: str, message: str) -> bytes:
    return answer({"data": None, "errors": [{"message": message, "extensions": {"code": code}}]})


@dataclass
class Loopback:
    """Gives the answers in their order, the last one again and again."""

    answers: list[bytes | None]
    headers: list[dict[str, str]] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
                self.headers.append(headers)
                self.bodies.append(json.loads(await reader.readexactly(int(headers["content-length"]))))
                given = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
                if given is SILENT:
                    await reader.read()
                if not given:
                    return
                writer.write(given)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def loopback(*answers: bytes | None) -> AsyncIterator[Loopback]:
    found = Loopback(list(answers))
    server = await asyncio.start_server(found.serve, "127.0.0.1", 0)
    found.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/graphql"
    try:
        yield found
    finally:
        server.close()


def closed_port() -> int:
    """A port of loopback on which nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
