"""What a routing driver sees as a cluster of three members: proxies before one Neo4j, which answer ROUTE themselves.

Only who reads, who writes and who leads is theirs; all else a real Neo4j answers.
"""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tests.store.packstream import Structure, read, written

GOODBYE, RESET, RUN, BEGIN, ROUTE = 0x02, 0x0F, 0x10, 0x11, 0x66
SUCCESS, RECORD, IGNORED, FAILURE = 0x70, 0x71, 0x7E, 0x7F
BOLT_5_6 = bytes([0, 2, 6, 5])
"""What the proxies offer to Neo4j: 5.4 to 5.6, whose failures are plain."""
NOT_A_LEADER = {"code": "Neo.ClientError.Cluster.NotALeader", "message": "this member does not lead"}


@dataclass
class Member:
    """One address. asked has the options of each statement and transaction that began there."""

    cluster: "Cluster"
    listener: socket.socket
    asked: list[dict[str, Any]] = field(default_factory=list)
    refused: int = 0
    connections: list[socket.socket] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.listener.getsockname()[1]}"

    @property
    def reads(self) -> list[dict[str, Any]]:
        return [options for options in self.asked if options.get("mode") == "r"]

    @property
    def writes(self) -> list[dict[str, Any]]:
        return [options for options in self.asked if options.get("mode") != "r"]

    def leave(self) -> None:
        """It is gone, with all connections to it."""
        # Closed alone, it would still take the connection that is waited for.
        for found in (self.listener, *self.connections):
            with suppress(OSError):
                found.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                self.connections.append(client)
                threading.Thread(target=Passing(self, client).pass_on, daemon=True).start()


class Cluster:
    """Three members, of which one leads at a time, or none. bookmarks has those that Neo4j gave, in order."""

    def __init__(self, uri: str) -> None:
        found = urlsplit(uri)
        self.target = (found.hostname or "127.0.0.1", found.port or 7687)
        self.members = [Member(self, socket.create_server(("127.0.0.1", 0))) for _ in range(3)]
        self.leader: Member | None = self.members[0]
        self.routed = 0
        self.bookmarks: list[str] = []
        for member in self.members:
            threading.Thread(target=member.serve, daemon=True).start()

    @property
    def uri(self) -> str:
        return f"neo4j://{self.members[0].address}"

    @property
    def followers(self) -> list[Member]:
        return [member for member in self.members if member is not self.leader]

    def table(self) -> dict[str, Any]:
        """Who does what, for as long as it takes until somebody finds out that it is not so any more."""
        leads = [self.leader.address] if self.leader is not None else []
        roles = {
            "WRITE": leads,
            "READ": [member.address for member in self.followers],
            "ROUTE": [member.address for member in self.members],
        }
        return {"rt": {"ttl": 3600, "db": "neo4j", "servers": [{"addresses": found, "role": role} for role, found in roles.items()]}}

    def forget(self) -> None:
        """What was asked so far."""
        for member in self.members:
            member.asked.clear()


class Passing:
    """One connection. Answers of the proxy's own come when Neo4j has answered all that was asked before."""

    def __init__(self, member: Member, client: socket.socket) -> None:
        self._member = member
        self._client = client
        self._server = socket.create_connection(member.cluster.target)
        member.connections.append(self._server)
        self._waiting = 0
        self._answered = threading.Condition()
        self._failed = False

    def pass_on(self) -> None:
        with suppress(OSError):
            magic = _exactly(self._client, 20)[:4]
            self._server.sendall(magic + BOLT_5_6 + bytes(12))
            self._client.sendall(_exactly(self._server, 4))
            threading.Thread(target=self._answers, daemon=True).start()
            for message in _messages(self._client):
                self._asked(message)
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _asked(self, message: bytes) -> None:
        cluster, found = self._member.cluster, read(message)
        options = found.fields[-1] if found.tag in (RUN, BEGIN) else {}
        # In a transaction that was begun, RUN has no options of its own.
        begins = found.tag == BEGIN or (found.tag == RUN and bool(options))
        if found.tag == ROUTE:
            cluster.routed += 1
            self._answer(Structure(SUCCESS, [cluster.table()]))
        elif begins and options.get("mode") != "r" and self._member is not cluster.leader:
            self._member.refused += 1
            self._failed = True
            self._answer(Structure(FAILURE, [NOT_A_LEADER]))
        elif self._failed and found.tag != RESET:
            self._answer(Structure(IGNORED, []))
        else:
            self._failed = False
            if begins:
                self._member.asked.append(options)
            with self._answered:
                self._waiting += found.tag != GOODBYE
            self._server.sendall(_chunked(message))

    def _answer(self, answer: Structure) -> None:
        with self._answered:
            self._answered.wait_for(lambda: self._waiting == 0, timeout=30)
            self._client.sendall(_chunked(written(answer)))

    def _answers(self) -> None:
        with suppress(OSError):
            for message in _messages(self._server):
                if message[1] == SUCCESS and (bookmark := read(message).fields[0].get("bookmark")):
                    self._member.cluster.bookmarks.append(bookmark)
                with self._answered:
                    self._client.sendall(_chunked(message))
                    self._waiting -= message[1] != RECORD
                    self._answered.notify_all()
        with suppress(OSError):
            self._client.shutdown(socket.SHUT_RDWR)


def _exactly(connection: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        part = connection.recv(count - len(found))
        if not part:
            raise ConnectionError("the other side is gone")
        found += part
    return found


def _messages(connection: socket.socket) -> Iterator[bytes]:
    """Messages put together from their chunks."""
    message = b""
    while True:
        (length,) = struct.unpack(">H", _exactly(connection, 2))
        if length:
            message += _exactly(connection, length)
        elif message:
            yield message
            message = b""


def _chunked(message: bytes) -> bytes:
    parts = [message[start : start + 0xFFFF] for start in range(0, len(message), 0xFFFF)]
    return b"".join(struct.pack(">H", len(part)) + part for part in parts) + b"\x00\x00"


@contextmanager
def clustered(uri: str) -> Iterator[Cluster]:
    """Before the Neo4j at a bolt address."""
    cluster = Cluster(uri)
    try:
        yield cluster
    finally:
        for member in cluster.members:
            member.leave()
