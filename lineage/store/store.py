"""The graph in Neo4j: reads by read-access sessions, each one statement and one record; writes in transactions of their own."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

from neo4j import READ_ACCESS, WRITE_ACCESS, AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction, Query, unit_of_work
from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from lineage.errors import Conflict, Internal, LineageError, Timeout, Unavailable
from lineage.store.queries import statement

log = logging.getLogger(__name__)
T = TypeVar("T")
Row = Mapping[str, Any]

TOO_LATE = "the store did not answer in the time that a query may take"
GRACE_SECONDS = 2
"""How much longer than Neo4j is given for something its answer is waited for."""

NOTHING_ASKED: Row = {
    name: []
    for name in (
        "threadIds",
        "childrenOf",
        "ancestorsOf",
        "providerThreadIds",
        "providerThreadsOf",
        "transferIds",
        "transfersOf",
        "handoffIds",
        "handoffsOf",
        "checkpointIds",
        "checkpointsOf",
    )
}
"""The parameters of the queries that take several: each may be left out."""


class Transaction:
    """One write transaction of one workspace."""

    def __init__(self, transaction: AsyncManagedTransaction, workspace: str, count: Callable[[], None]) -> None:
        self._transaction = transaction
        self.workspace = workspace
        self._count = count

    async def run(self, *names: str, **parameters: Any) -> Row:
        """Carries the queries out as one statement; gives what they return together."""
        self._count()
        result = await self._transaction.run(statement(*names), {"given": {**NOTHING_ASKED, "workspace": self.workspace, **parameters}})
        record = await result.single()
        return dict(record) if record is not None else {}


class Store:
    """A Neo4j database as the service uses it. round_trips counts the statements that were sent, for tests and metrics."""

    def __init__(self, driver: AsyncDriver, database: str, timeout: float, retry_seconds: float) -> None:
        self._driver = driver
        self._database = database
        self._timeout = timeout
        self._retry_seconds = retry_seconds
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()
        self.round_trips = 0

    def _count(self) -> None:
        self.round_trips += 1

    @contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """While the store is busy planning its statements for the first time, queries may take this long instead."""
        usual, self._timeout = self._timeout, max(self._timeout, seconds)
        try:
            yield
        finally:
            self._timeout = usual

    async def read(self, workspace: str, *names: str, **parameters: Any) -> Row:
        """What the queries, sent as one statement, return together. A lost connection or a passing fault is tried again once."""
        for attempt in (1, 2):
            try:
                return await self._read(workspace, names, parameters)
            except (TransientError, ServiceUnavailable, SessionExpired) as error:
                if attempt == 2:
                    raise told(error) from error
            except (Neo4jError, DriverError) as error:
                raise told(error) from error
        raise AssertionError

    async def _read(self, workspace: str, names: tuple[str, ...], parameters: Mapping[str, Any]) -> Row:
        self._count()
        query = Query(statement(*names), metadata={"query": " ".join(names)}, timeout=self._timeout)
        async with _given_up_after(self._timeout), self._session(READ_ACCESS) as session:
            result = await session.run(query, {"given": {**NOTHING_ASKED, "workspace": workspace, **parameters}})
            record = await result.single()
            return dict(record) if record is not None else {}

    async def define(self, text: str, attempts: int = 5) -> None:
        """Carries a schema statement out; other services may be doing the same at this moment, so a clash is tried again."""
        for attempt in range(1, attempts + 1):
            try:
                async with self._session(WRITE_ACCESS) as session:
                    await (await session.run(text)).consume()
                return
            except (TransientError, ClientError) as error:
                if attempt == attempts:
                    raise told(error) from error
                await asyncio.sleep(0.2 * attempt)
            except (Neo4jError, DriverError) as error:
                raise told(error) from error

    async def write(self, workspace: str, name: str, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Carries the work out in one transaction, again after a deadlock or lost connection. ConstraintError: an id is taken."""

        @unit_of_work(metadata={"command": name}, timeout=self._timeout)
        async def unit(transaction: AsyncManagedTransaction) -> T:
            return await work(Transaction(transaction, workspace, self._count))

        try:
            async with _given_up_after(self._timeout + self._retry_seconds), self._session(WRITE_ACCESS) as session:
                done: T = await session.execute_write(unit)
                return done
        except (LineageError, ConstraintError):
            raise
        except (Neo4jError, DriverError) as error:
            raise told(error) from error

    @asynccontextmanager
    async def _session(self, access: str) -> AsyncIterator[Any]:
        async with self._driver.session(database=self._database, default_access_mode=access, bookmark_manager=self._bookmarks) as session:
            yield session

    async def close(self) -> None:
        await self._driver.close()


@asynccontextmanager
async def _given_up_after(seconds: float) -> AsyncIterator[None]:
    """TIMEOUT when the work takes longer. Neo4j itself ends what takes its time, but one that hangs ends nothing."""
    try:
        async with asyncio.timeout(seconds + GRACE_SECONDS):
            yield
    except TimeoutError as error:
        raise Timeout(TOO_LATE) from error


def told(error: Exception) -> LineageError:
    """The error that a caller is told for a fault of the store."""
    code = getattr(error, "code", "") or ""
    if isinstance(error, ConstraintError):
        return Conflict("an id that the command gives is taken")
    if "TransactionTimedOut" in code or "TransactionTerminated" in code:
        return Timeout(TOO_LATE)
    if isinstance(error, ServiceUnavailable | SessionExpired | TransientError | AuthError) or "DatabaseUnavailable" in code:
        log.warning("the store cannot be reached: %s", error)
        return Unavailable("the store cannot be reached; try again")
    if isinstance(error, ClientError | DriverError | Neo4jError):
        log.error("the store refused a query: %s", error)
    return Internal("a fault of the service; its log has the details")
