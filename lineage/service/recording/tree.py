"""The rows of a lineage tree, thread after thread, parents first: how each left its parent, and what its runs were given."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from lineage.domain.kinds import HandoffStrategy, ParentRelationship, ThreadRelationshipKind
from lineage.domain.points import Point, PointList, RunSegment
from lineage.domain.recording.recorded import RecordedHandoff, RecordedRun, RecordedThread
from lineage.domain.recording.weaving import Placement
from lineage.service.recording.departures import Departed, Spawned, departure_row, departure_told, event_of, result_rows
from lineage.service.recording.given import OWN, Given, given_handoff_row, given_transfer_row, missing_row
from lineage.service.recording.made import lock_count, place_of
from lineage.service.recording.state import RunState, ThreadState
from lineage.service.recording.thread_rows import ThreadRows
from lineage.service.recording.transfer_rows import with_values
from lineage.store.changes import to_json
from lineage.store.records.model import Records, Row


@dataclass(slots=True)
class TreeRecorder:
    """Makes the rows of one tree. point_of finds any run of the import, limits are the policy that runs keep."""

    point_of: Callable[[str], Point | None]
    limits: Mapping[str, int]
    threads: dict[str, ThreadState] = field(default_factory=dict)
    """What is remembered of the threads that were recorded, or that the store has already."""
    spawned: dict[str, Spawned] = field(default_factory=dict)
    """By the call's id, and by the child's thread where that is known."""
    newest: int = 0
    """The newest place in the order of creation that was given."""
    _places: set[int] = field(default_factory=set)
    _brought_back: list[tuple[ThreadState, Given]] = field(default_factory=list)

    def record(self, thread: RecordedThread, placement: Placement, made: int | None = None) -> Records:
        """The rows of one thread whose parent was recorded before. made is its place in the order of creation where it has one already."""
        records = Records()
        departed = self._departure(thread, placement)
        state = self._state(thread, placement, departed, made)
        self.threads[thread.id] = state
        rows = ThreadRows(records, state, thread, self.limits)
        type, payload = event_of(departed, thread.id, thread.created_by)
        rows.created(type, thread.created_at, payload)
        if departed is not None and not departed.is_fork and thread.sessions:
            rows.session(thread.sessions[0].id)
        given: list[Given] = []
        for step in thread.steps[self._copied(thread) :]:
            if isinstance(step, RecordedRun):
                given += self._run(rows, step, departed)
            else:
                rows.step(step, None)
        for row in rows.sessions():
            self._give(row["set"]["made"])
        self._transfers(records, thread, state, departed, given)
        records.threads.append(_thread_row(thread, placement, departed, state, rows.updated_at))
        return records

    def know(self, state: ThreadState, spawned: Mapping[str, Spawned]) -> None:
        """A thread that the store has already, and the subagents that its runs started."""
        self.threads[state.id] = state
        self.spawned.update(spawned)

    def keep_places(self, made: Iterable[int]) -> None:
        """Places in the order of creation that threads of the store have."""
        self._places.update(made)

    def extend(self, thread: RecordedThread, stored: ThreadState, row: Row, session_rows: Iterable[Row]) -> Records:
        """The rows that put more runs after those of a thread that the store has. row and session_rows are as they are stored."""
        records = Records()
        rows = ThreadRows(records, stored, thread, self.limits)
        rows.known(session_rows)
        for step in thread.steps:
            if isinstance(step, RecordedRun):
                self._run(rows, step, None)
        for session in rows.sessions():
            self._give(session["set"]["made"])
        updated = max(rows.updated_at, row["set"]["updatedAt"].to_native())
        records.threads.append({**row, "set": {**row["set"], "version": stored.version, "updatedAt": updated}})
        return records

    def finish(self) -> Records:
        """What could be told only when all threads of the tree were there: what forks brought back. The root's lock counts `lock`."""
        records = Records()
        for state, given in self._brought_back:
            if not given.covers or not self._came_back(given, state):
                continue
            at = self._run_at(Point(given.covers[-1].thread_id, given.covers[-1].last))
            self._given(records, state, given, at)
        self._brought_back.clear()
        return records

    def _came_back(self, given: Given, state: ThreadState) -> bool:
        """Whether what was given is from a fork of the thread, or a fork of that, as a merge-back has to be."""
        source = self.threads.get(given.handoff.from_thread_id or given.covers[-1].thread_id)
        while source is not None and source.forked_from is not None:
            if source.forked_from == state.id:
                return all(segment.thread_id in self.threads for segment in given.covers)
            source = self.threads.get(source.forked_from)
        return False

    @property
    def lock(self) -> int:
        """What the tree's lock has to count."""
        return lock_count(self.newest)

    def _departure(self, thread: RecordedThread, placement: Placement) -> Departed | None:
        if placement.parent_id is None or placement.relationship is None:
            return None
        parent = self.threads[placement.parent_id]
        owner, source = self._source(parent, placement)
        at = thread.created_at
        if at < source.started_at:
            at = next((run.started_at for run in thread.runs if self._is_own(thread, run)), source.started_at)
        version = parent.version_at(source if owner is parent else None, at)
        return Departed(parent, owner, source, placement.relationship, version, at)

    def _source(self, parent: ThreadState, placement: Placement) -> tuple[ThreadState, RunState]:
        """The run that a thread left at, and the thread that it is in: the parent, or one that it inherited the run from."""
        point = self.point_of(placement.source_run_id) if placement.source_run_id is not None else None
        if point is not None:
            return self._run_at(point)
        if (own := parent.last_run_at(placement.source_at)) is not None:
            return parent, own
        last = parent.inherited.last
        assert last is not None, "a thread without a history is nobody's parent"
        return self._run_at(last)

    def _run_at(self, point: Point) -> tuple[ThreadState, RunState]:
        owner = self.threads[point.thread_id]
        return owner, owner.runs[point.ordinal - 1]

    def _state(self, thread: RecordedThread, placement: Placement, departed: Departed | None, made: int | None) -> ThreadState:
        if made is None:
            made = self._unused(place_of(thread.created_at, thread.id, after=departed.parent.made if departed is not None else 0))
        inherited = PointList()
        if departed is not None and departed.is_fork:
            inherited = departed.parent.history_at(departed.version).up_to(Point(departed.owner.id, departed.source.ordinal))
        forked_from = departed.parent.id if departed is not None and departed.is_fork else None
        return ThreadState(thread.id, placement.root_id, placement.depth, made, 1, inherited, forked_from)

    def _run(self, rows: ThreadRows, run: RecordedRun, departed: Departed | None) -> list[Given]:
        """Adds a run. The first run of a fork goes on natively where its provider ran the source and nothing was handed to it."""
        state, first = rows.state, not rows.state.runs
        begins_fork = first and departed is not None and departed.is_fork
        handoffs = [_fitting(handoff, state.id, begins_fork) for handoff in run.handoffs]
        native = False
        if begins_fork and departed is not None:
            told = any(handoff.type is ThreadRelationshipKind.FORK and handoff.text is not None for handoff in handoffs)
            native = not told and departed.ran_on(rows.provider_of(run.session_id))
            if not told and not native:
                handoffs.insert(0, _nothing_given(state.id, run))
        # To put a history together takes the longer the longer it is: only where something was given is it asked for.
        given = self._given_to(run, handoffs, state.history) if handoffs else []
        delivered = [one for one in given if one.handoff.text is not None]
        if native and departed is not None:
            rows.session(run.session_id)
            rows.take_along(run.session_id, departed.owner.sessions[departed.source.session_id], departed.owner, departed.source)
        covers = tuple(segment for one in delivered for segment in one.covers)
        rows.step(run, departed.source.id if native and departed is not None else None, [one.handoff.id for one in delivered], covers)
        for index, spawn in enumerate(run.spawns, len(delivered) + 1):
            found = Spawned(state, state.runs[-1], spawn, index)
            self.spawned[spawn.call_id] = found
            if spawn.thread_id is not None:
                self.spawned[spawn.thread_id] = found
        return given

    def _is_own(self, thread: RecordedThread, run: RecordedRun) -> bool:
        point = self.point_of(run.id)
        return point is None or point.thread_id == thread.id

    def _copied(self, thread: RecordedThread) -> int:
        """How many of its first steps only copy what other threads own."""
        own = (number for number, step in enumerate(thread.steps) if isinstance(step, RecordedRun) and self._is_own(thread, step))
        if not any(isinstance(step, RecordedRun) and not self._is_own(thread, step) for step in thread.steps):
            return 0
        return next(own, len(thread.steps))

    def _given_to(self, run: RecordedRun, handoffs: list[RecordedHandoff], history: PointList) -> list[Given]:
        given, incoming = [], 0
        for handoff in handoffs:
            incoming += handoff.type not in OWN
            given.append(Given(run, handoff, self._covered(handoff, history), 0 if handoff.type in OWN else incoming, history))
        return given

    def _covered(self, handoff: RecordedHandoff, history: PointList) -> tuple[RunSegment, ...]:
        """What it covers: of its own thread's context only what was history then."""
        points = [self.point_of(run_id) for run_id in handoff.covers]
        there = [RunSegment(point.thread_id, point.ordinal, point.ordinal) for point in points if point is not None]
        covers = PointList.joined(there)
        return history.keep(covers.points).segments if handoff.type in OWN else covers.segments

    def _transfers(
        self, records: Records, thread: RecordedThread, state: ThreadState, departed: Departed | None, given: list[Given]
    ) -> None:
        if departed is not None:
            first = state.runs[0] if state.runs else None
            session = next((found for found in thread.sessions if first is None or found.id == first.session_id), None)
            portable = next((one.handoff for one in given if one.handoff.type is ThreadRelationshipKind.FORK), None)
            made = self._place(departed.at, f"{state.id}:departure", state.made)
            records.transfers.append(departure_row(departed, state, session, first, portable, made))
        if departed is not None and not departed.is_fork and (spawned := self._spawned(thread)) is not None:
            at = spawned.spawn.returned_at or spawned.run.started_at
            if (rows := result_rows(state, spawned, self._place(at, f"{state.id}:result", state.made))) is not None:
                records.transfers.append(rows[0])
                records.handoffs.append(rows[1])
        for one in given:
            if one.handoff.type in OWN:
                last = one.history.last
                self._given(records, state, one, self._run_at(last) if last is not None else None)
            else:
                self._brought_back.append((state, one))

    def _given(self, records: Records, state: ThreadState, given: Given, at: tuple[ThreadState, RunState] | None) -> None:
        """Adds the transfer and the handoff of something that a run was given, or the failed transfer of what it was not."""
        provider = state.sessions[given.run.session_id].provider
        when = given.handoff.at or given.run.started_at
        made = self._place(when, given.handoff.id, state.made)
        if given.handoff.text is None:
            row = missing_row(given, state, at[0], provider, made) if at is not None and given.handoff.type in OWN else None
            records.transfers += [row] if row is not None else []
            return
        if given.handoff.type is not ThreadRelationshipKind.FORK and at is not None:
            records.transfers.append(given_transfer_row(given, state, at, provider, made))
        records.handoffs.append(given_handoff_row(given, state, made + 1))

    def _spawned(self, thread: RecordedThread) -> Spawned | None:
        call_id = thread.departure.call_id if thread.departure is not None else None
        return self.spawned.get(thread.id) or (self.spawned.get(call_id) if call_id is not None else None)

    def _place(self, at: datetime, id: str, after: int) -> int:
        return self._give(place_of(at, id, after))

    def _give(self, made: int) -> int:
        self.newest = max(self.newest, made + 1)
        return made

    def _unused(self, made: int) -> int:
        while made in self._places:
            made += 1
        self._places.add(made)
        return self._give(made)


