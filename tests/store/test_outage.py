"""Neo4j stopped under a running service: errors with their code in time, and health again by itself when it returns."""

import os
import signal
import time
from collections.abc import Callable

import httpx
import pytest

from lineage.app import Service
from tests.api.recorder import Recorder
from tests.running import Refused, RunningService, serving
from tests.store.own_neo4j import OwnNeo4j

PATIENCE = 60
"""How much longer than it may take something is waited for, in seconds: tests run on busy machines."""


def ready(service: RunningService) -> httpx.Response:
    return httpx.get(f"{service.base}/health/ready", timeout=120)


def eventually(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.2)


def refused(seconds: float, work: Callable[[], object]) -> str:
    """The code of the error that comes within a time."""
    before = time.monotonic()
    with pytest.raises(Refused) as told:
        work()
    assert time.monotonic() - before < seconds + PATIENCE
    return told.value.code


def read(service: RunningService, thread_id: str) -> object:
    return service.query("query($id: ID!) { thread(id: $id) { id } }", id=thread_id)["thread"]


@pytest.mark.usefixtures("empty_database")
def test_a_stopped_store_is_unavailable_until_it_is_there_again(own_neo4j: OwnNeo4j) -> None:
    settings = own_neo4j.address.settings(query_timeout_seconds=60, retry_seconds=2)
    with serving(Service(settings)) as served:
        recorder = Recorder(served)
        thread_id = recorder.thread()
        own_neo4j.stop()
        try:
            for _ in range(3):
                assert refused(10, lambda: read(served, thread_id)) == "UNAVAILABLE"
            assert refused(10, recorder.thread) == "UNAVAILABLE"
            answer = ready(served)
            assert answer.status_code == 503
            assert (answer.json()["ready"], answer.json()["store"]["store"]["code"]) == (False, "UNAVAILABLE")
            assert httpx.get(f"{served.base}/health/live", timeout=120).status_code == 200
        finally:
            own_neo4j.start()
        eventually(lambda: ready(served).status_code == 200)
        assert read(served, thread_id) == {"id": thread_id}
        recorder.thread()


@pytest.mark.usefixtures("empty_database")
def test_a_store_that_hangs_is_given_up_in_time(own_neo4j: OwnNeo4j) -> None:
    seconds = 3
    with serving(Service(own_neo4j.address.settings(query_timeout_seconds=seconds, retry_seconds=seconds))) as served:
        eventually(lambda: read(served, "x") is None)
        os.kill(own_neo4j.server.pid, signal.SIGSTOP)
        try:
            for _ in range(3):
                assert refused(2 * seconds, lambda: read(served, "x")) in ("TIMEOUT", "UNAVAILABLE")
                assert refused(3 * seconds, Recorder(served).thread) in ("TIMEOUT", "UNAVAILABLE")
            assert ready(served).status_code == 503
        finally:
            os.kill(own_neo4j.server.pid, signal.SIGCONT)
        eventually(lambda: ready(served).status_code == 200)
        assert read(served, "x") is None
