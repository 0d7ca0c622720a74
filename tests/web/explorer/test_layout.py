"""The layout holds from a telephone's width to a wide screen's, and nothing jumps while it loads."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story
from tests.web.explorer.test_accessibility import VIEWS

pytestmark = NEEDED

SPILLED = """() => [...document.querySelectorAll("main *, .top *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(each).position !== "absolute" && !each.closest(".rows, .unseen, .drawing-frame"))
  .map((each) => `${each.tagName} ${each.className} ${Math.round(each.getBoundingClientRect().right)}`)"""


@pytest.mark.parametrize(("width", "height", "scheme"), [(380, 760, "light"), (820, 700, "dark"), (2560, 1300, "light")])
def test_no_view_is_wider_than_the_window(
    browser: Browser, running: RunningService, story: Story, shots: Path, width: int, height: int, scheme: str
) -> None:
    explorer = Explorer(browser, running.base, shots, viewport={"width": width, "height": height}, color_scheme=scheme)
    spilled = {}
    for name, show in VIEWS.items():
        show(explorer, story)
        explorer.shot(f"{name.replace(' ', '-')}-{width}")
        assert explorer.page.evaluate("document.documentElement.scrollWidth") <= width, name
        spilled[name] = explorer.page.evaluate(SPILLED)
    complaints = explorer.complaints
    explorer.context.close()
    assert spilled == {name: [] for name in VIEWS}
    assert complaints == []


def test_a_drag_across_a_phone_moves_the_drawing(browser: Browser, running: RunningService, story: Story, shots: Path) -> None:
    explorer = Explorer(browser, running.base, shots, viewport={"width": 380, "height": 760}, has_touch=True)
    explorer.open("thread", story.root)
    canvas = explorer.page.locator("canvas")
    explorer.page.wait_for_timeout(300)
    before = canvas.screenshot()
    box = canvas.bounding_box()
    assert box is not None
    mouse = explorer.page.mouse
    mouse.move(box["x"] + 300, box["y"] + 150)
    mouse.down()
    mouse.move(box["x"] + 100, box["y"] + 150, steps=5)
    mouse.up()
    explorer.page.wait_for_timeout(200)
    assert canvas.screenshot() != before
    explorer.context.close()


def test_a_theme_is_chosen_kept_and_at_first_the_systems(browser: Browser, running: RunningService, shots: Path) -> None:
    explorer = Explorer(browser, running.base, shots, color_scheme="dark")
    theme = "document.documentElement.dataset.theme"
    explorer.open("threads")
    assert explorer.page.evaluate(theme) == "dark"
    explorer.page.get_by_role("button", name="Light").click()
    assert explorer.page.evaluate(theme) == "light"
    explorer.open("threads")
    assert explorer.page.evaluate(theme) == "light"
    explorer.context.close()
