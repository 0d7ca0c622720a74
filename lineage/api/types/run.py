"""Runs, their items and checkpoints."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import strawberry

from lineage.api.context import Info, selected
from lineage.api.exposing import exposes
from lineage.api.loaders import ItemsPageKey, Loaders, ready, ready_many
from lineage.api.pages import PageInfo, cursor_of, page_info, page_size, place_of
from lineage.domain import models

if TYPE_CHECKING:
    from lineage.api.types.handoff import ContextHandoff
    from lineage.api.types.provider import ProviderThread


@exposes(models.TurnItem)
class TurnItem:
    pass


@strawberry.type
class TurnItemEdge:
    cursor: str
    node: TurnItem


@strawberry.type
class TurnItemConnection:
    edges: list[TurnItemEdge]
    page_info: PageInfo
    total_count: int


@exposes(models.Checkpoint)
class Checkpoint:
    pass


@exposes(models.Run, hide=("handoff_ids", "checkpoint_id"))
class Run:
    @strawberry.field
    def provider_thread(
        self, root: strawberry.Parent[models.Run], info: Info
    ) -> Annotated["ProviderThread", strawberry.lazy("lineage.api.types.provider")] | None:
        return ready(info.context.loaders.provider_threads, root.provider_thread_id) if root.provider_thread_id else None

    @strawberry.field(
        description="Every handoff that this run consumes: contextHandoffId's, and those of merge-backs and subagent results."
    )
    def context_handoffs(
        self, root: strawberry.Parent[models.Run], info: Info
    ) -> list[Annotated["ContextHandoff", strawberry.lazy("lineage.api.types.handoff")]]:
        return ready_many(info.context.loaders.handoffs, root.handoff_ids)

    @strawberry.field
    def checkpoint(self, root: strawberry.Parent[models.Run], info: Info) -> Checkpoint | None:
        return ready(info.context.loaders.checkpoints, root.checkpoint_id) if root.checkpoint_id else None

    @strawberry.field(description="What happened in the run, in order, by pages.")
    async def items(
        self, root: strawberry.Parent[models.Run], info: Info, first: int | None = None, after: str | None = None
    ) -> TurnItemConnection:
        size = page_size(first, info.context.settings)
        place = place_of("items", after, int)
        page = await info.context.loaders.items_pages.load(ItemsPageKey(root.id, place[0] if place else -1, size))
        edges = [TurnItemEdge(cursor=cursor_of("items", index), node=item) for index, item in page.entries]
        return TurnItemConnection(
            edges=edges, page_info=page_info([edge.cursor for edge in edges], page.has_next, after), total_count=page.total
        )


@strawberry.type
class RunEdge:
    cursor: str
    node: Run


@strawberry.type
class RunConnection:
    edges: list[RunEdge]
    page_info: PageInfo
    total_count: int


class RunId(NamedTuple):
    """A run of which nothing but its id is asked."""

    id: str


async def runs_by_id(info: Info, ids: Sequence[str], *path: str) -> list[Run]:
    """Runs that are there, read as far as the selection at the path below the field asks for them."""
    asked = selected(info, *path)
    if not asked:
        return []
    if asked <= {"id", "__typename"}:
        return [RunId(id) for id in ids]
    return [run for run in await info.context.loaders.runs.load_many(list(ids)) if run is not None]


async def load_relations(runs: Sequence[models.Run], asked: set[str], loaders: Loaders) -> None:
    """Loads the relations that are asked of runs, all at once: each field then finds its own there, and nothing has to be awaited for
    each run. What cannot be loaded is told by the fields."""
    wanted: list[Awaitable[Any]] = []
    if "providerThread" in asked:
        wanted += [loaders.provider_threads.load(run.provider_thread_id) for run in runs if run.provider_thread_id]
    if "contextHandoffs" in asked:
        wanted += [loaders.handoffs.load(id) for run in runs for id in run.handoff_ids]
    if "checkpoint" in asked:
        wanted += [loaders.checkpoints.load(run.checkpoint_id) for run in runs if run.checkpoint_id]
    await asyncio.gather(*wanted, return_exceptions=True)
