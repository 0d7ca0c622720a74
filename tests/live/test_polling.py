"""What subscriptions cost the store: nothing while there are none, one statement a look however many there are."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from lineage.app import Service
from lineage.live.feed import Feed
from lineage.settings import Settings
from tests.api.recorder import Recorder
from tests.live.listening import by_websocket, thread_changes, tree_changes
from tests.running import RunningService, fresh, serving

POLL_SECONDS = 0.2


@pytest.fixture(scope="module")
def service(settings: Settings) -> Iterator[RunningService]:
    """A service that nobody else asks."""
    quiet = settings.model_copy(update={"workspace": fresh("polling"), "live_poll_seconds": POLL_SECONDS})
    with serving(Service(quiet)) as running:
        yield running


def feed_of(service: RunningService) -> Feed:
    return service.service.feed


def eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 30
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def sent_in(service: RunningService, seconds: float) -> int:
    """Statements that were sent meanwhile."""
    before = service.service.store.round_trips
    time.sleep(seconds)
    return service.service.store.round_trips - before


def settled(service: RunningService) -> None:
    """Waits until nothing is sent any more: the service plans its statements after its start."""
    assert eventually(lambda: sent_in(service, 1) == 0)


def test_nothing_is_asked_while_nobody_is_subscribed(service: RunningService) -> None:
    recorder = Recorder(service)
    thread = recorder.thread()
    settled(service)
    with by_websocket(service.url, thread_changes(), id=thread) as listener:
        assert listener.next()["upToDate"]
        assert eventually(lambda: sent_in(service, 5 * POLL_SECONDS) > 0)
    assert eventually(lambda: feed_of(service).subscriptions == 0)
    settled(service)
    recorder.service.mutate("createThread", "thread { id }", title="wakes nobody")
    assert sent_in(service, 5 * POLL_SECONDS) == 0


def test_many_subscriptions_are_looked_after_by_one_statement(service: RunningService) -> None:
    recorder = Recorder(service)
    threads = [recorder.thread() for _ in range(15)]
    fork = recorder.fork(threads[0], recorder.run(threads[0]))
    settled(service)
    with ExitStack() as stack:
        for thread in threads:
            for query in (thread_changes("version upToDate"), tree_changes("version upToDate")):
                assert stack.enter_context(by_websocket(service.url, query, id=thread)).next()["upToDate"]
        assert stack.enter_context(by_websocket(service.url, thread_changes(), id=fork)).next()["upToDate"]
        assert feed_of(service).subscriptions == 31
        assert 1 <= sent_in(service, 10 * POLL_SECONDS) <= 10


def test_subscriptions_to_one_thing_share_what_is_read(service: RunningService) -> None:
    recorder = Recorder(service)
    thread = recorder.thread()
    settled(service)
    with ExitStack() as stack:
        listeners = [stack.enter_context(by_websocket(service.url, thread_changes("version"), id=thread)) for _ in range(20)]
        assert [listener.next()["version"] for listener in listeners] == [1] * 20
        before = service.service.store.round_trips
        run = recorder.start(thread)["run"]["id"]
        assert [listener.next()["version"] for listener in listeners] == [2] * 20
        recorder.begin(run)
        assert [listener.next()["version"] for listener in listeners] == [3] * 20
        # Two commands of three statements at most, and what the poller asked meanwhile.
        assert service.service.store.round_trips - before < 20
