"""How the queries of verify read the graph."""

import pytest
from neo4j import GraphDatabase

from lineage.service.verify import invariants
from lineage.store.queries import statement
from tests.running import RunningService

WHOLE_STORE = {"NodeByLabelScan", "AllNodesScan", "DirectedRelationshipTypeScan", "UndirectedRelationshipTypeScan"}


def operators(plan: dict) -> set[str]:
    found = {plan["operatorType"].split("@")[0]}
    for child in plan.get("children", []):
        found |= operators(child)
    return found


@pytest.mark.parametrize("name", [*invariants(), "workspaces"])
def test_a_query_starts_at_an_index(service: RunningService, name: str) -> None:
    settings = service.service.settings
    assert settings.neo4j_uri is not None
    auth = (settings.neo4j_username, settings.neo4j_password.get_secret_value())
    given = {"workspace": "", "most": 1}
    with GraphDatabase.driver(settings.neo4j_uri, auth=auth) as driver:
        text = statement(name).replace("CYPHER replan=skip\n", "EXPLAIN ")
        summary = driver.execute_query(text, {"given": given}, database_=settings.neo4j_database).summary
    assert summary.plan is not None
    assert operators(summary.plan) & WHOLE_STORE == set()


def test_each_query_says_what_has_to_hold() -> None:
    for name, expected in invariants().items():
        assert expected and not expected.startswith("params"), name
        assert "\n" not in expected
