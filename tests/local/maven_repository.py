"""A Maven repository on loopback, for tests of downloads: it can cut an answer short or give a wrong one."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self


class MavenRepository:
    """Serves files by their repository path and remembers what it was asked."""

    def __init__(self, files: dict[str, Path]) -> None:
        self.files = files
        self.requests: list[tuple[str, str | None]] = []
        """The file name and the Range header of each request."""
        self.cut_after: dict[str, int] = {}
        """By file name: the bytes after which the next answer, and only that one, breaks off."""
        self.replaced: dict[str, bytes] = {}
        """By file name: what is answered in place of the file."""
        repository = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                repository._answer(self)

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        name = request.path.rsplit("/", 1)[-1]
        asked = request.headers.get("Range")
        self.requests.append((name, asked))
        content = self.replaced.get(name) or self.files[request.path].read_bytes()
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        body = content[start:]
        request.send_response(206 if asked else 200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        if name in self.cut_after:
            request.wfile.write(body[: self.cut_after.pop(name)])
            request.close_connection = True
        else:
            request.wfile.write(body)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
