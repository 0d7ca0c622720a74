"""The list of roots: searched, paged, sized, and helpful when it is empty."""

import re

import pytest
from playwright.sync_api import Locator, expect

from lineage.app import Service
from lineage.settings import Settings
from tests.running import RunningService, fresh, serving
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story, Teller

pytestmark = NEEDED


def test_roots_are_listed_with_their_providers_sizes_and_last_activity(explorer: Explorer, story: Story) -> None:
    explorer.open("threads", q="A parser")
    row = explorer.page.get_by_role("row", name=re.compile("A parser, by two agents"))
    expect(row.get_by_role("cell")).to_have_text([re.compile("claude.*codex"), "9", "1", "1", re.compile("ago|now")])
    assert explorer.complaints == []


def test_a_search_narrows_the_list_and_is_in_the_address(explorer: Explorer, story: Story) -> None:
    explorer.open("threads")
    explorer.page.get_by_role("searchbox", name="Title contains").fill("PARSER, by")
    expect(explorer.page.get_by_role("status").filter(has_text="1 root")).to_be_visible()
    assert explorer.page.url.endswith("#/threads?q=PARSER%2C+by")
    explorer.page.get_by_label("Provider").select_option("gemini")
    expect(explorer.page.get_by_role("heading", name="No thread matches")).to_be_visible()


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


def links(explorer: Explorer, mark: str) -> Locator:
    return explorer.page.get_by_role("link", name=re.compile(f"^{re.escape(mark)} \\w+$"))


@pytest.fixture(scope="module")
def ranked(running: RunningService) -> str:
    """The mark of three roots: the first was worked on last, the second has most runs, the third most forks."""
    teller, mark = Teller(running), fresh("ranked")
    for name, runs, forks in (("first", 2, 1), ("second", 3, 0), ("third", 1, 2)):
        teller.thread(f"{mark}/{name}", f"{mark} {name}")
        for number in range(runs):
            teller.run(f"{mark}/{name}", f"{mark}/{name}/{number}", "codex", "Work", checkpoint=False)
        for number in range(forks):
            teller.fork(f"{mark}/{name}/fork{number}", f"{mark}/{name}", f"{mark}/{name}/0", f"{mark} branch")
    teller.run(f"{mark}/first", f"{mark}/first/last", "codex", "Work again", checkpoint=False)
    return mark


def test_the_list_is_ordered_by_the_heads_of_its_columns_and_by_a_menu(explorer: Explorer, ranked: str) -> None:
    page = explorer.page
    explorer.open("threads", q=ranked)
    expect(page.get_by_role("columnheader", name="Last activity")).to_have_attribute("aria-sort", "descending")
    expect(links(explorer, ranked)).to_have_text([f"{ranked} {name}" for name in ("first", "third", "second")])
    page.get_by_role("button", name="Forks").focus()
    page.keyboard.press("Enter")
    expect(links(explorer, ranked)).to_have_text([f"{ranked} {name}" for name in ("third", "first", "second")])
    expect(page.get_by_role("columnheader", name="Forks")).to_have_attribute("aria-sort", "descending")
    expect(page.get_by_role("columnheader", name="Last activity")).not_to_have_attribute("aria-sort", re.compile("."))
    page.keyboard.press("Enter")
    expect(links(explorer, ranked)).to_have_text([f"{ranked} {name}" for name in ("second", "first", "third")])
    assert page.url.endswith("order=FORKS&direction=ASCENDING"), page.url
    page.get_by_label("Order").select_option("oldest first")
    expect(links(explorer, ranked)).to_have_text([f"{ranked} {name}" for name in ("first", "second", "third")])
    page.get_by_label("Order").select_option("most runs first")
    expect(page.get_by_role("columnheader", name="Runs")).to_have_attribute("aria-sort", "descending")


def test_forks_are_listed_as_such_where_all_threads_are_asked_for(explorer: Explorer, ranked: str) -> None:
    explorer.open("threads", q=ranked)
    expect(links(explorer, ranked)).to_have_count(3)
    explorer.page.get_by_label("Which threads").select_option("all")
    expect(explorer.page.get_by_role("status").filter(has_text="6 threads")).to_be_visible()
    fork = explorer.page.get_by_role("row").filter(has_text="● fork").first
    fork.get_by_role("link", name=f"{ranked} branch", exact=True).click()
    expect(explorer.page.get_by_label("Chosen thread").get_by_role("heading")).to_have_text(f"{ranked} branch")
    expect(explorer.page.get_by_label("Chosen thread")).to_contain_text("Fork from run 1 of")


def test_what_others_do_appears_and_the_keyboard_stays_where_it_is(explorer: Explorer, running: RunningService) -> None:
    teller, mark = Teller(running), fresh("watched")
    for name in ("first", "second", "third"):
        teller.thread(f"{mark}/{name}", f"{mark} {name}")
    explorer.open("threads", q=mark)
    expect(explorer.page.locator(".connection")).to_have_text("every 3 s")
    expect(links(explorer, mark)).to_have_text([f"{mark} {name}" for name in ("third", "second", "first")])
    held = links(explorer, mark).filter(has_text="first")
    held.focus()
    teller.run(f"{mark}/first", f"{mark}/first/1", "claude", "From elsewhere", checkpoint=False)
    expect(links(explorer, mark)).to_have_text([f"{mark} {name}" for name in ("first", "third", "second")])
    expect(explorer.page.get_by_role("row").filter(has=held).get_by_role("cell")).to_have_text(
        ["claude", "1", "–", "–", re.compile("ago|now")]
    )
    teller.thread(f"{mark}/fourth", f"{mark} fourth")
    expect(links(explorer, mark)).to_have_text([f"{mark} {name}" for name in ("fourth", "first", "third", "second")])
    expect(explorer.page.get_by_role("status").filter(has_text="4 roots")).to_be_visible()
    expect(held).to_be_focused()
    assert explorer.complaints == []


def test_an_empty_store_names_the_commands_that_fill_it(explorer: Explorer, settings: Settings) -> None:
    with serving(Service(settings.model_copy(update={"workspace": fresh("empty")}))) as empty:
        explorer.page.goto(f"{empty.base}/")
        expect(explorer.page.get_by_role("heading", name="There are no threads yet")).to_be_visible()
        assert explorer.page.locator("pre").all_inner_texts() == ["lineage demo", "lineage import"]


def test_only_the_service_itself_is_asked_for_anything(explorer: Explorer, story: Story) -> None:
    explorer.open("threads")
    assert {re.match(r"(https?://[^/]+)/", url)[1] for url in explorer.requested if not url.startswith("about:")} == {explorer.base}  # type: ignore[index]
