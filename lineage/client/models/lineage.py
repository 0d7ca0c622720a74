"""Fork trees, differences between branches, provenance, and what a rollback invalidates."""

from datetime import datetime

from lineage.client.models.answer import Answer, Page
from lineage.client.models.points import ContextSourcePoint, RunSegment
from lineage.client.models.runs import Run
from lineage.client.models.start import NativeAction
from lineage.domain.kinds import ParentRelationship, ProviderThreadStatus, ThreadRelationshipKind


class ForkTreeNode(Answer):
    """A thread in a tree. depth counts from the thread asked for; run_count and providers are of its own runs that are history."""

    thread_id: str
    parent_thread_id: str | None
    relationship_to_parent: ParentRelationship | None
    depth: int
    title: str | None
    source_point: ContextSourcePoint | None
    run_count: int
    head_ordinal: int
    providers: tuple[str, ...]
    child_count: int
    detached: bool
    created_at: datetime


class ForkTree(Page[ForkTreeNode]):
    """The thread asked for and all below it, by depth, then by creation."""

    root_thread_id: str


class ThreadDiff(Answer):
    """What only one of two threads' histories holds, and the newest point that they share."""

    base: ContextSourcePoint | None
    only_in_first: tuple[RunSegment, ...]
    only_in_second: tuple[RunSegment, ...]


class ProvenanceEdge(Answer):
    """One step by which content reached a run."""

    from_run_id: str
    to_run_id: str
    via: ThreadRelationshipKind | None
    handoff_id: str | None
    native: bool


class Provenance(Answer):
    """Every run whose content can have reached the given run, the ones that are nearest first."""

    run_id: str
    sources: tuple[Run, ...]
    edges: tuple[ProvenanceEdge, ...]
    truncated: bool


class ProviderThreadImpact(Answer):
    """What a rollback does to one agent's session."""

    provider_thread_id: str
    provider: str
    status_after: ProviderThreadStatus
    rolled_back_ordinals: tuple[int, ...]
    retained_ordinals: tuple[int, ...]
    action: NativeAction | None
    reason: str | None


class RollbackImpact(Answer):
    """What a rollback does or would do."""

    thread_id: str
    to_ordinal: int
    rolled_back_ordinals: tuple[int, ...]
    superseded_handoff_ids: tuple[str, ...]
    superseded_transfer_ids: tuple[str, ...]
    provider_threads: tuple[ProviderThreadImpact, ...]
    detached_thread_ids: tuple[str, ...]
    checkpoint_id: str | None
    downstream_runs: tuple[Run, ...]
