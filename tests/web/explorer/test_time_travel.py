"""A thread as it was at any of its versions."""

import re

from playwright.sync_api import expect

from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story

pytestmark = NEEDED


def test_the_slider_goes_through_the_versions(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", "demo", "time", version=25)
    state = explorer.page.get_by_role("region", name="The thread at version")
    expect(state).to_contain_text("At version 25")
    expect(state.locator("dd").first).to_have_text("1–8")
    expect(state.get_by_role("row").nth(1).get_by_role("cell")).to_have_text(["1–5", "1–5", "6–8"])
    slider = explorer.page.get_by_role("slider")
    slider.focus()
    for _ in range(3):
        explorer.page.keyboard.press("ArrowRight")
    expect(state).to_contain_text("At version 28")
    expect(state.locator("dd").first).to_have_text("1–9")
    explorer.page.keyboard.press("Home")
    expect(state.locator("dd").first).to_have_text("no run yet")
    assert explorer.page.url.endswith("version=1")


def test_an_event_leads_to_its_version(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", "demo", "time")
    events = explorer.page.get_by_role("listbox", name="Events")
    expect(events.get_by_role("option", selected=True)).to_be_visible()
    events.focus()
    expect(events).to_be_focused()
    explorer.page.keyboard.press("Home")
    explorer.page.keyboard.press("ArrowDown")
    expect(explorer.page.get_by_role("option", name=re.compile(r"Version\s*2\s*run.started"))).to_have_attribute("aria-selected", "true")
    expect(explorer.page.get_by_role("region", name="The thread at version")).to_contain_text("At version 2")
