"""A service with the example and a story in a workspace of its own, and the explorer in a real Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from lineage.app import Service
from lineage.demo import load_demo
from lineage.settings import Settings
from tests.running import RunningService, fresh, serving
from tests.web.chromium import Seen, launched
from tests.web.explorer.story import Story, tell

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AXE = Path(__file__).parent / "vendored" / "axe.min.js"


@pytest.fixture(scope="package")
def running(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("explorer")}))) as running:
        running.run(load_demo(running.service.commands, running.service.settings.workspace))
        yield running


@pytest.fixture(scope="package")
def story(running: RunningService) -> Story:
    """A tree that tests only look at."""
    return tell(running)


@pytest.fixture
def told(running: RunningService) -> Story:
    """A tree of the test's own, which it may change."""
    return tell(running)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        from playwright.sync_api import expect

        # A busy machine answers late; what is right is there at once.
        expect.set_options(timeout=30_000)
        yield browser


class Explorer(Seen):
    """The explorer in a tab."""

    def __init__(self, browser: Browser, base: str, shots: Path, **options: object) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "accept_downloads": True} | options)  # type: ignore[arg-type]
        super().__init__(self.context.new_page())
        self.base = base
        self._shots = shots

    def open(self, *path: str, **search: str | int) -> None:
        """Opens the page at an address of parts, which are percent-encoded, and waits until what it shows first is there."""
        query = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in search.items())
        self.page.goto("about:blank")
        self.page.goto(f"{self.base}/#/{'/'.join(quote(part, safe='') for part in path)}{'?' + query if query else ''}")
        self.page.locator("main h1, main .notice").first.wait_for()

    def shot(self, name: str) -> None:
        """A picture of the window, for whoever wants to look at it."""
        self.page.wait_for_timeout(400)
        self.page.screenshot(path=self._shots / f"{name}.png")

    def faults(self) -> list[str]:
        """What axe finds to be a serious or critical fault in what is shown, in words."""
        # Only a debugger's script gets past the page's policy.
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run().then(found => found.violations)")
        return [
            f"{each['id']} ({each['impact']}): {node['html'][:160]} {node['failureSummary'][:240]}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures go: EXPLORER_SCREENSHOTS, else a folder that is thrown away."""
    folder = Path(given) if (given := os.environ.get("EXPLORER_SCREENSHOTS")) else tmp_path_factory.mktemp("explorer")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def explorer(browser: Browser, running: RunningService, shots: Path) -> Iterator[Explorer]:
    explorer = Explorer(browser, running.base, shots)
    yield explorer
    explorer.context.close()
