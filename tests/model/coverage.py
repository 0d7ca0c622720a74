"""What a provider thread knows of its thread's history, and what it holds natively (section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .history import belongs, history
from .refusal import refuse_if
from .state import Compaction, Handoff, Point, ProviderThread, Run, State


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


def compacted_along_at(source: ProviderThread, boundary: Run, adopts: bool) -> frozenset[Point]:
    """The points up to which `source` is a summary in what is forked before the end of the run `boundary`, or taken over after it."""
    last = boundary.ordinal if adopts else boundary.ordinal - 1
    return source.compacted_along | {one.point for one in source.compactions if one.point[1] <= last}


def compacted_through(provider_thread: ProviderThread, points: list[Point]) -> Point | None:
    """The newest point of the history that it was compacted through."""
    compacted = provider_thread.compacted_along | {one.point for one in provider_thread.compactions}
    return next((point for point in reversed(points) if point in compacted), None)


def summarized_runs(state: State, provider_thread: ProviderThread) -> int:
    """How many runs of the history ran on it or were taken along and are a summary to it now."""
    points = history(state, provider_thread.thread_id)
    through = compacted_through(provider_thread, points)
    native = set(own_points(state, provider_thread.id)) | provider_thread.taken_along
    return len(native & set(points[: points.index(through) + 1])) if through is not None else 0


def compact(state: State, provider_thread: ProviderThread, run: Run | None, told: dict[str, Any]) -> None:
    """recordCompaction: through the run, the last one of it that is history where none is named."""
    held = [one for one in state.runs_on(provider_thread.id) if one.counts]
    through = run if run is not None else held[-1] if held else None
    before = [one for one in provider_thread.compactions if through is not None and one.point == through.point]
    if before:
        refuse_if(before[0].told != told, "CONFLICT", "another compaction is recorded through that run")
        return
    refuse_if(not held, "INVALID_TRANSITION", "it has run nothing that is history")
    refuse_if(through not in held, "BAD_INPUT", "the run is no history of it")
    if through is not None:
        provider_thread.compactions.append(Compaction(through.point, told))


@dataclass
class Coverage:
    """covered and missing split the thread's history, in its order."""

    native: list[int]
    handoff_ids: list[str]
    covered: list[Point]
    missing: list[Point]
    divergent: list[int]
    compacted: Point | None


def coverage(state: State, provider_thread: ProviderThread) -> Coverage:
    points = history(state, provider_thread.thread_id)
    knows = known(state, provider_thread)
    return Coverage(
        native=[ordinal for _, ordinal in own_points(state, provider_thread.id)],
        handoff_ids=[handoff.id for handoff in live_handoffs(state, provider_thread.id)],
        covered=[point for point in points if point in knows],
        missing=[point for point in points if point not in knows],
        divergent=[run.ordinal for run in present(state, provider_thread.id) if not run.counts],
        compacted=compacted_through(provider_thread, points),
    )


def covered_as_of(state: State, provider_thread: ProviderThread, version: int) -> list[Point]:
    """What it knew of the history as of a version of its thread (section 6)."""
    runs = [run for run in state.runs_on(provider_thread.id) if belongs(run, version)]
    knew = {run.point for run in runs} | handed_over(state, runs) | provider_thread.taken_along
    return [point for point in history(state, provider_thread.thread_id, version) if point in knew]
