"""Cuts the runs of threads into stretches, and finds what joins them."""

from collections.abc import Iterator
from dataclasses import dataclass

from lineage.domain.kinds import ParentRelationship
from lineage.exporters.drawing.flow import Flow
from lineage.exporters.drawing.shapes import Link, LinkKind, Note, Shape, State, Step, Stretch, ThreadBegins, ThreadEnds
from lineage.store.records.model import Row


@dataclass(slots=True)
class _Open:
    """A stretch that may go on."""

    key: str
    row: Row
    last: int
    closed: bool = False

    def takes(self, row: Row) -> bool:
        alike = all(self.row[name] == row[name] for name in ("provider", "state", "rolledBack"))
        return not self.closed and alike and row["ordinal"] == self.last + 1


@dataclass(frozen=True, slots=True)
class _Left:
    """A thread that left its parent: where, and its first shape once it has one."""

    thread_id: str
    kind: LinkKind
    source_run_id: str
    target: str


class Picture:
    """One tree. Rows of runs have run, ordinal, provider, state, begun and rolledBack (versions)."""

    def __init__(self, keys: Iterator[int], flow: Flow, sources: set[str]) -> None:
        self._keys = keys
        self._flow = flow
        self._sources = sources
        self._takers = flow.takers()
        self._waiting: dict[str, list[int]] = {}
        for place, passing in enumerate(flow.passings):
            if passing.consumer_run_id is None:
                self._waiting.setdefault(passing.target_thread_id, []).append(place)
        self._places: dict[str, str] = {}
        """The key of the stretch that each source or taker is in."""
        self._notes: dict[int, str] = {}
        """The keys of the notes of passings that wait."""
        self._rolled_back: set[str] = set()
        """Sources that were rolled back."""
        self._left: list[_Left] = []
        self._thread: ThreadBegins | None = None
        self._departure: tuple[LinkKind, str] | None = None
        """How and where the thread left its parent, until it has a shape that this can lead to."""
        self._drawn = False
        self._open: _Open | None = None
        self._line: list[tuple[str, int | None]] = []
        """The stretches that the next one may come after, with the versions that rolled them back."""

    def begin_thread(self, id: str, title: str | None, relationship: ParentRelationship | None, source: str | None) -> Iterator[Shape]:
        self._thread = ThreadBegins(self._key("t"), id, title, relationship, source in self._rolled_back)
        self._line, self._drawn = [], False
        kind = LinkKind.SUBAGENT if relationship is ParentRelationship.SUBAGENT else LinkKind.FORK
        self._departure = (kind, source) if source is not None else None
        yield self._thread

    def add_run(self, row: Row) -> Iterator[Shape]:
        if self._open is None or not self._open.takes(row) or row["run"] in self._takers:
            yield from self._close()
            self._open = _Open(self._key("n"), row, row["ordinal"])
            self._leave_to(self._open.key)
        self._open.last = row["ordinal"]
        if row["run"] in self._sources or row["run"] in self._takers:
            self._places[row["run"]] = self._open.key
        if row["run"] in self._sources:
            self._open.closed = True
            if row["rolledBack"] is not None:
                self._rolled_back.add(row["run"])

    def end_thread(self) -> Iterator[Shape]:
        """The rest of the thread, if one was begun."""
        if self._thread is None:
            return
        yield from self._close()
        if not self._drawn:
            key = self._key("n")
            self._leave_to(key)
            yield Note(key, "no runs")
        kept = [key for key, rolled_back in self._line if rolled_back is None]
        for place in self._waiting.get(self._thread.id, ()):
            self._notes[place] = self._key("n")
            yield Note(self._notes[place], f"{self._flow.passings[place].text} waits")
            if kept:
                yield Step(kept[-1], self._notes[place])
        yield ThreadEnds(self._thread)
        self._thread = None

    def links(self) -> Iterator[Link]:
        """What joins the threads, once all of them were drawn. A run that is not in the tree has no link."""
        for left in self._left:
            if (source := self._places.get(left.source_run_id)) is not None:
                text = "subagent"
                if left.kind is LinkKind.FORK:
                    text = ", ".join(word for word in ("fork", self._flow.forks.get(left.thread_id)) if word)
                yield Link(source, left.target, left.kind, text)
        for place, passing in enumerate(self._flow.passings):
            start = self._places.get(passing.source_run_id) if passing.source_run_id is not None else None
            end = self._places.get(passing.consumer_run_id) if passing.consumer_run_id is not None else self._notes.get(place)
            if start is not None and end is not None:
                yield Link(start, end, passing.kind, passing.text)

    def _close(self) -> Iterator[Shape]:
        """Draws the open stretch. It comes after the newest one that was history when it began (design 2, as it was)."""
        stretch, self._open = self._open, None
        if stretch is None:
            return
        row, state = stretch.row, State[stretch.row["state"]]
        yield Stretch(stretch.key, row["ordinal"], stretch.last, row["provider"], state, self._flow.given.get(row["run"]))
        while self._line and _was_gone(self._line[-1][1], row["begun"], state):
            self._line.pop()
        if self._line:
            yield Step(self._line[-1][0], stretch.key)
        if row["begun"] is not None:
            self._line.append((stretch.key, row["rolledBack"]))

    def _leave_to(self, key: str) -> None:
        """What left its parent leads to the first shape of the thread."""
        self._drawn = True
        if self._departure is not None and self._thread is not None:
            self._left.append(_Left(self._thread.id, *self._departure, key))
            self._departure = None

    def _key(self, prefix: str) -> str:
        return f"{prefix}{next(self._keys)}"


def _was_gone(rolled_back: int | None, begun: int | None, state: State) -> bool:
    """Whether a stretch rolled back by one version was gone when another began at the other; a run that is yet to begin comes last."""
    if rolled_back is None:
        return False
    return rolled_back <= begun if begun is not None else state is State.PREPARING
