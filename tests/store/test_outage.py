"""Neo4j stopped under a running service: errors with their code in time, and health again by itself when it returns."""

import os
import signal
import time
from collections.abc import Awaitable, Callable

import httpx
import pytest

from lineage.app import Service, open_store
from lineage.errors import Timeout, Unavailable
from lineage.store.store import Transaction
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


def read(service: RunningService) -> object:
    return service.query('{ thread(id: "x") { id } }')["thread"]


@pytest.mark.usefixtures("empty_database")
def test_a_stopped_store_is_unavailable_until_it_is_there_again(own_neo4j: OwnNeo4j) -> None:
    settings = own_neo4j.address.settings(query_timeout_seconds=60, retry_seconds=2)
    with serving(Service(settings)) as served:
        assert read(served) is None
        own_neo4j.stop()
        try:
            for _ in range(3):
                assert refused(10, lambda: read(served)) == "UNAVAILABLE"
            assert refused(10, Recorder(served).thread) == "UNAVAILABLE"
            answer = ready(served)
            assert answer.status_code == 503
            assert answer.json()["ready"] is False
            assert httpx.get(f"{served.base}/health/live", timeout=120).status_code == 200
        finally:
            own_neo4j.start()
        eventually(lambda: ready(served).status_code == 200)
        assert read(served) is None


async def test_a_store_that_hangs_is_given_up_in_time(own_neo4j: OwnNeo4j) -> None:
    seconds = 2
    store = await open_store(own_neo4j.address.settings(query_timeout_seconds=seconds, retry_seconds=seconds))

    async def work(transaction: Transaction) -> None:
        await transaction.run("ping")

    async def is_given_up(asking: Callable[[], Awaitable[object]]) -> None:
        before = time.monotonic()
        with pytest.raises((Timeout, Unavailable)):
            await asking()
        assert time.monotonic() - before < 2 * seconds + PATIENCE

    try:
        assert await store.read("", "ping") == {"pong": True}
        os.kill(own_neo4j.server.pid, signal.SIGSTOP)
        try:
            for _ in range(2):
                await is_given_up(lambda: store.read("", "ping"))
                await is_given_up(lambda: store.write("", "test", work))
        finally:
            os.kill(own_neo4j.server.pid, signal.SIGCONT)
        await store.write("", "test", work)
        assert await store.read("", "ping") == {"pong": True}
    finally:
        await store.close()
