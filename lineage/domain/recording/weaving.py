"""Which recorded threads belong together: parents, source runs, and which of a thread's runs are only copies of its parent's."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from lineage.domain.kinds import ParentRelationship, Word
from lineage.domain.points import Point
from lineage.domain.recording.recorded import Departure, ThreadOutline


class WovenFault(Word):
    MISSING_PARENT = "MISSING_PARENT"
    CYCLE = "CYCLE"


@dataclass(frozen=True, slots=True)
class Placement:
    """A thread's place in its lineage tree.

    cut says how many of its first runs are copies that other threads own. The source run is source_run_id, else the newest run
    of the parent that begins at or before source_at, else the parent's last one.
    """

    thread_id: str
    root_id: str
    depth: int = 0
    parent_id: str | None = None
    relationship: ParentRelationship | None = None
    source_run_id: str | None = None
    source_at: datetime | None = None
    cut: int = 0
    awaits: str | None = None
    """A parent that the thread names and that is not there."""


@dataclass(slots=True)
class Woven:
    """placements are parents first. owners tells for each run the thread that it belongs to."""

    placements: dict[str, Placement] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    ordinals: dict[str, int] = field(default_factory=dict)
    """The ordinal that each run has in that thread."""
    faults: list[tuple[str, WovenFault, str]] = field(default_factory=list)
    """(thread id, kind, what is wrong)"""

    def point_of(self, run_id: str) -> Point | None:
        """The run's thread and its ordinal there; None for a run that nobody has."""
        owner = self.owners.get(run_id)
        return Point(owner, self.ordinals[run_id]) if owner is not None else None

    def trees(self) -> list[list[Placement]]:
        """The placements of each tree, parents first, in the order of the roots."""
        found: dict[str, list[Placement]] = {}
        for placement in self.placements.values():
            found.setdefault(placement.root_id, []).append(placement)
        return list(found.values())


def weave(outlines: Iterable[ThreadOutline]) -> Woven:
    """Places each thread once. The order in which the outlines come changes nothing; ids are taken to be unique."""
    known = {
        outline.id: outline for outline in sorted(outlines, key=lambda outline: (outline.created_at, len(outline.run_ids), outline.id))
    }
    weaver = _Weaver(known)
    for id in _parents_first(known, weaver.parents()):
        weaver.place(known[id])
    return weaver.woven


def _parents_first(known: Mapping[str, ThreadOutline], parents: Mapping[str, str]) -> list[str]:
    """The ids in an order in which each comes after its parent, else in the order given."""
    children: dict[str, list[str]] = {}
    for id in known:
        if id in parents:
            children.setdefault(parents[id], []).append(id)
    ordered = [id for id in known if id not in parents]
    for id in ordered:
        ordered.extend(children.get(id, ()))
    return ordered


