"""The pictures of the documentation can be made anew, and are those that it shows."""

import re
from pathlib import Path

from playwright.sync_api import Browser

from lineage.settings import Settings
from tests.web.chromium import NEEDED
from tests.web.explorer.pictures import DIGEST, FOLDER, PICTURES, digest, take

pytestmark = NEEDED

DOCUMENTS = (FOLDER.parent / "explorer.md", FOLDER.parents[1] / "README.md")


def test_every_picture_can_be_made_anew(browser: Browser, settings: Settings, tmp_path: Path) -> None:
    assert take(browser, settings, tmp_path) == []
    for name in PICTURES:
        picture = (tmp_path / f"{name}.png").read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert 10_000 < len(picture) < 150_000, name


def test_the_documents_show_the_pictures_that_are_made() -> None:
    shown = {
        name for document in DOCUMENTS for name in re.findall(r"pictures/(explorer-[\w-]+)\.png", document.read_text(encoding="utf-8"))
    }
    assert shown == set(PICTURES) == {path.stem for path in FOLDER.glob("explorer-*.png")}


def test_the_pictures_are_of_this_page() -> None:
    assert DIGEST.read_text(encoding="utf-8").strip() == digest(), "take them anew: python -m tests.web.explorer.pictures"
