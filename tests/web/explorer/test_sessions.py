"""How one gets back: who works in a thread now, and the commands that go on with it or open an agent's own session."""

import re

from playwright.sync_api import expect

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story, Teller

pytestmark = NEEDED

COMMANDS = """async (given) => {
  const any = document.querySelector("link[rel=modulepreload]").href.replace(/(explorer\\/\\w+\\/).*/, "$1");
  const { resumeCommand } = await import(`${any}sessions/commands.js`);
  return given.map(([provider, reference]) => resumeCommand(provider, reference));
}"""


def test_a_chosen_thread_tells_how_to_go_on_with_each_of_its_agents(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root)
    chosen = explorer.page.get_by_label("Chosen thread")
    expect(chosen.get_by_text(re.compile("^cursor active, up to date$"))).to_be_visible()
    claude = chosen.get_by_role("group").filter(has_text="claude active, misses 2 runs")
    expect(claude.locator("code")).to_have_text(
        [f"lineage chat {story.root} --provider claude", f"claude --resume claude-{story.root}/4"], use_inner_text=False
    )
    explorer.open("tree", story.root, at=story.fork)
    expect(chosen.get_by_role("group").filter(has_text="claude")).to_contain_text("told what it misses")
    assert explorer.complaints == []


def test_a_command_is_copied(explorer: Explorer, story: Story) -> None:
    explorer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer.open("thread", story.root)
    coverage = explorer.page.get_by_role("region", name="Coverage")
    coverage.get_by_role("button", name="Copy: open the session in codex").click()
    expect(coverage.get_by_role("status").filter(has_text="copied")).to_be_visible()
    assert explorer.page.evaluate("navigator.clipboard.readText()") == f"codex resume codex-{story.root}/1"


def test_where_the_clipboard_is_closed_the_command_is_selected(explorer: Explorer, story: Story) -> None:
    explorer.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    explorer.open("thread", story.root)
    coverage = explorer.page.get_by_role("region", name="Coverage")
    coverage.get_by_role("button", name="Copy: go on with codex").click()
    expect(coverage.get_by_role("status").filter(has_text="Ctrl+C")).to_be_visible()
    assert explorer.page.evaluate("getSelection().toString()").strip() == f"lineage chat {story.root} --provider codex"


def test_no_command_does_more_than_it_shows(explorer: Explorer) -> None:
    explorer.open("threads")
    given = [
        ["codex", "a1-b2"],
        ["claude", "it's; rm -rf $HOME"],
        ["opencode", "--help"],
        ["codex", "one\ntwo"],
        ["codex", "turned\u202eround"],
        ["codex", None],
        ["gemini", "a1"],
        ["toString", "a1"],
    ]
    assert explorer.page.evaluate(COMMANDS, given) == [
        "codex resume a1-b2",
        "claude --resume 'it'\\''s; rm -rf $HOME'",
        *[None] * 6,
    ]


def test_the_thread_in_which_an_agent_works_now_stands_out(explorer: Explorer, running: RunningService, told: Story) -> None:
    explorer.open("tree", told.root, at=told.fork)
    expect(explorer.page.locator(".connection")).to_have_text("live")
    teller = Teller(running)
    teller.begin(teller.start(told.fork, f"{told.fork}/5", "codex", "At work"), "codex")
    expect(explorer.page.get_by_role("treeitem", name=re.compile("A cache on disk instead\\s*, fork, running"))).to_be_visible()
    expect(explorer.page.get_by_label("Chosen thread")).to_contain_text("run 5 by codex is running")


def test_a_chosen_run_leads_to_where_its_context_came_from(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", story.root, run=f"{story.root}/9")
    explorer.page.get_by_role("link", name="Where its context came from").click()
    expect(explorer.page.get_by_text("13 sources, and these are all")).to_be_visible()
