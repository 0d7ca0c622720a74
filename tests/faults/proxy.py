"""A TCP proxy between the service and Neo4j that cuts connections in the middle of answers, or holds them up."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

BLOCK = 4096


class Proxy:
    """Forwards connections to an address until told otherwise. cuts counts the connections that it cut."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._left: int | None = None
        self._flowing = threading.Event()
        self._flowing.set()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_after(self, answered: int) -> None:
        """Cuts all connections once so many more bytes were answered: in the middle of whatever is being told then."""
        with self._lock:
            self._left = answered

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Answers nothing meanwhile, while all connections stay open."""
        self._flowing.clear()
        try:
            yield
        finally:
            self._flowing.set()

    def close(self) -> None:
        self._listener.close()
        self._cut()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
            except OSError:
                return
            with self._lock:
                self._open |= {client, server}
            threading.Thread(target=self._forward, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self._forward, args=(server, client, True), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(BLOCK):
                self._flowing.wait()
                allowed = self._allowed(len(data)) if answers else len(data)
                target.sendall(data[:allowed])
                if allowed < len(data):
                    self._cut()
                    return
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _allowed(self, size: int) -> int:
        with self._lock:
            if self._left is None:
                return size
            if size <= self._left:
                self._left -= size
                return size
            allowed, self._left = self._left, None
            return allowed

    def _cut(self) -> None:
        with self._lock:
            ended, self._open = self._open, set()
            self.cuts += len(ended) // 2
        for end in ended:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
