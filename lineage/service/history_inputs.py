"""The input of recordHistory: finished runs in bulk."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from lineage.domain.kinds import Actor, HistoryMode, NativeRefStrength, ParentRelationship, RunStatus
from lineage.service.inputs import CheckpointInput, Command, Id, Input, Json, Name, Text, TurnItemInput


def _in_utc(at: datetime) -> datetime:
    """Times have a zone: without one nobody knows when it was."""
    if at.tzinfo is None:
        raise ValueError("has no time zone")
    return at.astimezone(UTC)


Time = Annotated[datetime, AfterValidator(_in_utc)]


class RecordedParentInput(Input):
    """Where a thread left its parent: a run that is in the parent's history, for a subagent's thread the run that started it."""

    thread_id: Id
    relationship: ParentRelationship
    run_id: Id


class RecordedProviderThreadInput(Input):
    """A provider's own session. One that is there already stays as it is."""

    id: Id
    provider: Name
    native_thread_ref: Name | None = None
    native_ref_strength: NativeRefStrength = NativeRefStrength.STRONG
    history_mode: HistoryMode = HistoryMode.LEGACY


class RecordedRunInput(Input):
    """A run that ended. Times are needed: the order of creation goes by them."""

    id: Id
    provider_thread_id: Id
    started_at: Time
    finished_at: Time
    status: RunStatus = RunStatus.COMPLETED
    model: Name | None = None
    runtime_mode: Name | None = None
    message: Text | None = None
    failure_reason: Text | None = None
    native_turn_refs: list[Name | None] = Field(default_factory=lambda: list[Name | None]([None]))
    items: list[TurnItemInput] = Field(default_factory=list)
    checkpoint: CheckpointInput | None = None

    @model_validator(mode="after")
    def _ended(self) -> "RecordedRunInput":
        if self.status not in (RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.INTERRUPTED):
            raise ValueError(f"status is {self.status}: expected COMPLETED, FAILED or INTERRUPTED")
        if self.finished_at < self.started_at:
            raise ValueError("finishedAt is before startedAt")
        if not self.native_turn_refs:
            raise ValueError("nativeTurnRefs is empty: a run takes at least one turn, null where it has no reference")
        return self


class RecordedThreadInput(Input):
    """A thread, new or there already, and the runs that follow those that it has. Runs that it has already are passed over."""

    id: Id
    title: Text | None = None
    created_by: Actor = Actor.USER
    created_at: Time | None = None
    metadata: Json | None = None
    parent: RecordedParentInput | None = None
    provider_threads: list[RecordedProviderThreadInput] = Field(default_factory=list)
    runs: list[RecordedRunInput] = Field(default_factory=list)


class RecordHistoryInput(Command):
    """Threads, parents before their children."""

    threads: list[RecordedThreadInput]
