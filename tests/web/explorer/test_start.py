"""The start preview tells what the service would decide, and writes nothing."""

import re

from playwright.sync_api import expect

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story

pytestmark = NEEDED


def test_strategy_reasons_and_steps_follow_the_choice(explorer: Explorer, running: RunningService, story: Story) -> None:
    explorer.open("thread", "demo", "start", provider="claude")
    decision = explorer.page.get_by_role("region", name="Decision")
    expect(decision.get_by_role("heading", level=2)).to_have_text(re.compile(r"claude\s*delta into existing"))
    expect(decision.get_by_role("listitem")).to_have_text(
        [re.compile("Resume the session claude-session-of-demo-run-6"), "Give it the handoff as system message", "Send the message"]
    )
    explorer.page.get_by_label("Clean context").check()
    expect(decision.get_by_role("heading", level=2)).to_have_text(re.compile(r"claude\s*full into new"))
    expect(decision).to_contain_text("clean context was asked for")
    explorer.page.get_by_label("Provider").select_option("codex")
    expect(decision.get_by_role("heading", level=2)).to_have_text(re.compile(r"codex\s*full into new"))
    assert explorer.page.url.endswith("#/thread/demo/start?provider=codex&clean=true")
    assert running.query('{ thread(id: "demo") { version } }') == {"thread": {"version": 28}}


def test_a_model_is_given_by_name(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", "demo", "start", provider="codex")
    with explorer.page.expect_request(lambda request: '"model":"large"' in (request.post_data or "")):
        explorer.page.get_by_label("Model").fill("large")
    expect(explorer.page.get_by_role("region", name="Decision")).to_be_visible()


def test_the_text_that_would_be_sent_is_shown(explorer: Explorer, running: RunningService, story: Story) -> None:
    explorer.open("thread", story.root, "start", provider="claude")
    texts = explorer.page.get_by_role("region", name="Text of a handoff")
    query = "query ($i: StartContextInput!) { handoffPreviews(input: $i) { text characters } }"
    previews = running.query(query, i={"threadId": story.root, "provider": "claude"})["handoffPreviews"]
    expect(texts).to_have_count(len(previews))
    assert [text.locator("pre").inner_text().strip() for text in texts.all()] == [preview["text"].strip() for preview in previews]
    expect(texts.first).to_contain_text(f"{previews[0]['characters']} characters")
    explorer.page.get_by_label("Provider").select_option("cursor")
    expect(explorer.page.get_by_role("region", name="Decision").get_by_role("heading", level=2)).to_contain_text("cursor")
    expect(texts).to_have_count(0)
