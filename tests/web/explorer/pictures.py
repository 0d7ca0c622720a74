"""Makes the pictures of docs/explorer.md anew: python -m tests.web.explorer.pictures, with NEO4J_URI set or a private Neo4j."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lineage import local
from lineage.app import Service
from lineage.settings import Settings
from lineage.web.explorer import FOLDER as PAGE
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.web.chromium import launched
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import tell

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"
ROOT = "search"
PATIENCE = 60_000
"""Milliseconds until what a picture shows is there."""

TITLES = ("Caching as a decorator", "Redis in place of memory", "No cache, a faster index")

DIGEST = FOLDER / "explorer.digest"
"""Of which page, and by which code, the pictures of the documentation are."""


def _tree(explorer: Explorer) -> None:
    # Runs and merge-backs are read when the view rests.
    with explorer.page.expect_response(lambda answer: "fragment Details" in (answer.request.post_data or ""), timeout=PATIENCE):
        explorer.open("tree", ROOT, at=f"{ROOT}/fork")


def _opened(wanted: str, *path: str, **search: str | int) -> Callable[[Explorer], None]:
    """Opens a place and waits until what is wanted is there."""

    def show(explorer: Explorer) -> None:
        explorer.open(*path, **search)
        explorer.page.locator(wanted).first.wait_for(timeout=PATIENCE)

    return show


PICTURES: dict[str, tuple[str, Callable[[Explorer], None]]] = {
    "explorer-tree": ("light", _tree),
    "explorer-timeline": ("light", _opened(".connection.live", "thread", ROOT, run=f"{ROOT}/9")),
    "explorer-rollback": ("dark", _opened("button.danger:enabled", "thread", ROOT, rollback=8)),
    "explorer-start": ("light", _opened(".told", "thread", ROOT, "start", provider="claude")),
    "explorer-search": ("light", _opened(".hit", "search", q="cache eviction")),
    "explorer-provenance": ("dark", _opened("canvas", "run", f"{ROOT}/9", "provenance")),
}


def digest() -> str:
    """A digest of all that the pictures depend on: the page's files, what is told in them, and this module."""
    found = hashlib.sha256()
    for path in [*sorted(path for path in PAGE.rglob("*") if path.is_file()), Path(__file__), Path(__file__).with_name("story.py")]:
        content = path.read_bytes()
        found.update(f"{path.name}\0{len(content)}\0".encode() + content)
    return found.hexdigest()


def take(browser: Browser, settings: Settings, folder: Path) -> list[str]:
    """Tells the story in a workspace of its own and writes each picture. What the pages complained of."""
    folder.mkdir(parents=True, exist_ok=True)
    complaints = []
    with serving(Service(settings.model_copy(update={"workspace": fresh("pictures")}))) as running:
        tell(running, ROOT, TITLES)
        for name, (scheme, show) in PICTURES.items():
            complaints += _take(browser, running, folder, name, scheme, show)
    return complaints


def _take(browser: Browser, running: RunningService, folder: Path, name: str, scheme: str, show: Callable[[Explorer], None]) -> list[str]:
    explorer = Explorer(browser, running.base, folder, color_scheme=scheme, viewport={"width": 1180, "height": 740})
    show(explorer)
    if name != "explorer-search":
        explorer.page.locator(".connection.live").wait_for(timeout=PATIENCE)
    explorer.page.wait_for_timeout(1000)
    explorer.page.screenshot(path=folder / f"{name}.png")
    explorer.context.close()
    return explorer.complaints


def main() -> int:
    if uri := os.environ.get("NEO4J_URI"):
        address = Neo4jAddress(uri, os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ.get("NEO4J_PASSWORD", ""))
        return _main(address)
    with local.start(options=local.ServerOptions(heap="1g")) as server:
        return _main(Neo4jAddress(server.uri, server.username, server.password))


def _main(address: Neo4jAddress) -> int:
    with launched() as browser:
        complaints = take(browser, address.settings(query_timeout_seconds=60), FOLDER)
    if not complaints:
        DIGEST.write_text(digest() + "\n", encoding="utf-8")
    print("\n".join(complaints), end="", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    raise SystemExit(main())
