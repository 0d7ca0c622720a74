"""By which runs' content a run was reached, and which runs the content of others reached (design 6)."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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
    """Every run whose content can have reached the run, by at most max_depth steps, rolled-back ones included."""
    distance = {run: 0}
    waiting = deque([run])
    steps: list[Step] = []
    truncated = False
    while waiting:
        target = waiting.popleft()
        if max_depth is not None and distance[target] >= max_depth:
            truncated = truncated or next(_steps_into(flow, target), None) is not None
            continue
        for step in _steps_into(flow, target):
            if len(steps) < max_steps:
                steps.append(step)
            else:
                truncated = True
            if step.source not in distance:
                distance[step.source] = distance[target] + 1
                waiting.append(step.source)
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


def reached_from(flow: ContentFlow, thread_id: str, starts: Iterable[int]) -> tuple[Point, ...]:
    """The runs of other threads, not rolled back, that the content of these runs of the thread reached, by thread creation and ordinal."""
    continuing: dict[Point, list[Point]] = {}
    for after, before in flow.continued.items():
        continuing.setdefault(before, []).append(after)
    covering: dict[str, list[tuple[int, int, Point]]] = {}
    for consumer, handoffs in flow.consumed.items():
        for handoff in handoffs:
            for covered, first, last in handoff.covers:
                covering.setdefault(covered, []).append((first, last, consumer))
    reached = {Point(thread_id, ordinal) for ordinal in starts}
    waiting = list(reached)
    while waiting:
        point = waiting.pop()
        takers = covering.get(point.thread_id, ())
        found = [*continuing.get(point, ()), *(consumer for first, last, consumer in takers if first <= point.ordinal <= last)]
        fresh = {target for target in found if target not in reached}
        reached |= fresh
        waiting += fresh
    places = {id: place for place, id in enumerate(flow.threads)}
    others = [point for point in reached if point.thread_id != thread_id and point in flow.runs and not flow.runs[point].rolled_back]
    return tuple(sorted(others, key=lambda point: (places[point.thread_id], point.ordinal)))
