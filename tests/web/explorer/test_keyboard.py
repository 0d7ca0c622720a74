"""By keyboard alone: every control is reached, and the focus is never lost when what had it goes away."""

import re

from playwright.sync_api import expect

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story, Teller
from tests.web.explorer.test_accessibility import VIEWS

pytestmark = NEEDED

CONTROLS = """() => {
  const shown = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(":disabled") && !each.closest("dialog:not([open])");
  window.controls = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")].filter(shown);
  return window.controls.map((each) => `${each.tagName} ${each.getAttribute("aria-label") ?? each.textContent}`.trim().slice(0, 60));
}"""
FOCUSED = "window.controls.indexOf(document.activeElement)"
NOWHERE = "document.activeElement === document.body"


def test_the_tab_key_reaches_every_control_of_every_view(explorer: Explorer, story: Story) -> None:
    missed = {}
    for view, show in VIEWS.items():
        show(explorer, story)
        explorer.page.wait_for_timeout(500)
        controls = explorer.page.evaluate(CONTROLS)
        reached = set()
        for _ in range(len(controls) + 1):
            explorer.page.keyboard.press("Tab")
            reached.add(explorer.page.evaluate(FOCUSED))
        missed[view] = [name for at, name in enumerate(controls) if at not in reached]
    assert missed == {view: [] for view in VIEWS}


def test_a_rollback_is_seen_done_and_left_by_keys(explorer: Explorer, told: Story) -> None:
    page = explorer.page
    explorer.open("thread", told.fork, run=f"{told.fork}/3")
    page.get_by_role("button", name="Roll this back …").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Roll back to run 2?")).to_be_focused()
    page.get_by_role("button", name="Roll back 2 runs").wait_for()
    page.keyboard.press("Tab")
    for _ in range(8):
        if page.evaluate("document.activeElement.textContent").strip() == "Roll back 2 runs":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Rolled back to run 2")).to_be_focused()
    page.get_by_role("button", name="Close").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Rolled back to run 2")).to_have_count(0)
    assert not page.evaluate(NOWHERE)


def test_the_menu_of_formats_is_left_by_escape(explorer: Explorer, story: Story) -> None:
    page = explorer.page
    explorer.open("thread", story.root)
    summary = page.locator(".menu > summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Graphviz DOT")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="JSON Lines")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Graphviz DOT")).to_be_hidden()
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Graphviz DOT")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("link", name="Graphviz DOT")).to_be_hidden()


def test_trying_again_leaves_the_focus_in_what_was_found(explorer: Explorer, story: Story) -> None:
    page = explorer.page
    page.route("**/graphql", lambda route: route.abort())
    explorer.open("thread", story.root)
    page.unroute("**/graphql")
    page.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("listbox", name="Runs")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_a_list_keeps_the_focus_while_others_write(explorer: Explorer, running: RunningService, told: Story) -> None:
    page = explorer.page
    explorer.open("tree", told.root, at=told.fork)
    expect(page.locator(".connection")).to_have_text("live")
    page.get_by_role("tree").focus()
    Teller(running).fork(f"{told.fork}/late", told.fork, f"{told.fork}/3", "A late fork")
    expect(page.get_by_role("treeitem").filter(has_text="A late fork")).to_be_visible()
    expect(page.get_by_role("tree")).to_be_focused()
    expect(page.get_by_role("treeitem", selected=True)).to_have_accessible_name(re.compile("A cache on disk instead"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("treeitem", selected=True)).to_have_accessible_name(re.compile("With a write-ahead log|A late fork"))
