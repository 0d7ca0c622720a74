"""GraphiQL comes whole from the service itself."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlparse

import httpx
import pytest
from graphql import build_schema, parse, validate
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.types import ASGIApp

from lineage.web.graphiql import STATIC, example_queries
from lineage.web.options import WebOptions

from .live_service import small_application

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
SCHEMA = Path(__file__).parents[2] / "schema.graphql"
BUNDLE = sorted(path.name for path in (STATIC / "graphiql").iterdir())


class References(HTMLParser):
    """Collects what a page loads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value for name, value in attrs if name in ("src", "href", "action", "data") and value]


def test_a_browser_gets_the_page(client: httpx.Client) -> None:
    page = client.get("/graphql", headers=BROWSER)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "http" not in policy


def test_the_page_loads_from_this_service_only_and_all_of_it_is_there(client: httpx.Client) -> None:
    addresses = References(client.get("/graphql", headers=BROWSER).text).addresses
    local = [urljoin("/graphql", address) for address in addresses if not address.startswith("data:")]
    assert local == ["/static/graphiql/graphiql.css", "/static/graphiql/graphiql.js"]
    assert [client.get(address).status_code for address in local] == [200, 200]


@pytest.mark.parametrize("name", BUNDLE)
def test_each_file_is_served_with_its_type_and_revalidated(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/static/graphiql/{name}")
    assert answer.content == (STATIC / "graphiql" / name).read_bytes()
    expected = {".js": "text/javascript", ".css": "text/css", ".txt": "text/plain"}[Path(name).suffix]
    assert answer.headers["content-type"].partition(";")[0] == expected
    assert answer.headers["cache-control"] == "no-cache"
    again = client.get(f"/static/graphiql/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_the_scripts_ask_for_workers_that_are_there() -> None:
    script = (STATIC / "graphiql" / "graphiql.js").read_text(encoding="utf-8")
    workers = set(re.findall(r'"([a-z]+\.worker\.js)"', script))
    assert workers == {name for name in BUNDLE if name.endswith(".worker.js")}
    assert len(workers) == 3


def test_styles_and_scripts_load_nothing_from_elsewhere() -> None:
    css = (STATIC / "graphiql" / "graphiql.css").read_text(encoding="utf-8")
    assert not re.findall(r"@import|url\(\s*[\"']?(?!data:|#)[^)]*", css)
    for name in BUNDLE:
        if name.endswith(".js"):
            script = (STATIC / "graphiql" / name).read_text(encoding="utf-8")
            assert not re.findall(r"(?:import|importScripts|fetch)\(\s*[\"'`]https?:", script), name


def test_the_licences_of_what_is_vendored_are_there() -> None:
    text = (STATIC / "graphiql" / "LICENSES.txt").read_text(encoding="utf-8")
    for package in ("graphiql 5", "react 19", "react-dom 19", "monaco-editor 0.52", "graphql 16", "graphql-ws 6"):
        assert f"\n{package}" in text


def test_the_page_opens_with_the_examples(client: httpx.Client) -> None:
    html = client.get("/graphql", headers=BROWSER).text
    found = re.search(r'<script id="examples" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    assert [tab["query"] for tab in json.loads(found[1])] == example_queries()
    assert len(example_queries()) >= 3


@pytest.mark.skipif(not SCHEMA.exists(), reason="schema.graphql has not been exported")
def test_the_examples_are_valid_against_the_exported_schema() -> None:
    schema = build_schema(SCHEMA.read_text(encoding="utf-8"))
    for query in example_queries():
        assert validate(schema, parse(query)) == []


def test_the_page_works_under_any_prefix(serve: Callable[[ASGIApp], httpx.Client]) -> None:
    client = serve(Starlette(routes=[Mount("/some/prefix", small_application())]))
    for address in References(client.get("/some/prefix/graphql", headers=BROWSER).text).addresses:
        absolute = urljoin("/some/prefix/graphql", address)
        if not urlparse(absolute).scheme:
            assert client.get(absolute).status_code == 200
    assert client.post("/some/prefix/graphql", json={"query": "{ __typename }"}).status_code == 200


def test_it_can_be_switched_off(serve: Callable[[ASGIApp], httpx.Client]) -> None:
    client = serve(small_application(WebOptions(graphiql=False)))
    page = client.get("/graphql", headers=BROWSER)
    assert (page.status_code, page.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_INPUT")
    assert client.get("/static/graphiql/graphiql.js").status_code == 404


def test_the_build_is_pinned_and_names_no_registry() -> None:
    build = STATIC.parent / "graphiql_build"
    manifest = json.loads((build / "package.json").read_text(encoding="utf-8"))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in manifest["devDependencies"].values())
    lock = (build / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    packages = json.loads(lock)["packages"]
    assert all(package.get("integrity") for name, package in packages.items() if name)
