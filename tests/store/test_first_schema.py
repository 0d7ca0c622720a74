"""A database with the schema and the graph of the first version becomes today's when a service starts on it."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from neo4j import Driver

from lineage.app import Service
from lineage.store.migrations import migrations
from tests.operations import first_version
from tests.running import RunningService, serving
from tests.store.own_neo4j import OwnNeo4j

PATIENCE_SECONDS = 240
"""A Neo4j of one's own plans every statement for the first time."""
ASKED = {"Start back-1 claude", "Start back-2 codex", "Start back-3 counting"}
"""A few of the questions; tests/operations/test_upgrade.py asks all of them, where each is planned already."""


def name_of(question: dict[str, Any]) -> str:
    return " ".join([question["operation"], *(str(value) for value in question["variables"].values() if isinstance(value, str))])


@pytest.fixture
def service(own_neo4j: OwnNeo4j, empty_database: Driver) -> Iterator[RunningService]:
    """Today's, on what the first version left."""
    for migration in first_version.schema():
        first_version.carry_out(empty_database, migration.statements)
    first_version.load(empty_database)
    empty_database.execute_query("MATCH (m:Migration) SET m.at = datetime('2001-01-01')", database_="neo4j")
    with serving(Service(own_neo4j.address.settings(query_timeout_seconds=PATIENCE_SECONDS))) as running:
        yield running


def test_a_service_brings_it_up_to_date_and_answers_as_before(service: RunningService, empty_database: Driver) -> None:
    def rows(text: str) -> list[Any]:
        return [record.values() for record in empty_database.execute_query(text, database_="neo4j").records]

    done = rows("MATCH (m:Migration) RETURN m.name, m.checksum, m.at.year = 2001 ORDER BY m.name")
    assert done == [[migration.name, migration.checksum, migration in first_version.schema()] for migration in migrations()]
    assert rows("SHOW INDEXES YIELD name, state WHERE state <> 'ONLINE' RETURN name") == []
    assert rows("MATCH (t:Thread) WHERE t.runCount IS NULL OR t.forkCount IS NULL RETURN t.id") == []
    assert rows("MATCH (p:ProviderThread {nativeRollback: 'PENDING'}) WHERE p.nativeRollbackKind IS NULL RETURN p.id") == []
    strangers = "MATCH (c:CommandReceipt) WHERE c.rootId <> '' AND NOT EXISTS { (:Thread {id: c.rootId, depth: 0}) } RETURN c.commandId"
    assert rows(strangers) == []
    of_no_tree = {command["input"]["commandId"] for command in first_version.commands() if command["operation"] == "registerProvider"}
    assert {id for (id,) in rows("MATCH (c:CommandReceipt {rootId: ''}) RETURN c.commandId")} == of_no_tree
    asked = [question for question in first_version.answers() if name_of(question) in ASKED]
    assert {name_of(question) for question in asked} == ASKED
    for question in asked:
        asking = {"query": first_version.QUESTIONS, "operationName": question["operation"], "variables": question["variables"]}
        answer = httpx.post(service.url, json=asking, timeout=PATIENCE_SECONDS).json()
        assert answer == {"data": question["data"]}, name_of(question)
    again = next(command for command in first_version.commands() if command["operation"] == "startRun")
    assert service.mutate("startRun", again["selection"], **again["input"]) == again["data"]
