"""Whether a provider thread is still good to be resumed, and what it would need (section 3: the table, and Signals)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .coverage import coverage, live_handoffs, own_points, summarized_runs
from .history import history, stretches
from .state import Limits, Point, Provider, ProviderThread, State

SummaryLength = Callable[[list[Point]], int]
"""How long the local summarizer's text for these points is; only the service itself knows."""


@dataclass
class Wish:
    """What the asked-for run is to be like, as far as it decides about resuming."""

    provider: str
    model: str | None = None
    runtime_mode: str | None = None
    clean_context: bool = False


@dataclass
class Signal:
    kind: str
    message: str
    value: int | None = None
    threshold: int | None = None


def compatible_model(provider: Provider, provider_thread: ProviderThread, wish: Wish) -> bool:
    both = wish.model is not None and provider_thread.model is not None
    return not both or wish.model == provider_thread.model or provider.resume_across_models


def compatible_runtime_mode(provider: Provider, provider_thread: ProviderThread, wish: Wish) -> bool:
    both = wish.runtime_mode is not None and provider_thread.runtime_mode is not None
    return not both or wish.runtime_mode == provider_thread.runtime_mode or provider.resume_across_runtime_modes


def off_provider_runs(state: State, provider_thread: ProviderThread) -> int:
    """Points of the history after the last one that ran on it or that it took along."""
    points = history(state, provider_thread.thread_id)
    native = set(own_points(state, provider_thread.id)) | provider_thread.taken_along
    last = max((index for index, point in enumerate(points) if point in native), default=-1)
    return len(points) - 1 - last


def table(state: State, provider_thread: ProviderThread, limits: Limits) -> str:
    """What resuming needs, by what is missing."""
    points = history(state, provider_thread.thread_id)
    missing = coverage(state, provider_thread).missing
    if not missing:
        return "NONE"
    return "DELTA_INTO_EXISTING" if stretches(points, missing) <= limits.delta_ranges else "FULL_INTO_EXISTING"


def signals(state: State, provider_thread: ProviderThread, wish: Wish, limits: Limits, summary_length: SummaryLength) -> list[Signal]:
    """Every reason against resuming this provider thread, and how much of what it knows is a summary."""
    provider = state.providers[provider_thread.provider]
    knows = coverage(state, provider_thread)
    off, chained = off_provider_runs(state, provider_thread), len(live_handoffs(state, provider_thread.id)) + 1
    found = []
    if off > limits.off_provider_runs:
        found.append(Signal("OFF_PROVIDER_RUNS", "too many runs went elsewhere", off, limits.off_provider_runs))
    if knows.missing and chained > limits.chained_handoffs:
        found.append(Signal("CHAINED_HANDOFFS", "one more handoff would be too many", chained, limits.chained_handoffs))
    if not compatible_model(provider, provider_thread, wish):
        found.append(Signal("MODEL_INCOMPATIBLE", f"it last ran {provider_thread.model}, not {wish.model}"))
    if not compatible_runtime_mode(provider, provider_thread, wish):
        found.append(Signal("RUNTIME_MODE_INCOMPATIBLE", f"it last ran in {provider_thread.runtime_mode}, not {wish.runtime_mode}"))
    if provider_thread.status in ("RESUME_FAILED", "DIVERGENT", "CLOSED"):
        found.append(Signal(provider_thread.status, f"the provider thread is {provider_thread.status}"))
    if provider_thread.adopted_by is not None:
        found.append(Signal("CONFLICTING_FORK", "a fork has adopted it"))
    if wish.clean_context:
        found.append(Signal("CLEAN_CONTEXT", "a clean context was asked for"))
    if knows.missing and not knows.covered:
        found.append(Signal("NOTHING_RETAINED", "it knows nothing of the history"))
    if table(state, provider_thread, limits) == "DELTA_INTO_EXISTING":
        length = summary_length(knows.missing)
        if length > provider.max_handoff_chars:
            found.append(Signal("SUMMARY_EXCEEDS_POLICY", "the summary would be too long", length, provider.max_handoff_chars))
    if summarized := summarized_runs(state, provider_thread):
        found.append(Signal("COMPACTED", "it was compacted", summarized, limits.compacted_runs))
    return found


def against(found: list[Signal]) -> list[Signal]:
    """Those that keep it from being resumed: a compaction does where there is a limit that it is above."""
    return [one for one in found if one.kind != "COMPACTED" or (one.threshold is not None and (one.value or 0) > one.threshold)]


@dataclass
class Staleness:
    signals: list[Signal]
    recommended: str
    off_provider_runs: int
    chained_handoffs: int


def staleness(state: State, provider_thread: ProviderThread, wish: Wish, summary_length: SummaryLength) -> Staleness:
    """The judgement of one provider thread alone, by the service's own limits and without pending transfers."""
    limits = Limits()
    found = signals(state, provider_thread, wish, limits, summary_length)
    recommended = "FULL_INTO_NEW" if against(found) else table(state, provider_thread, limits)
    if not history(state, provider_thread.thread_id):
        recommended = "NONE"
    if recommended != "NONE" and not state.providers[provider_thread.provider].accepts_handoff:
        recommended = "UNSUPPORTED"
    return Staleness(found, recommended, off_provider_runs(state, provider_thread), len(live_handoffs(state, provider_thread.id)))
