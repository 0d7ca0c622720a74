"""Makes every error of the GraphQL application JSON with a code, also those that come before any GraphQL is run."""

from starlette.datastructures import Headers, QueryParams
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lineage.errors import TooComplex
from lineage.web.error_responses import code_for_status, error_response
from lineage.web.malformed_requests import is_batch, malformation_of_get, malformation_of_post


class GraphQLErrors:
    """Middleware around the GraphQL application, which refuses malformed requests in plain text or by an exception.

    A request is examined only after it failed, so that good ones pay nothing for it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        received = bytearray()
        body: bytes | None = None
        refusal: Message | None = None
        refusal_text = bytearray()
        started = False

        async def record() -> Message:
            nonlocal body
            message = await receive()
            if message["type"] == "http.request":
                received.extend(message.get("body", b""))
                if not message.get("more_body", False):
                    body = bytes(received)
            return message

        async def hold_back_text(message: Message) -> None:
            nonlocal refusal, started
            if message["type"] == "http.response.start" and _is_text_error(message):
                refusal = message
            elif refusal is None:
                started = True
                await send(message)
            else:
                refusal_text.extend(message.get("body", b""))

        try:
            await self.app(scope, record, hold_back_text)
        except Exception:
            problem = None if started else _malformation(scope, body)
            if problem is None:
                raise
            await error_response(400, "BAD_INPUT", problem)(scope, receive, send)
            return
        if refusal is not None:
            await _as_json(refusal, refusal_text.decode(errors="replace"), scope, body)(scope, receive, send)


def _is_text_error(start: Message) -> bool:
    return start["status"] >= 400 and "json" not in Headers(raw=start["headers"]).get("content-type", "")


def _malformation(scope: Scope, body: bytes | None) -> str | None:
    """What is wrong with the request itself; `body` is None when the application did not come to read it."""
    if scope["method"] == "POST":
        return malformation_of_post(Headers(scope=scope).get("content-type", ""), body)
    return malformation_of_get(QueryParams(scope["query_string"]))


def _as_json(refusal: Message, text: str, scope: Scope, body: bytes | None) -> Response:
    status: int = refusal["status"]
    code = code_for_status(status)
    if status == 400 and body is not None and is_batch(body):
        code, message = TooComplex.code, "the body is a list of operations; a request has one"
    elif status == 400:
        message = _malformation(scope, body) or text
    elif status >= 500:
        message = "the service could not answer"
    else:
        message = text
    headers = {name: value for name, value in Headers(raw=refusal["headers"]).items() if not name.startswith("content-")}
    return error_response(status, code, message, headers=headers)
