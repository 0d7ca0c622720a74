"""All texts are searched from anywhere; what matched is marked and leads to its run or thread."""

from playwright.sync_api import Locator, expect

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import HOSTILE, Story

pytestmark = NEEDED


def hits(explorer: Explorer) -> Locator:
    return explorer.page.get_by_role("list", name="Results").get_by_role("link")


def test_keys_alone_lead_from_a_word_to_its_run(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", story.root)
    keyboard = explorer.page.keyboard
    keyboard.press("/")
    expect(explorer.page.get_by_label("Search all texts")).to_be_focused()
    keyboard.type("rac* eviction")
    keyboard.press("Enter")
    expect(explorer.page.get_by_role("heading", level=1)).to_have_text("Search for rac* eviction")
    expect(hits(explorer).first.locator("mark")).to_have_text(["race", "eviction"])
    while not hits(explorer).first.evaluate("link => link === document.activeElement"):
        keyboard.press("Tab")
    keyboard.press("ArrowDown")
    expect(hits(explorer).nth(1)).to_be_focused()
    keyboard.press("ArrowUp")
    keyboard.press("Enter")
    expect(explorer.page.get_by_role("heading", level=1)).to_contain_text("Run 5 of A cache for the search")
    explorer.page.go_back()
    expect(hits(explorer).first).to_contain_text("run 5")


def test_kinds_narrow_what_is_found(explorer: Explorer, story: Story) -> None:
    explorer.open("search", q="eviction", tree=story.root)
    expect(hits(explorer).filter(has_text="handoff").first).to_be_visible()
    explorer.page.get_by_role("combobox", name="In", exact=True).select_option("messages")
    expect(hits(explorer)).to_have_count(1)
    expect(hits(explorer)).to_contain_text("Fix the race in the eviction")
    assert "kind=RUN" in explorer.page.url


def test_results_come_by_pages(explorer: Explorer, running: RunningService, story: Story) -> None:
    query = "query ($q: String!, $tree: ID) { search(query: $q, rootThreadId: $tree) { totalCount } }"
    total = running.query(query, q="decided", tree=story.root)["search"]["totalCount"]
    assert 20 < total < 40
    explorer.open("search", q="decided", tree=story.root)
    expect(explorer.page.get_by_role("status").filter(has_text=f"{total} results")).to_be_visible()
    expect(hits(explorer)).to_have_count(20)
    explorer.page.get_by_role("button", name="More results").click()
    expect(hits(explorer)).to_have_count(total)
    expect(explorer.page.get_by_role("button", name="More results")).to_have_count(0)


def test_what_cannot_be_sought_or_found_is_said_so(explorer: Explorer, story: Story) -> None:
    explorer.open("search", q='"open quote')
    expect(explorer.page.get_by_role("alert")).to_contain_text("BAD_INPUT")
    explorer.open("search", q="nothinghasthisword")
    expect(explorer.page.get_by_role("heading", name="Nothing has all of these words")).to_be_visible()
    explorer.open("search")
    expect(explorer.page.get_by_text("All words must occur")).to_be_visible()


def test_what_is_found_is_never_more_than_text(explorer: Explorer, story: Story) -> None:
    explorer.open("search", q="onerror", tree=story.root)
    expect(hits(explorer).first.locator(".hit-text")).to_have_text(HOSTILE)
    assert explorer.page.evaluate("window.broken") is None
    assert explorer.complaints == []
