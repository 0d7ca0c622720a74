"""What others write appears without a reload, also after a break, and where the service has no subscriptions."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.live.processes import processes
from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story, Teller

pytestmark = NEEDED


def connection(explorer: Explorer, word: str) -> None:
    expect(explorer.page.locator(".connection")).to_have_text(word, timeout=20_000)


def test_a_run_of_another_writer_appears_in_the_timeline(explorer: Explorer, running: RunningService, told: Story) -> None:
    explorer.open("thread", told.fork)
    connection(explorer, "live")
    Teller(running).run(told.fork, f"{told.fork}/5", "codex", "From elsewhere")
    expect(explorer.page.get_by_role("option").filter(has_text="From elsewhere").filter(has_text="completed")).to_be_visible()
    connection(explorer, "live")


def test_a_fork_of_another_writer_appears_in_the_tree(explorer: Explorer, running: RunningService, told: Story) -> None:
    explorer.open("tree", told.root)
    connection(explorer, "live")
    Teller(running).fork(f"{told.fork}/late", told.fork, f"{told.fork}/3", "A late fork")
    expect(explorer.page.get_by_role("treeitem").filter(has_text="A late fork")).to_be_visible()


def test_what_was_missed_while_the_service_was_gone_is_made_up_for(
    explorer: Explorer, running: RunningService, told: Story, tmp_path: Path
) -> None:
    with processes(running.service.settings, tmp_path, 1) as (other,):
        explorer.base = other.base
        explorer.open("thread", told.fork)
        connection(explorer, "live")
        other.kill()
        connection(explorer, "offline")
        Teller(running).run(told.fork, f"{told.fork}/5", "codex", "Meanwhile")
        other.start()
        expect(explorer.page.get_by_role("option").filter(has_text="Meanwhile").filter(has_text="completed")).to_be_visible(timeout=60_000)
        connection(explorer, "live")
        Teller(running).run(told.fork, f"{told.fork}/6", "codex", "Afterwards")
        expect(explorer.page.get_by_role("option").filter(has_text="Afterwards").filter(has_text="completed")).to_be_visible()


def test_a_tree_goes_on_from_the_versions_that_it_saw(explorer: Explorer, running: RunningService, told: Story, tmp_path: Path) -> None:
    asked: list[list[dict[str, object]] | None] = []
    explorer.page.on(
        "request",
        lambda request: (
            asked.append(json.loads(request.post_data)["variables"]["afterVersions"])
            if "treeChanged" in (request.post_data or "") and request.post_data
            else None
        ),
    )
    with processes(running.service.settings, tmp_path, 1) as (other,):
        explorer.base = other.base
        explorer.open("tree", told.fork)
        connection(explorer, "live")
        other.kill()
        connection(explorer, "offline")
        Teller(running).fork(f"{told.fork}/unseen", told.fork, f"{told.fork}/3", "Forked while it was gone")
        other.start()
        expect(explorer.page.get_by_role("treeitem").filter(has_text="Forked while it was gone")).to_be_visible(timeout=60_000)
        connection(explorer, "live")
        Teller(running).fork(f"{told.fork}/seen", told.fork, f"{told.fork}/3", "Forked afterwards")
        expect(explorer.page.get_by_role("treeitem").filter(has_text="Forked afterwards")).to_be_visible()
    assert asked[0] is None
    assert {str(each["threadId"]) for each in asked[-1] or []} == {told.fork, f"{told.fork}/deeper"}


@pytest.mark.parametrize("status", [400, 406])
def test_without_subscriptions_the_service_is_asked_every_few_seconds(
    explorer: Explorer, running: RunningService, told: Story, status: int
) -> None:
    refused = {"data": None, "errors": [{"message": "there are no subscriptions", "extensions": {"code": "BAD_INPUT"}}]}
    explorer.page.route(
        "**/graphql",
        lambda route: (
            route.fulfill(status=status, json=refused) if "event-stream" in route.request.headers.get("accept", "") else route.fallback()
        ),
    )
    explorer.open("thread", told.fork)
    connection(explorer, "every 3 s")
    Teller(running).run(told.fork, f"{told.fork}/5", "codex", "Found by asking")
    expect(explorer.page.get_by_role("option").filter(has_text="Found by asking").filter(has_text="completed")).to_be_visible(
        timeout=15_000
    )


def test_a_run_that_ends_is_shown_ended_with_all_that_happened(explorer: Explorer, running: RunningService, told: Story) -> None:
    teller = Teller(running)
    run = teller.start(told.fork, f"{told.fork}/5", "codex", "Watched")
    teller.begin(run, "codex")
    explorer.open("run", run)
    connection(explorer, "live")
    expect(explorer.page.get_by_role("heading", name="Nothing was recorded of this run")).to_be_visible()
    running.mutate("appendItems", "items { id }", runId=run, items=[{"kind": "DECISION", "text": "Seen while it ran"}])
    running.mutate("finishRun", "run { id }", runId=run)
    expect(explorer.page.get_by_text("Seen while it ran")).to_be_visible()
    expect(explorer.page.locator(".status")).to_have_text("✓ completed")
