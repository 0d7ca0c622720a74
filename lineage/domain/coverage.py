"""What a provider thread knows of its app thread's history, and how (design 2)."""

from collections.abc import Iterable
from dataclasses import dataclass

from lineage.domain.facts import ConsumedHandoff, ProviderThreadFacts
from lineage.domain.points import Point, PointList, PointSet, point_set, points_of, together
from lineage.domain.ranges import ordinals_in, up_to


@dataclass(frozen=True, slots=True)
class Coverage:
    """covered and missing are its thread's history split by what it knows; ordinals are its own app thread's, ascending.

    compacted_through is the newest point of the history up to which its native thread holds a summary in place of what was said.
    """

    provider_thread_id: str
    native_run_ordinals: tuple[int, ...]
    handoff_ids: tuple[str, ...]
    covered: PointList
    missing: PointList
    divergent_run_ordinals: tuple[int, ...]
    compacted_through: Point | None


def coverage_of(provider_thread: ProviderThreadFacts, history: PointList) -> Coverage:
    """How the history splits into what the provider thread knows and what it misses."""
    known = known_points(provider_thread)
    return Coverage(
        provider_thread_id=provider_thread.id,
        native_run_ordinals=tuple(ordinals_in(provider_thread.live_runs)),
        handoff_ids=tuple(handoff.id for handoff in provider_thread.live_handoffs),
        covered=history.keep(known),
        missing=history.without(known),
        divergent_run_ordinals=tuple(ordinals_in(provider_thread.divergent_runs)),
        compacted_through=compacted_through(provider_thread, history),
    )


def known_points(provider_thread: ProviderThreadFacts) -> PointSet:
    """The runs that ran on it and are history, what its live handoffs cover, and what it took along."""
    return together(own_or_taken_along(provider_thread), handed_over(provider_thread.live_handoffs))


def own_or_taken_along(provider_thread: ProviderThreadFacts) -> PointSet:
    """What it knows without any handoff of its own: the runs that ran on it and are history, and what it took along."""
    return together({provider_thread.thread_id: provider_thread.live_runs}, provider_thread.took_along)


def handed_over(handoffs: tuple[ConsumedHandoff, ...]) -> PointSet:
    """What these handoffs cover."""
    return point_set(segment for handoff in handoffs for segment in handoff.covers)


def taken_along_from(source: ProviderThreadFacts, boundary: Point) -> PointSet:
    """What a native fork or adoption of the source takes along.

    The runs up to the boundary that are present natively, all that the handoffs consumed in them covered, and what the
    source had taken along itself (design 2).
    """
    present = up_to(source.present_runs, boundary.ordinal)
    consumed = tuple(handoff for handoff in source.handoffs if any(low <= handoff.ordinal <= high for low, high in present))
    return together({source.thread_id: present}, handed_over(consumed), source.took_along)


def compacted_through(provider_thread: ProviderThreadFacts, history: PointList) -> Point | None:
    """The newest point of the history that it was compacted through, itself or before it was forked or adopted; None when there is none.

    A compaction counts while its run is history: what is dropped natively is rolled back.
    """
    own = (Point(provider_thread.thread_id, ordinal) for ordinal in provider_thread.compactions)
    along = (found.point for found in provider_thread.origin_compactions if found.came_along)
    return history.keep(points_of([*own, *along])).last


def known_as_summary(provider_thread: ProviderThreadFacts, history: PointList, through: Point | None) -> int:
    """How many points of the history up to the one that it was compacted through ran on it or were taken along; 0 for None."""
    return len(history.up_to(through).keep(own_or_taken_along(provider_thread))) if through is not None else 0


@dataclass(frozen=True, slots=True)
class SourceHandoff:
    """A handoff that a begun run consumed on a provider thread that another goes back to; distance 1 is its own source."""

    distance: int
    consumed_by: Point
    position: int
    id: str


def handoffs_in_effect(provider_thread: ProviderThreadFacts, of_sources: Iterable[SourceHandoff]) -> tuple[str, ...]:
    """The handoffs whose texts the native session builds on, in the order in which it got them.

    Its own live ones, and before them those that the runs consumed which it took along (design 2). An adapter whose program
    does not keep such texts in the session gives all of them with each turn.
    """
    ordered = sorted(of_sources, key=lambda handoff: (-handoff.distance, handoff.consumed_by, handoff.position))
    taken = (handoff.id for handoff in ordered if _took_along(provider_thread, handoff.consumed_by))
    return tuple(dict.fromkeys([*taken, *(handoff.id for handoff in provider_thread.live_handoffs)]))


def _took_along(provider_thread: ProviderThreadFacts, run: Point) -> bool:
    return any(low <= run.ordinal <= high for low, high in provider_thread.took_along.get(run.thread_id, ()))
