"""The fork tree: as lanes and as a list, walked by pointer and by keys."""

import re
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

from playwright.sync_api import expect

from tests.web.chromium import NEEDED
from tests.web.explorer.conftest import Explorer
from tests.web.explorer.story import Story

pytestmark = NEEDED


def active(explorer: Explorer) -> str:
    return explorer.page.get_by_role("treeitem", selected=True).locator(".name").inner_text()


def test_the_list_names_every_thread_by_its_kind(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root)
    expect(explorer.page.get_by_role("treeitem")).to_have_count(9)
    tree = explorer.page.get_by_role("tree", name="Threads of the tree")
    for name in (
        "A cache for the search , root, claude codex cursor opencode 11 runs, 7 children",
        "An idea that lost its ground , detached fork, cursor 1 run",
        "Tests for the cache , subagent, gemini 1 run",
        "With a write-ahead log , fork, claude 1 run",
    ):
        expect(tree.get_by_role("treeitem", name=re.compile(name.replace(" ", r"\s*")))).to_have_count(1)


def test_keys_walk_fold_and_open(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root, at=story.fork)
    keyboard = explorer.page.keyboard
    explorer.page.get_by_role("tree").focus()
    assert active(explorer).startswith("A cache on disk instead")
    keyboard.press("ArrowRight")
    assert active(explorer).startswith("With a write-ahead log")
    keyboard.press("ArrowLeft")
    keyboard.press("ArrowLeft")
    expect(explorer.page.get_by_role("treeitem", selected=True)).to_have_attribute("aria-expanded", "false")
    expect(explorer.page.get_by_role("treeitem")).to_have_count(8)
    keyboard.press("ArrowLeft")
    assert active(explorer).startswith("A cache for the search")
    keyboard.press("End")
    keyboard.press("Home")
    keyboard.press("ArrowDown")
    assert active(explorer).startswith("An idea that lost its ground")
    keyboard.press("Enter")
    expect(explorer.page.get_by_role("heading", level=1)).to_have_text("An idea that lost its ground")
    assert explorer.page.url.endswith(f"#/thread/{quote(story.detached, safe='')}")


def test_the_drawing_takes_the_same_keys_and_zooms(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root)
    drawing = explorer.page.get_by_role("group", name=re.compile("Fork tree of A cache"))
    drawing.focus()
    explorer.page.keyboard.press("ArrowDown")
    assert active(explorer).startswith("An idea that lost its ground")
    before = explorer.page.locator("canvas").screenshot()
    explorer.page.keyboard.press("+")
    explorer.page.wait_for_timeout(300)
    assert explorer.page.locator("canvas").screenshot() != before


def test_a_lane_is_chosen_by_a_click_and_opened_by_two(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root)
    expect(explorer.page.get_by_role("treeitem")).to_have_count(9)
    # Lanes have the height of a row; the third is that of the third row of the list.
    explorer.page.locator("canvas").click(position={"x": 320, "y": 14 + 28 * 2 + 14})
    assert active(explorer) == "Tests for the cache"
    expect(explorer.page.get_by_label("Chosen thread").get_by_role("heading")).to_have_text("Tests for the cache")
    explorer.page.locator("canvas").dblclick(position={"x": 320, "y": 14 + 28 * 2 + 14})
    expect(explorer.page.get_by_role("heading", level=1)).to_have_text("Tests for the cache")


def test_the_chosen_thread_is_in_the_address_and_told_in_words(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root, at=story.detached)
    chosen = explorer.page.get_by_label("Chosen thread")
    expect(chosen).to_contain_text("Fork from run 12 of")
    expect(chosen).to_contain_text("detached: its source run was rolled back")


def test_find_goes_from_match_to_match(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root)
    explorer.page.get_by_label("Find in this tree").fill("cache ON disk")
    explorer.page.keyboard.press("Enter")
    assert active(explorer).startswith("A cache on disk instead")
    explorer.page.get_by_label("Find in this tree").fill("no such thread")
    explorer.page.keyboard.press("Enter")
    expect(explorer.page.locator(".found")).to_have_text("none")


def test_what_was_typed_can_be_sought_in_the_texts_of_the_tree(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root)
    explorer.page.get_by_label("Find in this tree").fill("eviction")
    explorer.page.get_by_role("link", name="in texts").click()
    expect(explorer.page.get_by_role("list", name="Results").get_by_role("link").first).to_contain_text("Fix the race in the eviction")
    assert "tree=" in explorer.page.url


def test_a_chosen_fork_leads_to_what_it_left(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.root, at=story.fork)
    explorer.page.get_by_label("Chosen thread").get_by_role("link", name="A cache for the search").click()
    expect(explorer.page.get_by_label("Chosen thread").get_by_role("heading")).to_have_text("A cache for the search")


def test_a_part_of_a_tree_leads_to_the_whole(explorer: Explorer, story: Story) -> None:
    explorer.open("tree", story.fork)
    expect(explorer.page.get_by_role("treeitem")).to_have_count(2)
    explorer.page.get_by_role("link", name="the whole tree").click()
    expect(explorer.page.get_by_role("treeitem")).to_have_count(9)
    assert active(explorer).startswith("A cache on disk instead")


def test_the_drawing_is_downloaded_as_svg_and_png(explorer: Explorer, story: Story, tmp_path: Path) -> None:
    # Runs and merge-backs are asked for when the view rests.
    with explorer.page.expect_response(lambda answer: "fragment Details" in (answer.request.post_data or "")):
        explorer.open("tree", story.root)
    explorer.page.wait_for_timeout(500)
    with explorer.page.expect_download() as svg:
        explorer.page.get_by_role("button", name="SVG").click()
    svg.value.save_as(tmp_path / "tree.svg")
    assert svg.value.suggested_filename == "Fork-tree-of-A-cache-for-the-search.svg"
    drawn = ElementTree.parse(tmp_path / "tree.svg").getroot()
    texts = [element.text or "" for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "A cache on disk instead" in texts
    assert any(text.startswith("<img src=x") for text in texts)
    dashes = {element.get("stroke-dasharray") for element in drawn.iter("{http://www.w3.org/2000/svg}path")}
    assert {"0.5 4", "4 4", "9 4", "1 4"} <= dashes, (
        "subagents, detached forks, merge-backs and rolled-back runs each have dashes of their own"
    )
    strokes = [element.get("stroke") for element in drawn.iter("{http://www.w3.org/2000/svg}path") if element.get("stroke-width") == "3.6"]
    assert strokes.count("#0b62a8") >= 5 and strokes.count("#b34700") >= 3, "a run has the colour of the agent that took it"
    with explorer.page.expect_download() as png:
        explorer.page.get_by_role("button", name="PNG").click()
    png.value.save_as(tmp_path / "tree.png")
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")
