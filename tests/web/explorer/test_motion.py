"""What moves is left out where the user has asked for that."""

import time
from pathlib import Path

from playwright.sync_api import Browser, Route

from tests.running import RunningService
from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story

pytestmark = NEEDED

# Each painting of a drawing begins with a transform of its own.
COUNT_PAINTINGS = """
  window.paintings = 0;
  const original = CanvasRenderingContext2D.prototype.setTransform;
  CanvasRenderingContext2D.prototype.setTransform = function (...given) {
    window.paintings += 1;
    return original.apply(this, given);
  };
"""


def moving(browser: Browser, running: RunningService, story: Story, shots: Path, wish: str) -> tuple[int, int]:
    """How many paintings a step of the zoom takes, and how many animations run while a view is loading."""
    explorer = Explorer(browser, running.base, shots, reduced_motion=wish)
    explorer.page.add_init_script(COUNT_PAINTINGS)
    explorer.open("tree", story.root)
    explorer.page.locator(".connection.live").wait_for()
    explorer.page.wait_for_timeout(1500)
    explorer.page.locator(".drawing-frame").focus()
    before = explorer.page.evaluate("paintings")
    explorer.page.keyboard.press("+")
    explorer.page.wait_for_timeout(1000)
    paintings = explorer.page.evaluate("paintings") - before

    def late(route: Route) -> None:
        time.sleep(1.5)
        route.fallback()

    explorer.page.route("**/graphql", late)
    explorer.page.evaluate("location.hash = '#/thread/demo'")
    explorer.page.locator(".spinner").wait_for()
    animations = explorer.page.evaluate("document.getAnimations().length")
    explorer.context.close()
    return paintings, animations


def test_nothing_glides_or_turns_for_who_wants_less_motion(browser: Browser, running: RunningService, story: Story, shots: Path) -> None:
    paintings, animations = moving(browser, running, story, shots, "no-preference")
    assert paintings > 2 and animations == 1
    assert moving(browser, running, story, shots, "reduce") == (1, 0)
