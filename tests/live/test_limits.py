"""What subscriptions are held to: their number, queries' limits, origins, protocols, clients that do not keep up."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from lineage.app import Service
from lineage.settings import Settings
from tests.api.recorder import Recorder
from tests.live.listening import by_events, by_websocket, thread_changes
from tests.live.test_polling import eventually
from tests.running import Refused, RunningService, fresh, serving

QUEUE = 5
MOST = 4
KEEP_ALIVE_SECONDS = 0.3


@pytest.fixture(scope="module")
def service(settings: Settings) -> Iterator[RunningService]:
    """A service with small limits."""
    small = {
        "workspace": fresh("limits"),
        "live_queue": QUEUE,
        "max_subscriptions": MOST,
        "live_keep_alive_seconds": KEEP_ALIVE_SECONDS,
        "max_query_depth": 3,
        "max_query_tokens": 60,
        "max_query_repeats": 5,
        "max_tree_nodes": 2,
        "cors_origins": ("https://tools.example",),
    }
    with serving(Service(settings.model_copy(update=small))) as running:
        yield running


@pytest.fixture
def recorder(service: RunningService) -> Recorder:
    assert eventually(lambda: service.service.feed.subscriptions == 0)
    return Recorder(service)


def address(service: RunningService) -> str:
    return service.url.replace("http://", "ws://")


def socket_to(service: RunningService, **given: Any) -> Any:
    given = {"subprotocols": [Subprotocol("graphql-transport-ws")], **given}
    return connect(address(service), proxy=None, max_size=None, close_timeout=2, **given)


def test_one_subscription_more_than_a_process_takes_is_refused(service: RunningService, recorder: Recorder) -> None:
    thread = recorder.thread()
    query = thread_changes("version upToDate")
    with by_websocket(service.url, query, id=thread) as listener:
        assert listener.next()["upToDate"]
        for id in range(MOST - 1):
            listener.subscribe(str(id + 2), query, {"id": thread})
            assert listener.next()["upToDate"]
        with by_events(service.url, query, id=thread) as other, pytest.raises(Refused) as refused:
            other.next()
        assert refused.value.code == "UNAVAILABLE"
        listener.socket.send(json.dumps({"id": "1", "type": "complete"}))
        assert eventually(lambda: service.service.feed.subscriptions == MOST - 1)
        with by_events(service.url, query, id=thread) as other:
            assert other.next()["upToDate"]


def test_a_subscription_that_was_refused_is_not_counted(service: RunningService, recorder: Recorder) -> None:
    for _ in range(MOST + 1):
        with by_events(service.url, thread_changes(), id=fresh("nothing")) as listener, pytest.raises(Refused) as refused:
            listener.next()
        assert refused.value.code == "NOT_FOUND"


LARGE = "subscription($id: ID!) { threadChanged(threadId: $id) { version thread { title a: title b: title c: title d: title } } }"
"""With a long title its answers are large, so that few of them fill what lies between service and client."""


def changed(recorder: Recorder, thread: str, times: int) -> None:
    for _ in range(times):
        run = recorder.start(thread)["run"]["id"]
        recorder.service.mutate("finishRun", "run { id }", runId=run, status="FAILED")


def small_buffer(service: RunningService) -> socket.socket:
    """A connection to the service that takes little before the sender has to wait."""
    host, port = service.base.removeprefix("http://").split(":")
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((host, int(port)))
    return connection


def test_a_client_that_reads_too_slowly_over_a_websocket_is_dropped(service: RunningService, recorder: Recorder) -> None:
    thread = recorder.thread(title="x" * 10_000)
    with socket_to(service, sock=small_buffer(service), max_queue=1, compression=None, ping_interval=None) as slow:
        slow.send(json.dumps({"type": "connection_init"}))
        slow.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": LARGE, "variables": {"id": thread}}}))
        assert json.loads(slow.recv(30)) == {"type": "connection_ack"}
        assert json.loads(slow.recv(30))["payload"]["data"]["threadChanged"]["version"] == 1
        write_until_dropped(service, recorder, thread)
        versions, last = [], None
        with suppress(ConnectionClosed):
            for message in slow:
                payload = json.loads(message)["payload"]
                if payload.get("errors"):
                    last = payload["errors"][0]["extensions"]["code"]
                else:
                    versions.append(payload["data"]["threadChanged"]["version"])
        assert last == "TOO_SLOW"
        assert versions == list(range(2, len(versions) + 2))
        assert slow.close_code == 1013


def test_a_client_that_reads_events_too_slowly_is_dropped(service: RunningService, recorder: Recorder) -> None:
    thread = recorder.thread(title="x" * 10_000)
    with small_buffer(service) as slow:
        slow.sendall(request_for(LARGE, thread))
        slow.settimeout(30)
        received = slow.recv(4096)
        assert received.startswith(b"HTTP/1.1 200")
        write_until_dropped(service, recorder, thread)
        while not received.endswith(b"0\r\n\r\n"):
            received += slow.recv(65536)
    text = received.decode()
    assert '"TOO_SLOW"' in text
    assert text.index('"TOO_SLOW"') < text.index("event: complete")


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system does not cut connections that stall")
def test_a_client_that_reads_nothing_is_cut_off(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lineage.web.listener.STALLED_SECONDS", 2)
    with serving(Service(settings.model_copy(update={"workspace": fresh("stalled"), "live_queue": QUEUE}))) as stalled:
        recorder = Recorder(stalled)
        thread = recorder.thread(title="x" * 10_000)
        with small_buffer(stalled) as silent:
            silent.sendall(request_for(LARGE, thread))
            write_until_dropped(stalled, recorder, thread)
            assert eventually(lambda: stalled.service.feed.subscriptions == 0)


def request_for(query: str, thread: str) -> bytes:
    """A request for events as it goes over the wire."""
    body = json.dumps({"query": query, "variables": {"id": thread}}).encode()
    lines = ("POST /graphql HTTP/1.1", "Host: 127.0.0.1", "Accept: text/event-stream", "Content-Type: application/json")
    return "\r\n".join((*lines, f"Content-Length: {len(body)}", "", "")).encode() + body


def write_until_dropped(service: RunningService, recorder: Recorder, thread: str) -> None:
    """Changes the thread until nobody is told of it any more."""

    def is_listened_to() -> bool:
        return any(topic.subscribers for topic in list(service.service.feed._poller._topics.values()))

    assert eventually(is_listened_to)
    deadline = time.monotonic() + 120
    while is_listened_to():
        assert time.monotonic() < deadline, "the client was not dropped"
        changed(recorder, thread, 5)


def test_a_silent_stream_of_events_is_kept_alive(service: RunningService, recorder: Recorder) -> None:
    thread = recorder.thread()
    with by_events(service.url, thread_changes("version upToDate"), id=thread) as listener:
        assert listener.next()["upToDate"]
        lines = listener.lines
        assert [line for line in (next(lines) for _ in range(4)) if line] == [": ping", ": ping"]


@pytest.mark.parametrize("transport", [by_websocket, by_events])
def test_limits_of_queries_hold_for_subscriptions(service: RunningService, recorder: Recorder, transport: Any) -> None:
    thread = recorder.thread()
    deep = "subscription($id: ID!) { threadChanged(threadId: $id) { thread { children { children { id } } } } }"
    long = f"subscription($id: ID!) {{ threadChanged(threadId: $id) {{ {'version ' * 60} }} }}"
    repeated = f"subscription($id: ID!) {{ threadChanged(threadId: $id) {{ {'version ' * 6} }} }}"
    for query in (deep, long, repeated):
        with transport(service.url, query, id=thread) as listener, pytest.raises(Refused) as refused:
            listener.next()
        assert refused.value.code == "TOO_COMPLEX"


def test_a_tree_that_is_too_large_is_refused(service: RunningService, recorder: Recorder) -> None:
    query = "subscription($id: ID!) { treeChanged(rootThreadId: $id) { threadId upToDate } }"
    root = recorder.thread()
    run = recorder.run(root)
    recorder.fork(root, run)
    with by_websocket(service.url, query, id=root) as listener:
        assert listener.next()["upToDate"]
        recorder.fork(root, run)
        with pytest.raises(Refused) as refused:
            while listener.next():
                pass
        assert refused.value.code == "TOO_COMPLEX"
    with by_events(service.url, query, id=root) as listener, pytest.raises(Refused) as refused:
        listener.next()
    assert refused.value.code == "TOO_COMPLEX"


@pytest.mark.parametrize("transport", [by_websocket, by_events])
@pytest.mark.parametrize("query", ["subscription {", "subscription { nothing }", "subscription($id: ID!) { threadChanged { version } }"])
def test_what_is_no_subscription_is_refused(service: RunningService, recorder: Recorder, transport: Any, query: str) -> None:
    with transport(service.url, query, id="T") as listener, pytest.raises(Refused) as refused:
        listener.next()
    assert refused.value.code == "BAD_INPUT"


def test_a_connection_takes_a_hundred_operations_at_once(
    service: RunningService, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lineage.api.socket.OPERATIONS_AT_ONCE", 1)
    thread = recorder.thread()
    with by_websocket(service.url, thread_changes("version upToDate"), id=thread) as listener:
        assert listener.next()["upToDate"]
        listener.subscribe("2", thread_changes(), {"id": thread})
        with pytest.raises(Refused) as refused:
            listener.next()
        assert refused.value.code == "UNAVAILABLE"


def test_queries_over_one_websocket_do_not_see_what_an_earlier_one_loaded(service: RunningService, recorder: Recorder) -> None:
    thread = recorder.thread()
    query = "query($id: ID!) { thread(id: $id) { version } }"
    with by_websocket(service.url, query, id=thread) as listener:
        assert listener.next() == {"version": 1}
        with pytest.raises(StopIteration):
            listener.next()
        recorder.start(thread)
        listener.subscribe("2", query, {"id": thread})
        assert listener.next() == {"version": 2}


@pytest.mark.parametrize("origin", ["https://tools.example", "same", None])
def test_pages_that_may_call_may_open_a_websocket(service: RunningService, origin: str | None) -> None:
    given = {} if origin is None else {"origin": Origin(service.base if origin == "same" else origin)}
    with socket_to(service, **given) as opened:
        assert opened.subprotocol == "graphql-transport-ws"


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://tools.example", "null"])
def test_pages_of_other_origins_may_not_open_a_websocket(service: RunningService, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, socket_to(service, origin=Origin(origin)):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["errors"][0]["extensions"]["code"] == "FORBIDDEN"


def test_the_legacy_protocol_is_not_spoken(service: RunningService) -> None:
    with socket_to(service, subprotocols=[Subprotocol("graphql-ws")]) as opened:
        assert opened.subprotocol is None


@pytest.mark.parametrize("accept", ["application/json", "multipart/mixed;boundary=graphql;subscriptionSpec=1.0"])
def test_a_subscription_that_does_not_ask_for_events_is_refused(service: RunningService, recorder: Recorder, accept: str) -> None:
    body = {"query": thread_changes(), "variables": {"id": recorder.thread()}}
    answer = httpx.post(service.url, json=body, headers={"Accept": accept}, timeout=30)
    assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_INPUT"
    assert "text/event-stream" in answer.json()["errors"][0]["message"]


def test_a_query_may_be_answered_as_events(service: RunningService) -> None:
    with by_events(service.url, "{ providers { kind } }") as listener:
        assert {"kind": "codex"} in listener.next()
        with pytest.raises(StopIteration):
            listener.next()
