"""How long the explorer takes to draw a fork tree of 5,000 threads once its data is there: `python -m benchmarks.tree_drawing`.

Needs Debian's Chromium and playwright, but neither Neo4j nor a service: the page's files are served, and its questions are answered here.
With --against FOLDER the files of another version of lineage/web/explorer are measured in turn with these, each round in fresh tabs,
and the ratio is told. --profile FILE writes what the processor did in one more drawing, as Chromium's DevTools read it.
"""

import argparse
import json
import statistics
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Route
from starlette.applications import Starlette

from lineage.web.explorer import FOLDER, explorer_routes
from tests.web.chromium import launched
from tests.web.live_service import serving

CHILDREN = 7
MEASURES = ("tree:drawn", "tree:layout", "tree:painted", "seen")
"""In milliseconds: from the data to the drawing, of which laying out and painting; and from the data until the next frame has begun, in
which the browser shows it."""
CPU = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration")
"""In milliseconds of the processor, which other work on the machine hardly changes: of the page's thread, from asking for the data on."""

DRAWN = """(names) => new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName("tree:drawn")) {
      requestAnimationFrame(() => setTimeout(() => {
        performance.measure("seen", { start: startTime, end: performance.now() });
        resolve(Object.fromEntries(names.map((name) => [name, performance.getEntriesByName(name)[0].duration])));
      }));
    }
  }).observe({ entryTypes: ["measure"] });
  location.hash = "#/tree/t0";
})"""


def tree_of(count: int) -> dict[str, Any]:
    """What forkTree answers of a tree in which each thread has seven children, and every fifth a run of its own."""
    nodes: list[dict[str, Any]] = []
    for number in range(count):
        parent = nodes[(number - 1) // CHILDREN] if number else None
        source = None
        if parent is not None:
            ordinal = max(1, (parent["sourcePoint"] or {"ordinal": 10})["ordinal"] - number % 2)
            source = {"threadId": "t0", "ordinal": ordinal}
        runs = 10 if parent is None else int(number % 5 == 0)
        nodes.append(
            {
                "threadId": f"t{number}",
                "parentThreadId": parent and parent["threadId"],
                "relationshipToParent": parent and ("SUBAGENT" if number % 9 == 0 else "FORK"),
                "depth": 0 if parent is None else parent["depth"] + 1,
                "title": f"Thread {number} of a large tree",
                "sourcePoint": source,
                "runCount": runs,
                "headOrdinal": runs,
                "providers": ["codex"] if runs else [],
                "childCount": sum(child < count for child in range(CHILDREN * number + 1, CHILDREN * number + 1 + CHILDREN)),
                "detached": False,
                "createdAt": "2026-01-01T00:00:00Z",
            }
        )
    return {"totalCount": count, "pageInfo": {"hasNextPage": False}, "nodes": nodes}


class Answers:
    """Answers the page's questions about one tree, and refuses to tell of changes."""

    def __init__(self, count: int) -> None:
        thread = {"id": "t0", "title": "A large tree", "version": 1, "lineage": {"rootThreadId": "t0"}}
        self.tree = json.dumps({"data": {"thread": thread, "forkTree": tree_of(count)}})

    def __call__(self, route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        if "query Tree(" in asked["query"]:
            route.fulfill(body=self.tree, content_type="application/json")
        elif "subscription" in asked["query"]:
            route.fulfill(status=400, json={"data": None, "errors": [{"message": "no changes here", "extensions": {"code": "BAD_INPUT"}}]})
        else:
            route.fulfill(json={"data": {f"f{at}": None for at in range(len(asked["variables"]))} | {"thread": None, "forkTree": None}})


@contextmanager
def opened(browser: Browser, base: str, answers: Answers) -> Iterator[Page]:
    """A fresh tab in which nothing is loaded yet."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.route("**/graphql", answers)
    page.goto(f"{base}/#/nowhere")
    page.locator(".notice").wait_for()
    yield page
    context.close()


def drawn(page: Page) -> dict[str, float]:
    """Shows the tree, and how long each part of that took."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = processor_time(session)
    measured = {name: float(value) for name, value in page.evaluate(DRAWN, list(MEASURES)).items()}
    return measured | {name: spent - before[name] for name, spent in processor_time(session).items()}


def processor_time(session: CDPSession) -> dict[str, float]:
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return {name: metrics[name] * 1000 for name in CPU}


def profile(page: Page, file: Path) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.setSamplingInterval", {"interval": 200})
    session.send("Profiler.start")
    drawn(page)
    file.write_text(json.dumps(session.send("Profiler.stop")["profile"]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--against", type=Path, help="another version's lineage/web/explorer")
    parser.add_argument("--profile", type=Path)
    given = parser.parse_args()
    folders = {"these": FOLDER} | ({"those": given.against} if given.against else {})
    answers = Answers(given.threads)
    found: dict[str, list[dict[str, float]]] = {name: [] for name in folders}
    with ExitStack() as stack:
        browser = stack.enter_context(launched())
        bases = {
            name: str(stack.enter_context(serving(Starlette(routes=explorer_routes(folder)))).base_url) for name, folder in folders.items()
        }
        for turn in range(given.rounds):
            # Neither always goes first.
            for name in sorted(folders, reverse=turn % 2 == 0):
                with opened(browser, bases[name], answers) as page:
                    found[name].append(drawn(page))
        if given.profile:
            with opened(browser, bases["these"], answers) as page:
                profile(page, given.profile)
    print(f"{given.threads} threads, {given.rounds} rounds, milliseconds: median (fastest to slowest)")
    for measure in (*MEASURES, *CPU):
        columns = {name: [each[measure] for each in rounds] for name, rounds in found.items()}
        told = [f"{name} {statistics.median(all):.1f} ({min(all):.1f} to {max(all):.1f})" for name, all in columns.items()]
        if given.against:
            ratios = [one / other for one, other in zip(columns["these"], columns["those"], strict=True)]
            told.append(f"these / those {statistics.median(ratios):.2f}")
        print(f"{measure:>19}: {'; '.join(told)}")


if __name__ == "__main__":
    main()
