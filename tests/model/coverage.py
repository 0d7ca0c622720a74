"""What a provider thread knows of its thread's history, and what it holds natively (section 2)."""

from __future__ import annotations

from dataclasses import dataclass

from .history import belongs, history
from .state import Handoff, Point, ProviderThread, Run, State


def present(state: State, provider_thread_id: str) -> list[Run]:
    """The runs whose turns are in the native thread: until a native rollback that drops them is confirmed."""
    return [run for run in state.runs_on(provider_thread_id) if not run.dropped_natively]


def handed_over(state: State, runs: list[Run]) -> set[Point]:
    """All that the handoffs consumed in these runs covered."""
    return {point for run in runs for handoff_id in run.handoff_ids for point in state.handoffs[handoff_id].covered}


def live_handoffs(state: State, provider_thread_id: str) -> list[Handoff]:
    """READY, and consumed by a begun run that is not rolled back; in order of delivery."""
    delivered = [state.handoffs[handoff_id] for run in state.runs_on(provider_thread_id) if run.counts for handoff_id in run.handoff_ids]
    return [handoff for handoff in delivered if handoff.status == "READY"]


def own_points(state: State, provider_thread_id: str) -> list[Point]:
    """The runs that ran on it and are history now."""
    return [run.point for run in state.runs_on(provider_thread_id) if run.counts]


def known(state: State, provider_thread: ProviderThread) -> set[Point]:
    by_handoffs = {point for handoff in live_handoffs(state, provider_thread.id) for point in handoff.covered}
    return set(own_points(state, provider_thread.id)) | by_handoffs | provider_thread.taken_along


def taken_along_at(state: State, source: ProviderThread, boundary: Run) -> frozenset[Point]:
    """What a native fork or adoption of `source` takes along at this moment, up to the run `boundary`."""
    runs = [run for run in present(state, source.id) if run.ordinal <= boundary.ordinal]
    return frozenset({run.point for run in runs} | handed_over(state, runs) | source.taken_along)


@dataclass
class Coverage:
    """covered and missing split the thread's history, in its order."""

    native: list[int]
    handoff_ids: list[str]
    covered: list[Point]
    missing: list[Point]
    divergent: list[int]


def coverage(state: State, provider_thread: ProviderThread) -> Coverage:
    points = history(state, provider_thread.thread_id)
    knows = known(state, provider_thread)
    return Coverage(
        native=[ordinal for _, ordinal in own_points(state, provider_thread.id)],
        handoff_ids=[handoff.id for handoff in live_handoffs(state, provider_thread.id)],
        covered=[point for point in points if point in knows],
        missing=[point for point in points if point not in knows],
        divergent=[run.ordinal for run in present(state, provider_thread.id) if not run.counts],
    )


def covered_as_of(state: State, provider_thread: ProviderThread, version: int) -> list[Point]:
    """What it knew of the history as of a version of its thread (section 6)."""
    runs = [run for run in state.runs_on(provider_thread.id) if belongs(run, version)]
    knew = {run.point for run in runs} | handed_over(state, runs) | provider_thread.taken_along
    return [point for point in history(state, provider_thread.thread_id, version) if point in knew]
