"""By which runs' content a run was reached, and which runs the content of others reached (design 6)."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lineage.domain.kinds import ThreadRelationshipKind
from lineage.domain.points import Point, RunSegment


@dataclass(frozen=True, slots=True)
class FlowRun:
    """A begun run of a lineage tree."""

    id: str
    rolled_back: bool


@dataclass(frozen=True, slots=True)
class Consumed:
    """A handoff that a begun run consumed."""

    handoff_id: str
    via: ThreadRelationshipKind
    covers: tuple[RunSegment, ...]


@dataclass(frozen=True, slots=True)
class ContentFlow:
    """How content passed between the begun runs of a lineage tree. threads are in order of creation."""

    threads: Sequence[str] = ()
    runs: Mapping[Point, FlowRun] = field(default_factory=dict)
    continued: Mapping[Point, Point] = field(default_factory=dict)
    consumed: Mapping[Point, Sequence[Consumed]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One step by which content reached a run: natively, or by a handoff."""

    source: Point
    target: Point
    via: ThreadRelationshipKind | None
    handoff_id: str | None

    @property
    def native(self) -> bool:
        return self.handoff_id is None


@dataclass(frozen=True, slots=True)
class Origins:
    """The runs whose content can have reached a run, the nearest first, and the steps; truncated when a limit cut either."""

    sources: tuple[Point, ...]
    steps: tuple[Step, ...]
    truncated: bool


def origins_of(flow: ContentFlow, run: Point, max_depth: int | None, max_steps: int) -> Origins:
    """Every run whose content can have reached the run, by at most max_depth steps, rolled-back ones included.

    Handoffs that each cover all that was before make as many steps as there are pairs of runs: those beyond max_steps are
    not looked at one by one, only the runs that none of the others led to.
    """
    distance = {run: 0}
    waiting = deque([run])
    unseen = _Unseen()
    unseen.take(run.thread_id, run.ordinal, run.ordinal)
    steps: list[Step] = []
    truncated = False
    while waiting:
        target = waiting.popleft()
        into = _steps_into(flow, target)
        if max_depth is not None and distance[target] >= max_depth:
            truncated = truncated or next(into, None) is not None
            continue
        steps += islice(into, max_steps - len(steps))
        truncated = truncated or next(into, None) is not None
        for source in _sources_of(flow, target, unseen):
            distance[source] = distance[target] + 1
            waiting.append(source)
    return Origins(tuple(point for point in distance if point != run), tuple(steps), truncated)


def _steps_into(flow: ContentFlow, target: Point) -> Iterator[Step]:
    """The steps from runs that the flow knows: one that began while the flow was being read may be missing in it."""
    before = flow.continued.get(target)
    if before is not None and before in flow.runs:
        via = None if before.thread_id == target.thread_id else ThreadRelationshipKind.FORK
        yield Step(before, target, via, None)
    for handoff in flow.consumed.get(target, ()):
        for thread_id, first, last in handoff.covers:
            for ordinal in range(first, last + 1):
                if (source := Point(thread_id, ordinal)) in flow.runs:
                    yield Step(source, target, handoff.via, handoff.handoff_id)


def _sources_of(flow: ContentFlow, target: Point, unseen: "_Unseen") -> Iterator[Point]:
    """The runs that the steps into the target come from, in their order, without those that were seen before."""
    before = flow.continued.get(target)
    segments = [RunSegment(before.thread_id, before.ordinal, before.ordinal)] if before is not None else []
    segments += [segment for handoff in flow.consumed.get(target, ()) for segment in handoff.covers]
    for thread_id, first, last in segments:
        for ordinal in unseen.take(thread_id, first, last):
            if (source := Point(thread_id, ordinal)) in flow.runs:
                yield source


class _Unseen:
    """Which ordinals of each thread were not taken yet. Those that were are jumped over, however many they are."""

    def __init__(self) -> None:
        self._jumps: dict[str, dict[int, int]] = {}

    def take(self, thread_id: str, first: int, last: int) -> list[int]:
        """Those from first to last that were not taken before, ascending."""
        jumps = self._jumps.setdefault(thread_id, {})
        taken = []
        ordinal = _landing(jumps, first)
        while ordinal <= last:
            taken.append(ordinal)
            jumps[ordinal] = ordinal + 1
            ordinal = _landing(jumps, ordinal + 1)
        return taken


def _landing(jumps: dict[int, int], ordinal: int) -> int:
    """Where the jumps from an ordinal end; those on the way are made to lead there at once."""
    way = []
    while ordinal in jumps:
        way.append(ordinal)
        ordinal = jumps[ordinal]
    for passed in way:
        jumps[passed] = ordinal
    return ordinal


def reached_from(flow: ContentFlow, thread_id: str, starts: Iterable[int]) -> tuple[Point, ...]:
    """The runs of other threads, not rolled back, that the content of these runs of the thread reached, by thread creation and ordinal."""
    continuing: dict[Point, list[Point]] = {}
    for after, before in flow.continued.items():
        continuing.setdefault(before, []).append(after)
    reached = {Point(thread_id, ordinal) for ordinal in starts}
    covering: dict[str, list[tuple[int, int, Point]]] = {}
    for consumer, handoffs in flow.consumed.items():
        for handoff in handoffs:
            for covered, first, last in handoff.covers:
                covering.setdefault(covered, []).append((first, last, consumer))
    waiting = list(reached)
    while waiting:
        point = waiting.pop()
        # Those that were reached already are dropped, so that a long thread's own handoffs are not looked at for each of its runs.
        takers = [taker for taker in covering.get(point.thread_id, ()) if taker[2] not in reached]
        covering[point.thread_id] = takers
        found = [*continuing.get(point, ()), *(consumer for first, last, consumer in takers if first <= point.ordinal <= last)]
        fresh = {target for target in found if target not in reached}
        reached |= fresh
        waiting += fresh
    places = {id: place for place, id in enumerate(flow.threads)}
    others = [point for point in reached if point.thread_id != thread_id and point in flow.runs and not flow.runs[point].rolled_back]
    return tuple(sorted(others, key=lambda point: (places[point.thread_id], point.ordinal)))
