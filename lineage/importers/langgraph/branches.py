"""Which checkpoints of a graph are one thread, and which of them one run.

Checkpoints point to the one that they were made from. Where two or more were made from the same one, the oldest goes on in the thread
that it is in, and each other begins a thread of its own: in this way nothing that was read changes when the file gets longer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lineage.importers.langgraph.rows import Row
from lineage.importers.once import ToldOnce
from lineage.importers.report import FaultKind


@dataclass(slots=True)
class Segment:
    """The checkpoints of one run, in order. before is the checkpoint whose state the run began with."""

    rows: list[Row]
    before: str | None

    @property
    def first(self) -> Row:
        return self.rows[0]

    @property
    def last(self) -> Row:
        return self.rows[-1]


@dataclass(slots=True)
class Branch:
    """The checkpoints of one thread. left is the segment of the other branch that it left that one behind, where there is one."""

    rows: list[Row]
    origin: "Branch | None" = None
    left: Segment | None = None
    segments: list[Segment] = field(default_factory=list)

    @property
    def first(self) -> Row:
        return self.rows[0]


def branches_of(rows: Sequence[Row], tell: ToldOnce) -> list[Branch]:
    """The branches of one graph, whose rows are in the order of their ids; those before that others left."""
    children = _children(rows, tell)
    branches: list[Branch] = []
    holding: dict[str, Branch] = {}
    beginnings: list[Row] = list(reversed(children.pop(None, [])))
    left = {row.id: row for row in rows}
    while left:
        if not beginnings:
            begin = next(iter(left.values()))
            tell(FaultKind.CYCLE, "checkpoints that name each other as parents", begin.place)
            beginnings.append(begin)
        begin = beginnings.pop()
        branch = _followed(begin, children, left, beginnings)
        if branch.rows:
            for row in branch.rows:
                holding[row.id] = branch
            _place(branch, holding.get(begin.parent or ""))
            branches.append(branch)
    return branches


def _children(rows: Sequence[Row], tell: ToldOnce) -> dict[str | None, list[Row]]:
    """The rows by their parents; None has those that have no parent, or none that is there."""
    known = {row.id for row in rows}
    children: dict[str | None, list[Row]] = {}
    for row in rows:
        if row.parent is not None and row.parent not in known:
            tell(FaultKind.DANGLING_PARENT, "a checkpoint that names a parent which is not there", row.place)
        elif row.parent is not None and row.parent > row.id:
            tell(FaultKind.CLOCK_BACKWARDS, "a checkpoint that was made before its parent", row.place)
        children.setdefault(row.parent if row.parent in known else None, []).append(row)
    return children


def _followed(begin: Row, children: dict[str | None, list[Row]], left: dict[str, Row], beginnings: list[Row]) -> Branch:
    """The rows from this one on; what branches off is put among the beginnings, the oldest on top."""
    branch = Branch([])
    off: list[Row] = []
    row: Row | None = begin
    while row is not None and left.pop(row.id, None) is not None:
        branch.rows.append(row)
        following = children.get(row.id, [])
        off += following[1:]
        row = following[0] if following else None
    beginnings += sorted(off, key=lambda other: other.id, reverse=True)
    return branch


def _place(branch: Branch, origin: Branch | None) -> None:
    """Finds the branch's runs, and where it left its origin: behind the last run of which it has everything."""
    at, before = _departure(branch.first, origin) if origin is not None and origin is not branch else (None, None)
    if origin is not None and at is not None:
        branch.origin, branch.left = origin, at
    branch.segments = list(_segments(branch.rows, before))


def _departure(first: Row, origin: Branch) -> tuple[Segment | None, str | None]:
    """The segment that the branch left behind, and the checkpoint that its own first run begins with."""
    last: Segment | None = origin.left
    for segment in origin.segments:
        ids = [row.id for row in segment.rows]
        if first.parent == ids[-1]:
            return segment, first.parent
        if first.parent in ids:
            return last, segment.before
        last = segment
    return last, first.parent


def _segments(rows: Sequence[Row], before: str | None) -> Iterator[Segment]:
    """A run begins with an input. What a branch begins with otherwise is a run when steps were taken in it."""
    segment: list[Row] = []
    for row in rows:
        if row.source == "input" and segment:
            yield from _run(segment, before)
            before, segment = segment[-1].id, []
        segment.append(row)
    yield from _run(segment, before)


def _run(rows: list[Row], before: str | None) -> Iterator[Segment]:
    if any(row.source in ("input", "loop") for row in rows):
        yield Segment(rows, before)
