"""Links of the pages lead to files that are there and to headings that are there."""

from pathlib import Path

import pytest

from tests.docs.page import README, ROOT, anchors, links

PAGES = [README, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("**/*.md"))]
LINKS = [(page, target) for page in PAGES for target in links(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("page", "target"), LINKS, ids=[f"{page.name}: {target}" for page, target in LINKS])
def test_a_link_leads_somewhere(page: Path, target: str) -> None:
    if target.startswith(("http://", "https://")):
        return
    path, _, anchor = target.partition("#")
    linked = (page.parent / path) if path else page
    assert linked.exists()
    if anchor:
        assert anchor in anchors(linked.read_text(encoding="utf-8"))
