"""The migration for statistics brings along what is there: it counts a recorded story as the commands that recorded it did."""

from datetime import UTC, datetime, timedelta
from typing import Any

from neo4j import Driver

from lineage.app import Service
from lineage.service.rolling_up import RollUp
from lineage.store.migrations import migrate
from tests.api.recorder import Recorder
from tests.running import RunningService, serving
from tests.stats.story import ask, tell
from tests.store.own_neo4j import OwnNeo4j

FORGET = (
    "MATCH (f:StatsFact) DELETE f",
    "MATCH (t:Thread) REMOVE t.runCount, t.forkCount",
    "MATCH (p:ProviderThread) REMOVE p.mayBeStale",
    "MATCH (m:Migration {name: '005-statistics'}) DELETE m",
)
LISTS = """{
  threads(orderBy: RUNS) { edges { node { id runCount forkCount } } }
  staleProviderThreads { edges { node { providerThread { id } causes { kind } } } }
}"""


def told(service: RunningService) -> list[Any]:
    """What lists and statistics say; of a handoff that failed before it was superseded the records do not say that it did."""
    end = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(days=1)
    found = ask(service, "HOUR", ["PROVIDER", "MODEL"], start=end - timedelta(days=2), end=end)
    for bucket in found:
        for handoffs in (bucket["handoffs"], *bucket["handoffsByStrategy"]):
            del handoffs["failed"]
    return [service.query(LISTS), found]


def test_what_was_recorded_before_is_counted(own_neo4j: OwnNeo4j, empty_database: Driver) -> None:
    with serving(Service(own_neo4j.address.settings(query_timeout_seconds=60))) as service:
        tell(Recorder(service))
        before = told(service)
        assert len(before[0]["staleProviderThreads"]["edges"]) > 0
        for text in FORGET:
            empty_database.execute_query(text, database_="neo4j")
        assert told(service) != before
        assert service.run(migrate(service.service.store)) == ["005-statistics"]
        assert told(service)[0] == before[0]
        assert not any(bucket["isComplete"] for bucket in told(service)[1])
        service.run(RollUp(service.service.store, 1).catch_up(service.service.settings.workspace, datetime.now(UTC)))
        assert told(service) == before
