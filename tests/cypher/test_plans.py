"""No statement that the service sends looks at all nodes, of a label or at all, nor is any of it deprecated."""

from collections.abc import Iterator

import pytest
from neo4j import Driver, GraphDatabase

from lineage.service.openings import OPENINGS
from lineage.service.unit import SAVED_BY
from lineage.service.usual import usual_statements
from lineage.store.changes import WRITING
from lineage.store.migrations import migrations
from lineage.store.queries import cypher_folder, query_files, statement
from tests.cypher.plans import Plan, explained
from tests.running import Neo4jAddress, RunningService

SCANS = (
    "AllNodesScan",
    "NodeByLabelScan",
    "UnionNodeByLabelsScan",
    "IntersectionNodeByLabelsScan",
    "AllRelationshipsScan",
    "RelationshipTypeScan",
)
SCHEMA = cypher_folder() / "schema"
QUERIES = [name for name, path in query_files().items() if path.parent != SCHEMA]
COMPOSED = {
    *(opening.queries for opening in OPENINGS),
    # All that commands save, each of them by a part of it.
    (*WRITING, *SAVED_BY),
    *(usual.queries for usual in usual_statements() if len(usual.queries) > 1),
}


@pytest.fixture(scope="module")
def driver(service: RunningService, neo4j_address: Neo4jAddress) -> Iterator[Driver]:
    """A connection to a database whose schema is up to date, which the service has seen to."""
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as found:
        yield found


def scans(plan: Plan) -> list[str]:
    return [operator for operator in plan.operators if any(scan in operator for scan in SCANS)]


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_starts_from_an_index(driver: Driver, name: str) -> None:
    plan = explained(driver, statement(name))
    assert plan.operators
    assert scans(plan) == []
    assert [operator for operator in plan.operators if "CartesianProduct" in operator] == []
    assert plan.complaints == []


@pytest.mark.parametrize("names", sorted(COMPOSED), ids="+".join)
def test_a_statement_of_several_queries_starts_from_indexes(driver: Driver, names: tuple[str, ...]) -> None:
    plan = explained(driver, statement(*names))
    assert plan.operators
    assert scans(plan) == []
    assert plan.complaints == []


@pytest.mark.parametrize("text", [text for migration in migrations() for text in migration.statements])
def test_a_migration_uses_nothing_deprecated(driver: Driver, text: str) -> None:
    assert explained(driver, text).complaints == []


@pytest.mark.parametrize(
    ("text", "operator"),
    [
        ("MATCH (n:Thread) RETURN n.title", "NodeByLabelScan"),
        ("MATCH (n) RETURN n.title", "AllNodesScan"),
        ("MATCH ()-[r:IN]->() RETURN r", "RelationshipTypeScan"),
    ],
)
def test_a_scan_would_be_seen(driver: Driver, text: str, operator: str) -> None:
    assert [operator in found for found in scans(explained(driver, text))] == [True]


def test_a_cartesian_product_and_a_deprecation_would_be_seen(driver: Driver) -> None:
    product = explained(driver, "MATCH (a:Thread {workspace: 'w', id: 'a'}), (b:Run {workspace: 'w', id: 'b'}) RETURN a, b")
    assert any("CartesianProduct" in operator for operator in product.operators)
    assert product.complaints
    assert explained(driver, "MATCH (a:Thread {workspace: 'w', id: 'a'}) RETURN id(a)").complaints
