"""Questions about starts, rollbacks and how content and threads hang together. None of them writes anything."""

from lineage.client.caller import Caller
from lineage.client.inputs import StalenessPolicyInput
from lineage.client.models import (
    ContextSourcePoint,
    ForkTree,
    HandoffPreview,
    Provenance,
    RollbackImpact,
    StartContextResolution,
    ThreadDiff,
)
from lineage.client.variables import as_variables


class LineageQuestions(Caller):
    """Start decisions, rollback impact, fork trees, differences and provenance."""

    async def resolve_start_context(
        self,
        *,
        thread_id: str,
        provider: str,
        model: str | None = None,
        runtime_mode: str | None = None,
        clean_context: bool = False,
        message: str | None = None,
        policy: StalenessPolicyInput | None = None,
    ) -> StartContextResolution:
        """How a run would start. NOT_FOUND for the thread or the provider, ACTIVE_RUN while a run is active."""
        given = {
            "thread_id": thread_id,
            "provider": provider,
            "model": model,
            "runtime_mode": runtime_mode,
            "clean_context": clean_context,
            "message": message,
            "policy": policy,
        }
        return await self._ask("resolve_start_context", "resolveStartContext", StartContextResolution, input=as_variables(given))

    async def handoff_previews(
        self,
        *,
        thread_id: str,
        provider: str,
        model: str | None = None,
        runtime_mode: str | None = None,
        clean_context: bool = False,
        message: str | None = None,
        policy: StalenessPolicyInput | None = None,
    ) -> tuple[HandoffPreview, ...]:
        """What a run would be told if it started now, in order. Its errors are those of resolve_start_context."""
        given = {
            "thread_id": thread_id,
            "provider": provider,
            "model": model,
            "runtime_mode": runtime_mode,
            "clean_context": clean_context,
            "message": message,
            "policy": policy,
        }
        return await self._ask("handoff_previews", "handoffPreviews", tuple[HandoffPreview, ...], input=as_variables(given))

    async def rollback_impact(self, thread_id: str, to_ordinal: int) -> RollbackImpact:
        """What a rollback would invalidate. Its errors are those of rollback_thread."""
        return await self._ask("rollback_impact", "rollbackImpact", RollbackImpact, thread_id=thread_id, to_ordinal=to_ordinal)

    async def fork_tree(
        self, root_thread_id: str, *, max_depth: int | None = None, first: int | None = None, after: str | None = None
    ) -> ForkTree:
        """A thread and all below it, max_depth levels or all. NOT_FOUND; BAD_INPUT for a page or depth that cannot be."""
        return await self._ask(
            "fork_tree", "forkTree", ForkTree, root_thread_id=root_thread_id, max_depth=max_depth, first=first, after=after
        )

    async def merge_base(self, first: str, second: str) -> ContextSourcePoint | None:
        """The newest point that both threads' histories share; None when they share none. NOT_FOUND for either."""
        return await self._find("merge_base", "mergeBase", ContextSourcePoint, first=first, second=second)

    async def thread_diff(self, first: str, second: str) -> ThreadDiff:
        """What only one of two threads' histories holds. NOT_FOUND for either."""
        return await self._ask("thread_diff", "threadDiff", ThreadDiff, first=first, second=second)

    async def provenance(self, run_id: str, *, max_depth: int | None = None) -> Provenance:
        """Every run whose content can have reached a run, by at most max_depth steps. NOT_FOUND; BAD_INPUT for a depth that cannot be."""
        return await self._ask("provenance", "provenance", Provenance, run_id=run_id, max_depth=max_depth)
