"""The explorer's files: all from this service, kept by browsers, and with nothing that the page's policy would have to allow."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.types import ASGIApp

from lineage.web.explorer import FOLDER
from tests.web.live_service import small_application

BROWSER = {"Accept": "text/html,*/*;q=0.8"}
OWN = sorted(path for path in FOLDER.rglob("*.js") if path.parent.name != "vendor")
STYLES = sorted(FOLDER.rglob("*.css"))
BUILD = FOLDER.parent / "explorer_vendor"


class Page(HTMLParser):
    """What a page loads, and what it holds that only an unsafe policy would allow."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.unsafe: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.addresses += [value for name, value in attrs if name in ("src", "href") and value and tag != "a"]
        self.unsafe += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.unsafe.append(tag)


def test_the_page_comes_with_a_policy_that_allows_only_this_service(client: httpx.Client) -> None:
    page = client.get("/", headers=BROWSER)
    assert (page.status_code, page.headers["content-type"], page.headers["cache-control"]) == (200, "text/html; charset=utf-8", "no-cache")
    policy = page.headers["content-security-policy"]
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"} <= set(policy.split("; "))
    assert "unsafe" not in policy and "http" not in policy
    assert Page(page.text).unsafe == []


def test_all_that_the_page_loads_is_there_and_never_asked_for_again(client: httpx.Client) -> None:
    addresses = Page(client.get("/").text).addresses
    assert len(addresses) > len(OWN)
    for address in addresses:
        answer = client.get(urljoin("/", address))
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_file_of_another_version_is_not_there(client: httpx.Client) -> None:
    answer = client.get("/explorer/0123456789abcdef/main.js")
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("cache-control", "")


def test_the_page_works_under_any_prefix(serve: Callable[[ASGIApp], httpx.Client]) -> None:
    client = serve(Starlette(routes=[Mount("/some/prefix", small_application())]))
    for address in Page(client.get("/some/prefix/").text).addresses:
        assert client.get(urljoin("/some/prefix/", address)).status_code == 200


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_a_module_imports_what_is_there_and_is_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r'from "([^"]+)"', text):
        assert (path.parent / target).resolve().is_file(), target
    assert len(text.splitlines()) <= 300
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|dangerously|document\.write|\beval\(|new Function", text)


@pytest.mark.parametrize("path", [*OWN, *STYLES, *sorted((FOLDER / "vendor").glob("*.js"))], ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    addresses = re.findall(r"https?://[^\s\"'`)>]+", path.read_text(encoding="utf-8"))
    assert [address for address in addresses if not address.startswith("http://www.w3.org/")] == []


def test_colours_are_the_same_in_drawings_and_styles() -> None:
    script = (FOLDER / "drawing" / "palette.js").read_text(encoding="utf-8")
    styles = (FOLDER / "styles" / "1-tokens.css").read_text(encoding="utf-8")
    light, dark = styles.split(':root[data-theme="dark"]')
    for theme, block in (("light", light), ("dark", dark)):
        slots = re.search(rf"{theme}: \[(.*?)\]", script)
        assert slots is not None
        for number, colour in enumerate(re.findall(r"#\w+", slots[1])):
            assert f"--slot-{number}: {colour};" in block
        tokens = re.search(rf"{theme}: \{{(.*?)\}}", script, re.DOTALL)
        assert tokens is not None
        for name, colour in re.findall(r"(\w+): \"(#\w+)\"", tokens[1]):
            if f"--{name}:" in block:
                assert f"--{name}: {colour};" in block


def test_the_vendored_libraries_are_pinned_and_come_with_their_licences() -> None:
    manifest = json.loads((BUILD / "package.json").read_text(encoding="utf-8"))
    lock = (BUILD / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    licences = (FOLDER / "vendor" / "LICENSES.txt").read_text(encoding="utf-8")
    for name, version in manifest["devDependencies"].items():
        assert json.loads(lock)["packages"][f"node_modules/{name}"]["version"] == version
        assert f"\n{name} {version}\n" in licences
