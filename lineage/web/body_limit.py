"""An upper bound on what one request may make the service hold in memory."""

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lineage.web.error_responses import error_response

# Most clients read the answer only after they sent the whole body. What is above the limit is therefore read and thrown
# away, else the client would see a broken connection in place of the error. These bound that courtesy.
DISCARD_BYTES = 32 * 1024 * 1024
DISCARD_SECONDS = 10.0


class BodyLimit:
    """Middleware that answers a body of more than `max_bytes` bytes with 413 BAD_INPUT.

    Content-Length decides where there is one; a chunked body is counted while it is read. The application behind gets
    the body whole, in one message, and never sees one that is too large.
    """

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self.app = app
        self.max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        declared = int(headers.get("content-length", "0"))
        if declared > self.max_bytes:
            # A client that sent `Expect: 100-continue` has not begun to send and learns it at once.
            done = headers.get("expect", "").lower() == "100-continue" or await _discard(receive)
            await self._refuse(scope, receive, send, done)
            return
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self.max_bytes:
                await self._refuse(scope, receive, send, not more or await _discard(receive))
                return
        await self.app(scope, _replay(bytes(body), receive), send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, body_done: bool) -> None:
        message = f"the request body is larger than the limit of {self.max_bytes} bytes"
        headers = None if body_done else {"Connection": "close"}
        await error_response(413, "BAD_INPUT", message, headers=headers)(scope, receive, send)


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _discard(receive: Receive) -> bool:
    """Reads the rest of a body without keeping it. Answers whether its end was reached within the bounds."""
    read = 0
    try:
        async with asyncio.timeout(DISCARD_SECONDS):
            while read <= DISCARD_BYTES:
                message = await receive()
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return True
                read += len(message.get("body", b""))
    except TimeoutError:
        pass
    return False
