"""Handoffs and transfers."""

from datetime import datetime
from typing import Any

from lineage.client.models.answer import Answer
from lineage.client.models.points import ContextSourcePoint, OrdinalRange, Reference, RunSegment
from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffKind,
    HandoffStatus,
    HandoffStrategy,
    ResolutionStrategy,
    ThreadRelationshipKind,
)


class ContextHandoff(Answer):
    """The text that tells an agent what it missed, and exactly which runs it covers. The text is there once it is READY."""

    id: str
    transfer_id: str
    thread_id: str
    target_run_id: str | None
    to_provider_thread_id: str | None
    from_provider_thread_ids: tuple[str, ...]
    covered: tuple[RunSegment, ...]
    covered_run_ordinals: OrdinalRange | None
    strategy: HandoffStrategy
    kind: HandoffKind
    summary_text: str | None
    payload: Any
    checkpoint_id: str | None
    status: HandoffStatus
    failure_reason: str | None
    created_by_provider: str | None
    created_at: datetime
    updated_at: datetime
    supersedes: Reference | None
    superseded_by: Reference | None


class ContextTransferResolution(Answer):
    """How a transfer came about."""

    strategy: ResolutionStrategy
    provider_thread_ref: str | None
    context_handoff_id: str | None


class ContextTransfer(Answer):
    """The record that content passes from one point to another."""

    id: str
    type: ThreadRelationshipKind
    source_thread_id: str
    target_thread_id: str
    source_point: ContextSourcePoint
    base_point: ContextSourcePoint | None
    source_provider: str | None
    target_provider: str | None
    status: ContextTransferStatus
    resolution: ContextTransferResolution | None
    failure_reason: str | None
    created_by: Actor
    created_at: datetime
    consumed_at: datetime | None
    consumed_by_run_id: str | None
