"""The inputs of commands and questions, checked by themselves before anything is read (BAD_INPUT)."""

import math
from typing import Annotated, Any

import strawberry
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from strawberry.scalars import JSON

from lineage.domain.kinds import Actor, HandoffDelivery, HistoryMode, NativeRefStrength, RunStatus, SummarySource, TurnItemKind


def _storable(text: str) -> str:
    """Text that the store can keep: no null characters, no halves of characters."""
    if "\x00" in text:
        raise ValueError("holds a null character")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("holds half a surrogate pair, which is no character") from None
    return text


def _storable_json(value: Any) -> Any:
    """JSON whose texts can be kept, whose numbers are JSON's (no NaN, nothing infinite) and whose depth is sane."""
    pending = [(value, 0)]
    while pending:
        found, depth = pending.pop()
        if depth > 100:
            raise ValueError("is nested more than 100 levels deep")
        if isinstance(found, str):
            _storable(found)
        elif isinstance(found, float) and not math.isfinite(found):
            raise ValueError(f"holds {found}, which is no JSON number")
        elif isinstance(found, dict):
            pending += [(part, depth + 1) for item in found.items() for part in item]
        elif isinstance(found, list):
            pending += [(part, depth + 1) for part in found]
    return value


Id = Annotated[strawberry.ID, StringConstraints(min_length=1, max_length=256), AfterValidator(_storable)]
Text = Annotated[str, AfterValidator(_storable)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=256), AfterValidator(_storable)]
Json = Annotated[JSON, AfterValidator(_storable_json)]
Count = Annotated[int, Field(ge=0)]


class Input(BaseModel):
    model_config = ConfigDict(frozen=True)


class Command(Input):
    """Every command may carry an id: the same one with the same input does the work once (design 8)."""

    command_id: Id | None = None


class StalenessPolicyInput(Input):
    """Limits for one decision; what is left out is as the settings say."""

    max_off_provider_runs: Count | None = None
    max_chained_handoffs: Count | None = None
    max_delta_ranges: Count | None = None
    max_compacted_runs: Count | None = None


class StartContextInput(Input):
    thread_id: Id
    provider: Name
    model: Name | None = None
    runtime_mode: Name | None = None
    clean_context: bool = False
    message: Text | None = None
    policy: StalenessPolicyInput | None = None


class RegisterProviderInput(Command):
    kind: Name
    native_fork: bool = False
    native_rollback: bool = False
    native_revert: bool = False
    accepts_handoff: bool = True
    handoff_delivery: HandoffDelivery = HandoffDelivery.PREAMBLE
    resume_across_models: bool = True
    resume_across_runtime_modes: bool = True
    max_handoff_chars: Annotated[int, Field(ge=1)] = 24000


class CreateThreadInput(Command):
    id: Id | None = None
    title: Text | None = None
    created_by: Actor = Actor.USER
    metadata: Json | None = None


class ForkThreadInput(Command):
    """Exactly one of runId, checkpointId, providerThreadId and latestStable: true."""

    id: Id | None = None
    source_thread_id: Id
    run_id: Id | None = None
    checkpoint_id: Id | None = None
    provider_thread_id: Id | None = None
    latest_stable: bool = False
    title: Text | None = None
    created_by: Actor = Actor.USER

    @model_validator(mode="after")
    def _one_source(self) -> "ForkThreadInput":
        given = [self.run_id, self.checkpoint_id, self.provider_thread_id, self.latest_stable or None]
        if sum(source is not None for source in given) != 1:
            raise ValueError("exactly one of runId, checkpointId, providerThreadId and latestStable: true is expected")
        return self


class MergeBackInput(Command):
    id: Id | None = None
    fork_thread_id: Id
    target_thread_id: Id | None = None
    created_by: Actor = Actor.USER


class SpawnSubagentInput(Command):
    id: Id | None = None
    parent_run_id: Id
    title: Text | None = None
    provider: Name | None = None
    native_thread_ref: Name | None = None
    native_ref_strength: NativeRefStrength = NativeRefStrength.STRONG

    @model_validator(mode="after")
    def _both_or_neither(self) -> "SpawnSubagentInput":
        if (self.provider is None) != (self.native_thread_ref is None):
            raise ValueError("provider and nativeThreadRef are expected both, for a native subagent, or neither")
        return self


