"""A small chat endpoint on loopback that records what it is asked and answers as a test wants."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """An answer. hang_up_after bytes of it the server goes quiet until it is closed."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang_up_after: int | None = None


@dataclass
class Asked:
    path: str
    authorization: str | None
    body: dict[str, Any]


@dataclass
class ChatServer:
    url: str
    asked: list[Asked]
    closing: threading.Event


def completion(content: Any, finish_reason: str | None = "stop") -> Reply:
    """A chat completion with this content."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish_reason}
    return Reply(json.dumps({"object": "chat.completion", "choices": [choice]}).encode())


@contextmanager
def chat_server(reply: Reply | Callable[[Asked], Reply]) -> Iterator[ChatServer]:
    """Serves until the block ends, on a free port."""
    closing, asked = threading.Event(), []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            request = Asked(self.path, self.headers.get("Authorization"), body)
            asked.append(request)
            answer = reply(request) if callable(reply) else reply
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body[: answer.hang_up_after])
            self.wfile.flush()
            if answer.hang_up_after is not None:
                closing.wait(30)

        def log_message(self, format: str, *args: object) -> None:
            """The test's output is for the test."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield ChatServer(f"http://127.0.0.1:{server.server_port}/v1", asked, closing)
    finally:
        closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
