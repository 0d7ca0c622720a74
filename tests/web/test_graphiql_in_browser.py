"""GraphiQL in a real Chromium: it comes up, asks the service, and nobody else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest

from .chromium import NEEDED, Seen, launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDED


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def seen(browser: Browser, client: httpx.Client) -> Iterator[Seen]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    seen = Seen(page)
    page.goto(f"{client.base_url}/graphql")
    # GraphiQL puts its first tab into the editor some time after the editor is there; what is typed before is lost.
    page.locator(".graphiql-editor", has_text="ThreadHistory").first.wait_for(timeout=60_000)
    while not any(url.endswith("graphql.worker.js") for url in seen.requested):
        page.wait_for_event("request", timeout=60_000)
    page.wait_for_load_state("networkidle")
    yield seen
    page.close()


def run_query(page: Page, query: str) -> None:
    page.evaluate("query => __MONACO.editor.getEditors()[0].setValue(query)", query)
    # GraphiQL hears of a change with a delay of its own, and sends what it has heard of.
    page.wait_for_timeout(500)
    page.click(".graphiql-execute-button")


def test_the_editor_appears_with_the_examples_in_tabs(seen: Seen, client: httpx.Client) -> None:
    page = seen.page
    assert [tab.strip() for tab in page.locator(".graphiql-tab-button").all_inner_texts()] == [
        "ThreadHistory",
        "Coverage",
        "ResolveStartContext",
    ]
    if screenshot := os.environ.get("GRAPHIQL_SCREENSHOT"):
        page.screenshot(path=screenshot)
    assert seen.complaints == []
    assert {httpx.URL(url).copy_with(path="/", query=None) for url in seen.requested if not url.startswith("data:")} == {
        client.base_url.copy_with(path="/")
    }
    assert any(url.endswith("graphql.worker.js") for url in seen.requested)


def test_a_query_is_sent_to_the_service_and_its_answer_shown(seen: Seen) -> None:
    run_query(seen.page, '{ echo(text: "hello from the service") }')
    seen.page.locator(".result-window", has_text="hello").wait_for()
    assert seen.complaints == []


def test_a_subscription_runs_over_the_websocket(seen: Seen) -> None:
    run_query(seen.page, "subscription { count(to: 7) }")
    seen.page.locator(".result-window", has_text="7").wait_for()
    assert seen.complaints == []
