"""What is kept of each line of a thread: where it is and what it is about, seven numbers a line."""

from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lineage.importers.t3code.kinds import WITH_HISTORY, Kind

NO_TIME = -(2**63)
_WIDTH = 7
_ITEMS = (Kind.ITEM, Kind.LOOSE_ITEM, Kind.LOOSE_MESSAGE)


class Row(NamedTuple):
    """A line. event and entity are hashes of ids, first is the sequence of the entity's first snapshot, microseconds since 1970."""

    sequence: int
    line: int
    offset: int
    microseconds: int
    event: int
    entity: int
    kind: int


class Kept(NamedTuple):
    """A line whose snapshot counts. first is the sequence of the first snapshot of the same thing."""

    sequence: int
    first: int
    line: int
    offset: int
    entity: int
    kind: int


class Rows:
    """The lines of one thread, as they come."""

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        self._numbers = array("q")

    def add(self, row: Row) -> None:
        self._numbers.extend(row)

    def in_order(self, repeats: Callable[[Row, Row], None]) -> list[Row]:
        """The rows by sequence. Of those with the same event id only the first one of the file stays; repeats is told of each other one."""
        unique: dict[int, Row] = {}
        for start in range(0, len(self._numbers), _WIDTH):
            row = Row(*self._numbers[start : start + _WIDTH])
            known = unique.setdefault(row.event, row)
            if known is not row:
                repeats(known, row)
        return sorted(unique.values())


def kept(rows: list[Row]) -> "array[int]":
    """The rows that count, in order, as a flat list of Kept."""
    first: dict[tuple[int, int], int] = {}
    last: dict[tuple[int, int], Row] = {}
    for row in rows:
        thing = (_family(row.kind), row.entity)
        first.setdefault(thing, row.sequence)
        last[thing] = row
    numbers = array("q")
    for row in rows:
        thing = (_family(row.kind), row.entity)
        if row.kind in WITH_HISTORY or last[thing] is row:
            numbers.extend(Kept(row.sequence, first[thing], row.line, row.offset, row.entity, row.kind))
    return numbers


def each(numbers: "array[int]") -> Iterator[Kept]:
    """The rows of such a list."""
    width = len(Kept._fields)
    for start in range(0, len(numbers), width):
        yield Kept(*numbers[start : start + width])


def _family(kind: int) -> int:
    # An item may get its run with a later snapshot.
    return Kind.ITEM if kind in _ITEMS else kind
