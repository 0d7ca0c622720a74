"""A Neo4j of its own, for tests that change its schema or stop it."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from neo4j import Driver, GraphDatabase

from tests.store.own_neo4j import OwnNeo4j


@pytest.fixture(scope="package")
def own_neo4j(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnNeo4j]:
    found = OwnNeo4j(tmp_path_factory.mktemp("neo4j"))
    yield found
    found.stop()


@pytest.fixture
def empty_database(own_neo4j: OwnNeo4j) -> Iterator[Driver]:
    """A connection to a database without content and schema."""
    address = own_neo4j.address
    with closing(GraphDatabase.driver(address.uri, auth=(address.username, address.password))) as driver:
        clear(driver)
        yield driver


def clear(driver: Driver) -> None:
    """Takes everything out of a database."""
    for name in _names(driver, "SHOW CONSTRAINTS YIELD name RETURN name"):
        driver.execute_query(f"DROP CONSTRAINT {name}", database_="neo4j")
    for name in _names(driver, "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"):
        driver.execute_query(f"DROP INDEX {name}", database_="neo4j")
    driver.execute_query("MATCH (n) DETACH DELETE n", database_="neo4j")


def _names(driver: Driver, text: str) -> list[str]:
    return [record["name"] for record in driver.execute_query(text, database_="neo4j").records]
