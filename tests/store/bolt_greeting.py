"""A server that greets as a Neo4j of some version does and can do nothing else."""

import socket
import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

BOLT_5_0 = bytes([0, 0, 0, 5])
GOODBYE = 0x02


def _text(value: str) -> bytes:
    encoded = value.encode()
    return bytes([0xD0, len(encoded)]) + encoded


def _success(**properties: str) -> bytes:
    """A SUCCESS message with these properties."""
    content = bytes([0xA0 + len(properties)]) + b"".join(_text(name) + _text(value) for name, value in properties.items())
    return bytes([0xB1, 0x70]) + content


def _read(connection: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count and (part := connection.recv(count - len(found))):
        found += part
    return found


def _messages(connection: socket.socket) -> Iterator[bytes]:
    """What the client sends, put together from its chunks."""
    message = b""
    while header := _read(connection, 2):
        (length,) = struct.unpack(">H", header)
        if length:
            message += _read(connection, length)
        elif message:
            yield message
            message = b""


class _Greeter(socketserver.BaseRequestHandler):
    agent: str
    bolt: bytes

    def handle(self) -> None:
        _read(self.request, 20)
        self.request.sendall(self.bolt)
        for message in _messages(self.request):
            if message[1] == GOODBYE:
                return
            answer = _success(server=self.agent, connection_id="bolt-1")
            self.request.sendall(struct.pack(">H", len(answer)) + answer + b"\x00\x00")


@contextmanager
def greeting(agent: str, bolt: bytes = BOLT_5_0) -> Iterator[str]:
    """The address of a server that says it is this agent, such as Neo4j/4.4.0. Zeros for bolt agree on no version of the protocol."""
    handler = type("Greeter", (_Greeter,), {"agent": agent, "bolt": bolt})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"bolt://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
