"""The list of roots: searched, paged, sized, and helpful when it is empty."""

import re

from playwright.sync_api import expect

from lineage.app import Service
from lineage.settings import Settings
from tests.running import RunningService, fresh, serving
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story

pytestmark = NEEDED


def test_roots_are_listed_with_their_providers_sizes_and_last_activity(explorer: Explorer, story: Story) -> None:
    explorer.open("threads", q="A parser")
    row = explorer.page.get_by_role("row", name=re.compile("A parser, by two agents"))
    expect(row.get_by_role("cell")).to_have_text([re.compile("claude.*codex"), "9", "1", re.compile("ago|now")])
    assert explorer.complaints == []


def test_a_search_narrows_the_list_and_is_in_the_address(explorer: Explorer, story: Story) -> None:
    explorer.open("threads")
    explorer.page.get_by_role("searchbox", name="Title contains").fill("PARSER, by")
    expect(explorer.page.get_by_role("status").filter(has_text="1 root")).to_be_visible()
    assert explorer.page.url.endswith("#/threads?q=PARSER%2C+by")
    explorer.page.get_by_label("Provider").select_option("gemini")
    expect(explorer.page.get_by_role("heading", name="No root matches")).to_be_visible()


def test_pages_follow_each_other_and_the_way_back_leads_back(explorer: Explorer, running: RunningService) -> None:
    mark = fresh("paged")
    for number in range(27):
        running.mutate("createThread", "thread { id }", title=f"{mark} {number}")
    explorer.open("threads", q=mark)
    links = explorer.page.get_by_role("link", name=re.compile(f"^{re.escape(mark)} \\d+$"))
    expect(links).to_have_count(25)
    explorer.page.get_by_role("link", name="Next page").click()
    expect(links).to_have_text([f"{mark} 1", f"{mark} 0"])
    explorer.page.go_back()
    expect(links).to_have_count(25)


def test_an_empty_store_names_the_commands_that_fill_it(explorer: Explorer, settings: Settings) -> None:
    with serving(Service(settings.model_copy(update={"workspace": fresh("empty")}))) as empty:
        explorer.page.goto(f"{empty.base}/")
        expect(explorer.page.get_by_role("heading", name="There are no threads yet")).to_be_visible()
        assert explorer.page.locator("pre").all_inner_texts() == ["lineage demo", "lineage import"]


def test_only_the_service_itself_is_asked_for_anything(explorer: Explorer, story: Story) -> None:
    explorer.open("threads")
    assert {re.match(r"(https?://[^/]+)/", url)[1] for url in explorer.requested if not url.startswith("about:")} == {explorer.base}  # type: ignore[index]
