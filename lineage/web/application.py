"""Puts the HTTP application together around a GraphQL application."""

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Lifespan

from lineage.auth.access import Access
from lineage.metrics.service_metrics import ServiceMetrics
from lineage.web.body_limit import BodyLimit
from lineage.web.error_responses import answer_http_exception
from lineage.web.explorer import explorer_routes
from lineage.web.exporting import Exports, export_route
from lineage.web.graphiql import GraphiQLPage, static_route
from lineage.web.graphql_endpoint import GraphQLEndpoint
from lineage.web.guard import Guard
from lineage.web.health import Readiness, health_routes
from lineage.web.internal_errors import InternalErrors
from lineage.web.metrics import measuring, metrics_route
from lineage.web.options import WebOptions
from lineage.web.request_ends import RequestEnds
from lineage.web.request_ids import HEADER, RequestIds
from lineage.web.request_log import RequestLog
from lineage.web.request_slots import RequestSlots, Slots

# One step above the fastest: level 9 takes three times as long for one part in a hundred.
GZIP_LEVEL = 6


def build_application(
    *,
    graphql: ASGIApp,
    readiness: Callable[[], Awaitable[Readiness]],
    options: WebOptions,
    lifespan: Lifespan[Starlette] | None,
    exports: Exports | None = None,
    access: Callable[[], Access] | None = None,
    metrics: ServiceMetrics | None = None,
    traces: Middleware | None = None,
) -> Starlette:
    """The application that answers /graphql (HTTP and WebSocket), /health/live, /health/ready, the explorer at / and the pages' files.

    `graphql` answers POST, GET with a query, and WebSockets; `readiness` tells the store's state and is asked at each
    /health/ready; `lifespan` runs around serving and may be None; with `exports` there is /export too, which writes what it gives;
    `access` tells callers apart, and may do so once the lifespan began. Without it whoever calls is let in and is nobody.
    With `metrics` there is /metrics, and requests are measured; `traces` is what traces them.
    Errors of every path are JSON with a code (design 8).
    """
    page = GraphiQLPage() if options.graphiql else None
    slots = Slots(options.concurrent_requests, options.waiting_requests, options.waiting_seconds)
    bounds = [Middleware(RequestSlots, slots=slots), Middleware(RequestEnds, seconds=options.request_seconds)]
    routes: list[BaseRoute] = [
        Route("/graphql", GraphQLEndpoint(graphql, page), middleware=bounds),
        WebSocketRoute("/graphql", graphql),
        *health_routes(readiness),
        *explorer_routes(),
    ]
    if exports is not None:
        routes.append(export_route(exports, bounds))
    if metrics is not None:
        routes.append(metrics_route(metrics))
    if page is not None:
        routes.append(static_route())
    application = Starlette(
        routes=routes,
        middleware=_middleware(options, access, metrics, traces),
        exception_handlers={HTTPException: answer_http_exception},
        lifespan=lifespan,
    )
    # A redirect from /graphql/ would name a host and a prefix that only a proxy knows; such a path is unknown instead.
    application.router.redirect_slashes = False
    return application


def _middleware(
    options: WebOptions, access: Callable[[], Access] | None, metrics: ServiceMetrics | None, traces: Middleware | None
) -> list[Middleware]:
    """From the outside in: ids before all that logs, CORS headers also on errors, limits before any work."""
    middleware = [Middleware(RequestIds)]
    if traces is not None:
        middleware.append(traces)
    if options.request_log:
        middleware.append(Middleware(RequestLog))
    if metrics is not None:
        middleware.append(measuring(metrics))
    if options.cors_origins:
        middleware.append(
            Middleware(
                CORSMiddleware,
                allow_origins=options.cors_origins,
                allow_methods=["GET", "POST"],
                allow_headers=["Authorization", "Content-Type", HEADER],
                expose_headers=[HEADER],
            )
        )
    middleware += [
        Middleware(InternalErrors),
        Middleware(BodyLimit, max_bytes=options.max_body_bytes),
        *([Middleware(Guard, access=access, options=options)] if access is not None else []),
        Middleware(GZipMiddleware, minimum_size=options.gzip_minimum_bytes, compresslevel=GZIP_LEVEL),
    ]
    return middleware
