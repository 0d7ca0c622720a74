"""Providers and their native threads."""

from typing import Annotated

import strawberry

from lineage.api.context import Info
from lineage.api.exposing import exposes
from lineage.api.types.handoff import ContextHandoff
from lineage.api.types.points import RunSegment
from lineage.api.types.source_point import ContextSourcePoint, source_point
from lineage.api.types.start import Staleness
from lineage.domain import models
from lineage.domain.coverage import Coverage, coverage_of, handoffs_in_effect
from lineage.domain.facts import ProviderThreadFacts, ThreadFacts
from lineage.domain.history import history_of
from lineage.domain.ranges import highest, lowest
from lineage.domain.staleness import ResumeRequest
from lineage.errors import Internal

Parent = strawberry.Parent[models.ProviderThread]


@exposes(models.Provider)
class Provider:
    pass


@strawberry.type(description="What a provider thread knows of its app thread's present history, and how.")
class ProviderThreadCoverage:
    provider_thread_id: strawberry.ID
    native_run_ordinals: list[int]
    handoff_ids: list[strawberry.ID]
    divergent_run_ordinals: list[int]

    @strawberry.field(description="The handoffs that it received and that still count, in order of delivery.")
    async def handoffs(self, root: strawberry.Parent[Coverage], info: Info) -> list[ContextHandoff]:
        return await info.context.loaders.handoffs.load_many(list(root.handoff_ids))

    @strawberry.field(description="Everything it knows of the thread's history, by any way, in history order.")
    def covered(self, root: strawberry.Parent[Coverage]) -> list[RunSegment]:
        return root.covered.segments

    @strawberry.field(
        description="What it does not know of the thread's history, in history order: what a delta handoff would have to cover."
    )
    def missing(self, root: strawberry.Parent[Coverage]) -> list[RunSegment]:
        return root.missing.segments

    @strawberry.field(
        description="All that it holds natively up to and with this point it knows as a summary only, which its agent made; "
        "null when it was not compacted. What is covered stays covered."
    )
    async def compacted_through(self, root: strawberry.Parent[Coverage], info: Info) -> ContextSourcePoint | None:
        return await source_point(root.compacted_through, info.context.loaders)


@exposes(models.Compaction)
class Compaction:
    pass


@exposes(models.ProviderThread, hide=("forked_from_id",))
class ProviderThread:
    @strawberry.field(description="The lowest of coverage.nativeRunOrdinals; what lies between it and the highest need not be known.")
    async def first_run_ordinal(self, root: Parent, info: Info) -> int | None:
        return lowest((await _facts(root, info))[1].live_runs)

    @strawberry.field(description="The highest of coverage.nativeRunOrdinals.")
    async def last_run_ordinal(self, root: Parent, info: Info) -> int | None:
        return highest((await _facts(root, info))[1].live_runs)

    @strawberry.field
    async def handoff_ids(self, root: Parent, info: Info) -> list[strawberry.ID]:
        return [strawberry.ID(handoff.id) for handoff in (await _facts(root, info))[1].live_handoffs]

    @strawberry.field(
        description="The handoffs whose texts the native session builds on, in the order in which it got them: those of the sessions that "
        "it was forked from or adopted, then its own live ones. A program that does not keep them in the session is given all at each turn."
    )
    async def handoffs_in_effect(self, root: Parent, info: Info) -> list[ContextHandoff]:
        _, provider_thread = await _facts(root, info)
        of_sources = await info.context.loaders.source_handoffs.load(root.id) if provider_thread.took_along else []
        return await info.context.loaders.handoffs.load_many(list(handoffs_in_effect(provider_thread, of_sources)))

    @strawberry.field(
        description="The last provider turn that is in the native session now, that of a rolled-back run too while the session holds it; "
        "of a fork without runs of its own the source run's. Null where none was given. What lies behind it there nobody recorded."
    )
    async def last_turn_ref(self, root: Parent, info: Info) -> str | None:
        return await info.context.loaders.last_turns.load(root.id)

    @strawberry.field(description="The provider thread that this one was natively forked from, or whose native thread it adopted.")
    async def forked_from(
        self, root: Parent, info: Info
    ) -> Annotated["ProviderThread", strawberry.lazy("lineage.api.types.provider")] | None:
        return await info.context.loaders.provider_threads.load(root.forked_from_id) if root.forked_from_id else None

    @strawberry.field(
        description="How its agent made summaries of what it held, in order of recording, those through runs rolled back since included."
    )
    async def compactions(self, root: Parent, info: Info) -> list[Compaction]:
        return await info.context.loaders.compactions_of.load(root.id)

    @strawberry.field
    async def coverage(self, root: Parent, info: Info) -> ProviderThreadCoverage:
        facts, provider_thread = await _facts(root, info)
        return coverage_of(provider_thread, history_of(facts))

    @strawberry.field(description="Whether it is fit to be resumed, judged alone, without pending transfers.")
    async def staleness(
        self, root: Parent, info: Info, model: str | None = None, runtime_mode: str | None = None, clean_context: bool = False
    ) -> Staleness:
        facts, provider_thread = await _facts(root, info)
        provider = await info.context.loaders.providers.load(root.provider)
        assert provider is not None
        request = ResumeRequest(model, runtime_mode, clean_context)
        return await info.context.questions.staleness(facts, provider_thread, provider, request)


async def _facts(root: models.ProviderThread, info: Info) -> tuple[ThreadFacts, ProviderThreadFacts]:
    facts = await info.context.loaders.facts.load(root.thread_id)
    for provider_thread in facts.provider_threads if facts else ():
        if provider_thread.id == root.id and facts is not None:
            return facts, provider_thread
    raise Internal(f"provider thread {root.id!r} has no thread")
