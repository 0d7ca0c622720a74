"""Without credentials the service is for this machine alone, and not for the pages that a browser on it shows."""

from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from lineage.app import Service
from lineage.auth.loopback import is_loopback
from lineage.auth.opening import check_settings
from lineage.errors import BadInput
from lineage.web.guard import Guard
from lineage.web.options import WebOptions
from tests.running import RunningService
from tests.security.conftest import code_of

QUERY = {"query": "{ providers { kind } }"}


def ask(service: RunningService, http: httpx.Client, headers: dict[str, str], path: str = "/graphql") -> httpx.Response:
    return http.get(service.base + path, params=QUERY if path == "/graphql" else {"all": "true"}, headers=headers)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:8080", "[::1]:8080", "127.0.0.2", "localhost.:1"])
def test_it_is_called_by_names_of_loopback(service: RunningService, http: httpx.Client, host: str) -> None:
    assert ask(service, http, {"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.1", "[::2]", "", "[", "0.0.0.0"]
)
@pytest.mark.parametrize("path", ["/graphql", "/export"])
def test_a_name_that_a_page_made_lead_here_is_refused(service: RunningService, http: httpx.Client, host: str, path: str) -> None:
    answer = ask(service, http, {"Host": host}, path)
    assert answer.status_code in (400, 403)
    if answer.status_code == 403:
        assert code_of(answer) == "FORBIDDEN"
        assert "LINEAGE_ALLOWED_HOSTS" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost:3000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_pages_of_other_origins_are_refused(service: RunningService, http: httpx.Client, headers: dict[str, str]) -> None:
    mutation = {"query": "mutation { createThread(input: {}) { thread { id } } }"}
    for answer in (
        ask(service, http, headers),
        http.post(service.url, json=mutation, headers=headers),
        ask(service, http, headers, "/export"),
    ):
        assert (answer.status_code, code_of(answer)) == (403, "FORBIDDEN")


@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}])
def test_its_own_pages_and_programs_may_call(service: RunningService, http: httpx.Client, headers: dict[str, str]) -> None:
    assert ask(service, http, headers).status_code == 200
    assert ask(service, http, {**headers, "Origin": service.base}).status_code == 200


def test_a_link_to_its_pages_may_be_followed_from_anywhere(service: RunningService, http: httpx.Client) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Accept": "text/html"}
    assert http.get(service.base, headers=headers).status_code == 200
    assert http.get(service.url, headers=headers).status_code == 200


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])
def test_what_a_form_of_any_page_could_send_is_no_request(service: RunningService, http: httpx.Client, content_type: str) -> None:
    body = '{"query": "mutation { createThread(input: {}) { thread { id } } }"}'
    answer = http.post(service.url, content=body, headers={"Content-Type": content_type})
    assert (answer.status_code, code_of(answer)) == (400, "BAD_INPUT")


def test_nothing_is_written_by_get(service: RunningService, http: httpx.Client) -> None:
    answer = http.get(service.url, params={"query": "mutation { createThread(input: {}) { thread { id } } }"})
    assert (answer.status_code, code_of(answer)) == (400, "BAD_INPUT")


@pytest.mark.parametrize("name", ["127.0.0.1", "evil.example"])
def test_websockets_are_held_to_the_same(service: RunningService, name: str) -> None:
    """One that a page of another origin opens, and one of a page whose own name leads here."""
    address, origin = f"ws://{name}:{service.port}/graphql", Origin(f"http://evil.example:{service.port}")
    with pytest.raises(InvalidStatus) as refused, connect(address, address=("127.0.0.1", service.port), proxy=None, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert b"FORBIDDEN" in (refused.value.response.body or b"")


async def admitted(options: WebOptions, headers: dict[str, str]) -> int:
    """The status by which a service with these options answers a request to /graphql."""
    told: list[Any] = []

    class Nobody:
        asks = False
        recheck_seconds = 1.0

        async def check(self, authorization: str | None) -> Any:
            return None

        def count(self, principal: Any) -> None:
            return None

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": "/graphql", "query_string": b"", "headers": raw}
    await Guard(application, Nobody, options)(scope, receive, send)
    return int(told[0]["status"])


async def test_names_and_origins_that_the_operator_gives_are_let_in() -> None:
    options = WebOptions(allowed_hosts=("Lineage.internal",), cors_origins=("https://tools.example",))
    assert await admitted(options, {"Host": "lineage.internal:8080"}) == 200
    assert await admitted(options, {"Host": "other.internal"}) == 403
    assert await admitted(options, {"Host": "127.0.0.1", "Origin": "https://tools.example", "Sec-Fetch-Site": "cross-site"}) == 200
    assert await admitted(options, {"Host": "127.0.0.1", "Origin": "https://tools.example.evil.example"}) == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"])
def test_what_is_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "192.0.2.1", "localhost.example", "example", "", "127.0.0.1.example", "::ffff:192.0.2.1"]
)
def test_what_is_not(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "lineage.example"])
def test_without_auth_it_does_not_start_anywhere_else(service: RunningService, host: str) -> None:
    settings = service.service.settings.model_copy(update={"host": host})
    with pytest.raises(BadInput, match="listens on loopback only"):
        check_settings(settings)
    check_settings(settings.model_copy(update={"auth": "on"}))


async def test_nothing_of_it_is_opened_then(service: RunningService) -> None:
    settings = service.service.settings.model_copy(update={"host": "0.0.0.0", "neo4j_uri": "bolt://192.0.2.1:1"})
    with pytest.raises(BadInput, match="listens on loopback only"):
        async with Service(settings).running():
            pass


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"oidc_issuer": "https://issuer.example"}, "go together"),
        ({"oidc_audience": "lineage"}, "go together"),
        ({"oidc_issuer": "http://issuer.example", "oidc_audience": "lineage"}, "expected an address of https"),
    ],
)
def test_settings_by_which_anybody_could_get_in_are_refused(service: RunningService, given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        check_settings(service.service.settings.model_copy(update={"auth": "on", **given}))