def _fitting(handoff: RecordedHandoff, thread_id: str, begins_fork: bool) -> RecordedHandoff:
    """The handoff, of the fork's own transfer where it begins a fork; nothing else can begin one."""
    if handoff.type is not ThreadRelationshipKind.FORK:
        return handoff
    if begins_fork:
        return replace(handoff, transfer_id=f"{thread_id}:fork")
    return replace(handoff, type=ThreadRelationshipKind.PROVIDER_HANDOFF)


def _nothing_given(thread_id: str, run: RecordedRun) -> RecordedHandoff:
    """A fork that was begun by another provider without any context: it knows nothing of what it inherited."""
    id = f"{thread_id}:fork"
    return RecordedHandoff(id, id, ThreadRelationshipKind.FORK, (), HandoffStrategy.FULL_THREAD_SUMMARY, "", at=run.started_at)


def _thread_row(
    thread: RecordedThread, placement: Placement, departed: Departed | None, state: ThreadState, updated_at: datetime
) -> dict[str, Any]:
    fork = placement.relationship is ParentRelationship.FORK
    return {
        "set": with_values(
            id=thread.id,
            title=thread.title,
            createdBy=thread.created_by,
            createdAt=thread.created_at,
            updatedAt=updated_at,
            version=state.version,
            importedVersion=state.version,
            rootId=placement.root_id,
            parentId=placement.parent_id,
            relationshipToParent=placement.relationship,
            awaitedParentId=placement.awaits,
            toldDeparture=to_json(departure_told(thread.departure)) if thread.departure is not None else None,
            depth=placement.depth,
            made=state.made,
            metadata=to_json(thread.metadata) if thread.metadata else None,
        ),
        "parentId": placement.parent_id,
        "by": placement.relationship,
        "sourceRunId": departed.source.id if departed is not None else None,
        "sourceVersion": departed.version if departed is not None and fork else None,
        "lockMade": None,
    }
