"""GraphiQL from the service's own files: no other host is asked for anything, at any time."""

import json
from importlib.resources import files
from pathlib import Path

from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

WEB = Path(str(files("lineage.web")))
STATIC = WEB / "static"
EXAMPLES = WEB / "examples"

# The editor writes style elements and holds its icon font in its style sheet; all else comes from this service.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

PAGE_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept",
}

# The addresses are relative to /graphql, so that the page works behind any prefix that a proxy puts before the service.
PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>lineage: GraphiQL</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="static/graphiql/graphiql.css">
  </head>
  <body>
    <div id="graphiql"><p class="lineage-loading">Loading GraphiQL; it needs JavaScript.</p></div>
    <script id="examples" type="application/json">{examples}</script>
    <script type="module" src="static/graphiql/graphiql.js"></script>
  </body>
</html>
"""


def example_queries() -> list[str]:
    """The queries that GraphiQL opens in tabs for a newcomer, in order of their file names."""
    return [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.graphql"))]


class GraphiQLPage:
    """The page, made once when the service starts."""

    def __init__(self) -> None:
        tabs = json.dumps([{"query": query} for query in example_queries()])
        # Inside of a script element only `<` could end it.
        self.html = PAGE.replace("{examples}", tabs.replace("<", "\\u003c"))

    def response(self) -> Response:
        """The page with its Content-Security-Policy."""
        return HTMLResponse(self.html, headers=PAGE_HEADERS)


class RevalidatedFiles(StaticFiles):
    """Static files that a browser keeps but asks about before each use, so that none outlives an upgrade."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response


def static_route() -> Mount:
    """The route of the files that the service's pages load."""
    return Mount("/static", RevalidatedFiles(directory=STATIC), name="static")
