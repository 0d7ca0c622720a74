"""Each damage that other facts of the graph tell of is repaired to the graph as it was before; of each other one it is said."""

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from neo4j import AsyncGraphDatabase, AsyncTransaction

from lineage.app import Service
from lineage.service.repair import RULES, repair, repaired
from lineage.service.verify import check
from lineage.settings import Settings
from lineage.store.queries import statement
from tests.api.graph import KEYS
from tests.operations.damages import LOST, REBUILT
from tests.running import RunningService, fresh, serving
from tests.verify.faults import FAULTS
from tests.verify.story import record_story

PLANTED = [(kind, wrong, text) for kind, faults in sorted(FAULTS.items()) for wrong, text in faults]
CONTENT = "\nUNION ALL\n".join(
    f"MATCH (n:{label} {{workspace: $workspace}}) WHERE n.{key} IS NOT NULL "
    f"RETURN '{label}' AS label, properties(n) AS properties, [(n)-[r]->(m) | [type(r), properties(r), coalesce(m.id, m.runId)]] AS links"
    for label, key in KEYS.items()
)


@pytest.fixture(scope="module")
def whole(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("whole")}))) as running:
        record_story(running)
        yield running


class Open:
    """A transaction that is never committed: what is planted and repaired in it is gone after the test."""

    def __init__(self, transaction: AsyncTransaction, workspace: str) -> None:
        self._transaction = transaction
        self.workspace = workspace

    async def run(self, *names: str, **parameters: Any) -> Any:
        result = await self._transaction.run(statement(*names), {"given": {"workspace": self.workspace, **parameters}})
        record = await result.single()
        return dict(record) if record is not None else {}

    async def read(self, _: str, *names: str, **parameters: Any) -> Any:
        return await self.run(*names, **parameters)

    async def plant(self, text: str) -> None:
        await (await self._transaction.run(text.replace("$W", "workspace: $workspace"), {"workspace": self.workspace})).consume()

    async def content(self) -> list[str]:
        """The graph. A lock that is made anew counts on from the highest place that was given, which is enough."""
        result = await self._transaction.run(CONTENT, {"workspace": self.workspace})
        rows = [(row["label"], sorted(row["properties"].items()), sorted(map(str, row["links"]))) async for row in result]
        found = [re.sub(r"\('made', \d+\)", "", str(row)) if row[0] == "ThreadLock" else str(row) for row in rows]
        return sorted(found)


@pytest.fixture(scope="module")
async def transactions(whole: RunningService) -> AsyncIterator[Any]:
    """Opens transactions, one at a time."""
    settings = whole.service.settings
    assert settings.neo4j_uri is not None
    auth = (settings.neo4j_username, settings.neo4j_password.get_secret_value())
    async with AsyncGraphDatabase.driver(settings.neo4j_uri, auth=auth) as driver:
        yield lambda: driver.session(database=settings.neo4j_database)


@pytest.fixture
async def opened(whole: RunningService, transactions: Any) -> AsyncIterator[Open]:
    async with transactions() as session, await session.begin_transaction() as transaction:
        yield Open(transaction, whole.service.settings.workspace)
        await transaction.rollback()


@pytest.fixture(scope="module")
async def before(whole: RunningService, transactions: Any) -> list[str]:
    async with transactions() as session, await session.begin_transaction() as transaction:
        return await Open(transaction, whole.service.settings.workspace).content()


async def test_of_a_whole_graph_nothing_is_changed(opened: Open, before: list[str]) -> None:
    done = await repaired(opened, opened.workspace)  # type: ignore[arg-type]
    assert (done.changes, done.total, done.left) == ((), 0, ())
    assert await opened.content() == before


@pytest.mark.parametrize(("kind", "wrong", "text"), [planted for planted in PLANTED if planted[:2] in REBUILT])
async def test_a_damage_is_repaired_to_the_graph_before_it(opened: Open, before: list[str], kind: str, wrong: str, text: str) -> None:
    await opened.plant(text)
    assert wrong in {violation.wrong for violation in (await check(opened, opened.workspace, kind)).violations}  # type: ignore[arg-type]
    done = await repaired(opened, opened.workspace)  # type: ignore[arg-type]
    assert done.left == ()
    assert done.total == len(done.changes) > 0
    assert await opened.content() == before


async def test_what_nothing_tells_is_said_and_not_made_up(whole: RunningService, transactions: Any, before: list[str]) -> None:
    made_up = []
    for kind, wrong, text in PLANTED:
        if (kind, wrong) not in LOST:
            continue
        async with transactions() as session, await session.begin_transaction() as transaction:
            store = Open(transaction, whole.service.settings.workspace)
            await store.plant(text)
            left = (await repaired(store, store.workspace)).left  # type: ignore[arg-type]
            if not left and await store.content() != before:
                made_up.append((kind, wrong))
            await transaction.rollback()
    assert made_up == []


def test_of_each_damage_it_is_known_whether_it_can_be_repaired() -> None:
    assert {planted[:2] for planted in PLANTED} == REBUILT | LOST
    assert set() == REBUILT & LOST


def test_a_rehearsal_finds_the_same_and_changes_nothing(settings: Settings) -> None:
    with serving(Service(settings.model_copy(update={"workspace": fresh("damaged")}))) as running:
        record_story(running)
        store, workspace = running.service.store, running.service.settings.workspace
        damage = "MATCH (t:Thread {workspace: $workspace, id: 'F'}) SET t.depth = 5, t.rootId = 'M'"
        running.run(running.service.store._driver.execute_query(damage, workspace=workspace, database_="neo4j"))
        rehearsed = running.run(repair(store, workspace, dry_run=True))
        assert [change.rule for change in rehearsed.changes] == ["repair_depths"]
        assert running.query('{ thread(id: "F") { depth } }')["thread"]["depth"] == 5
        done = running.run(repair(store, workspace, dry_run=False))
        assert (done.changes, done.left) == (rehearsed.changes, ())
        assert running.query('{ thread(id: "F") { depth } }')["thread"]["depth"] == 1
        assert set(RULES) >= {change.rule for change in done.changes}
