"""Request ids: one name for a request in the client's log, the proxy's log and the service's own."""

import re
import uuid
from contextvars import ContextVar

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Request-Id"
SANE = re.compile(r"[A-Za-z0-9._-]{1,128}")
ANSWERS = {"http.response.start", "websocket.accept", "websocket.http.response.start"}

current_request_id: ContextVar[str | None] = ContextVar("current_request_id", default=None)
"""The id of the request that the running code works for; None outside of requests."""


def choose_request_id(offered: str | None) -> str:
    """The client's own id when it is 1 to 128 characters of `A-Z a-z 0-9 . _ -`, else a new one."""
    if offered is not None and SANE.fullmatch(offered):
        return offered
    return uuid.uuid4().hex


class RequestIds:
    """Middleware that names each request and WebSocket, and returns the name in the X-Request-Id header."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request_id = choose_request_id(Headers(scope=scope).get(HEADER))
        # Left set on purpose: the server runs each request in a task of its own, and what it logs about this request
        # after the application has ended belongs to the same id.
        current_request_id.set(request_id)

        async def send_with_id(message: Message) -> None:
            if message["type"] in ANSWERS:
                message.setdefault("headers", [])
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        await self.app(scope, receive, send_with_id)
