"""The questions of the API."""

from datetime import datetime
from typing import Annotated

import strawberry

from lineage.api.arguments import id_argument, moment
from lineage.api.context import Info, selects
from lineage.api.pages import cursor_of, page_info, page_size, place_of
from lineage.api.types.handoff import ContextHandoff
from lineage.api.types.impact import RollbackImpact
from lineage.api.types.lineage import ForkTree, Provenance, ProvenanceEdge, ThreadDiff
from lineage.api.types.provider import Provider, ProviderThread
from lineage.api.types.run import Checkpoint, Run, runs_by_id
from lineage.api.types.search import SearchConnection, search_connection
from lineage.api.types.source_point import ContextSourcePoint, source_point
from lineage.api.types.stale import StaleProviderThreadConnection, stale_page
from lineage.api.types.start import HandoffPreview, StartContextResolution
from lineage.api.types.stats import StatsBucket
from lineage.api.types.thread import Thread, ThreadConnection
from lineage.api.types.thread_list import thread_page
from lineage.api.types.transfer import ContextTransfer
from lineage.domain.kinds import Direction, SearchKind, StatsDimension, StatsInterval, ThreadOrder
from lineage.service.inputs import StartContextInput
from lineage.service.thread_lists import ThreadFilter


@strawberry.type
class Query:
    @strawberry.field
    async def thread(self, info: Info, id: strawberry.ID) -> Thread | None:
        id = id_argument("id", id)
        if selects(info, "history", "headOrdinal", "latestStable", "activeRun"):
            await info.context.prime_thread(id)
        return await info.context.loaders.threads.load(id)

    @strawberry.field(
        description="Threads by creation, newest first, or in another order: by ACTIVITY (the last change, updatedAt), RUNS "
        "(runCount) or FORKS (forkCount); equal ones by id. A cursor is of one order and direction. titleContains does not regard case."
    )
    async def threads(
        self,
        info: Info,
        first: int | None = None,
        after: str | None = None,
        roots_only: bool = False,
        provider: str | None = None,
        title_contains: str | None = None,
        order_by: ThreadOrder = ThreadOrder.CREATED,
        direction: Direction = Direction.DESCENDING,
    ) -> ThreadConnection:
        return await thread_page(info, first, after, order_by, direction, ThreadFilter(roots_only, provider, title_contains))

    @strawberry.field(
        description="What happened from one moment to before another, by hours, days, weeks (from Monday) or months of UTC; the first and "
        "last bucket are cut at from and to. Without groupBy every bucket is there, also where nothing happened; with it those of each "
        "provider or model in which something did. BAD_INPUT for a range that is none, or with more buckets than the settings allow."
    )
    async def stats(
        self,
        info: Info,
        start: Annotated[datetime, strawberry.argument(name="from")],
        end: Annotated[datetime, strawberry.argument(name="to")],
        bucket: StatsInterval,
        group_by: list[StatsDimension] | None = None,
    ) -> list[StatsBucket]:
        return await info.context.dashboards.stats(moment("from", start), moment("to", end), bucket, group_by or ())

    @strawberry.field(
        description="The provider threads that are stale now, by the rules and limits of ProviderThread.staleness without model, mode or "
        "clean context, by id; those of one provider where it is given."
    )
    async def stale_provider_threads(
        self, info: Info, first: int | None = None, after: str | None = None, provider: str | None = None
    ) -> StaleProviderThreadConnection:
        return await stale_page(info, first, after, provider)

    @strawberry.field(
        description="Titles, messages, summaries and items that hold all words of the query, those that fit best first, of equal ones the "
        'newest. A query has words, "phrases" and beginnings*; neither case nor accents are regarded. kinds left out means all of them, '
        "threadId finds texts of this thread only, rootThreadId those of its whole tree. At most 100 in a page."
    )
    async def search(
        self,
        info: Info,
        query: str,
        kinds: list[SearchKind] | None = None,
        thread_id: strawberry.ID | None = None,
        root_thread_id: strawberry.ID | None = None,
        first: int | None = None,
        after: str | None = None,
    ) -> SearchConnection:
        return await search_connection(info, query, kinds, thread_id, root_thread_id, first, after)

    @strawberry.field
    async def run(self, info: Info, id: strawberry.ID) -> Run | None:
        return await info.context.loaders.runs.load(id_argument("id", id))

    @strawberry.field
    async def provider_thread(self, info: Info, id: strawberry.ID) -> ProviderThread | None:
        id = id_argument("id", id)
        if selects(info, "coverage", "staleness", "firstRunOrdinal", "lastRunOrdinal", "handoffIds", "handoffsInEffect"):
            await info.context.prime_provider_thread(id)
        return await info.context.loaders.provider_threads.load(id)

    @strawberry.field
    async def context_transfer(self, info: Info, id: strawberry.ID) -> ContextTransfer | None:
        return await info.context.loaders.transfers.load(id_argument("id", id))

    @strawberry.field
    async def context_handoff(self, info: Info, id: strawberry.ID) -> ContextHandoff | None:
        return await info.context.loaders.handoffs.load(id_argument("id", id))

    @strawberry.field
    async def checkpoint(self, info: Info, id: strawberry.ID) -> Checkpoint | None:
        return await info.context.loaders.checkpoints.load(id_argument("id", id))

    @strawberry.field(description="Every provider that was registered or comes with the service, by kind.")
    async def providers(self, info: Info) -> list[Provider]:
        return await info.context.questions.all_providers()

    @strawberry.field(description="Decides how a run would start. Writes nothing.")
    async def resolve_start_context(self, info: Info, input: StartContextInput) -> StartContextResolution:
        return await info.context.questions.resolve_start_context(input)

    @strawberry.field(
        description="What a run would be told if it started now: the handoffs of resolveStartContext in the order in which the run would "
        "get them, each with the text of the local summarizer. Empty when it needs none. Writes nothing."
    )
    async def handoff_previews(self, info: Info, input: StartContextInput) -> list[HandoffPreview]:
        return await info.context.questions.handoff_previews(input)

    @strawberry.field(description="Answers what a rollback would invalidate. Writes nothing.")
    async def rollback_impact(self, info: Info, thread_id: strawberry.ID, to_ordinal: int) -> RollbackImpact:
        return await info.context.questions.rollback_impact(id_argument("threadId", thread_id), to_ordinal)

    @strawberry.field(description="A thread and all below it; maxDepth counts levels below it.")
    async def fork_tree(
        self,
        info: Info,
        root_thread_id: strawberry.ID,
        max_depth: int | None = None,
        first: int | None = None,
        after: str | None = None,
    ) -> ForkTree:
        most = info.context.settings.max_tree_nodes
        size = most if first is None else page_size(first, info.context.settings, most)
        total, nodes = await info.context.questions.fork_tree(
            id_argument("rootThreadId", root_thread_id), max_depth, size, place_of("tree", after, int, int)
        )
        cursors = [cursor_of("tree", *place) for place, _ in (*nodes[:1], *nodes[:size][-1:])]
        return ForkTree(
            root_thread_id=root_thread_id,
            nodes=[node for _, node in nodes[:size]],
            total_count=total,
            page_info=page_info(cursors, len(nodes) > size, after),
        )

    @strawberry.field(description="The newest point that both threads' histories share; null when they share none.")
    async def merge_base(self, info: Info, first: strawberry.ID, second: strawberry.ID) -> ContextSourcePoint | None:
        histories = await info.context.questions.histories(id_argument("first", first), id_argument("second", second))
        return await source_point(histories[0].keep(histories[1].points).last, info.context.loaders)

    @strawberry.field(description="What only one of two threads' histories holds, and the newest point that they share.")
    async def thread_diff(self, info: Info, first: strawberry.ID, second: strawberry.ID) -> ThreadDiff:
        one, other = await info.context.questions.histories(id_argument("first", first), id_argument("second", second))
        return ThreadDiff(
            base=await source_point(one.keep(other.points).last, info.context.loaders),
            only_in_first=one.without(other.points).segments,
            only_in_second=other.without(one.points).segments,
        )

    @strawberry.field(description="Every run whose content can have reached a run, by at most maxDepth steps.")
    async def provenance(self, info: Info, run_id: strawberry.ID, max_depth: int | None = None) -> Provenance:
        flow, origins = await info.context.questions.provenance(id_argument("runId", run_id), max_depth)
        return Provenance(
            run_id=run_id,
            sources=await runs_by_id(info, [flow.runs[point].id for point in origins.sources], "sources"),
            edges=[
                ProvenanceEdge(
                    from_run_id=strawberry.ID(flow.runs[step.source].id),
                    to_run_id=strawberry.ID(flow.runs[step.target].id),
                    via=step.via,
                    handoff_id=strawberry.ID(step.handoff_id) if step.handoff_id else None,
                    native=step.native,
                )
                for step in origins.steps
            ],
            truncated=origins.truncated,
        )
