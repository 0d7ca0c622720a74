"""Context handoffs."""

from typing import Annotated

import strawberry

from lineage.api.context import Info
from lineage.api.exposing import exposes
from lineage.api.types.points import OrdinalRange
from lineage.domain import models

Handoff = Annotated["ContextHandoff", strawberry.lazy("lineage.api.types.handoff")]


@exposes(models.ContextHandoff, hide=("transfer_source_thread_id", "supersedes_id", "superseded_by_id"))
class ContextHandoff:
    @strawberry.field(description="Those that ran the covered runs, in that order.")
    async def from_provider_thread_ids(self, root: strawberry.Parent[models.ContextHandoff], info: Info) -> list[strawberry.ID]:
        return await info.context.loaders.origins.load(root.id)

    @strawberry.field(description="First and last ordinal covered in the transfer's source thread; null when none of its runs is covered.")
    def covered_run_ordinals(self, root: strawberry.Parent[models.ContextHandoff]) -> OrdinalRange | None:
        own = [segment for segment in root.covered if segment.thread_id == root.transfer_source_thread_id]
        return OrdinalRange(first=own[0].first, last=own[-1].last) if own else None

    @strawberry.field
    async def supersedes(self, root: strawberry.Parent[models.ContextHandoff], info: Info) -> Handoff | None:
        return await info.context.loaders.handoffs.load(root.supersedes_id) if root.supersedes_id else None

    @strawberry.field
    async def superseded_by(self, root: strawberry.Parent[models.ContextHandoff], info: Info) -> Handoff | None:
        return await info.context.loaders.handoffs.load(root.superseded_by_id) if root.superseded_by_id else None
