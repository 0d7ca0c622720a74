"""Is a provider thread still fit to be resumed (design 3, signals)."""

from collections.abc import Callable
from dataclasses import dataclass

from lineage.domain.coverage import Coverage, coverage_of, known_as_summary, own_or_taken_along
from lineage.domain.facts import ProviderThreadFacts
from lineage.domain.kinds import ProviderThreadStatus, StalenessSignalKind, StartStrategy
from lineage.domain.models import Provider, Staleness, StalenessSignal
from lineage.domain.points import Point, PointList

SummaryLength = Callable[[PointList], int]
"""The length in characters of the local summarizer's text for a part of a history."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Limits of a decision: counts of runs, of handoffs, of stretches of missing history, and of runs that are known as a summary only."""

    max_off_provider_runs: int = 20
    max_chained_handoffs: int = 5
    max_delta_ranges: int = 1
    max_compacted_runs: int | None = None


@dataclass(frozen=True, slots=True)
class ResumeRequest:
    """What the next run on a provider thread asks for; None leaves a model or mode as it is."""

    model: str | None = None
    runtime_mode: str | None = None
    clean_context: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """A provider thread judged alone: its coverage, its signals, and what the table of design 3 gives for what it misses."""

    coverage: Coverage
    signals: tuple[StalenessSignal, ...]
    table: StartStrategy
    off_provider_runs: int
    chained_handoffs: int

    @property
    def against(self) -> tuple[StalenessSignal, ...]:
        """The signals that keep it from being resumed. COMPACTED does when it has passed a limit, and only informs otherwise."""
        return tuple(signal for signal in self.signals if signal.kind is not StalenessSignalKind.COMPACTED or _passed(signal))

    @property
    def stale(self) -> bool:
        return bool(self.against)


def _passed(signal: StalenessSignal) -> bool:
    return signal.threshold is not None and signal.value is not None and signal.value > signal.threshold


def judge(
    provider_thread: ProviderThreadFacts,
    history: PointList,
    provider: Provider,
    request: ResumeRequest,
    policy: Policy,
    summary_length: SummaryLength,
) -> Judgement:
    """The signals of this provider thread, without regard to pending transfers."""
    coverage = coverage_of(provider_thread, history)
    table = strategy_for_missing(history, coverage.missing, policy)
    off_provider = off_provider_runs(provider_thread, history)
    chained = len(provider_thread.live_handoffs)
    signals = [
        *_count_signals(coverage, off_provider, chained, policy),
        *incompatibilities(provider_thread, provider, request),
        *_state_signals(provider_thread, request),
        *_content_signals(history, coverage, table, provider, summary_length),
        *_compaction_signals(provider_thread, history, coverage, policy),
    ]
    return Judgement(coverage, tuple(signals), table, off_provider, chained)


def strategy_for_missing(history: PointList, missing: PointList, policy: Policy) -> StartStrategy:
    """The table of design 3: how a provider thread that misses this part of the history is brought up to date."""
    if not missing:
        return StartStrategy.NONE
    if history.stretches(missing) <= policy.max_delta_ranges:
        return StartStrategy.DELTA_INTO_EXISTING
    return StartStrategy.FULL_INTO_EXISTING


def staleness_of(judgement: Judgement, history: PointList, provider: Provider) -> Staleness:
    """A judgement as it is answered."""
    return Staleness(
        stale=judgement.stale,
        signals=judgement.signals,
        recommended=recommended(judgement, history, provider),
        off_provider_runs=judgement.off_provider_runs,
        chained_handoffs=judgement.chained_handoffs,
    )


def recommended(judgement: Judgement, history: PointList, provider: Provider) -> StartStrategy:
    """What starting on this provider thread alone would come to."""
    if not history:
        return StartStrategy.NONE
    strategy = StartStrategy.FULL_INTO_NEW if judgement.stale else judgement.table
    return strategy if strategy is StartStrategy.NONE or provider.accepts_handoff else StartStrategy.UNSUPPORTED


def off_provider_runs(provider_thread: ProviderThreadFacts, history: PointList) -> int:
    """How many points of the history come after the last that ran on it or that it took along."""
    last = history.keep(own_or_taken_along(provider_thread)).last
    if last is None:
        return len(history)
    place = history.place_of(last)
    assert place is not None
    return len(history) - place - 1


