"""The explorer, a page at / that shows threads, from the service's own files: no other host is asked for anything, at any time."""

import hashlib
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from lineage.web.pages import PageFiles, page_headers

FOLDER = Path(str(files("lineage.web"))) / "explorer"

# Scripts and styles come from files alone, so that no text of a thread can become one of either.
PAGE_HEADERS = page_headers(script_src="'self'", style_src="'self'", connect_src="'self'", img_src="'self'")

# A browser keeps them and never asks again: their address holds their version.
UNCHANGING = "public, max-age=31536000, immutable"

# The addresses are relative to the page, so that it works behind any prefix that a proxy puts before the service.
PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>lineage</title>
    <link rel="icon" href="{base}/icon.svg" type="image/svg+xml">
    {styles}
    <script src="{base}/first.js"></script>
    {modules}
    <script type="module" src="{base}/main.js"></script>
  </head>
  <body>
    <div id="explorer"><noscript>The explorer needs JavaScript. The API is at <a href="graphql">graphql</a>.</noscript></div>
  </body>
</html>
"""


def explorer_routes(folder: Path = FOLDER) -> list[BaseRoute]:
    """The page at / and its files, those of `folder`, below /explorer/VERSION, where the version is a digest of all of them."""
    base = f"explorer/{_digest(folder)}"
    html = _page(folder, base)

    async def page(_request: Request) -> Response:
        return HTMLResponse(html, headers=PAGE_HEADERS)

    return [Route("/", page), Mount(f"/{base}", PageFiles(cache_control=UNCHANGING, directory=folder), name="explorer")]


def _paths(folder: Path, pattern: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob(pattern) if path.is_file())


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in _paths(folder, "*"):
        content = (folder / path).read_bytes()
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def _page(folder: Path, base: str) -> str:
    """The page names every module ahead, so that a browser fetches all at once and not one import after the other."""
    styles = "\n    ".join(f'<link rel="stylesheet" href="{base}/{path}">' for path in _paths(folder, "*.css"))
    ahead = [path for path in _paths(folder, "*.js") if path not in ("first.js", "main.js")]
    modules = "\n    ".join(f'<link rel="modulepreload" href="{base}/{path}">' for path in ahead)
    return PAGE.replace("{base}", base).replace("{styles}", styles).replace("{modules}", modules)
