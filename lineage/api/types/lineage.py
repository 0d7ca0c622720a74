"""Fork trees, differences between branches, and provenance."""

from datetime import datetime

import strawberry

from lineage.api.pages import PageInfo
from lineage.api.types.points import RunSegment
from lineage.api.types.run import Run
from lineage.api.types.source_point import ContextSourcePoint
from lineage.domain.kinds import ParentRelationship, ThreadRelationshipKind


@strawberry.type
class ForkTreeNode:
    thread_id: strawberry.ID
    parent_thread_id: strawberry.ID | None
    relationship_to_parent: ParentRelationship | None
    depth: int
    title: str | None
    source_point: ContextSourcePoint | None = strawberry.field(description="Where it left its parent; null for the root.")
    run_count: int
    head_ordinal: int
    providers: list[str] = strawberry.field(
        description="Of its own runs that are history, in alphabetical order; runCount counts the same runs."
    )
    child_count: int
    detached: bool = strawberry.field(description="True when the run of its source point is rolled back.")
    created_at: datetime


@strawberry.type(description="The thread asked for and all below it, by depth (0 for the thread asked for), then by creation.")
class ForkTree:
    root_thread_id: strawberry.ID
    nodes: list[ForkTreeNode]
    total_count: int
    page_info: PageInfo


@strawberry.type
class ThreadDiff:
    base: ContextSourcePoint | None
    only_in_first: list[RunSegment]
    only_in_second: list[RunSegment]


@strawberry.type(description="One step by which content reached a run.")
class ProvenanceEdge:
    from_run_id: strawberry.ID
    to_run_id: strawberry.ID
    via: ThreadRelationshipKind | None
    handoff_id: strawberry.ID | None
    native: bool


@strawberry.type(description="Every run whose content can have reached the given run, the ones that are nearest first.")
class Provenance:
    run_id: strawberry.ID
    sources: list[Run]
    edges: list[ProvenanceEdge]
    truncated: bool