def _count_signals(coverage: Coverage, off_provider: int, chained: int, policy: Policy) -> list[StalenessSignal]:
    signals = []
    if off_provider > policy.max_off_provider_runs:
        signals.append(
            StalenessSignal(
                kind=StalenessSignalKind.OFF_PROVIDER_RUNS,
                message=f"{off_provider} runs happened elsewhere since it was last used, more than {policy.max_off_provider_runs}",
                value=off_provider,
                threshold=policy.max_off_provider_runs,
            )
        )
    if coverage.missing and chained + 1 > policy.max_chained_handoffs:
        signals.append(
            StalenessSignal(
                kind=StalenessSignalKind.CHAINED_HANDOFFS,
                message=f"one more handoff would be its number {chained + 1}, more than {policy.max_chained_handoffs}",
                value=chained + 1,
                threshold=policy.max_chained_handoffs,
            )
        )
    return signals


def incompatibilities(provider_thread: ProviderThreadFacts, provider: Provider, request: ResumeRequest) -> list[StalenessSignal]:
    """What of the asked model and runtime mode the provider cannot resume this provider thread with."""
    signals = []
    if not provider.resume_across_models and _differ(provider_thread.model, request.model):
        signals.append(
            StalenessSignal(
                kind=StalenessSignalKind.MODEL_INCOMPATIBLE,
                message=f"it runs model {provider_thread.model} and {provider.kind} cannot resume it with {request.model}",
            )
        )
    if not provider.resume_across_runtime_modes and _differ(provider_thread.runtime_mode, request.runtime_mode):
        signals.append(
            StalenessSignal(
                kind=StalenessSignalKind.RUNTIME_MODE_INCOMPATIBLE,
                message=f"it runs in mode {provider_thread.runtime_mode}, {provider.kind} cannot resume it in mode {request.runtime_mode}",
            )
        )
    return signals


def _differ(recorded: str | None, asked: str | None) -> bool:
    return recorded is not None and asked is not None and recorded != asked


_STATUS_SIGNALS = {
    ProviderThreadStatus.RESUME_FAILED: (StalenessSignalKind.RESUME_FAILED, "resuming it failed before"),
    ProviderThreadStatus.DIVERGENT: (StalenessSignalKind.DIVERGENT, "it holds turns of rolled-back runs that cannot be dropped natively"),
    ProviderThreadStatus.CLOSED: (StalenessSignalKind.CLOSED, "it is closed"),
}


def _state_signals(provider_thread: ProviderThreadFacts, request: ResumeRequest) -> list[StalenessSignal]:
    signals = []
    if (status := _STATUS_SIGNALS.get(provider_thread.status)) is not None:
        signals.append(StalenessSignal(kind=status[0], message=status[1]))
    if provider_thread.adopted:
        signals.append(
            StalenessSignal(kind=StalenessSignalKind.CONFLICTING_FORK, message="a fork adopted its native thread and goes on in it")
        )
    if request.clean_context:
        signals.append(StalenessSignal(kind=StalenessSignalKind.CLEAN_CONTEXT, message="clean context was asked for"))
    return signals


def _content_signals(
    history: PointList,
    coverage: Coverage,
    table: StartStrategy,
    provider: Provider,
    summary_length: SummaryLength,
) -> list[StalenessSignal]:
    signals = []
    if history and not coverage.covered:
        signals.append(StalenessSignal(kind=StalenessSignalKind.NOTHING_RETAINED, message="it knows none of the thread's history"))
    if table is StartStrategy.DELTA_INTO_EXISTING:
        length = summary_length(coverage.missing)
        if length > provider.max_handoff_chars:
            signals.append(
                StalenessSignal(
                    kind=StalenessSignalKind.SUMMARY_EXCEEDS_POLICY,
                    message=f"the summary of what it misses takes {length} characters, more than {provider.max_handoff_chars}",
                    value=length,
                    threshold=provider.max_handoff_chars,
                )
            )
    return signals


def _compaction_signals(
    provider_thread: ProviderThreadFacts, history: PointList, coverage: Coverage, policy: Policy
) -> list[StalenessSignal]:
    summarized = known_as_summary(provider_thread, history, coverage.compacted_through)
    if not summarized:
        return []
    limit = policy.max_compacted_runs
    above = f", more than {limit}" if limit is not None and summarized > limit else ""
    return [
        StalenessSignal(
            kind=StalenessSignalKind.COMPACTED,
            message=f"it was compacted and knows {summarized} runs as a summary only{above}",
            value=summarized,
            threshold=limit,
        )
    ]


def place_of_last_own_run(provider_thread: ProviderThreadFacts, history: PointList) -> int:
    """The place in the history of the newest run that ran on it; -1 when none is history."""
    live = provider_thread.live_runs
    place = history.place_of(Point(provider_thread.thread_id, live[-1][1])) if live else None
    return -1 if place is None else place
