"""GraphiQL of a service that asks for credentials, in a real Chromium: by a header, or by what the explorer keeps, it asks and subscribes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from pydantic import SecretStr

from lineage.app import Service
from lineage.settings import Settings
from tests.running import RunningService, fresh, serving

from .chromium import NEEDED, Seen, launched
from .test_graphiql_in_browser import run_query

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDED

TOKEN = f"token-of-the-tests-{uuid4().hex}"
PATIENCE = 60_000


@pytest.fixture(scope="module")
def guarded(settings: Settings) -> Iterator[RunningService]:
    update = {"auth": "on", "admin_token": SecretStr(TOKEN), "workspace": fresh("graphiql")}
    with serving(Service(settings.model_copy(update=update))) as running:
        yield running


@pytest.fixture(scope="module")
def thread(guarded: RunningService) -> str:
    with guarded.by(TOKEN) as admin:
        return str(admin.mutate("createThread", "thread { id }", id=fresh("watched"))["thread"]["id"])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def opened(page: Page) -> None:
    """Waits until GraphiQL's first tab is in the editor: what is put there before is lost."""
    page.locator(".graphiql-editor", has_text="ThreadHistory").first.wait_for(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")


def give_header(page: Page, token: str) -> None:
    page.get_by_role("button", name="Headers").click()
    header = json.dumps({"authorization": f"Bearer {token}"})
    page.evaluate("header => __MONACO.editor.getEditors().find(each => /header/i.test(each.getModel().uri.path)).setValue(header)", header)
    page.wait_for_timeout(500)


def subscribe(page: Page, thread: str) -> None:
    run_query(page, f'subscription {{ threadChanged(threadId: "{thread}", afterVersion: 0) {{ version upToDate }} }}')


def answered(page: Page, text: str) -> None:
    page.locator(".result-window", has_text=text).wait_for(timeout=PATIENCE)


def schema_is_known(page: Page) -> None:
    page.get_by_role("button", name="Show Documentation Explorer").click()
    page.locator(".graphiql-doc-explorer", has_text="Subscription").wait_for(timeout=PATIENCE)


def test_it_says_that_a_token_is_wanted_and_goes_by_the_one_in_the_headers(page: Page, guarded: RunningService, thread: str) -> None:
    page.goto(f"{guarded.base}/graphql")
    opened(page)
    subscribe(page, thread)
    answered(page, "UNAUTHENTICATED")
    give_header(page, TOKEN)
    subscribe(page, thread)
    answered(page, '"upToDate": true')
    schema_is_known(page)


def test_the_token_that_the_explorer_keeps_in_the_tab_is_used_unless_the_headers_have_one(
    page: Page, guarded: RunningService, thread: str
) -> None:
    seen = Seen(page)
    page.goto(f"{guarded.base}/#/nowhere")
    page.get_by_role("button", name="Access").click()
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Use it").click()
    page.get_by_role("link", name="API").click()
    opened(page)
    subscribe(page, thread)
    answered(page, '"upToDate": true')
    schema_is_known(page)
    assert seen.complaints == []
    # The button that runs a subscription ends it while it goes on.
    page.click(".graphiql-execute-button")
    give_header(page, "not-a-token")
    subscribe(page, thread)
    answered(page, "UNAUTHENTICATED")
