"""A thread as it was, and what changed it since (design 6, as of version v)."""

import strawberry

from lineage.api.context import Info
from lineage.api.exposing import exposes
from lineage.api.pages import PageInfo, cursor_of, page_info, page_size, place_of
from lineage.api.types.points import RunSegment
from lineage.api.types.provider import ProviderThreadCoverage
from lineage.api.types.source_point import ContextSourcePoint, source_point
from lineage.domain import models
from lineage.domain.coverage import coverage_of
from lineage.domain.facts import ThreadFacts
from lineage.domain.history import head_ordinal, history_of, latest_stable
from lineage.errors import BadInput
from lineage.store import views_codec


@exposes(models.LineageEvent)
class LineageEvent:
    pass


@strawberry.type
class LineageEventEdge:
    cursor: str
    node: LineageEvent


@strawberry.type
class LineageEventConnection:
    edges: list[LineageEventEdge]
    page_info: PageInfo
    total_count: int


@strawberry.type(description="A thread at one of its versions. The inherited part of a history never changes.")
class ThreadAsOf:
    thread_id: strawberry.ID
    version: int
    facts: strawberry.Private[ThreadFacts]

    @strawberry.field(description="The runs that made up its history then.")
    def history(self) -> list[RunSegment]:
        return history_of(self.facts).segments

    @strawberry.field
    def head_ordinal(self) -> int:
        return head_ordinal(self.facts, history_of(self.facts))

    @strawberry.field(description="The newest stable point then: own runs count by what had ended and had a checkpoint at that version.")
    async def latest_stable(self, info: Info) -> ContextSourcePoint | None:
        return await source_point(latest_stable(self.facts, history_of(self.facts)), info.context.loaders)

    @strawberry.field(description="What each provider thread knew then; those made later are left out.")
    def coverage(self) -> list[ProviderThreadCoverage]:
        history = history_of(self.facts)
        return [coverage_of(provider_thread, history) for provider_thread in self.facts.provider_threads]


async def thread_as_of(root: models.Thread, info: Info, version: int) -> ThreadAsOf:
    """BAD_INPUT for a version below 1 or above the thread's present one."""
    if not 1 <= version <= root.version:
        raise BadInput(f"thread {root.id!r} has no version {version}: expected 1 to {root.version}")
    facts = await info.context.questions.thread_facts([root.id], as_of=version)
    return ThreadAsOf(thread_id=strawberry.ID(root.id), version=version, facts=facts[root.id])


async def events_of(root: models.Thread, info: Info, first: int | None, after: str | None) -> LineageEventConnection:
    size = page_size(first, info.context.settings)
    place = place_of("events", after, int)
    page = (
        await info.context.questions.read("events_page", eventsThreadId=root.id, eventsAfter=place[0] if place else 0, eventsFirst=size)
    )["eventsPage"]
    events = sorted((views_codec.event(row) for row in page["events"]), key=lambda event: event.version)
    edges = [LineageEventEdge(cursor=cursor_of("events", event.version), node=event) for event in events[:size]]
    info_of_page = page_info([edge.cursor for edge in edges], len(events) > size, after)
    return LineageEventConnection(edges=edges, page_info=info_of_page, total_count=page["total"])
