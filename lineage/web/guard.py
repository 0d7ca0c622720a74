"""Finds out who each request is by before anything else looks at it, and turns away who may not come in."""

import math
from collections.abc import Callable, Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from lineage.auth import principal as auth
from lineage.auth.access import Access
from lineage.auth.principal import IN_REQUEST, NOBODY, Principal
from lineage.errors import Forbidden, LineageError, RateLimited, Unauthenticated
from lineage.web.error_responses import error_response
from lineage.web.options import WebOptions
from lineage.web.origins import complaint_about

HEALTH = "/health/"
PAGES = ("/explorer/", "/static/")
"""Below these are files of pages, the same for everybody; what the pages show they ask for with the user's credentials."""
NEEDED: Mapping[str, auth.Scope] = {"/metrics": auth.Scope.ADMIN}
"""What paths need that tell of more than one workspace; every other that is not public needs read."""

STATUS = {"UNAUTHENTICATED": 401, "FORBIDDEN": 403, "RATE_LIMITED": 429, "UNAVAILABLE": 503}


class Guard:
    """Middleware. All paths are closed but those of health and of pages that hold no data: what is added later is closed, too."""

    def __init__(self, app: ASGIApp, access: Callable[[], Access], options: WebOptions) -> None:
        self.app = app
        self.access = access
        self.options = options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(HEALTH):
            await self.app(scope, receive, send)
            return
        try:
            scope[IN_REQUEST] = await self._admitted(scope)
        except LineageError as error:
            await error_response(STATUS.get(error.code, 500), error.code, error.message, headers=_headers(error, scope))(
                scope, receive, send
            )
            return
        await self.app(scope, receive, send)

    async def _admitted(self, scope: Scope) -> Principal:
        """Who it is by. UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE."""
        access, headers = self.access(), Headers(scope=scope)
        if _is_public(scope, headers):
            return NOBODY
        if not access.asks:
            if (complaint := complaint_about(headers, self.options.allowed_hosts, self.options.cors_origins)) is not None:
                raise Forbidden(complaint)
            return await access.check(None)
        given = headers.getlist("authorization")
        if len(given) > 1:
            raise Unauthenticated("there is more than one header Authorization")
        if not given and scope["type"] == "websocket":
            # A browser's WebSocket cannot have the header: it is nobody's until its first message tells whose.
            return NOBODY
        principal = await access.check(given[0] if given else None)
        if scope["type"] == "http":
            access.count(principal)
        principal.require(NEEDED.get(scope["path"], auth.Scope.READ))
        return principal


def _is_public(scope: Scope, headers: Headers) -> bool:
    """Whether it asks for a page, or for a file of one."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    path: str = scope["path"]
    if path == "/graphql":
        # Whatever asks something has a parameter, if it only names its document by a hash.
        return not scope["query_string"] and "text/html" in headers.get("accept", "")
    return path == "/" or path.startswith(PAGES)


def _headers(error: LineageError, scope: Scope) -> dict[str, str]:
    """What HTTP says beside the status (RFC 6750, section 3)."""
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, Unauthenticated):
        has_some = "authorization" in Headers(scope=scope)
        headers["WWW-Authenticate"] = 'Bearer realm="lineage"' + (', error="invalid_token"' if has_some else "")
    if isinstance(error, RateLimited):
        headers["Retry-After"] = str(math.ceil(error.retry_after))
    return headers
