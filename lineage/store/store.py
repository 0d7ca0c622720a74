"""The graph in Neo4j: reads by read-access sessions, each one statement and one record; writes in transactions of their own."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
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
from lineage.store.watching import StoreWatch, Unwatched

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

    def __init__(
        self, transaction: AsyncManagedTransaction, workspace: str, sending: Callable[[Sequence[str]], AbstractContextManager[None]]
    ) -> None:
        self._transaction = transaction
        self.workspace = workspace
        self._sending = sending

    async def run(self, *names: str, **parameters: Any) -> Row:
        """Carries the queries out as one statement; gives what they return together."""
        with self._sending(names):
            result = await self._transaction.run(statement(*names), {"given": {**NOTHING_ASKED, "workspace": self.workspace, **parameters}})
            record = await result.single()
            return dict(record) if record is not None else {}


class Store:
    """A Neo4j database as the service uses it.

    round_trips counts the statements that were sent; sessions are those that are open now, each with a connection at most. watch is
    told of each statement.
    """

    def __init__(self, driver: AsyncDriver, database: str, timeout: float, retry_seconds: float) -> None:
        self._driver = driver
        self._database = database
        self._timeout = timeout
        self._retry_seconds = retry_seconds
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()
        self.round_trips = 0
        self.sessions = 0
        self.watch: StoreWatch = Unwatched()
        self._writing: set[asyncio.Task[Any]] = set()

    @contextmanager
    def _sending(self, names: Sequence[str]) -> Iterator[None]:
        """While a statement of these queries is sent and answered."""
        self.round_trips += 1
        began = time.perf_counter()
        try:
            yield
        except BaseException as error:
            self.watch.statement(names, time.perf_counter() - began, error)
            raise
        self.watch.statement(names, time.perf_counter() - began, None)

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
                self.watch.retried(READ_ACCESS)
            except (Neo4jError, DriverError) as error:
                raise told(error) from error
        raise AssertionError

    async def _read(self, workspace: str, names: tuple[str, ...], parameters: Mapping[str, Any]) -> Row:
        query = Query(statement(*names), metadata={"query": " ".join(names)}, timeout=self._timeout)
        async with _given_up_after(self._timeout), self._session(READ_ACCESS) as session:
            with self._sending(names):
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
        """Carries the work out in one transaction, again after a deadlock or lost connection. ConstraintError: an id is taken.

        Once begun it goes on to its end, also when nobody waits for it any more: its caller could not tell what became of it.
        """
        writing = asyncio.create_task(self._write(workspace, name, work))
        self._writing.add(writing)
        writing.add_done_callback(self._written)
        return await asyncio.shield(writing)

    def _written(self, writing: asyncio.Task[Any]) -> None:
        self._writing.discard(writing)
        if not writing.cancelled():
            # Who waited for it was told; when nobody did, nobody is left to be told.
            writing.exception()

    async def _write(self, workspace: str, name: str, work: Callable[[Transaction], Awaitable[T]]) -> T:
        attempts = 0

        @unit_of_work(metadata={"command": name}, timeout=self._timeout)
        async def unit(transaction: AsyncManagedTransaction) -> T:
            nonlocal attempts
            attempts += 1
            if attempts > 1:
                self.watch.retried(WRITE_ACCESS)
            return await work(Transaction(transaction, workspace, self._sending))

        try:
            with self.watch.transaction(name):
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
            self.sessions += 1
            try:
                yield session
            finally:
                self.sessions -= 1

    async def close(self) -> None:
        await asyncio.gather(*self._writing, return_exceptions=True)
        await self._driver.close()


@asynccontextmanager
async def _given_up_after(seconds: float) -> AsyncIterator[None]:
    """TIMEOUT when the work takes longer. Neo4j itself ends what takes its time, but one that hangs ends nothing."""
    try:
        async with asyncio.timeout(seconds + GRACE_SECONDS):
            yield
    except TimeoutError as error:
        raise Timeout(TOO_LATE) from error


CANNOT_GO_ON = "Neo.DatabaseError.Transaction."
"""Neo4j's codes when it can neither begin nor end transactions: its disk is full, or was, and it waits to be started again."""


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
    if code.startswith(CANNOT_GO_ON):
        log.error("the store cannot go on: %s", error)
        return Unavailable("the store cannot be written to or read; its log says why")
    if isinstance(error, ClientError | DriverError | Neo4jError):
        log.error("the store refused a query: %s", error)
    return Internal("a fault of the service; its log has the details")
