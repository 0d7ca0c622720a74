"""What a thread's history is, now and as it was (sections 2 and 6)."""

from __future__ import annotations

from collections.abc import Collection

from .state import Point, Run, State

Segment = tuple[str, int, int]
"""A thread's id with the first and last of adjacent ordinals."""


def inherited(state: State, thread_id: str) -> list[Point]:
    """A fork's part of its parent's history: as it was when the fork was made, cut after the source point. It never changes."""
    thread = state.threads[thread_id]
    if thread.relationship != "FORK" or thread.parent_id is None or thread.source_point is None:
        return []
    parents = history(state, thread.parent_id, thread.source_version)
    return parents[: parents.index(thread.source_point) + 1]


def belongs(run: Run, version: int | None) -> bool:
    """Whether a run is history of its own thread, now (None) or as of a version of that thread."""
    if run.begun_version is None:
        return False
    if version is None:
        return run.rolled_back_version is None
    return run.begun_version <= version and (run.rolled_back_version is None or run.rolled_back_version > version)


def own_history(state: State, thread_id: str, version: int | None = None) -> list[Point]:
    return [run.point for run in state.runs_of(thread_id) if belongs(run, version)]


def history(state: State, thread_id: str, version: int | None = None) -> list[Point]:
    """The points of a thread's history, oldest first, now or as of a version."""
    return inherited(state, thread_id) + own_history(state, thread_id, version)


def head_ordinal(state: State, thread_id: str) -> int:
    """The highest own ordinal in the history, 0 when there is none."""
    return max((ordinal for _, ordinal in own_history(state, thread_id)), default=0)


def is_stable(state: State, point: Point) -> bool:
    """Ended COMPLETED, whatever came after, and has a checkpoint, whenever that was captured."""
    run = state.run_at(point)
    return run.ended_as == "COMPLETED" and run.checkpoint_id is not None


def latest_stable(state: State, points: list[Point]) -> Point | None:
    return next((point for point in reversed(points) if is_stable(state, point)), None)


def newest_checkpoint(state: State, points: list[Point]) -> str | None:
    """The checkpoint of the last of these points that has one, however its run ended."""
    found = (state.run_at(point).checkpoint_id for point in reversed(points))
    return next((checkpoint_id for checkpoint_id in found if checkpoint_id is not None), None)


def segments(points: list[Point]) -> list[Segment]:
    """The longest parts with adjacent ordinals of one thread: how a list of points is written in answers."""
    found: list[Segment] = []
    for thread_id, ordinal in points:
        if found and found[-1][0] == thread_id and found[-1][2] + 1 == ordinal:
            found[-1] = (thread_id, found[-1][1], ordinal)
        else:
            found.append((thread_id, ordinal, ordinal))
    return found


def stretches(points: list[Point], some: Collection[Point]) -> int:
    """How many parts of the list without a gap in the list the points of `some` make up."""
    inside = [point in some for point in points]
    return sum(here and not before for before, here in zip([False, *inside], inside, strict=False))


def merge_base(state: State, first: str, second: str) -> Point | None:
    """The newest point that both threads' histories share."""
    theirs = set(history(state, second))
    return next((point for point in reversed(history(state, first)) if point in theirs), None)


def difference(state: State, first: str, second: str) -> tuple[list[Point], list[Point]]:
    """What is only in the first thread's history, and only in the second's."""
    ours, theirs = history(state, first), history(state, second)
    return [point for point in ours if point not in theirs], [point for point in theirs if point not in ours]