class _Weaver:
    def __init__(self, known: Mapping[str, ThreadOutline]) -> None:
        self._known = known
        self._spawns: dict[str, tuple[str, str]] = {}
        for outline in known.values():
            for call_id, run_id in outline.spawns.items():
                self._spawns.setdefault(call_id, (outline.id, run_id))
        self.woven = Woven()

    def parents(self) -> dict[str, str]:
        """The parent of each thread that has one here, without cycles."""
        found: dict[str, str] = {}
        holders: dict[str, str] = {}
        for outline in self._known.values():
            departure = outline.departure
            parent = departure.thread_id if departure is not None and departure.thread_id in self._known else None
            if departure is not None and departure.call_id in self._spawns:
                parent = self._spawns[departure.call_id][0]
            if parent is None and outline.run_ids:
                parent = holders.get(outline.run_ids[_copied(outline.run_ids, holders) - 1]) if outline.run_ids[0] in holders else None
            if parent is not None and parent != outline.id:
                found[outline.id] = parent
            for run_id in outline.run_ids:
                holders.setdefault(run_id, outline.id)
        return self._without_cycles(found)

    def _without_cycles(self, parents: dict[str, str]) -> dict[str, str]:
        settled: set[str] = set()
        for start in self._known:
            path: dict[str, None] = {}
            at: str | None = start
            while at is not None and at not in settled:
                if at in path:
                    circle = list(path)[list(path).index(at) :]
                    first = min(circle, key=lambda id: (self._known[id].created_at, id))
                    del parents[first]
                    self.woven.faults.append((first, WovenFault.CYCLE, "threads name each other as parents"))
                    break
                path[at] = None
                at = parents.get(at)
            settled.update(path)
        return parents

    def place(self, outline: ThreadOutline) -> None:
        """Places a thread whose parent is placed already."""
        owners = self.woven.owners
        cut = _copied(outline.run_ids, owners)
        placement = self._below(outline, cut) or self._root(outline)
        self.woven.placements[outline.id] = placement
        for number, run_id in enumerate(outline.run_ids[placement.cut :], 1):
            if run_id not in owners:
                owners[run_id] = outline.id
                self.woven.ordinals[run_id] = number

    def _root(self, outline: ThreadOutline) -> Placement:
        departure = outline.departure
        if departure is not None and departure.thread_id != outline.id:
            self.woven.faults.append((outline.id, WovenFault.MISSING_PARENT, "names a parent thread or run that is not there"))
        return Placement(outline.id, outline.id, awaits=departure.thread_id if departure is not None else None)

    def _below(self, outline: ThreadOutline, cut: int) -> Placement | None:
        """Its place below a parent; None when it has none, or none that it can have left."""
        departure = outline.departure
        if departure is not None and departure.relationship is ParentRelationship.SUBAGENT:
            parent_id, run_id = self._spawner(departure)
            relationship = ParentRelationship.SUBAGENT
        else:
            parent_id, run_id = self._fork_source(outline, departure, cut)
            relationship = ParentRelationship.FORK
        parent = self.woven.placements.get(parent_id) if parent_id is not None and parent_id != outline.id else None
        if parent is None or not self._has_history(parent):
            return None
        return Placement(
            outline.id,
            parent.root_id,
            parent.depth + 1,
            parent.thread_id,
            relationship,
            run_id,
            departure.at if departure is not None and run_id is None else None,
            cut,
        )

    def _spawner(self, departure: Departure) -> tuple[str | None, str | None]:
        run_id: str | None
        if departure.call_id is not None and departure.call_id in self._spawns:
            thread_id, run_id = self._spawns[departure.call_id]
        else:
            thread_id, run_id = departure.thread_id, departure.run_id
        if run_id is None and departure.place is not None:
            run_id = self._run_at(thread_id, departure.place)
        owner = self.woven.owners.get(run_id) if run_id is not None else None
        # A run that the named thread only has a copy of was somebody else's: that one spawned.
        return (owner, run_id) if owner is not None else (thread_id, None)

    def _fork_source(self, outline: ThreadOutline, departure: Departure | None, cut: int) -> tuple[str | None, str | None]:
        owners = self.woven.owners
        named = departure.thread_id if departure is not None else None
        run_id = outline.run_ids[cut - 1] if cut else None
        if run_id is None and departure is not None:
            run_id = departure.run_id
            if run_id is None and departure.place is not None:
                run_id = self._run_at(departure.thread_id, departure.place)
                if run_id is None:
                    return None, None
        if run_id is None:
            return named, None
        if run_id not in owners:
            return None, None
        return (named if named is not None and self._in_history(named, run_id) else owners[run_id]), run_id

    def _run_at(self, thread_id: str, place: int) -> str | None:
        """The newest run of a thread that begins at or before a place of its file."""
        parent = self._known.get(thread_id)
        found = None
        if parent is not None:
            for run_id, begins in zip(parent.run_ids, parent.places, strict=False):
                if begins <= place:
                    found = run_id
        return found

    def _in_history(self, thread_id: str, run_id: str) -> bool:
        """Whether a thread's history has the run, rollbacks left aside."""
        at = self.woven.placements.get(thread_id)
        limit: int | None = None
        owner, place = self.woven.owners[run_id], self.woven.ordinals[run_id]
        while at is not None:
            if at.thread_id == owner:
                return limit is None or place <= limit
            if at.relationship is not ParentRelationship.FORK or at.parent_id is None:
                return False
            source = at.source_run_id
            limit = self.woven.ordinals[source] if source is not None else None
            at = self.woven.placements.get(self.woven.owners[source] if source is not None else at.parent_id)
        return False

    def _has_history(self, placement: Placement) -> bool:
        at: Placement | None = placement
        while at is not None:
            if len(self._known[at.thread_id].run_ids) > at.cut:
                return True
            at = self.woven.placements.get(at.parent_id) if at.relationship is ParentRelationship.FORK and at.parent_id else None
        return False


def _copied(run_ids: Sequence[str], owners: Mapping[str, str]) -> int:
    """How many of the first runs somebody has already."""
    count = 0
    for run_id in run_ids:
        if run_id not in owners:
            break
        count += 1
    return count
