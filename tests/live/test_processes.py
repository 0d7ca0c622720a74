"""Several services on one Neo4j, killed and started again while others write: no version is lost and none is told twice."""

import asyncio
import json
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from lineage.client import LineageClient
from lineage.settings import Settings
from tests.api.recorder import Recorder
from tests.live.listening import EventStream, WebSocketListener, by_events, by_websocket, thread_changes
from tests.live.processes import ServiceProcess, processes
from tests.live.test_threads import version_of
from tests.running import Refused, RunningService

PATIENCE_SECONDS = 180


class Watcher(threading.Thread):
    """Follows a thread over WebSockets, at one service after another, from the last version that came."""

    def __init__(self, thread_id: str, services: list[ServiceProcess]) -> None:
        super().__init__(daemon=True)
        self.thread_id = thread_id
        self.services = services
        self.versions: list[int] = []
        self.markers: list[int] = []
        self.connections = 0
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.is_set():
            service = self.services[self.connections % len(self.services)]
            self.connections += 1
            after = self.versions[-1] if self.versions else 0
            try:
                with by_websocket(service.url, thread_changes("version upToDate"), id=self.thread_id, after=after) as listener:
                    self.follow(listener)
            except (OSError, WebSocketException, AssertionError, Refused):
                time.sleep(0.1)

    def follow(self, listener: WebSocketListener) -> None:
        while not self.done.is_set():
            try:
                change = listener.next(1)
            except TimeoutError:
                continue
            (self.markers if change["upToDate"] else self.versions).append(change["version"])

    def until(self, version: int) -> None:
        """Waits until that version came, and the watcher has ended."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (not self.versions or self.versions[-1] < version) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.done.set()
        self.join(timeout=30)


async def follow_tree(url: str, root: str, told: dict[str, list[int]], ends: dict[str, int]) -> None:
    """Takes a tree's changes until each thread came to its last version; the versions are filled in, all at once, while it runs."""
    async with LineageClient(url) as client, aclosing(client.tree_changes(root, after_versions=[])) as changes:
        async for change in changes:
            if change.thread_id is not None and change.version is not None:
                told[change.thread_id].append(change.version)
            if ends and all(told[id] and told[id][-1] >= version for id, version in ends.items()):
                return


def write(recorder: Recorder, thread: str, commands: int) -> None:
    """So many commands of one version each."""
    for _ in range(commands // 2):
        run = recorder.start(thread)["run"]["id"]
        recorder.service.mutate("finishRun", "run { id }", runId=run, status="FAILED")


@pytest.fixture
def pair(live_settings: Settings, service: RunningService, tmp_path: Path) -> Iterator[list[ServiceProcess]]:
    with processes(live_settings, tmp_path, 2) as services:
        yield services


async def test_versions_come_without_a_gap_and_once_while_services_are_killed_under_load(
    recorder: Recorder, pair: list[ServiceProcess]
) -> None:
    first, second = pair
    root = recorder.thread()
    base = recorder.run(root)
    watcher = Watcher(root, pair)
    watcher.start()
    told: dict[str, list[int]] = defaultdict(list)
    ends: dict[str, int] = {}
    expected: dict[str, int] = {}
    following = asyncio.create_task(follow_tree(first.url, root, told, ends))
    await asyncio.to_thread(write, recorder, root, 50)
    for ended in (first, second, first):
        writing = asyncio.create_task(asyncio.to_thread(write, recorder, root, 40))
        ended.kill()
        fork = await asyncio.to_thread(recorder.fork, root, base)
        await asyncio.to_thread(ended.start)
        await writing
        await asyncio.to_thread(write, recorder, fork, 10)
        expected[fork] = version_of(recorder.service, fork)
    ends.update(expected, **{root: version_of(recorder.service, root)})
    await asyncio.to_thread(write, recorder, root, 2)
    last = version_of(recorder.service, root)
    await asyncio.to_thread(watcher.until, last)
    await asyncio.wait_for(following, PATIENCE_SECONDS)

    assert last > 170
    assert watcher.versions == list(range(1, last + 1))
    assert watcher.connections > 2
    assert all(marker in watcher.versions for marker in watcher.markers)
    for thread_id, version in ends.items():
        assert told[thread_id][:version] == list(range(1, version + 1)), thread_id
        assert told[thread_id] == sorted(set(told[thread_id]))


def test_a_service_that_stops_tells_its_subscribers_to_come_back(recorder: Recorder, live_settings: Settings, tmp_path: Path) -> None:
    thread = recorder.thread()
    query = thread_changes("version upToDate")
    with (
        processes(live_settings, tmp_path, 1) as (service,),
        by_websocket(service.url, query, id=thread) as socket,
        by_events(service.url, query, id=thread) as events,
    ):
        assert socket.next()["upToDate"]
        assert events.next()["upToDate"]
        before = time.monotonic()
        assert service.stop() == 0
        assert time.monotonic() - before < live_settings.shutdown_grace_seconds
        with pytest.raises(Refused) as refused:
            events.next()
        assert refused.value.code == "UNAVAILABLE"
        assert socket.close_code() == 1012
        assert "Traceback" not in service.log
        service.start()
        recorder.start(thread)
        with by_events(service.url, query, id=thread, after=1) as again:
            assert [again.next()["version"], again.next()["upToDate"]] == [2, True]


def test_silent_connections_are_kept_alive(recorder: Recorder, live_settings: Settings, tmp_path: Path) -> None:
    thread = recorder.thread()
    query = thread_changes("version upToDate")
    with (
        processes(live_settings, tmp_path, 1, LINEAGE_LIVE_KEEP_ALIVE_SECONDS="0.3") as (service,),
        by_websocket(service.url, query, id=thread) as socket,
        by_events(service.url, query, id=thread) as events,
    ):
        assert socket.next()["upToDate"] and events.next()["upToDate"]
        assert pings_of(events) == 2
        assert frames_of(socket) >= 2


def pings_of(events: EventStream) -> int:
    lines = [next(events.lines) for _ in range(4)]
    return lines.count(": ping")


def frames_of(listener: WebSocketListener) -> int:
    """The pings that came over a WebSocket within two seconds."""
    seen: list[object] = []
    protocol = listener.socket.protocol
    recv_frame = protocol.recv_frame
    protocol.recv_frame = lambda frame: (seen.append(frame), recv_frame(frame))[1]  # type: ignore[method-assign]
    with pytest.raises(TimeoutError):
        json.loads(listener.socket.recv(2))
    return sum(frame.opcode.name == "PING" for frame in seen)  # type: ignore[attr-defined]
