"""A thread's timeline: runs, handoffs, checkpoints and what a session knows, in the drawing and in words."""

import re
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

from playwright.sync_api import expect

from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story

pytestmark = NEEDED


def test_runs_are_listed_with_those_that_were_rolled_back(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", story.root)
    runs = explorer.page.get_by_role("listbox", name="Runs").get_by_role("option")
    expect(runs).to_have_count(13)
    named = explorer.page.get_by_role(
        "option", name=re.compile(r"Run\s*4\s*claude\s*completed\s*Review what Codex did\s*, has a checkpoint")
    )
    expect(named).to_have_count(1)
    assert [run.locator(".ordinal").inner_text().split()[-1] for run in runs.all() if "rolled back" in run.inner_text()] == ["11", "12"]


def test_a_session_is_chosen_and_what_it_knows_told(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", story.root)
    coverage = explorer.page.get_by_role("region", name="Coverage")
    expect(coverage.locator("dd")).to_have_text([re.compile("codex"), "1–3, 6, 8, 10", "1–10", "13"])
    coverage.get_by_role("combobox", name="Session").select_option(index=1)
    expect(coverage.locator("dd")).to_have_text([re.compile("claude"), "4–5, 9", "1–9", "10, 13"])
    assert "coverage=" in explorer.page.url


def test_keys_move_from_run_to_run_and_open(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", story.root, run=f"{story.root}/4")
    explorer.page.get_by_role("listbox", name="Runs").focus()
    explorer.page.keyboard.press("ArrowDown")
    chosen = explorer.page.get_by_role("region", name="Chosen run")
    expect(chosen.get_by_role("heading")).to_contain_text("Run 5")
    explorer.page.get_by_role("group", name=re.compile("Timeline of")).focus()
    explorer.page.keyboard.press("ArrowRight")
    expect(chosen.get_by_role("heading")).to_contain_text("Run 6")
    expect(chosen).to_contain_text("was told of 4–5")
    explorer.page.keyboard.press("Enter")
    expect(explorer.page.get_by_role("heading", level=1)).to_contain_text("Run 6 of A cache for the search")
    assert explorer.page.url.endswith(f"#/run/{quote(f'{story.root}/6', safe='')}")


def test_a_failed_run_tells_why(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", story.root, run=f"{story.root}/7")
    expect(explorer.page.get_by_role("region", name="Chosen run")).to_contain_text("the model is overloaded")


def test_what_was_inherited_leads_to_its_thread(explorer: Explorer, story: Story) -> None:
    explorer.open("thread", story.fork)
    explorer.page.locator("canvas").dblclick(position={"x": 200, "y": 150})
    expect(explorer.page.get_by_role("heading", level=1)).to_have_text("A cache for the search")


def test_the_drawing_has_handoffs_checkpoints_and_missing_stretches(explorer: Explorer, story: Story, tmp_path: Path) -> None:
    explorer.open("thread", story.root)
    with explorer.page.expect_download() as download:
        explorer.page.get_by_role("button", name="SVG").click()
    download.value.save_as(tmp_path / "timeline.svg")
    drawn = ElementTree.parse(tmp_path / "timeline.svg").getroot()
    paths = list(drawn.iter("{http://www.w3.org/2000/svg}path"))
    texts = [element.text or "" for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"codex", "claude", "opencode", "cursor", "checkpoints", "what codex knows"} <= set(texts)
    assert texts.count("↶") == 2
    assert any(path.get("stroke-dasharray") == "7 4" for path in paths), "a delta's arc is dashed"
    assert any(path.get("stroke-dasharray") == "3 3" and path.get("stroke") == "#b3261e" for path in paths), "run 13 is missing"
    assert any(text.endswith("/fork 1–4") for text in texts), "what a merge-back brought is named"
