"""Transactions that wait for each other: Neo4j ends one, which is tried again; not without end."""

import asyncio
import time

import pytest
from neo4j.exceptions import TransientError

from lineage.app import open_store
from lineage.errors import Unavailable
from lineage.store.store import Transaction
from tests.running import Neo4jAddress, RunningService, fresh

RETRY_SECONDS = 2
PATIENCE = 60


async def test_a_deadlock_is_resolved_by_another_try(service: RunningService, neo4j_address: Neo4jAddress) -> None:
    first, second = fresh("first"), fresh("second")
    for thread in (first, second):
        service.mutate("createThread", "thread { id }", id=thread)
    store = await open_store(neo4j_address.settings(query_timeout_seconds=60, retry_seconds=30))
    both_hold_one = asyncio.Barrier(2)
    tries: list[str] = []

    async def locked(*threads: str) -> None:
        async def work(transaction: Transaction) -> None:
            tries.append(threads[0])
            await transaction.run("hold_lock", root=threads[0])
            if tries.count(threads[0]) == 1:
                await both_hold_one.wait()
            await transaction.run("hold_lock", root=threads[1])

        await store.write(service.service.settings.workspace, "test", work)

    try:
        async with asyncio.timeout(2 * PATIENCE):
            await asyncio.gather(locked(first, second), locked(second, first))
    finally:
        await store.close()
    assert len(tries) > 2


async def test_what_fails_each_time_is_given_up(neo4j_address: Neo4jAddress) -> None:
    store = await open_store(neo4j_address.settings(retry_seconds=RETRY_SECONDS))
    tries = 0

    async def work(transaction: Transaction) -> None:
        nonlocal tries
        tries += 1
        await transaction.run("ping")
        raise TransientError("this transaction never comes through")

    before = time.monotonic()
    try:
        with pytest.raises(Unavailable):
            await store.write("", "test", work)
    finally:
        await store.close()
    assert tries > 1
    assert time.monotonic() - before < RETRY_SECONDS + PATIENCE
