"""GET /export: lineage trees in one of the export formats, streamed."""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import cast

from starlette.datastructures import QueryParams
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Send

from lineage.auth.principal import IN_REQUEST, NOBODY, Principal
from lineage.errors import BadInput, LineageError
from lineage.exporters.formats import DEFAULT, exporter_of
from lineage.exporters.streaming import Exporter, Part
from lineage.web.error_responses import error_response

Exports = Callable[[Principal, str | None], Awaitable[AsyncIterator[Part]]]
"""Gives the parts of the tree that a thread of somebody's workspace is in, of the whole workspace for None."""

PARAMETERS = ("threadId", "all", "format")
STATUS_BY_CODE = {"BAD_INPUT": 400, "NOT_FOUND": 404, "CONFLICT": 409, "UNSUPPORTED": 501, "UNAVAILABLE": 503, "TIMEOUT": 504}
MOST_NAME_CHARACTERS = 80


def export_route(exports: Exports, middleware: Sequence[Middleware] = ()) -> Route:
    """Answers /export?threadId=ID&format=NAME, or with all=true in place of the thread. An error is JSON with its code (design 8).

    An error that comes after the answer began cuts the connection, so that nobody takes a part for the whole.
    """

    async def export(request: Request) -> Response:
        try:
            thread_id, exporter = _asked(request.query_params)
            body = _stream(exporter, await exports(request.scope.get(IN_REQUEST, NOBODY), thread_id))
            # What fails before there is anything to send can still be told.
            first = await anext(body, b"")
        except LineageError as error:
            return error_response(STATUS_BY_CODE.get(error.code, 500), error.code, error.message)
        headers = {"Content-Disposition": f'attachment; filename="{_name(thread_id)}{exporter.file_suffix}"', "Cache-Control": "no-store"}
        if request.method == "HEAD":
            await body.aclose()
            return Response(headers=headers, media_type=exporter.media_type)
        return _Streamed(_from(first, body), headers=headers, media_type=exporter.media_type)

    return Route("/export", export, methods=["GET"], middleware=middleware)


def _asked(parameters: QueryParams) -> tuple[str | None, Exporter]:
    """The thread, None for all, and the exporter."""
    for name, value in parameters.multi_items():
        if name not in PARAMETERS:
            raise BadInput(f"there is no parameter {name!r}: expected {', '.join(PARAMETERS)}")
        if len(parameters.getlist(name)) > 1:
            raise BadInput(f"parameter {name!r} is given more than once")
        if name == "all" and value not in ("true", "false"):
            raise BadInput(f"all is {value!r}: expected true or false")
    thread_id, everything = parameters.get("threadId"), parameters.get("all") == "true"
    if (thread_id is None) != everything:
        raise BadInput("expected either threadId or all=true")
    return thread_id, exporter_of(parameters.get("format", DEFAULT))


async def _stream(exporter: Exporter, parts: AsyncIterator[Part]) -> AsyncGenerator[bytes, None]:
    """The bytes of the export. Once it is closed nothing is read of the store any more."""
    chunks = cast(AsyncGenerator[bytes, None], exporter.export(parts))
    async with aclosing(cast(AsyncGenerator[Part, None], parts)), aclosing(chunks):
        async for chunk in chunks:
            if chunk:
                yield chunk


async def _from(first: bytes, rest: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(rest):
        yield first
        async for chunk in rest:
            yield chunk


class _Streamed(StreamingResponse):
    """Ends what it streams when the client goes away."""

    async def stream_response(self, send: Send) -> None:
        async with aclosing(cast(AsyncGenerator[bytes, None], self.body_iterator)):
            await super().stream_response(send)


def _name(thread_id: str | None) -> str:
    """What a file of it is called: of ids only letters, digits, dots, underscores and hyphens are taken over."""
    if thread_id is None:
        return "lineage"
    return f"lineage-{re.sub(r'[^A-Za-z0-9._-]+', '-', thread_id)[:MOST_NAME_CHARACTERS]}"
