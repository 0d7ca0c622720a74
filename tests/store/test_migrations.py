"""Bringing a database's schema up to date: in order, once, and safe when several do it at the same moment."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from neo4j import Driver
from typer.testing import CliRunner, Result

from lineage.app import open_store
from lineage.cli import app
from lineage.errors import Conflict
from lineage.store.migrations import migrate, migrations, pending
from lineage.store.store import Store
from tests.running import Neo4jAddress
from tests.store.own_neo4j import OwnNeo4j

NAMES = [migration.name for migration in migrations()]


@asynccontextmanager
async def opened(address: Neo4jAddress) -> AsyncIterator[Store]:
    store = await open_store(address.settings(query_timeout_seconds=60))
    try:
        yield store
    finally:
        await store.close()


def schema(driver: Driver) -> dict[str, str]:
    """Constraints and indexes by their names, with whether each can be used."""
    rows = driver.execute_query("SHOW INDEXES YIELD name, state, type WHERE type <> 'LOOKUP' RETURN name, state", database_="neo4j").records
    return {row["name"]: row["state"] for row in rows}


def recorded(driver: Driver) -> dict[str, str]:
    rows = driver.execute_query("MATCH (m:Migration) RETURN m.name AS name, m.checksum AS checksum", database_="neo4j").records
    return {row["name"]: row["checksum"] for row in rows}


def test_migrations_are_numbered_in_order_and_told_apart_by_their_content() -> None:
    assert [name.split("-")[0] for name in NAMES] == [f"{number:03}" for number in range(len(NAMES))]
    assert len({migration.checksum for migration in migrations()}) == len(NAMES)
    assert all(migration.statements for migration in migrations())


async def test_a_new_database_gets_all_in_order_and_each_once(own_neo4j: OwnNeo4j, empty_database: Driver) -> None:
    async with opened(own_neo4j.address) as store:
        assert [migration.name for migration in await pending(store)] == NAMES
        assert await migrate(store) == NAMES
        assert recorded(empty_database) == {migration.name: migration.checksum for migration in migrations()}
        made = schema(empty_database)
        assert set(made.values()) == {"ONLINE"}
        assert await pending(store) == []
        assert await migrate(store) == []
        assert schema(empty_database) == made


async def test_every_label_has_ids_that_are_unique_in_a_workspace(own_neo4j: OwnNeo4j, empty_database: Driver) -> None:
    async with opened(own_neo4j.address) as store:
        await migrate(store)
    text = "SHOW CONSTRAINTS YIELD labelsOrTypes, properties RETURN labelsOrTypes[0] AS label, properties"
    unique = {(row["label"], *row["properties"]) for row in empty_database.execute_query(text, database_="neo4j").records}
    labels = ["Thread", "ThreadLock", "Run", "ProviderThread", "ContextTransfer", "ContextHandoff", "Checkpoint", "TurnItem"]
    assert {(label, "workspace", "id") for label in labels} <= unique
    assert {
        ("Provider", "workspace", "kind"),
        ("CommandReceipt", "workspace", "commandId"),
        ("Run", "workspace", "threadId", "ordinal"),
    } <= unique


async def test_what_is_there_already_is_left_out(own_neo4j: OwnNeo4j, empty_database: Driver) -> None:
    async with opened(own_neo4j.address) as store:
        await migrate(store)
        empty_database.execute_query("MATCH (m:Migration {name: $name}) DELETE m", name=NAMES[-1], database_="neo4j")
        assert await migrate(store) == NAMES[-1:]


async def test_several_that_start_at_the_same_moment(own_neo4j: OwnNeo4j, empty_database: Driver) -> None:
    async with opened(own_neo4j.address) as one, opened(own_neo4j.address) as other, opened(own_neo4j.address) as third:
        await asyncio.gather(migrate(one), migrate(other), migrate(third))
        assert await pending(one) == []
    assert recorded(empty_database) == {migration.name: migration.checksum for migration in migrations()}
    assert set(schema(empty_database).values()) == {"ONLINE"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("MATCH (m:Migration {name: '001-constraints'}) SET m.checksum = 'another'", "001-constraints was changed"),
        ("CREATE (:Migration {name: '999-from-the-future', checksum: 'x'})", "999-from-the-future.*use a newer one"),
    ],
)
async def test_a_database_that_is_not_as_this_version_knows_it_is_refused(
    own_neo4j: OwnNeo4j, empty_database: Driver, change: str, told: str
) -> None:
    async with opened(own_neo4j.address) as store:
        await migrate(store)
        empty_database.execute_query(change, database_="neo4j")
        for work in (pending, migrate):
            with pytest.raises(Conflict, match=told):
                await work(store)


@pytest.fixture
def lineage(own_neo4j: OwnNeo4j, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs the command on this Neo4j."""
    address = own_neo4j.address
    for name, value in (("URI", address.uri), ("USERNAME", address.username), ("PASSWORD", address.password), ("DATABASE", "neo4j")):
        monkeypatch.setenv(f"NEO4J_{name}", value)
    return lambda *arguments: CliRunner().invoke(app, arguments)


def test_the_command_checks_carries_out_and_says_so(lineage: Callable[..., Result], empty_database: Driver) -> None:
    found = lineage("migrate", "--check")
    assert (found.exit_code, found.stdout) == (1, f"pending: {', '.join(NAMES)}\n")
    assert schema(empty_database) == {}
    assert recorded(empty_database) == {}
    done = lineage("migrate")
    assert (done.exit_code, done.stdout) == (0, f"carried out: {', '.join(NAMES)}\n")
    again = lineage("migrate", "--check")
    assert (again.exit_code, again.stdout) == (0, "the schema is up to date\n")
    empty_database.execute_query("MATCH (m:Migration) SET m.checksum = 'x'", database_="neo4j")
    refused = lineage("migrate")
    assert refused.exit_code == 1
    assert "was changed after it was carried out" in refused.stderr
    assert isinstance(refused.exception, SystemExit)
