"""Runs, their items and checkpoints."""

from typing import TYPE_CHECKING, Annotated

import strawberry

from lineage.api.context import Info
from lineage.api.exposing import exposes
from lineage.api.loaders import ItemsPageKey
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
    async def provider_thread(
        self, root: strawberry.Parent[models.Run], info: Info
    ) -> Annotated["ProviderThread", strawberry.lazy("lineage.api.types.provider")] | None:
        return await info.context.loaders.provider_threads.load(root.provider_thread_id) if root.provider_thread_id else None

    @strawberry.field(
        description="Every handoff that this run consumes: contextHandoffId's, and those of merge-backs and subagent results."
    )
    async def context_handoffs(
        self, root: strawberry.Parent[models.Run], info: Info
    ) -> list[Annotated["ContextHandoff", strawberry.lazy("lineage.api.types.handoff")]]:
        return await info.context.loaders.handoffs.load_many(list(root.handoff_ids))

    @strawberry.field
    async def checkpoint(self, root: strawberry.Parent[models.Run], info: Info) -> Checkpoint | None:
        return await info.context.loaders.checkpoints.load(root.checkpoint_id) if root.checkpoint_id else None

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
