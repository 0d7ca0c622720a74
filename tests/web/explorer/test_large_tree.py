"""A tree of 5,000 threads: drawn at once, walked without elements for what is out of sight, and how long that takes is reported."""

import json
from collections.abc import Callable, Iterator

import pytest
from neo4j import GraphDatabase
from playwright.sync_api import expect

from tests.running import Neo4jAddress, RunningService, fresh
from tests.scale.planting import PlantedThread, plant
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer

pytestmark = NEEDED

THREADS = 5000
MEASURES = """() => {
  const found = {};
  for (const { name, duration } of performance.getEntriesByType("measure")) (found[name] ??= []).push(Math.round(duration));
  return found;
}"""


@pytest.fixture(scope="module")
def large(running: RunningService, neo4j_address: Neo4jAddress) -> Iterator[str]:
    root = PlantedThread(fresh("large"), runs=10)
    threads = [root]
    for number in range(1, THREADS):
        parent = threads[(number - 1) // 7]
        cut = max(1, (parent.source or (root.id, 10))[1] - number % 2)
        threads.append(PlantedThread(f"{root.id}/{number}", runs=int(number % 5 == 0), parent=parent, source=(root.id, cut)))
    settings = running.service.settings
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver:
        plant(driver, settings.neo4j_database, settings.workspace, threads)
    yield root.id


def test_five_thousand_threads_are_drawn_and_walked(
    explorer: Explorer, large: str, record_property: Callable[[str, object], None], capsys: pytest.CaptureFixture[str]
) -> None:
    explorer.open("tree", large)
    expect(explorer.page.get_by_text("5,000 threads", exact=True)).to_be_visible()
    assert explorer.page.get_by_role("treeitem").count() < 100, "only the rows in view are elements"
    explorer.page.get_by_role("tree").focus()
    explorer.page.keyboard.press("End")
    expect(explorer.page.get_by_role("treeitem", selected=True)).to_be_visible()
    explorer.page.get_by_role("button", name="Fit").click()
    explorer.page.wait_for_timeout(400)
    explorer.shot("tree-5000-whole")
    explorer.page.get_by_role("button", name="Collapse").click()
    expect(explorer.page.get_by_role("treeitem")).to_have_count(8)
    explorer.page.get_by_role("button", name="Expand all").click()
    explorer.page.keyboard.press("0")
    measured = explorer.page.evaluate(MEASURES)
    frames = explorer.page.evaluate(FRAMES)
    assert measured["tree:drawn"] and measured["tree:layout"]
    record_property("milliseconds", json.dumps(measured))
    with capsys.disabled():
        print(
            f"\n5,000 threads, milliseconds: drawn after the data {measured['tree:drawn']}, laid out {measured['tree:layout']}, "
            f"painted {measured['tree:painted']}; while panning a frame each {frames}"
        )
    assert explorer.complaints == []


# Wheels over the whole tree and takes the median and the longest time between two frames.
FRAMES = """async () => {
  const canvas = document.querySelector("canvas");
  const times = [];
  let before = performance.now();
  for (let at = 0; at < 40; at += 1) {
    canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: 120, bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - before);
    before = now;
  }
  times.sort((one, other) => one - other);
  return `${Math.round(times[20])} (longest ${Math.round(times.at(-1))})`;
}"""
