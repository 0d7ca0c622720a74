"""Points of histories: one run of one thread each, and ordered lists and sets of them held as ranges (design 2)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from lineage.domain.ranges import EMPTY, Ranges, contains, difference, intersection, ordinals_in, ranges_of, union


class Point(NamedTuple):
    """A run by its thread and its ordinal there."""

    thread_id: str
    ordinal: int


class RunSegment(NamedTuple):
    """An inclusive range of run ordinals together with the thread that they count in."""

    thread_id: str
    first: int
    last: int


PointSet = Mapping[str, Ranges]
"""Points without an order: ranges of ordinals for each thread."""


def point_set(segments: Iterable[RunSegment]) -> PointSet:
    """The points that any of the segments holds."""
    parts: dict[str, list[tuple[int, int]]] = {}
    for thread_id, first, last in segments:
        parts.setdefault(thread_id, []).append((first, last))
    return {thread_id: union(ranges) for thread_id, ranges in parts.items()}


def points_of(points: Iterable[Point]) -> PointSet:
    """The set of these points."""
    ordinals: dict[str, list[int]] = {}
    for thread_id, ordinal in points:
        ordinals.setdefault(thread_id, []).append(ordinal)
    return {thread_id: ranges_of(found) for thread_id, found in ordinals.items()}


def together(*sets: PointSet) -> PointSet:
    """The points that any of the sets holds."""
    return point_set(segment for points in sets for segment in segments_in(points))


def segments_in(points: PointSet) -> list[RunSegment]:
    """The set's longest segments, by thread id and ordinal."""
    return [RunSegment(thread_id, low, high) for thread_id in sorted(points) for low, high in points[thread_id]]


@dataclass(frozen=True, slots=True)
class PointList:
    """Points in an order, such as a history or a part of one, as segments: the longest parts with adjacent ordinals of one thread."""

    segments: tuple[RunSegment, ...] = ()

    @classmethod
    def joined(cls, segments: Iterable[RunSegment]) -> "PointList":
        """The list of these segments one after another, those that continue each other made one."""
        merged: list[RunSegment] = []
        for segment in segments:
            last = merged[-1] if merged else None
            if last is not None and last.thread_id == segment.thread_id and last.last + 1 == segment.first:
                merged[-1] = last._replace(last=segment.last)
            else:
                merged.append(segment)
        return cls(tuple(merged))

    @classmethod
    def of_thread(cls, thread_id: str, ranges: Ranges) -> "PointList":
        return cls(tuple(RunSegment(thread_id, low, high) for low, high in ranges))

    def __add__(self, other: "PointList") -> "PointList":
        return PointList.joined(self.segments + other.segments)

    def __bool__(self) -> bool:
        return bool(self.segments)

    def __len__(self) -> int:
        return sum(segment.last - segment.first + 1 for segment in self.segments)

    def __iter__(self) -> Iterator[Point]:
        for thread_id, first, last in self.segments:
            for ordinal in range(first, last + 1):
                yield Point(thread_id, ordinal)

    def __contains__(self, point: object) -> bool:
        return isinstance(point, Point) and self.place_of(point) is not None

    @property
    def points(self) -> PointSet:
        return point_set(self.segments)

    @property
    def last(self) -> Point | None:
        """The newest point; None for an empty list."""
        return Point(self.segments[-1].thread_id, self.segments[-1].last) if self.segments else None

    def place_of(self, point: Point) -> int | None:
        """How many points come before this one; None when it is not in the list."""
        before = 0
        for thread_id, first, last in self.segments:
            if thread_id == point.thread_id and first <= point.ordinal <= last:
                return before + point.ordinal - first
            before += last - first + 1
        return None

    def at(self, place: int) -> Point:
        """The point that has this many before it. IndexError when the list is shorter."""
        for thread_id, first, last in self.segments:
            if place <= last - first:
                return Point(thread_id, first + place)
            place -= last - first + 1
        raise IndexError(place)

    def before(self, point: Point) -> Point | None:
        """The point just before this one of the list; None when this is the first."""
        place = self.place_of(point)
        return self.at(place - 1) if place else None

    def keep(self, points: PointSet) -> "PointList":
        """Those that the set holds, in this order."""
        return self._with(points, intersection)

    def without(self, points: PointSet) -> "PointList":
        """Those that the set does not hold, in this order."""
        return self._with(points, difference)

    def _with(self, points: PointSet, operation: Callable[[Ranges, Ranges], Ranges]) -> "PointList":
        return PointList(
            tuple(
                RunSegment(thread_id, low, high)
                for thread_id, first, last in self.segments
                for low, high in operation(((first, last),), points.get(thread_id, EMPTY))
            )
        )

    def up_to(self, point: Point) -> "PointList":
        """The list cut after this point of it. KeyError when it is not in the list."""
        kept: list[RunSegment] = []
        for segment in self.segments:
            if segment.thread_id == point.thread_id and segment.first <= point.ordinal <= segment.last:
                return PointList((*kept, segment._replace(last=point.ordinal)))
            kept.append(segment)
        raise KeyError(point)

    def after(self, point: Point | None) -> "PointList":
        """What follows this point of the list, all of it for None. KeyError when it is not in the list."""
        if point is None:
            return self
        for index, segment in enumerate(self.segments):
            if segment.thread_id == point.thread_id and segment.first <= point.ordinal <= segment.last:
                rest = (segment._replace(first=point.ordinal + 1),) if point.ordinal < segment.last else ()
                return PointList(rest + self.segments[index + 1 :])
        raise KeyError(point)

    def stretches(self, part: "PointList") -> int:
        """In how many pieces without a gap in this list the part lies."""
        count, end = 0, None
        for segment in part.segments:
            start = self.place_of(Point(segment.thread_id, segment.first))
            if start is None:
                raise KeyError(segment)
            count += start != end
            end = start + segment.last - segment.first + 1
        return count

    def ordinals(self, thread_id: str) -> list[int]:
        """The ordinals of one thread's points in it, ascending."""
        return ordinals_in(self.points.get(thread_id, EMPTY))


def holds(points: PointSet, point: Point) -> bool:
    return contains(points.get(point.thread_id, EMPTY), point.ordinal)
