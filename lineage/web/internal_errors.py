"""What a client sees of an error that nobody expected: that it happened, and where to look, but nothing from inside."""

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lineage.web.error_responses import error_response
from lineage.web.request_ids import current_request_id

logger = logging.getLogger(__name__)


class InternalErrors:
    """Middleware that logs an unexpected exception with its traceback and answers 500 INTERNAL.

    Once a response has begun nothing can be taken back: the exception then goes on to the server, which logs it and
    cuts the connection, so that the client does not take half an answer for a whole one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception:
            if started:
                raise
            logger.exception("unexpected error while answering a request")
            request_id = current_request_id.get()
            message = f"an unexpected error happened; the service's log has it under request id {request_id}"
            await error_response(500, "INTERNAL", message, requestId=request_id)(scope, receive, send)
