"""GraphiQL from the service's own files: no other host is asked for anything, at any time."""

import json
from importlib.resources import files
from pathlib import Path

from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount

from lineage.web.pages import PageFiles, page_headers

WEB = Path(str(files("lineage.web")))
STATIC = WEB / "static"
EXAMPLES = WEB / "examples"

# The editor writes style elements and holds its icon font in its style sheet; all else comes from this service.
PAGE_HEADERS = {
    **page_headers(
        script_src="'self'",
        worker_src="'self'",
        connect_src="'self'",
        style_src="'self' 'unsafe-inline'",
        img_src="'self' data:",
        font_src="'self' data:",
    ),
    "Vary": "Accept",
}

# A browser asks about them before each use, so that none outlives an upgrade.
REVALIDATED = "no-cache"

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


def static_route() -> Mount:
    """The route of the files that the service's pages load."""
    return Mount("/static", PageFiles(cache_control=REVALIDATED, directory=STATIC), name="static")
