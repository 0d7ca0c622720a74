"""GET /metrics in Prometheus' text format, and what is measured of HTTP requests."""

import time

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lineage.metrics.service_metrics import ServiceMetrics

PATHS = frozenset({"/", "/graphql", "/export", "/metrics", "/health/live", "/health/ready"})
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
OTHER = "other"
"""What all other paths and methods are called: callers choose them."""


def metrics_route(metrics: ServiceMetrics) -> Route:
    """Answers /metrics. It tells of all workspaces, and nothing of what is in them."""

    async def read(request: Request) -> Response:
        written, media_type = metrics.written(request.headers.get("accept", ""))
        return Response(written, headers={"Content-Type": media_type, "Cache-Control": "no-store"})

    return Route("/metrics", read, methods=["GET"])


def measuring(metrics: ServiceMetrics) -> Middleware:
    return Middleware(RequestMetrics, metrics=metrics)


class RequestMetrics:
    """Middleware that tells how long each HTTP request waited for the beginning of its answer. One without an answer has none to tell."""

    def __init__(self, app: ASGIApp, metrics: ServiceMetrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                path = scope["path"] if scope["path"] in PATHS else OTHER
                method = scope["method"] if scope["method"] in METHODS else OTHER
                self.metrics.request(method, path, message["status"], time.perf_counter() - began)
            await send(message)

        await self.app(scope, receive, watched)
