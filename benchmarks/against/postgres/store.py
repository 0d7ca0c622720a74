"""The store of the service on PostgreSQL: what lineage/store/store.py is on Neo4j, for the queries that the benchmark asks."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
import orjson

from benchmarks.against.postgres.statements import function, function_name, selecting, text_of
from lineage.store.changes import WRITING, parameter_of
from lineage.store.queries import returned_by
from lineage.store.store import NOTHING_ASKED, Row
from lineage.store.watching import StoreWatch, Unwatched

T = TypeVar("T")
STATISTICS = frozenset({"note_switches", "note_resume_failures"})
"""The twin keeps no statistics: it writes less than the service."""
_LISTS = frozenset({"items", "threads", "providerThreads", "runs", "transfers", "handoffs", "checkpoints"})
"""What queries return that is a list also when there is nothing in it."""


class NotTranslated(Exception):
    """A query was sent that has no SQL here: what is measured asks for none of these."""


def _decoded(returned: str, text: str | None) -> Any:
    if text is None:
        return [] if returned in _LISTS else None
    return orjson.loads(text)


class PostgresTransaction:
    """One write transaction of one workspace."""

    def __init__(self, store: "PostgresStore", connection: Any, workspace: str) -> None:
        self._store, self._connection = store, connection
        self.workspace = workspace

    async def run(self, *names: str, **parameters: Any) -> Row:
        """Carries the queries out by one call; gives what they return together."""
        for name in names:
            if name in WRITING and name not in STATISTICS and text_of(name) is None and parameters.get(parameter_of(name)):
                raise NotTranslated(name)
        await self._store.make(names)
        self._store.round_trips += 1
        given = orjson.dumps({**NOTHING_ASKED, "workspace": self.workspace, **parameters}).decode()
        text = await self._connection.fetchval(f"SELECT {function_name(names)}($1::jsonb)", given)
        found = orjson.loads(text)
        answer: dict[str, Any] = {returned: None for name in names if (returned := returned_by(name))}
        answer.update((returned, value) for returned, value in found.items() if value is not None)
        return {name: ([] if value is None and name in _LISTS else value) for name, value in answer.items()}


class PostgresStore:
    """A PostgreSQL database as the service uses it."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self._made: set[tuple[str, ...]] = set()
        self._making = asyncio.Lock()
        self.round_trips = 0
        self.sessions = 0
        self.watch: StoreWatch = Unwatched()

    async def make(self, names: tuple[str, ...]) -> None:
        """Makes the function that carries these queries out, the first time that it is needed."""
        if names in self._made:
            return
        async with self._making:
            if names not in self._made:
                async with self._pool.acquire() as connection:
                    await connection.execute(function(names))
                self._made.add(names)

    async def read(self, workspace: str, *names: str, **parameters: Any) -> Row:
        """What the queries, sent as one statement, return together."""
        self.round_trips += 1
        if names == ("ping",):
            return {"ping": await self._pool.fetchval("SELECT 1")}
        _check(names, parameters)
        given = orjson.dumps({**NOTHING_ASKED, "workspace": workspace, **parameters}).decode()
        async with self._pool.acquire() as connection:
            row = await connection.fetchrow(selecting(names), given)
        return {returned: _decoded(returned, row[returned]) for name in names if (returned := returned_by(name))}

    async def write(self, workspace: str, name: str, work: Callable[[Any], Awaitable[T]]) -> T:
        """Carries the work out in one transaction. Its lock is a row, so that writers of a tree queue and none of them deadlocks."""
        async with self._pool.acquire() as connection, connection.transaction():
            return await work(PostgresTransaction(self, connection, workspace))

    async def close(self) -> None:
        await self._pool.close()


def _check(names: Sequence[str], parameters: Mapping[str, Any]) -> None:
    for name in names:
        if text_of(name) is None:
            raise NotTranslated(name)
    for entry in parameters.get("asks", ()):
        if entry["asOf"] is not None:
            raise NotTranslated("thread_facts as of a version")
