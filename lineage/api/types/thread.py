"""App threads."""

from typing import Annotated

import strawberry

from lineage.api.context import Info, selected
from lineage.api.exposing import exposes
from lineage.api.loaders import RunsPageKey
from lineage.api.pages import PageInfo, cursor_of, page_info, page_size, place_of
from lineage.api.types.handoff import ContextHandoff
from lineage.api.types.points import RunSegment
from lineage.api.types.provider import ProviderThread
from lineage.api.types.run import Checkpoint, Run, RunConnection, RunEdge, load_relations
from lineage.api.types.source_point import ContextSourcePoint, source_point
from lineage.api.types.time_travel import LineageEventConnection, ThreadAsOf, events_of, thread_as_of
from lineage.api.types.transfer import ContextTransfer
from lineage.domain import models
from lineage.domain.facts import ThreadFacts
from lineage.domain.history import head_ordinal, history_of, latest_stable
from lineage.domain.kinds import ContextTransferStatus, HandoffStatus, ParentRelationship
from lineage.domain.points import Point
from lineage.errors import Internal

Parent = strawberry.Parent[models.Thread]
ThreadRef = Annotated["Thread", strawberry.lazy("lineage.api.types.thread")]


@exposes(models.AppThreadLineage)
class AppThreadLineage:
    pass


@exposes(models.Thread)
class Thread:
    @strawberry.field(description="Runs recorded in this thread itself, oldest first; rolled-back ones only when asked for.")
    async def runs(
        self, root: Parent, info: Info, first: int | None = None, after: str | None = None, include_rolled_back: bool = False
    ) -> RunConnection:
        place = place_of("runs", after, int)
        key = RunsPageKey(root.id, place[0] if place else 0, page_size(first, info.context.settings), include_rolled_back)
        page = await info.context.loaders.runs_pages.load(key)
        await load_relations(page.entries, selected(info, "edges", "node"), info.context.loaders)
        edges = [RunEdge(cursor=cursor_of("runs", run.ordinal), node=run) for run in page.entries]
        return RunConnection(
            edges=edges, page_info=page_info([edge.cursor for edge in edges], page.has_next, after), total_count=page.total
        )

    @strawberry.field(description="The run of this thread itself with that ordinal, whatever became of it; null when there is none.")
    async def run(self, root: Parent, info: Info, ordinal: int) -> Run | None:
        found = await info.context.loaders.runs_at.load(Point(root.id, ordinal))
        return await info.context.loaders.runs.load(found[0]) if found else None

    @strawberry.field(description="The run that is PREPARING or RUNNING now, if any.")
    async def active_run(self, root: Parent, info: Info) -> Run | None:
        active = (await _facts(root, info)).active_run
        return await info.context.loaders.runs.load(active.id) if active else None

    @strawberry.field(
        description="The runs that make up this thread's history now: inherited up to its fork point, then its own, none rolled back."
    )
    async def history(self, root: Parent, info: Info) -> list[RunSegment]:
        return history_of(await _facts(root, info)).segments

    @strawberry.field(description="The highest own ordinal in the history; 0 when there is none.")
    async def head_ordinal(self, root: Parent, info: Info) -> int:
        facts = await _facts(root, info)
        return head_ordinal(facts, history_of(facts))

    @strawberry.field(
        description="The newest stable source point: the latest completed run that has a checkpoint, inherited ones included."
    )
    async def latest_stable(self, root: Parent, info: Info) -> ContextSourcePoint | None:
        facts = await _facts(root, info)
        return await source_point(latest_stable(facts, history_of(facts)), info.context.loaders)

    @strawberry.field
    async def provider_threads(self, root: Parent, info: Info) -> list[ProviderThread]:
        return await info.context.loaders.provider_threads_of.load(root.id)

    @strawberry.field(description="Transfers from and into this thread, in order of creation.")
    async def transfers(self, root: Parent, info: Info, status: list[ContextTransferStatus] | None = None) -> list[ContextTransfer]:
        found = await info.context.loaders.transfers_of.load(root.id)
        return [transfer for transfer in found if status is None or transfer.status in status]

    @strawberry.field(description="Handoffs into this thread's provider threads, in order of creation.")
    async def handoffs(self, root: Parent, info: Info, status: list[HandoffStatus] | None = None) -> list[ContextHandoff]:
        found = await info.context.loaders.handoffs_of.load(root.id)
        return [handoff for handoff in found if status is None or handoff.status in status]

    @strawberry.field(description="Checkpoints of its own runs, oldest run first.")
    async def checkpoints(self, root: Parent, info: Info) -> list[Checkpoint]:
        return await info.context.loaders.checkpoints_of.load(root.id)

    @strawberry.field(description="Forks of it and subagents' threads that its runs spawned, in order of creation.")
    async def children(self, root: Parent, info: Info, relationship: ParentRelationship | None = None) -> list[ThreadRef]:
        found = await info.context.loaders.children.load(root.id)
        return [child for child in found if relationship is None or child.lineage.relationship_to_parent is relationship]

    @strawberry.field(description="Its parent, its parent's parent and so on up to the root.")
    async def ancestors(self, root: Parent, info: Info) -> list[ThreadRef]:
        return await info.context.loaders.ancestors.load(root.id)

    @strawberry.field(description="The thread as it was at one of its versions; BAD_INPUT for a version that it never had.")
    async def as_of(self, root: Parent, info: Info, version: int) -> ThreadAsOf:
        return await thread_as_of(root, info, version)

    @strawberry.field(description="What changed the thread, one event a version, oldest first.")
    async def events(self, root: Parent, info: Info, first: int | None = None, after: str | None = None) -> LineageEventConnection:
        return await events_of(root, info, first, after)


async def _facts(root: models.Thread, info: Info) -> ThreadFacts:
    facts = await info.context.loaders.facts.load(root.id)
    if facts is None:
        raise Internal(f"thread {root.id!r} has no facts")
    return facts


@strawberry.type
class ThreadEdge:
    cursor: str
    node: Thread


@strawberry.type
class ThreadConnection:
    edges: list[ThreadEdge]
    page_info: PageInfo
    total_count: int
