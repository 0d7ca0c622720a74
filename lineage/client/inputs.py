"""What commands take beside plain arguments."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from lineage.domain.kinds import Actor, HistoryMode, NativeRefStrength, ParentRelationship, RunStatus, TurnItemKind


class Input(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="forbid")


class StalenessPolicyInput(Input):
    """Limits for one decision; what is left out is as the service's settings say."""

    max_off_provider_runs: int | None = None
    max_chained_handoffs: int | None = None
    max_delta_ranges: int | None = None
    max_compacted_runs: int | None = None


class ThreadVersionInput(Input):
    """The last version of a thread that was seen; 0 for none."""

    thread_id: str
    version: int


class CheckpointInput(Input):
    """The state of the files after a run. diff_summary is any JSON."""

    id: str | None = None
    workspace_ref: str | None = None
    diff_summary: Any = None


class TurnItemInput(Input):
    """Something that happened in a run. data is any JSON."""

    kind: TurnItemKind
    id: str | None = None
    text: str | None = None
    data: Any = None


class RecordedParentInput(Input):
    """Where a thread left its parent: at a run of the parent's history, for a subagent's thread the run that started it."""

    thread_id: str
    relationship: ParentRelationship
    run_id: str


class RecordedProviderThreadInput(Input):
    """A provider's own session."""

    id: str
    provider: str
    native_thread_ref: str | None = None
    native_ref_strength: NativeRefStrength = NativeRefStrength.STRONG
    history_mode: HistoryMode = HistoryMode.LEGACY


class RecordedRunInput(Input):
    """A run that ended. Times need a zone."""

    id: str
    provider_thread_id: str
    started_at: datetime
    finished_at: datetime
    status: RunStatus = RunStatus.COMPLETED
    model: str | None = None
    runtime_mode: str | None = None
    message: str | None = None
    failure_reason: str | None = None
    native_turn_refs: Sequence[str | None] | None = None
    items: Sequence[TurnItemInput] | None = None
    checkpoint: CheckpointInput | None = None


class RecordedThreadInput(Input):
    """A thread, new or there already, and the runs that follow those that it has."""

    id: str
    title: str | None = None
    created_by: Actor = Actor.USER
    created_at: datetime | None = None
    metadata: Any = None
    parent: RecordedParentInput | None = None
    provider_threads: Sequence[RecordedProviderThreadInput] | None = None
    runs: Sequence[RecordedRunInput] | None = None
