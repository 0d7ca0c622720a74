"""Makes the pictures of docs/explorer.md anew: python -m tests.web.explorer.pictures, with NEO4J_URI set or a private Neo4j."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lineage import local
from lineage.app import Service
from lineage.settings import Settings
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.web.chromium import launched
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import tell

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"
ROOT = "search"
TITLES = ("Caching as a decorator", "Redis in place of memory", "No cache, a faster index")

PICTURES: dict[str, tuple[str, Callable[[Explorer], None]]] = {
    "explorer-tree": ("light", lambda explorer: explorer.open("tree", ROOT, at=f"{ROOT}/fork")),
    "explorer-timeline": ("light", lambda explorer: explorer.open("thread", ROOT, run=f"{ROOT}/9")),
    "explorer-rollback": ("dark", lambda explorer: explorer.open("thread", ROOT, rollback=8)),
    "explorer-start": ("light", lambda explorer: explorer.open("thread", ROOT, "start", provider="claude")),
    "explorer-provenance": ("dark", lambda explorer: explorer.open("run", f"{ROOT}/9", "provenance")),
}


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
    # What is read after the view is there, such as merge-backs, and the sign that it is live.
    explorer.page.wait_for_timeout(2500)
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
    print("\n".join(complaints), end="", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    raise SystemExit(main())
