"""A rollback is shown before it is done, and refused when the thread changed meanwhile."""

from playwright.sync_api import Page, Route, expect

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story

pytestmark = NEEDED


def head(running: RunningService, id: str) -> int:
    ordinal: int = running.query("query ($id: ID!) { thread(id: $id) { headOrdinal } }", id=id)["thread"]["headOrdinal"]
    return ordinal


def test_a_rollback_is_told_first_and_then_done_by_keys_alone(explorer: Explorer, running: RunningService, told: Story) -> None:
    explorer.open("thread", told.root, run=f"{told.root}/4")
    keyboard = explorer.page.keyboard
    explorer.page.get_by_role("button", name="Roll back to here …").focus()
    keyboard.press("Enter")
    panel = explorer.page.get_by_role("region", name="Roll back to run 4?")
    expect(panel).to_contain_text("7 runs would be rolled back: 5–10, 13")
    expect(panel).to_contain_text("codex keeps 1–3; its session would be rolled back. Next: take 5 turns back in its session.")
    expect(panel).to_contain_text("Tests for the cache")
    assert head(running, told.root) == 13
    expect(panel.get_by_role("heading")).to_be_focused()
    while not panel.get_by_role("button", name="Roll back 7 runs").evaluate("button => button === document.activeElement"):
        keyboard.press("Tab")
    keyboard.press("Enter")
    expect(explorer.page.get_by_role("region", name="Rolled back to run 4")).to_contain_text("7 runs were rolled back")
    assert head(running, told.root) == 4
    expect(explorer.page.locator("[data-status=ROLLED_BACK]")).to_have_count(9)


def test_a_thread_that_changed_meanwhile_is_not_rolled_back(explorer: Explorer, running: RunningService, told: Story) -> None:
    hold_back_changes(explorer.page)
    explorer.open("thread", told.fork, rollback=2)
    button = explorer.page.get_by_role("button", name="Roll back 2 runs")
    expect(button).to_be_enabled()
    running.mutate("rollbackThread", "thread { id }", threadId=told.fork, toOrdinal=3)
    button.click()
    expect(explorer.page.get_by_role("alert")).to_contain_text("The thread changed meanwhile")
    assert head(running, told.fork) == 3
    # The page has looked again, and what it shows now can be done.
    explorer.page.get_by_role("button", name="Roll back 1 run").click()
    expect(explorer.page.get_by_role("region", name="Rolled back to run 2")).to_be_visible()
    assert head(running, told.fork) == 2


def test_a_token_that_may_not_write_is_told_so(explorer: Explorer, told: Story) -> None:
    def forbid(route: Route) -> None:
        if "mutation" not in (route.request.post_data or ""):
            return route.fallback()
        assert route.request.headers["authorization"] == "Bearer only-for-reading"
        return route.fulfill(json={"data": None, "errors": [{"message": "this token reads only", "extensions": {"code": "FORBIDDEN"}}]})

    explorer.open("thread", told.fork, rollback=2)
    explorer.page.get_by_role("button", name="Access").click()
    explorer.page.get_by_label("Token").fill("only-for-reading")
    explorer.page.get_by_role("button", name="Use it").click()
    explorer.page.route("**/graphql", forbid)
    explorer.page.get_by_role("button", name="Roll back 2 runs").click()
    expect(explorer.page.get_by_role("alert")).to_contain_text("Your token does not allow this")
    assert explorer.page.evaluate("[sessionStorage.length, Object.keys(localStorage)]") == [1, []]


def test_an_active_run_is_waited_for(explorer: Explorer, running: RunningService, told: Story) -> None:
    running.mutate("startRun", "run { id }", threadId=told.fork, provider="codex")
    explorer.open("thread", told.fork, rollback=2)
    expect(explorer.page.get_by_role("alert")).to_contain_text("A run is in progress")


def hold_back_changes(page: Page) -> None:
    """The page does not hear of changes."""
    page.route(
        "**/graphql",
        lambda route: route.abort() if "event-stream" in route.request.headers.get("accept", "") else route.fallback(),
    )
