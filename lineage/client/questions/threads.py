"""Questions about threads and what is in them. Those by a thread's id give None when there is no such thread."""

from collections.abc import Sequence

from lineage.client.caller import Caller
from lineage.client.models import (
    Checkpoint,
    ContextHandoff,
    ContextTransfer,
    LineageEvent,
    Page,
    Run,
    RunDetails,
    SearchPage,
    Thread,
    ThreadAsOf,
    ThreadDetails,
)
from lineage.domain.kinds import ContextTransferStatus, Direction, HandoffStatus, ParentRelationship, SearchKind, ThreadOrder


class ThreadQuestions(Caller):
    """Threads, their runs, transfers, handoffs, checkpoints, relatives and versions."""

    async def thread(self, id: str) -> ThreadDetails | None:
        """A thread with its history, its newest stable point, the run that is active, and its agents' sessions with what they know."""
        return await self._find("thread", "thread", ThreadDetails, id=id)

    async def threads(
        self,
        *,
        first: int | None = None,
        after: str | None = None,
        roots_only: bool = False,
        provider: str | None = None,
        title_contains: str | None = None,
        order_by: ThreadOrder = ThreadOrder.CREATED,
        direction: Direction = Direction.DESCENDING,
    ) -> Page[Thread]:
        """Threads by creation, newest first, or in another order. title_contains does not regard case. BAD_INPUT for a bad page."""
        return await self._ask(
            "threads",
            "threads",
            Page[Thread],
            first=first,
            after=after,
            roots_only=roots_only,
            provider=provider,
            title_contains=title_contains,
            order_by=order_by,
            direction=direction,
        )

    async def search(
        self,
        query: str,
        *,
        kinds: Sequence[SearchKind] | None = None,
        thread_id: str | None = None,
        root_thread_id: str | None = None,
        first: int | None = None,
        after: str | None = None,
    ) -> SearchPage:
        """Titles, messages, summaries and items that hold all words, "phrases" and beginnings* of the query, those that fit best first.

        BAD_INPUT for a query that cannot be read, and for a page that cannot be.
        """
        return await self._ask(
            "search",
            "search",
            SearchPage,
            query=query,
            kinds=kinds,
            thread_id=thread_id,
            root_thread_id=root_thread_id,
            first=first,
            after=after,
        )

    async def thread_runs(
        self, id: str, *, first: int | None = None, after: str | None = None, include_rolled_back: bool = False
    ) -> Page[Run] | None:
        """Runs recorded in the thread itself, oldest first; rolled-back ones only when asked for. BAD_INPUT for a page that cannot be."""
        return await self._find(
            "thread_runs", "thread.runs", Page[Run], id=id, first=first, after=after, include_rolled_back=include_rolled_back
        )

    async def thread_run(self, id: str, ordinal: int) -> RunDetails | None:
        """The run of the thread itself with that ordinal, whatever became of it. None also when there is no such run."""
        return await self._find("thread_run", "thread.run", RunDetails, id=id, ordinal=ordinal)

    async def thread_transfers(
        self, id: str, *, status: Sequence[ContextTransferStatus] | None = None
    ) -> tuple[ContextTransfer, ...] | None:
        """Transfers from and into the thread, in order of creation; those with one of these statuses, or all."""
        return await self._find("thread_transfers", "thread.transfers", tuple[ContextTransfer, ...], id=id, status=status)

    async def thread_handoffs(self, id: str, *, status: Sequence[HandoffStatus] | None = None) -> tuple[ContextHandoff, ...] | None:
        """Handoffs into the thread's provider threads, in order of creation; those with one of these statuses, or all."""
        return await self._find("thread_handoffs", "thread.handoffs", tuple[ContextHandoff, ...], id=id, status=status)

    async def thread_checkpoints(self, id: str) -> tuple[Checkpoint, ...] | None:
        """Checkpoints of the thread's own runs, oldest run first."""
        return await self._find("thread_checkpoints", "thread.checkpoints", tuple[Checkpoint, ...], id=id)

    async def thread_children(self, id: str, *, relationship: ParentRelationship | None = None) -> tuple[Thread, ...] | None:
        """Forks of it and subagents' threads that its runs spawned, in order of creation."""
        return await self._find("thread_children", "thread.children", tuple[Thread, ...], id=id, relationship=relationship)

    async def thread_ancestors(self, id: str) -> tuple[Thread, ...] | None:
        """Its parent, its parent's parent and so on up to the root."""
        return await self._find("thread_ancestors", "thread.ancestors", tuple[Thread, ...], id=id)

    async def thread_as_of(self, id: str, version: int) -> ThreadAsOf | None:
        """The thread as it was at one of its versions. BAD_INPUT for a version that it never had."""
        return await self._find("thread_as_of", "thread.asOf", ThreadAsOf, id=id, version=version)

    async def thread_events(self, id: str, *, first: int | None = None, after: str | None = None) -> Page[LineageEvent] | None:
        """What changed the thread, one event a version, oldest first. BAD_INPUT for a page that cannot be."""
        return await self._find("thread_events", "thread.events", Page[LineageEvent], id=id, first=first, after=after)
