"""One log line for each request: what was asked for, how it ended and how long it took; never what was in it."""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

logger = logging.getLogger("lineage.request")

HEALTH_PREFIX = "/health/"


class RequestLog:
    """Middleware that logs method, path, status and duration_ms when a request or WebSocket ends.

    The query string is left out, because a GET query carries texts in it. Status is null when the client went away
    before it was answered, and the close code of a WebSocket. Answers to health probes are logged at DEBUG, failures
    of the service at WARNING, all others at INFO.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        status: int | None = None
        started = time.perf_counter()

        async def watch_answer(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        async def watch_client() -> Message:
            nonlocal status
            message = await receive()
            if message["type"] == "websocket.disconnect":
                status = message.get("code", 1005)
            return message

        try:
            await self.app(scope, watch_client, watch_answer)
        finally:
            fields = {
                "method": scope.get("method", "WEBSOCKET"),
                "path": scope["path"],
                "status": status,
                "duration_ms": round((time.perf_counter() - started) * 1000, 2),
            }
            logger.log(_level(scope, status), "request", extra={"fields": fields})


def _level(scope: Scope, status: int | None) -> int:
    if scope["type"] == "http" and status is not None and status >= 500:
        return logging.WARNING
    if scope["path"].startswith(HEALTH_PREFIX):
        return logging.DEBUG
    return logging.INFO
