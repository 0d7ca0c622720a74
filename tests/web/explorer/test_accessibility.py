"""axe finds no serious fault in any view, in light and dark."""

from collections.abc import Callable

import pytest

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story

pytestmark = NEEDED

VIEWS: dict[str, Callable[[Explorer, Story], None]] = {
    "threads": lambda explorer, story: explorer.open("threads"),
    "no threads": lambda explorer, story: explorer.open("threads", q="nothing has this title"),
    "tree": lambda explorer, story: explorer.open("tree", story.root),
    "timeline": lambda explorer, story: explorer.open("thread", story.root, run=f"{story.root}/4"),
    "rollback": lambda explorer, story: explorer.open("thread", story.root, rollback=4),
    "start": lambda explorer, story: explorer.open("thread", story.root, "start", provider="claude"),
    "time": lambda explorer, story: explorer.open("thread", story.root, "time", version=20),
    "run": lambda explorer, story: explorer.open("run", f"{story.root}/9"),
    "provenance": lambda explorer, story: explorer.open("run", f"{story.root}/9", "provenance"),
    "search": lambda explorer, story: explorer.open("search", q="cache"),
    "missing": lambda explorer, story: explorer.open("thread", "nothing"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_any_view(browser: object, running: RunningService, story: Story, shots: object, scheme: str) -> None:
    explorer = Explorer(browser, running.base, shots, color_scheme=scheme)  # type: ignore[arg-type]
    found = {}
    for name, show in VIEWS.items():
        show(explorer, story)
        explorer.shot(f"{name.replace(' ', '-')}-{scheme}")
        found[name] = explorer.faults()
    explorer.context.close()
    assert found == {name: [] for name in VIEWS}


def test_the_dialog_for_a_token_has_no_fault(explorer: Explorer) -> None:
    explorer.open("threads")
    explorer.page.get_by_role("button", name="Access").click()
    explorer.page.get_by_role("dialog", name="Access").wait_for()
    assert explorer.faults() == []
