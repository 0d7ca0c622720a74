"""threads: pages of a workspace's threads in several orders, each read from an index that has that order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lineage.domain.kinds import Direction, ThreadOrder
from lineage.domain.models import Thread
from lineage.store import views_codec
from lineage.store.store import Store

_QUERIES = {
    (ThreadOrder.CREATED, Direction.DESCENDING): "threads_newest",
    (ThreadOrder.CREATED, Direction.ASCENDING): "threads_oldest",
    (ThreadOrder.ACTIVITY, Direction.DESCENDING): "threads_last_active",
    (ThreadOrder.ACTIVITY, Direction.ASCENDING): "threads_longest_idle",
    (ThreadOrder.RUNS, Direction.DESCENDING): "threads_most_runs",
    (ThreadOrder.RUNS, Direction.ASCENDING): "threads_fewest_runs",
    (ThreadOrder.FORKS, Direction.DESCENDING): "threads_most_forks",
    (ThreadOrder.FORKS, Direction.ASCENDING): "threads_fewest_forks",
}

PLACED_BY: Mapping[ThreadOrder, Callable[[Thread], Any]] = {
    ThreadOrder.CREATED: lambda thread: thread.created_at,
    ThreadOrder.ACTIVITY: lambda thread: thread.updated_at,
    ThreadOrder.RUNS: lambda thread: thread.run_count,
    ThreadOrder.FORKS: lambda thread: thread.fork_count,
}
"""What a thread's place in each order goes by, before its id."""


@dataclass(frozen=True, slots=True)
class ThreadList:
    """A page of a list. after is a place: what it is ordered by, and the id."""

    order: ThreadOrder
    direction: Direction
    first: int
    after: tuple[Any, str] | None


@dataclass(frozen=True, slots=True)
class ThreadFilter:
    """Which threads a list has; title_contains does not regard case."""

    roots_only: bool = False
    provider: str | None = None
    title_contains: str | None = None


@dataclass(frozen=True, slots=True)
class ThreadsPage:
    """One thread more than asked for when another page follows. total is 0 where it was not asked for."""

    threads: tuple[Thread, ...]
    total: int


async def threads_page(store: Store, workspace: str, asked: ThreadList, wanted: ThreadFilter, total: bool) -> ThreadsPage:
    """A page of threads in their order, by one statement."""
    found = await store.read(
        workspace,
        _QUERIES[asked.order, asked.direction],
        "threads_total",
        pageFirst=asked.first,
        pageAfter=list(asked.after) if asked.after else None,
        rootsOnly=wanted.roots_only,
        provider=wanted.provider,
        titleContains=wanted.title_contains.lower() if wanted.title_contains else None,
        totalWanted=total,
    )
    threads = [views_codec.thread(row) for row in found["threadsPage"]]
    placed_by = PLACED_BY[asked.order]
    threads.sort(key=lambda thread: (placed_by(thread), thread.id), reverse=asked.direction is Direction.DESCENDING)
    return ThreadsPage(tuple(threads), found["threadsTotal"])
