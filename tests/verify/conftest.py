"""A service in a workspace of its own, with the whole story recorded, and the same graph as seen by a transaction that spoils it."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from neo4j import AsyncGraphDatabase, AsyncTransaction, GraphDatabase

from lineage.app import Service
from lineage.settings import Settings
from lineage.store.queries import statement
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.verify.planting import Planting
from tests.verify.story import record_story


@pytest.fixture(scope="package")
def storied(settings: Settings) -> Iterator[RunningService]:
    """A service whose workspace holds the story and nothing else."""
    with serving(Service(settings.model_copy(update={"workspace": fresh("story")}))) as running:
        record_story(running)
        yield running


class Spoiled:
    """A store as one open transaction sees it, which is rolled back in the end: what is planted in it is gone after the test."""

    def __init__(self, transaction: AsyncTransaction, workspace: str) -> None:
        self._transaction = transaction
        self.workspace = workspace

    async def read(self, workspace: str, *names: str, **parameters: Any) -> Any:
        result = await self._transaction.run(statement(*names), {"given": {"workspace": workspace, **parameters}})
        record = await result.single()
        assert record is not None
        return record.data()

    async def plant(self, text: str) -> list[Any]:
        """Carries a writing query out; what it returns, by rows."""
        result = await self._transaction.run(text, {"workspace": self.workspace})
        return [record.data() async for record in result]


@pytest.fixture
async def spoiled(storied: RunningService) -> AsyncIterator[Spoiled]:
    settings = storied.service.settings
    assert settings.neo4j_uri is not None
    auth = (settings.neo4j_username, settings.neo4j_password.get_secret_value())
    async with (
        AsyncGraphDatabase.driver(settings.neo4j_uri, auth=auth) as driver,
        driver.session(database=settings.neo4j_database) as session,
        await session.begin_transaction() as transaction,
    ):
        yield Spoiled(transaction, settings.workspace)
        await transaction.rollback()


@pytest.fixture
def planting(neo4j_address: Neo4jAddress, settings: Settings) -> Iterator[Planting]:
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver:
        planting = Planting(driver, settings.neo4j_database)
        try:
            yield planting
        finally:
            planting.remove()
