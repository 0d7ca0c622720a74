"""What the service answers with: one frozen model a thing, read by GraphQL and kept in receipts.

Ids of related things are fields here; the API's types add the relations themselves. Times are UTC, ordinals count from
1 and ranges are inclusive, texts are counted in characters.
"""

from datetime import datetime
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffDelivery,
    HandoffKind,
    HandoffStatus,
    HandoffStrategy,
    HistoryMode,
    NativeActionKind,
    NativeRefStrength,
    NativeRollbackState,
    ParentRelationship,
    ProviderThreadStatus,
    ResolutionStrategy,
    RunStatus,
    StalenessSignalKind,
    StartStrategy,
    ThreadRelationshipKind,
    TurnItemKind,
)
from lineage.domain.points import RunSegment


class Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class AppThreadLineage(Model):
    parent_thread_id: str | None = None
    relationship_to_parent: ParentRelationship | None = None
    root_thread_id: str


class Thread(Model):
    id: str
    title: str | None = None
    created_by: Actor
    created_at: datetime
    updated_at: datetime
    version: int
    lineage: AppThreadLineage
    depth: int
    metadata: Any = None
    redacted_at: datetime | None = None
    run_count: int = 0
    fork_count: int = 0


class Run(Model):
    id: str
    thread_id: str
    ordinal: int
    status: RunStatus
    provider: str
    model: str | None = None
    runtime_mode: str | None = None
    message: str | None = None
    provider_thread_id: str | None = None
    context_handoff_id: str | None = None
    handoff_ids: tuple[str, ...] = ()
    native_turn_refs: tuple[str | None, ...] = ()
    checkpoint_id: str | None = None
    failure_reason: str | None = None
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None


class TurnItem(Model):
    id: str
    run_id: str
    kind: TurnItemKind
    text: str | None = None
    data: Any = None
    created_at: datetime


class Checkpoint(Model):
    id: str
    thread_id: str
    run_id: str
    workspace_ref: str | None = None
    diff_summary: Any = None
    created_at: datetime


class Provider(Model):
    kind: str
    native_fork: bool
    native_rollback: bool
    native_revert: bool
    accepts_handoff: bool
    handoff_delivery: HandoffDelivery
    resume_across_models: bool
    resume_across_runtime_modes: bool
    max_handoff_chars: int


class ContextSourcePoint(Model):
    thread_id: str
    run_id: str | None = None
    ordinal: int | None = None
    checkpoint_id: str | None = None
    turn_item_id: str | None = None
    provider_thread_ref: str | None = None
    provider_turn_ref: str | None = None


class ProviderThread(Model):
    id: str
    thread_id: str
    provider: str
    status: ProviderThreadStatus
    native_thread_ref: str | None = None
    native_ref_strength: NativeRefStrength
    history_mode: HistoryMode
    model: str | None = None
    runtime_mode: str | None = None
    native_rollback: NativeRollbackState | None = None
    forked_from_id: str | None = None
    forked_at: ContextSourcePoint | None = None


class Compaction(Model):
    """All that a provider thread held up to and with a run became a summary, which is null where the agent does not show it."""

    through: ContextSourcePoint
    at: datetime
    summary: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None


class ContextTransferResolution(Model):
    strategy: ResolutionStrategy
    provider_thread_ref: str | None = None
    context_handoff_id: str | None = None


class ContextTransfer(Model):
    id: str
    type: ThreadRelationshipKind
    source_thread_id: str
    target_thread_id: str
    source_point: ContextSourcePoint
    base_point: ContextSourcePoint | None = None
    source_provider: str | None = None
    target_provider: str | None = None
    status: ContextTransferStatus
    resolution: ContextTransferResolution | None = None
    failure_reason: str | None = None
    created_by: Actor
    created_at: datetime
    consumed_at: datetime | None = None
    consumed_by_run_id: str | None = None


class ContextHandoff(Model):
    id: str
    transfer_id: str
    thread_id: str
    target_run_id: str | None = None
    to_provider_thread_id: str | None = None
    transfer_source_thread_id: str
    covered: tuple[RunSegment, ...] = ()
    strategy: HandoffStrategy
    kind: HandoffKind
    summary_text: str | None = None
    payload: Any = None
    checkpoint_id: str | None = None
    status: HandoffStatus
    failure_reason: str | None = None
    created_by_provider: str | None = None
    supersedes_id: str | None = None
    superseded_by_id: str | None = None
    created_at: datetime
    updated_at: datetime


class NativeAction(Model):
    """One step for the provider adapter."""

    kind: NativeActionKind
    native_thread_ref: str | None = None
    native_turn_ref: str | None = None
    kept_turn_ref: str | None = None
    turns: int | None = None
    handoff_id: str | None = None
    delivery: HandoffDelivery | None = None


class StalenessSignal(Model):
    """A reason against resuming, with the measured figure and its limit where it is a count. COMPACTED only informs until it passes one."""

    kind: StalenessSignalKind
    message: str
    value: int | None = None
    threshold: int | None = None


class Staleness(Model):
    stale: bool
    signals: tuple[StalenessSignal, ...]
    recommended: StartStrategy
    off_provider_runs: int
    chained_handoffs: int


class RejectedStrategy(Model):
    strategy: StartStrategy
    reason: str


class StartContextResolution(Model):
    """How a run would start, or did start. Ids of things not recorded yet are null."""

    strategy: StartStrategy
    provider_thread_id: str | None = None
    covers: tuple[RunSegment, ...] = ()
    handoff_strategy: HandoffStrategy | None = None
    signals: tuple[StalenessSignal, ...] = ()
    transfer_ids: tuple[str, ...] = ()
    actions: tuple[NativeAction, ...] = ()
    rejected: tuple[RejectedStrategy, ...] = ()


class ProviderThreadImpact(Model):
    provider_thread_id: str
    provider: str
    status_after: ProviderThreadStatus
    rolled_back_ordinals: tuple[int, ...]
    retained_ordinals: tuple[int, ...]
    action: NativeAction | None = None
    reason: str | None = None


class RollbackImpact(Model):
    """What a rollback does or would do."""

    thread_id: str
    to_ordinal: int
    rolled_back_ordinals: tuple[int, ...]
    superseded_handoff_ids: tuple[str, ...]
    superseded_transfer_ids: tuple[str, ...]
    provider_threads: tuple[ProviderThreadImpact, ...]
    detached_thread_ids: tuple[str, ...]
    downstream_run_ids: tuple[str, ...]
    checkpoint_id: str | None = None


class LineageEvent(Model):
    """What changed a thread at one version of it. actor is who sent the command, null where nobody was asked for credentials; command is
    null where no command of the API made the change, as in imported histories."""

    thread_id: str
    version: int
    type: str
    at: datetime
    payload: Any = None
    command: str | None = None
    actor: str | None = None


class TreeNode(NamedTuple):
    """A thread in a fork tree. depth counts from the thread asked for; run_count and providers are of its own runs that are history.

    A tree has thousands, and a tuple is made in a fraction of the time that a model takes.
    """

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
