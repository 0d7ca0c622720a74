"""What the page shows when there is nothing to show: it says what is wrong and what to do, and late answers are announced."""

import re
import time

import pytest
from playwright.sync_api import Route, expect

from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import HOSTILE, LONG, RIGHT_TO_LEFT, Story

pytestmark = NEEDED


def refusal(code: str) -> object:
    return lambda route: route.fulfill(json={"data": None, "errors": [{"message": f"it is {code}", "extensions": {"code": code}}]})


@pytest.mark.parametrize(
    ("code", "title", "advice"),
    [
        ("UNAVAILABLE", "The store is unavailable", "Neo4j"),
        ("UNAUTHENTICATED", "The service wants to know who you are", "Access"),
        ("TIMEOUT", "It took too long", "Try again"),
        ("SOMETHING_NEW", "Something went wrong", "log"),
    ],
)
def test_an_error_is_told_with_what_to_do(explorer: Explorer, code: str, title: str, advice: str) -> None:
    explorer.page.route("**/graphql", refusal(code))
    explorer.open("threads")
    alert = explorer.page.get_by_role("alert")
    expect(alert.get_by_role("heading")).to_have_text(title)
    expect(alert).to_contain_text(advice)
    expect(alert).to_contain_text(code)


def test_it_is_tried_again_when_one_asks_for_that(explorer: Explorer, story: Story) -> None:
    explorer.page.route("**/graphql", lambda route: route.abort())
    explorer.open("tree", story.root)
    expect(explorer.page.get_by_role("alert")).to_contain_text("lineage serve")
    explorer.page.unroute("**/graphql")
    explorer.page.get_by_role("button", name="Try again").click()
    expect(explorer.page.get_by_role("treeitem")).to_have_count(9)


@pytest.mark.parametrize("path", [("thread", "nothing"), ("tree", "nothing"), ("run", "nothing"), ("thread", "a/b%2F?#é")])
def test_what_is_not_there_is_said_so(explorer: Explorer, path: tuple[str, str]) -> None:
    explorer.open(*path)
    expect(explorer.page.get_by_role("alert")).to_contain_text("It is not there")
    expect(explorer.page.get_by_role("alert")).to_contain_text(path[1])


@pytest.mark.parametrize("address", ["#/nowhere", "#/tree", "#/thread//", "#/%"])
def test_an_address_that_leads_nowhere_is_said_so(explorer: Explorer, address: str) -> None:
    explorer.page.goto(f"{explorer.base}/{address}")
    expect(explorer.page.get_by_role("heading", name="There is no such page")).to_be_visible()


def test_loading_is_announced_only_when_it_takes_long(explorer: Explorer, story: Story) -> None:
    def late(route: Route) -> None:
        time.sleep(0.9)
        route.fallback()

    explorer.page.route("**/graphql", late)
    explorer.page.goto(f"{explorer.base}/#/thread/demo")
    expect(explorer.page.get_by_text("Loading the thread …")).to_be_visible()
    expect(explorer.page.get_by_role("listbox").get_by_role("option")).to_have_count(9)


def test_titles_are_never_more_than_text(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root)
    expect(explorer.page.get_by_text(HOSTILE[:30]).first).to_be_visible()
    for id in story.hostile:
        explorer.open("tree", story.root, at=id)
        explorer.open("thread", id)
        expect(explorer.page.get_by_role("heading", level=1)).not_to_have_text("")
    explorer.open("thread", story.hostile[0])
    expect(explorer.page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    explorer.open("thread", story.hostile[1])
    expect(explorer.page.get_by_role("heading", level=1)).to_have_text(re.sub("[\u202a-\u202e]", "", RIGHT_TO_LEFT))
    explorer.open("thread", story.hostile[3])
    expect(explorer.page.get_by_role("heading", level=1)).to_have_text(re.compile(f"^{LONG[:60]}.*…$"))
    assert explorer.page.evaluate("window.broken") is None
    assert explorer.page.locator("main img, main script").count() == 0
    assert explorer.complaints == []
