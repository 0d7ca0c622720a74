"""What nobody waits for any more is ended in Neo4j too, and what was begun to be written is written (design 8)."""

import time
from collections.abc import Callable, Iterator
from uuid import uuid4

import httpx
import pytest
from neo4j import Driver, GraphDatabase

from lineage.app import Service
from lineage.settings import Settings
from lineage.store import store as store_module
from lineage.store.queries import statement
from tests.running import Neo4jAddress, RunningService, fresh, serving

PATIENCE = 60
SLOW = "all_providers"


@pytest.fixture
def mark() -> str:
    return f"slow {uuid4().hex}"


@pytest.fixture
def slow_service(settings: Settings, mark: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningService]:
    """A service one of whose queries takes Neo4j minutes."""
    text = f"UNWIND range(1, 100000000000) AS number WITH number WHERE number % 2 = 3 RETURN count(number) AS providers // {mark}"
    monkeypatch.setattr(store_module, "statement", lambda *names: text if SLOW in names else statement(*names))
    with serving(Service(settings.model_copy(update={"request_timeout_seconds": 3600, "query_timeout_seconds": 3600}))) as running:
        yield running


@pytest.fixture
def running_in_neo4j(neo4j_address: Neo4jAddress, mark: str) -> Iterator[Callable[[], int]]:
    """How many of the slow queries Neo4j is at."""

    def count(driver: Driver) -> int:
        found = driver.execute_query(
            "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery ENDS WITH $mark RETURN count(*) AS count", mark=mark
        )
        return int(found.records[0]["count"])

    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver:
        yield lambda: count(driver)


def eventually(number: int, counted: Callable[[], int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while counted() != number:
        assert time.monotonic() < deadline, f"it never was {number}"
        time.sleep(0.05)


def test_a_query_that_its_client_gives_up_is_ended_in_neo4j(slow_service: RunningService, running_in_neo4j: Callable[[], int]) -> None:
    with httpx.Client() as client:
        request = client.build_request(
            "POST", slow_service.url, json={"query": "{ providers { kind } }"}, timeout=httpx.Timeout(PATIENCE, read=0.01)
        )
        for _ in range(100):
            with pytest.raises(httpx.ReadTimeout):
                client.send(request)
            if running_in_neo4j() > 0:
                break
    eventually(0, running_in_neo4j)
    assert slow_service.query('{ thread(id: "none") { id } }') == {"thread": None}


def test_a_query_that_takes_too_long_is_ended_in_neo4j(
    settings: Settings, slow_service: RunningService, running_in_neo4j: Callable[[], int]
) -> None:
    with serving(Service(settings.model_copy(update={"request_timeout_seconds": 2, "query_timeout_seconds": 3600}))) as hasty:
        answer = httpx.post(hasty.url, json={"query": "{ providers { kind } }"}, timeout=PATIENCE)
    assert answer.status_code == 504
    assert answer.json()["errors"][0]["extensions"]["code"] == "TIMEOUT"
    eventually(0, running_in_neo4j)


def test_a_command_whose_client_leaves_is_carried_out_whole(service: RunningService, neo4j_address: Neo4jAddress) -> None:
    thread_id = fresh("thread")
    given = {"query": "mutation($id: ID!) { createThread(input: {id: $id}) { thread { id } } }", "variables": {"id": thread_id}}
    with (
        GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver,
        driver.session() as session,
    ):
        transaction = session.begin_transaction()
        transaction.run(
            "CREATE (:Thread {workspace: $workspace, id: $id})", workspace=service.service.settings.workspace, id=thread_id
        ).consume()
        # The id is locked by this transaction, so that the command has to wait.
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(service.url, json=given, timeout=httpx.Timeout(PATIENCE, read=2))
        transaction.rollback()
    eventually(1, lambda: 1 if service.query("query($id: ID!) { thread(id: $id) { id } }", id=thread_id)["thread"] else 0)
