"""Runs and what happened in them."""

from datetime import datetime
from typing import Any

from lineage.client.models.answer import Answer
from lineage.client.models.handoffs import ContextHandoff
from lineage.domain.kinds import RunStatus, TurnItemKind


class Checkpoint(Answer):
    """The state of the files after a run."""

    id: str
    thread_id: str
    run_id: str
    workspace_ref: str | None
    diff_summary: Any
    created_at: datetime


class TurnItem(Answer):
    """Something that happened in a run."""

    id: str
    run_id: str
    kind: TurnItemKind
    text: str | None
    data: Any
    created_at: datetime


class Run(Answer):
    """One piece of work of one agent in a thread."""

    id: str
    thread_id: str
    ordinal: int
    status: RunStatus
    provider: str
    model: str | None
    runtime_mode: str | None
    message: str | None
    provider_thread_id: str | None
    context_handoff_id: str | None
    native_turn_refs: tuple[str | None, ...]
    failure_reason: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class RunDetails(Run):
    """A run that was asked for by its id: also every handoff that it consumes, and its checkpoint."""

    context_handoffs: tuple[ContextHandoff, ...]
    checkpoint: Checkpoint | None
