"""Every way in asks for credentials, and says in its own manner what is missing."""

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from lineage.auth.principal import Scope
from tests.running import RunningService
from tests.security.conftest import ADMIN_TOKEN, Made, bearer, code_of

QUERY = {"query": "{ threads { totalCount } }"}
CLOSED = [
    ("POST", "/graphql", {"json": QUERY}),
    ("GET", "/graphql", {"params": QUERY}),
    ("GET", "/graphql", {}),
    ("GET", "/graphql", {"params": {"extensions": "{}"}, "headers": {"Accept": "text/html"}}),
    ("POST", "/graphql", {"json": QUERY, "headers": {"Accept": "text/event-stream"}}),
    ("GET", "/export", {"params": {"all": "true"}}),
    ("GET", "/metrics", {}),
    ("GET", "/what-is-added-later", {}),
    ("POST", "/", {}),
    ("GET", "//export", {}),
    ("GET", "/explorer", {}),
]
GRAPHIQL = {"headers": {"Accept": "text/html"}}


@pytest.mark.parametrize(("method", "path", "request_"), CLOSED)
@pytest.mark.parametrize(
    "credentials",
    [
        {},
        bearer("lin_aaaaaaaaaaaa_" + "A" * 43),
        bearer("lin_short"),
        bearer("wrong"),
        {"Authorization": "Basic YTpi"},
        {"Authorization": "Bearer"},
    ],
)
def test_nothing_is_answered_without_credentials(
    guarded: RunningService, http: httpx.Client, method: str, path: str, request_: dict[str, Any], credentials: dict[str, str]
) -> None:
    request = {**request_, "headers": {**request_.get("headers", {}), **credentials}}
    answer = http.request(method, guarded.base + path, **request)
    assert (answer.status_code, code_of(answer)) == (401, "UNAUTHENTICATED")
    expected = 'Bearer realm="lineage"' + (', error="invalid_token"' if credentials else "")
    assert answer.headers["www-authenticate"] == expected


@pytest.mark.parametrize("path", ["/health/live", "/health/ready", "/", "/static/graphiql/graphiql.css"])
def test_health_and_the_pages_without_data_are_open(guarded: RunningService, http: httpx.Client, path: str) -> None:
    assert http.get(guarded.base + path).status_code == 200


def test_the_editor_is_open_but_what_it_asks_is_not(guarded: RunningService, http: httpx.Client) -> None:
    assert http.get(guarded.url, **GRAPHIQL).headers["content-type"].startswith("text/html")
    assert http.get(guarded.url, params=QUERY, **GRAPHIQL).status_code == 401


def test_with_a_token_each_way_answers(guarded: RunningService, made: Made, http: httpx.Client) -> None:
    headers = bearer(made(Scope.READ))
    assert http.post(guarded.url, json=QUERY, headers=headers).json()["data"]["threads"] is not None
    assert http.get(guarded.url, params=QUERY, headers=headers).json()["data"]["threads"] is not None
    assert http.get(f"{guarded.base}/export", params={"all": "true"}, headers=headers).status_code == 200
    events = http.post(guarded.url, json=QUERY, headers={**headers, "Accept": "text/event-stream"})
    assert '"totalCount"' in events.text


def test_two_headers_of_credentials_are_refused(guarded: RunningService, made: Made, http: httpx.Client) -> None:
    both = [("Authorization", f"Bearer {made().text}"), ("Authorization", f"Bearer {made().text}")]
    assert code_of(http.post(guarded.url, json=QUERY, headers=both)) == "UNAUTHENTICATED"


def test_the_token_of_the_environment_may_do_everything(guarded: RunningService, http: httpx.Client) -> None:
    mutation = {"query": "mutation { createThread(input: {}) { thread { id } } }"}
    assert "errors" not in http.post(guarded.url, json=mutation, headers=bearer(ADMIN_TOKEN)).json()
    assert http.get(f"{guarded.base}/metrics", headers=bearer(ADMIN_TOKEN)).status_code in (200, 404)


def test_what_tells_of_the_whole_process_needs_admin(guarded: RunningService, made: Made, http: httpx.Client) -> None:
    answer = http.get(f"{guarded.base}/metrics", headers=bearer(made(Scope.WRITE)))
    assert (answer.status_code, code_of(answer)) == (403, "FORBIDDEN")


def opened(guarded: RunningService, headers: dict[str, str] | None = None) -> ClientConnection:
    return connect(
        guarded.url.replace("http://", "ws://"),
        subprotocols=[Subprotocol("graphql-transport-ws")],
        proxy=None,
        close_timeout=2,
        additional_headers=headers,
    )


def closed_by(socket: ClientConnection) -> tuple[int, str]:
    with pytest.raises(Exception, match=r"."):
        while True:
            socket.recv(30)
    assert socket.close_code is not None
    return socket.close_code, socket.close_reason or ""


def asked(socket: ClientConnection, payload: dict[str, Any] | None) -> Any:
    """What a WebSocket answers to a query, after its first message."""
    socket.send(json.dumps({"type": "connection_init", **({"payload": payload} if payload is not None else {})}))
    assert json.loads(socket.recv(30))["type"] == "connection_ack"
    socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": QUERY}))
    return json.loads(socket.recv(30))


@pytest.mark.parametrize("name", ["Authorization", "authorization"])
def test_a_websocket_may_tell_its_credentials_in_its_first_message(guarded: RunningService, made: Made, name: str) -> None:
    with opened(guarded) as socket:
        assert "data" in asked(socket, {name: f"Bearer {made().text}"})["payload"]


def test_a_websocket_may_bring_its_credentials_in_the_header(guarded: RunningService, made: Made) -> None:
    with opened(guarded, bearer(made())) as socket:
        assert "data" in asked(socket, None)["payload"]


@pytest.mark.parametrize("payload", [None, {}, {"authorization": "Bearer lin_wrong"}, {"authorization": 7}, {"authorization": ""}])
def test_a_websocket_without_credentials_is_closed(guarded: RunningService, payload: dict[str, Any] | None) -> None:
    with opened(guarded) as socket:
        socket.send(json.dumps({"type": "connection_init", **({"payload": payload} if payload is not None else {})}))
        assert closed_by(socket) == (4401, "UNAUTHENTICATED")


def test_a_websocket_is_told_nothing_before_its_first_message(guarded: RunningService, made: Made) -> None:
    with opened(guarded, bearer(made())) as socket:
        socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": QUERY}))
        assert closed_by(socket)[0] == 4401


def test_a_websocket_with_a_wrong_header_is_not_opened(guarded: RunningService) -> None:
    with pytest.raises(InvalidStatus) as refused, opened(guarded, bearer("lin_wrong")):
        pass
    assert refused.value.response.status_code == 401
