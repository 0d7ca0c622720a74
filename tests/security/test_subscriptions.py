"""What goes on for long: it is of the caller's workspace, and ends with the caller's credentials."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from lineage.api.admission import while_admitted
from lineage.auth.principal import Scope
from lineage.auth.token_records import revoke_token
from lineage.auth.tokens import Token
from lineage.errors import Unauthenticated
from tests.api.recorder import Recorder
from tests.live.listening import EventStream, field_of, refused, thread_changes
from tests.running import Refused, RunningService, fresh
from tests.security.conftest import ADMIN_TOKEN, REVOCATION_SECONDS, Made, bearer

PATIENCE_SECONDS = 60


class WebSocket:
    """Subscriptions over one WebSocket that told its token first."""

    def __init__(self, socket: ClientConnection, token: Token) -> None:
        self.socket = socket
        self.send(type="connection_init", payload={"authorization": f"Bearer {token.text}"})
        assert json.loads(self.socket.recv(PATIENCE_SECONDS))["type"] == "connection_ack"

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def subscribe(self, thread_id: str, id: str = "1") -> None:
        self.send(id=id, type="subscribe", payload={"query": thread_changes(), "variables": {"id": thread_id}})

    def next(self) -> Any:
        message = json.loads(self.socket.recv(PATIENCE_SECONDS))
        if message["type"] == "error":
            raise refused(message["payload"])
        return field_of(message["payload"])

    def closed_by(self) -> tuple[int, str]:
        with pytest.raises(ConnectionClosed) as closed:
            self.socket.recv(PATIENCE_SECONDS)
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code, closed.value.rcvd.reason


@contextmanager
def websocket(url: str, token: Token) -> Iterator[WebSocket]:
    address = url.replace("http://", "ws://")
    with connect(address, subprotocols=[Subprotocol("graphql-transport-ws")], proxy=None, close_timeout=2) as socket:
        yield WebSocket(socket, token)


@contextmanager
def events(url: str, token: Token, thread_id: str) -> Iterator[EventStream]:
    request = {"query": thread_changes(), "variables": {"id": thread_id}}
    headers = {"Accept": "text/event-stream", **bearer(token)}
    with (
        httpx.Client(timeout=PATIENCE_SECONDS, trust_env=False) as http,
        http.stream("POST", url, json=request, headers=headers) as response,
    ):
        yield EventStream(response)


@pytest.fixture
def thread(guarded: RunningService) -> Iterator[str]:
    with guarded.by(ADMIN_TOKEN) as admin:
        yield Recorder(admin).thread()


def revoke(guarded: RunningService, token: Token) -> None:
    guarded.run(revoke_token(guarded.service.store, guarded.service.settings.workspace, token.id))


def test_a_websocket_ends_when_its_token_is_revoked(guarded: RunningService, made: Made, thread: str) -> None:
    token = made(Scope.READ)
    with websocket(guarded.url, token) as listening:
        listening.subscribe(thread)
        assert listening.next()["upToDate"]
        revoke(guarded, token)
        with pytest.raises(Refused) as ended:
            listening.next()
        assert ended.value.code == "UNAUTHENTICATED"
        assert listening.closed_by() == (4401, "UNAUTHENTICATED")


def test_a_stream_of_events_ends_when_its_token_is_over(guarded: RunningService, made: Made, thread: str) -> None:
    token = made(Scope.READ, expires_at=datetime.now(UTC) + timedelta(seconds=3))
    with events(guarded.url, token, thread) as listening:
        assert listening.next()["upToDate"]
        with pytest.raises(Refused) as ended:
            listening.next()
        assert ended.value.code == "UNAUTHENTICATED"
        with pytest.raises(StopIteration):
            listening.next()


def test_it_goes_on_while_the_token_counts(guarded: RunningService, made: Made, thread: str) -> None:
    with guarded.by(ADMIN_TOKEN) as admin, websocket(guarded.url, made(Scope.READ)) as listening:
        listening.subscribe(thread)
        assert listening.next()["upToDate"]
        run = Recorder(admin).start(thread)["run"]["id"]
        assert listening.next()["version"] == 2
        Recorder(admin).begin(run)
        assert listening.next()["version"] == 3
        # Longer than it takes until the token is checked again, twice.
        time.sleep(REVOCATION_SECONDS)
        Recorder(admin).finish(run)
        told = listening.next()
        assert (told["version"], told["type"]) == (4, "run.finished")


def test_operations_of_a_connection_are_checked_one_by_one(guarded: RunningService, made: Made, thread: str) -> None:
    token = made(Scope.READ, expires_at=datetime.now(UTC) + timedelta(seconds=2))
    with websocket(guarded.url, token) as connection:
        mutation = "mutation { createThread(input: {}) { thread { id } } }"
        connection.send(id="1", type="subscribe", payload={"query": mutation})
        with pytest.raises(Refused) as forbidden:
            connection.next()
        assert forbidden.value.code == "FORBIDDEN"
        time.sleep(2)
        connection.subscribe(thread, "2")
        with pytest.raises(Refused) as ended:
            connection.next()
        assert ended.value.code == "UNAUTHENTICATED"
        assert connection.closed_by() == (4401, "UNAUTHENTICATED")


def test_a_thread_of_another_workspace_cannot_be_subscribed_to(guarded: RunningService, made: Made, thread: str) -> None:
    token = made(Scope.READ, workspace=fresh("workspace"))
    with websocket(guarded.url, token) as connection:
        connection.subscribe(thread)
        with pytest.raises(Refused) as refusal:
            connection.next()
        assert refusal.value.code == "NOT_FOUND"


async def test_results_end_by_the_error_of_the_check_even_when_they_never_come() -> None:
    closed = []

    async def silent() -> AsyncGenerator[Any, None]:
        try:
            yield "first"
            await asyncio.Event().wait()
        finally:
            closed.append(True)

    async def check() -> None:
        raise Unauthenticated("over")

    results = [result async for result in while_admitted(silent(), check, 0.01)]
    assert results[0] == "first"
    assert type(results[1].errors[0].original_error) is Unauthenticated
    assert closed == [True]


async def test_who_stops_listening_leaves_nothing_running() -> None:
    closed = []

    async def silent() -> AsyncGenerator[Any, None]:
        try:
            yield "first"
            await asyncio.Event().wait()
        finally:
            closed.append(True)

    async def check() -> None:
        return None

    results = while_admitted(silent(), check, 60)
    assert await anext(results) == "first"
    waiting = asyncio.create_task(anext(results))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await results.aclose()
    assert closed == [True]
    assert not [task for task in asyncio.all_tasks() if task is not asyncio.current_task() and "_next" in repr(task.get_coro())]
