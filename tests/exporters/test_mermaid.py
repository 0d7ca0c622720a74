"""Flowcharts of trees, drawn by Mermaid in a real Chromium."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from lineage.exporters.formats import exporter_of
from tests.exporters.mermaid_bundle import mermaid_script
from tests.exporters.planted import NASTY, end_of_tree, exported, in_a_picture, nasty, of_thread, profiles, run, thread
from tests.exporters.story import story
from tests.web.chromium import CHROMIUM, FLAGS

EXPORTER = exporter_of("mermaid")

if TYPE_CHECKING:
    from playwright.async_api import Page

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no {CHROMIUM}")

DRAW = """async text => {
  mermaid.initialize({startOnLoad: false, maxTextSize: 1e7, maxEdges: 1e5});
  const {svg} = await mermaid.render('drawn', text);
  document.body.innerHTML = svg;
  document.querySelectorAll('br').forEach(line => line.replaceWith(' | '));
  const inner = (root, selector) => [...root.querySelectorAll(selector)].map(found => found.textContent);
  return {
    nodes: inner(document, 'g.node'),
    threads: inner(document, 'g.cluster'),
    edges: inner(document, 'g.edgeLabel').filter(text => text.trim() !== ''),
    paths: document.querySelectorAll('g.edgePaths path').length,
    gone: inner(document, 'g.node.gone'),
    detached: inner(document, 'g.cluster.detached'),
  };
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page() -> AsyncIterator[Page]:
    """A page with Mermaid, which asks nobody for anything."""
    async with playwright.async_playwright() as started:
        browser = await started.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        page = await browser.new_page()
        await page.route("**/*", lambda route: route.abort())
        await page.set_content("<body></body>")
        await page.add_script_tag(path=str(mermaid_script()))
        yield page
        await browser.close()


async def drawn(page: Page, parts: list[Any]) -> dict[str, Any]:
    """What is in the picture: the texts of nodes, threads and edges, each as a list; a label's lines are parted by a stroke."""
    picture: dict[str, Any] = await page.evaluate(DRAW, (await exported(EXPORTER, parts)).decode())
    return {
        name: found if isinstance(found, int) else [" ".join(text.replace("\u2060", "").split()) for text in found]
        for name, found in picture.items()
    }


async def test_a_picture_tells_the_story(page: Page) -> None:
    picture = await drawn(page, story())
    assert sorted(picture["nodes"]) == sorted(
        [
            "1 codex",
            "2 codex, failed",
            "3 codex",
            "4 claude | after a full handoff",
            "5 codex, rolled back | after a delta handoff",
            "6 codex, rolled back",
            "7 claude, running",
            "1-2 codex",
            "no runs",
            "1 codex",
            "merge-back waits",
            "1 codex, never began",
            "no runs",
        ]
    )
    assert sorted(picture["threads"]) == sorted(
        ["“The parser” main", "fork fork", "fork lost, detached", "subagent child", "fork grandchild", "empty"]
    )
    assert sorted(picture["edges"]) == ["fork", "fork", "fork, native", "merge-back", "merge-back", "result", "subagent"]
    assert picture["paths"] == 7 + 7
    assert sorted(picture["gone"]) == ["1 codex, never began", "5 codex, rolled back | after a delta handoff", "6 codex, rolled back"]
    assert picture["detached"] == ["fork lost, detached"]


async def test_any_text_is_shown_as_it_is(page: Page) -> None:
    picture = await drawn(page, nasty())
    assert len(picture["threads"]) == 2 * len(NASTY)
    for text in NASTY:
        shown = in_a_picture(text)
        assert f"“{shown}” {shown}" in picture["threads"]
        assert f"1 {shown}" in picture["nodes"]


async def test_an_export_without_threads_is_a_picture(page: Page) -> None:
    assert (await drawn(page, [profiles("codex")]))["nodes"] == ["no threads"]


async def test_a_long_thread_is_a_few_nodes(page: Page) -> None:
    runs = [run("long", ordinal, "claude" if 2000 < ordinal <= 4000 else "codex") for ordinal in range(1, 6001)]
    picture = await drawn(page, [profiles(), of_thread("long", thread("long"), runs=runs), end_of_tree("long")])
    assert picture["nodes"] == ["1-2000 codex", "2001-4000 claude", "4001-6000 codex"]


async def test_equal_parts_give_equal_bytes() -> None:
    assert await exported(EXPORTER, story()) == await exported(EXPORTER, story())
