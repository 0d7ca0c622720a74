"""A run: what it was told, what happened in it, and where its content came from."""

import re

from playwright.sync_api import expect

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import HOSTILE, Story, Teller

pytestmark = NEEDED


def test_handoffs_message_items_and_checkpoint_are_shown(explorer: Explorer, story: Story) -> None:
    explorer.open("run", f"{story.root}/6")
    expect(explorer.page.locator("details")).to_contain_text("Decided in")
    expect(explorer.page.get_by_role("region", name="Items").get_by_role("listitem")).to_have_text(
        [re.compile("user message.*Write the documentation"), re.compile("decision"), re.compile("test.*12 passed", re.DOTALL)]
    )
    expect(explorer.page.locator("code").last).to_have_text(re.compile("commit-"))
    explorer.open("run", f"{story.root}/9")
    expect(explorer.page.locator("details")).to_have_count(3)
    expect(explorer.page.get_by_text("Three tests added, all pass")).to_be_hidden()
    explorer.page.locator("summary", has_text="tests 1").click()
    expect(explorer.page.get_by_text("Three tests added, all pass")).to_be_visible()


def test_items_come_by_pages_and_are_text_only(explorer: Explorer, running: RunningService) -> None:
    teller = Teller(running)
    thread = teller.thread(f"many-items-{id(explorer)}", None)
    teller.run(thread, f"{thread}/1", "codex", HOSTILE)
    run = teller.start(thread, f"{thread}/2", "codex", HOSTILE)
    teller.begin(run, "codex")
    running.mutate("appendItems", "items { id }", runId=run, items=[{"kind": "TOOL_OUTPUT", "text": f"{HOSTILE} {n}"} for n in range(130)])
    explorer.open("run", run)
    items = explorer.page.get_by_role("region", name="Items").get_by_role("listitem")
    expect(items).to_have_count(100)
    explorer.page.get_by_role("button", name="Load 30 more").click()
    expect(items).to_have_count(130)
    expect(items.last).to_contain_text(f"{HOSTILE} 129")
    assert explorer.page.evaluate("window.broken") is None
    assert explorer.complaints == []


def test_provenance_is_a_graph_and_a_list_of_as_many_steps_as_wanted(explorer: Explorer, story: Story) -> None:
    explorer.open("run", "demo-run-9", "provenance", depth=1)
    expect(explorer.page.get_by_text("4 sources; further steps lead to more")).to_be_visible()
    options = explorer.page.get_by_role("listbox").get_by_role("option")
    expect(options).to_have_count(5)
    explorer.page.get_by_label("Steps").select_option("all")
    expect(explorer.page.get_by_text("8 sources, and these are all")).to_be_visible()
    expect(options).to_have_count(9)
    explorer.page.get_by_role("listbox").focus()
    explorer.page.keyboard.press("ArrowDown")
    chosen = explorer.page.get_by_role("option", selected=True).locator(".ordinal").inner_text().split()[-1]
    explorer.page.keyboard.press("Enter")
    expect(explorer.page.get_by_role("heading", level=1)).to_contain_text(f"Run {chosen} of")
