"""A span for each HTTP request; WebSockets stay open for long, and their operations have spans of their own."""

from typing import TYPE_CHECKING

from opentelemetry.trace import StatusCode
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lineage.web.metrics import METHODS, PATHS
from lineage.web.request_ids import current_request_id

if TYPE_CHECKING:
    from lineage.traces.service_traces import ServiceTraces

UNTRACED = "/health/"
"""Below this is what is asked every few seconds to see whether the service is there."""


class RequestTraces:
    """Middleware. Paths are told that the service has, and no query strings, which carry texts."""

    def __init__(self, app: ASGIApp, traces: "ServiceTraces") -> None:
        self.app = app
        self.traces = traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with self.traces.caller(Headers(scope=scope)):
                await self.app(scope, receive, send)
            return
        if scope["type"] != "http" or scope["path"].startswith(UNTRACED):
            await self.app(scope, receive, send)
            return
        name, attributes = _told(scope)
        with self.traces.request(name, attributes, Headers(scope=scope)) as span:

            async def watched(message: Message) -> None:
                if message["type"] == "http.response.start":
                    status = message["status"]
                    span.set_attribute("http.response.status_code", status)
                    if status >= 500:
                        span.set_attribute("error.type", str(status))
                        span.set_status(StatusCode.ERROR)
                await send(message)

            await self.app(scope, receive, watched)


def _told(scope: Scope) -> tuple[str, dict[str, str]]:
    """A span's name and what is known of the request before it is answered."""
    known = scope["method"] in METHODS
    attributes = {"http.request.method": scope["method"] if known else "_OTHER", "url.scheme": scope.get("scheme", "http")}
    name = scope["method"] if known else "HTTP"
    if scope["path"] in PATHS:
        attributes |= {"http.route": scope["path"], "url.path": scope["path"]}
        name = f"{name} {scope['path']}"
    if (request_id := current_request_id.get()) is not None:
        attributes["lineage.request_id"] = request_id
    return name, attributes
