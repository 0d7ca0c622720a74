"""The statements that write and read trees in bulk start from indexes, and hold back no rows where new things are made."""

from collections.abc import Iterator

import pytest
from neo4j import Driver, GraphDatabase

from lineage.store.queries import statement
from lineage.store.records.tree_reading import CONTENT
from tests.cypher.plans import explained
from tests.cypher.test_plans import scans
from tests.running import Neo4jAddress, RunningService


@pytest.fixture(scope="module")
def driver(service: RunningService, neo4j_address: Neo4jAddress) -> Iterator[Driver]:
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as found:
        yield found


@pytest.mark.parametrize("names", [CONTENT], ids=["read"])
def test_a_statement_starts_from_indexes(driver: Driver, names: tuple[str, ...]) -> None:
    plan = explained(driver, statement(*names))
    assert plan.operators
    assert scans(plan) == []
    assert plan.complaints == []