class ReturnSubagentResultInput(Command):
    child_thread_id: Id
    text: Text


class StartRunInput(Command):
    id: Id | None = None
    thread_id: Id
    expected_version: int | None = None
    provider: Name
    model: Name | None = None
    runtime_mode: Name | None = None
    clean_context: bool = False
    message: Text | None = None
    summary_source: SummarySource = SummarySource.DETERMINISTIC
    policy: StalenessPolicyInput | None = None


class BeginRunInput(Command):
    run_id: Id
    native_thread_ref: Name | None = None
    native_ref_strength: NativeRefStrength | None = None
    native_turn_ref: Name | None = None
    history_mode: HistoryMode | None = None


class RecordProviderTurnInput(Command):
    run_id: Id
    native_turn_ref: Name | None = None


class CheckpointInput(Input):
    id: Id | None = None
    workspace_ref: Text | None = None
    diff_summary: Json | None = None


class FinishRunInput(Command):
    run_id: Id
    status: RunStatus = RunStatus.COMPLETED
    checkpoint: CheckpointInput | None = None
    reason: Text | None = None

    @model_validator(mode="after")
    def _an_end(self) -> "FinishRunInput":
        if self.status not in (RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.INTERRUPTED):
            raise ValueError(f"status is {self.status}: a run ends COMPLETED, FAILED or INTERRUPTED")
        return self


class CaptureCheckpointInput(Command):
    run_id: Id
    id: Id | None = None
    workspace_ref: Text | None = None
    diff_summary: Json | None = None


class ReportResumeFailureInput(Command):
    run_id: Id
    reason: Text
    summary_source: SummarySource = SummarySource.DETERMINISTIC


class TurnItemInput(Input):
    id: Id | None = None
    kind: TurnItemKind
    text: Text | None = None
    data: Json | None = None


class AppendItemsInput(Command):
    run_id: Id
    items: list[TurnItemInput]


class RollbackThreadInput(Command):
    thread_id: Id
    to_ordinal: Count
    expected_version: int | None = None


class RedactThreadInput(Command):
    thread_id: Id
    expected_version: int | None = None


class ReportProviderRollbackInput(Command):
    provider_thread_id: Id
    succeeded: bool
    reason: Text | None = None


class RecordCompactionInput(Command):
    """throughRunId is the last run that became part of the summary; left out, it is the last one of the provider thread that is history."""

    provider_thread_id: Id
    through_run_id: Id | None = None
    summary: Text | None = None
    tokens_before: Count | None = None
    tokens_after: Count | None = None


class SubmitHandoffInput(Command):
    handoff_id: Id
    summary_text: Text
    payload: Json | None = None
    created_by_provider: Name | None = None

    @model_validator(mode="after")
    def _not_empty(self) -> "SubmitHandoffInput":
        if not self.summary_text.strip():
            raise ValueError("summaryText is empty")
        return self


class FailHandoffInput(Command):
    handoff_id: Id
    reason: Text


class RegenerateHandoffInput(Command):
    handoff_id: Id
    summary_source: SummarySource = SummarySource.DETERMINISTIC


class ManualHandoffInput(Command):
    run_id: Id
    summary_text: Text
    covered_from: int | None = None
    covered_to: int | None = None

    @model_validator(mode="after")
    def _sane(self) -> "ManualHandoffInput":
        if not self.summary_text.strip():
            raise ValueError("summaryText is empty")
        if (self.covered_from is None) != (self.covered_to is None):
            raise ValueError("coveredFrom and coveredTo are expected both or neither")
        if self.covered_from is not None and self.covered_to is not None and not 1 <= self.covered_from <= self.covered_to:
            raise ValueError(f"coveredFrom {self.covered_from} to coveredTo {self.covered_to} is no range of ordinals from 1")
        return self
