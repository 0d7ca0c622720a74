"""Connections to Neo4j that break in the middle of answers, or hang: errors with a code in time, nothing lost, nothing done twice."""

import random
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from lineage.app import Service
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.faults.load import Load
from tests.faults.proxy import Proxy
from tests.running import Neo4jAddress, Refused, RunningService, fresh, serving

CUTS = 12
QUERY_SECONDS = 2
REQUEST_SECONDS = 10


@pytest.fixture(scope="module")
def proxy(neo4j_address: Neo4jAddress) -> Iterator[Proxy]:
    at = urlsplit(neo4j_address.uri)
    assert at.hostname is not None
    found = Proxy(at.hostname, at.port or 7687)
    yield found
    found.close()


def through(proxy: Proxy, address: Neo4jAddress, **more: object) -> Settings:
    return Neo4jAddress(f"bolt://127.0.0.1:{proxy.port}", address.username, address.password).settings(workspace=fresh("cut"), **more)


@pytest.fixture(scope="module")
def cut_off(proxy: Proxy, neo4j_address: Neo4jAddress, service: RunningService) -> Iterator[RunningService]:
    """A service whose connections go through the proxy. Its statements are planned already, by the other service."""
    with serving(Service(through(proxy, neo4j_address, query_timeout_seconds=60))) as running:
        yield running


def test_connections_cut_in_the_middle_of_answers_lose_nothing(proxy: Proxy, cut_off: RunningService) -> None:
    chance = random.Random(3)
    with Load(cut_off.url, fresh("load"), writers=3) as load:
        for _ in range(CUTS):
            before = load.acknowledged
            deadline = time.monotonic() + 60
            while load.acknowledged < before + 3 and time.monotonic() < deadline:
                time.sleep(0.02)
            proxy.cut_after(chance.randrange(1, 3000))
    assert proxy.cuts > CUTS // 2
    assert load.acknowledged > 3 * CUTS
    assert load.faults() == []
    assert cut_off.run(verify(cut_off.service.store, cut_off.service.settings.workspace)) == []


def test_a_store_that_hangs_is_told_in_time_and_used_again(proxy: Proxy, neo4j_address: Neo4jAddress, cut_off: RunningService) -> None:
    # Queries may take longer than theirs while statements are planned after a start; a request may not.
    limits = {"query_timeout_seconds": QUERY_SECONDS, "retry_seconds": QUERY_SECONDS, "request_timeout_seconds": REQUEST_SECONDS}
    settings = through(proxy, neo4j_address, **limits)
    with serving(Service(settings)) as running:
        running.mutate("createThread", "thread { id }", id="T")
        with proxy.holding():
            for question in ('{ thread(id: "T") { id } }', 'mutation { createThread(input: {id: "U"}) { thread { id } } }'):
                with pytest.raises(Refused) as refused:
                    running.query(question)
                assert refused.value.code in ("TIMEOUT", "UNAVAILABLE")
        deadline = time.monotonic() + 60
        while True:
            try:
                assert running.query('{ thread(id: "T") { id } }')["thread"] == {"id": "T"}
                running.mutate("createThread", "thread { id }", id="V")
                break
            except Refused as told:
                assert told.code in ("TIMEOUT", "UNAVAILABLE")
                assert time.monotonic() < deadline
