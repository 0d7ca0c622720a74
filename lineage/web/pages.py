"""What the service's own pages and their files have in common: they load from this service alone, and no text of a thread runs in them."""

from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

NOT_SNIFFED = {"X-Content-Type-Options": "nosniff"}


def page_headers(**sources: str) -> dict[str, str]:
    """The headers of a page whose Content-Security-Policy lets it load only from these sources: script_src="'self'" and so on."""
    allowed = [f"{kind.replace('_', '-')} {source}" for kind, source in sources.items()]
    policy = ["default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
    return {"Content-Security-Policy": "; ".join(policy), "Cache-Control": "no-cache", "Referrer-Policy": "no-referrer", **NOT_SNIFFED}


class PageFiles(StaticFiles):
    """The files that pages load. cache_control is what a browser may do with them."""

    def __init__(self, *, cache_control: str, **where: Any) -> None:
        super().__init__(**where)
        self._headers = {"Cache-Control": cache_control, **NOT_SNIFFED}

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(self._headers)
        return response
