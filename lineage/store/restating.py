"""What is counted of threads, made anew from their records: after they were written in bulk rather than by commands.

Who writes in bulk only counts runs and forks, and marks the threads: what happened in them is counted by the service in the background
(lineage/service/rolling_up.py), a few at a time, so that imports take no longer for it.
"""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from lineage.store.store import Transaction

RESTATING = (
    "forget_facts",
    "restate_departures",
    "restate_switches",
    "restate_rollbacks",
    "restate_handoffs",
    "restate_merge_backs",
    "restate_resume_failures",
    "settle_threads",
)
"""The queries that count what happened, in their order, each a statement: together they would take far longer to plan."""

THREADS_AT_ONCE = 500


async def count(transaction: Transaction, thread_ids: Sequence[str]) -> None:
    """Counts runs and forks of threads anew, in the transaction that wrote them, and marks the threads for restate_some."""
    for start in range(0, len(thread_ids), THREADS_AT_ONCE):
        await transaction.run("count_threads", restated=list(thread_ids[start : start + THREADS_AT_ONCE]))


async def restate_some(transaction: Transaction, most: int) -> int:
    """Counts anew what happened in some of the marked threads, under the locks of their trees, so that no command counts at the same
    time, and marks the hours that change by it. How many threads those were."""
    found = (await transaction.run("uncounted_threads", uncountedAtOnce=most))["uncounted"]
    if found:
        await transaction.run("lock_trees", lockRoots=[[root, 0] for root in sorted({root for _, root in found})], lockThreads=[])
        await _restate(transaction, [id for id, _ in found])
    return len(found)


async def _restate(transaction: Transaction, thread_ids: Sequence[str]) -> None:
    before = await _hours(transaction, thread_ids)
    for query in RESTATING:
        await transaction.run(query, restated=list(thread_ids))
    await _mark(transaction, before | await _hours(transaction, thread_ids))


async def forget(transaction: Transaction, root_ids: Sequence[str]) -> None:
    """Takes back what is counted of lineage trees that are about to be deleted."""
    threads = (await transaction.run("threads_of_trees", roots=list(root_ids)))["threadsOfTrees"]
    for start in range(0, len(threads), THREADS_AT_ONCE):
        some = threads[start : start + THREADS_AT_ONCE]
        await _mark(transaction, await _hours(transaction, some))
        await transaction.run("forget_facts", restated=some)


async def _hours(transaction: Transaction, thread_ids: Sequence[str]) -> set[Any]:
    return set((await transaction.run("hours_of_threads", restated=list(thread_ids)))["hoursOfThreads"])


async def _mark(transaction: Transaction, hours: set[Any]) -> None:
    if hours:
        await transaction.run("mark_late", mark=uuid4().hex, lateHours=list(hours))
