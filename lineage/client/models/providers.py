"""Providers, their native threads, and what those know."""

from datetime import datetime

from lineage.client.models.answer import Answer
from lineage.client.models.handoffs import ContextHandoff
from lineage.client.models.points import ContextSourcePoint, Reference, RunSegment
from lineage.domain.kinds import (
    HandoffDelivery,
    HandoffKind,
    HistoryMode,
    NativeRefStrength,
    NativeRollbackState,
    ProviderThreadStatus,
    StalenessSignalKind,
    StartStrategy,
)


class Provider(Answer):
    """What a kind of coding agent can do natively."""

    kind: str
    native_fork: bool
    native_rollback: bool
    native_revert: bool
    accepts_handoff: bool
    handoff_delivery: HandoffDelivery
    resume_across_models: bool
    resume_across_runtime_modes: bool
    max_handoff_chars: int


class CoveringHandoff(Answer):
    """A handoff that a provider thread received, without its text."""

    id: str
    kind: HandoffKind
    covered: tuple[RunSegment, ...]
    target_run_id: str | None


class ProviderThreadCoverage(Answer):
    """What a provider thread knows of its app thread's present history, and how."""

    provider_thread_id: str
    native_run_ordinals: tuple[int, ...]
    handoff_ids: tuple[str, ...]
    divergent_run_ordinals: tuple[int, ...]
    handoffs: tuple[CoveringHandoff, ...]
    covered: tuple[RunSegment, ...]
    missing: tuple[RunSegment, ...]
    compacted_through: ContextSourcePoint | None


class Compaction(Answer):
    """All that a provider thread held up to and with a run became a summary, which is None where the agent does not show it."""

    through: ContextSourcePoint
    at: datetime
    summary: str | None
    tokens_before: int | None
    tokens_after: int | None


class StalenessSignal(Answer):
    """A reason against resuming, with the measured figure and its limit where it is a count. COMPACTED only informs until it passes one."""

    kind: StalenessSignalKind
    message: str
    value: int | None
    threshold: int | None


class Staleness(Answer):
    """Whether a provider thread is fit to be resumed, judged alone, without pending transfers."""

    stale: bool
    signals: tuple[StalenessSignal, ...]
    recommended: StartStrategy
    off_provider_runs: int
    chained_handoffs: int


class ProviderThread(Answer):
    """An agent's own session for a thread, with what it knows."""

    id: str
    thread_id: str
    provider: str
    status: ProviderThreadStatus
    native_thread_ref: str | None
    native_ref_strength: NativeRefStrength
    history_mode: HistoryMode
    model: str | None
    runtime_mode: str | None
    native_rollback: NativeRollbackState | None
    first_run_ordinal: int | None
    last_run_ordinal: int | None
    last_turn_ref: str | None
    handoff_ids: tuple[str, ...]
    forked_at: ContextSourcePoint | None
    forked_from: Reference | None
    coverage: ProviderThreadCoverage


class ProviderThreadDetails(ProviderThread):
    """A provider thread that was asked for by its id: also what its session builds on, and whether it is fit to be resumed."""

    handoffs_in_effect: tuple[ContextHandoff, ...]
    compactions: tuple[Compaction, ...]
    staleness: Staleness
