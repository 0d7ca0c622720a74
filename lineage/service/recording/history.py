"""The rows of threads that a command tells of in bulk, new ones and more runs of those that are there."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from lineage.domain.kinds import NativeRollbackState, ParentRelationship, ProviderThreadStatus
from lineage.domain.points import Point
from lineage.domain.recording.recorded import Departure, RecordedCheckpoint, RecordedItem, RecordedRun, RecordedSession, RecordedThread
from lineage.domain.recording.weaving import Placement
from lineage.errors import ActiveRun, BadInput, Conflict, InvalidTransition, NotFound
from lineage.service.history_inputs import RecordedRunInput, RecordedThreadInput
from lineage.service.recording.stored import StoredThread
from lineage.service.recording.tree import TreeRecorder
from lineage.store.records.model import Records

_UNFIT = (ProviderThreadStatus.DIVERGENT, ProviderThreadStatus.RESUME_FAILED, ProviderThreadStatus.CLOSED)


class History:
    """Collects the rows of the threads of one command."""

    def __init__(self, limits: Mapping[str, int], stored: Mapping[str, StoredThread], taken: Mapping[tuple[str, str], str]) -> None:
        self.records = Records()
        self._limits = limits
        self._stored = stored
        self._taken = taken
        self._roots = {thread.id: thread.root_id for thread in stored.values()}
        self._points: dict[str, Point] = {}
        self._trees: dict[str, TreeRecorder] = {}
        for thread in stored.values():
            self._tree(thread.root_id).know(thread.state, thread.spawned)
            for run in thread.state.runs:
                self._points[run.id] = Point(thread.id, run.ordinal)

    def new_runs(self, thread: RecordedThreadInput) -> list[RecordedRunInput]:
        """The runs of the thread that are not there yet. CONFLICT when one is another thread's."""
        new = []
        for run in thread.runs:
            owner = self._taken.get(("Run", run.id))
            if owner not in (None, thread.id):
                raise Conflict(f"run id {run.id!r} is taken by a run of thread {owner!r}")
            if owner is None:
                new.append(run)
        return new

    def record(self, thread: RecordedThreadInput) -> None:
        """Adds the rows of one thread."""
        new = self.new_runs(thread)
        before = self._stored.get(thread.id)
        sessions = self._sessions(thread, before)
        told = _recorded(thread, sessions, new, before)
        if before is None:
            placement = self._placement(thread)
            recorder = self._tree(placement.root_id)
            records = recorder.record(told, placement)
            records.threads[0]["set"].pop("importedVersion")
            if placement.parent_id is None:
                records.threads[0]["lockMade"] = recorder.lock
        elif new:
            self._takes_runs(thread, before, new)
            recorder = self._tree(before.root_id)
            records = recorder.extend(told, before.state, before.row, before.session_rows)
        else:
            return
        for row, run in zip(records.runs, new, strict=True):
            self._points[run.id] = Point(thread.id, row["set"]["ordinal"])
        self.records.add(records)

    def _tree(self, root_id: str) -> TreeRecorder:
        if root_id not in self._trees:
            self._trees[root_id] = TreeRecorder(self._points.get, self._limits)
        return self._trees[root_id]

    def locks(self) -> list[list[Any]]:
        """What the locks of the trees have to count at least."""
        return [[root_id, recorder.lock] for root_id, recorder in sorted(self._trees.items())]

    def _placement(self, thread: RecordedThreadInput) -> Placement:
        parent = thread.parent
        if parent is None:
            self._roots[thread.id] = thread.id
            return Placement(thread.id, thread.id)
        if parent.thread_id not in self._roots:
            raise NotFound(f"thread {parent.thread_id!r} is not known: expected one that is there, or comes before its child")
        root_id, point = self._roots[parent.thread_id], self._points.get(parent.run_id)
        state = self._tree(root_id).threads[parent.thread_id]
        if point is None:
            raise NotFound(f"run {parent.run_id!r} is not known")
        fork = parent.relationship is ParentRelationship.FORK
        if point not in state.history if fork else point.thread_id != parent.thread_id:
            raise BadInput(f"run {parent.run_id!r} is not in the history of thread {parent.thread_id!r}")
        self._roots[thread.id] = root_id
        return Placement(thread.id, root_id, state.depth + 1, parent.thread_id, parent.relationship, parent.run_id)

    def _sessions(self, thread: RecordedThreadInput, before: StoredThread | None) -> list[RecordedSession]:
        """The provider threads that the input tells of; each run's has to be one of them, or one of the thread's that is there."""
        told = {session.id: session for session in thread.provider_threads}
        known = set(before.state.sessions) if before is not None else set()
        for id in [*told, *(run.provider_thread_id for run in thread.runs)]:
            owner = self._taken.get(("ProviderThread", id))
            if owner not in (None, thread.id):
                raise Conflict(f"provider thread id {id!r} is taken by one of thread {owner!r}")
            if id not in told and id not in known:
                raise NotFound(f"provider thread {id!r} is not known: expected one of thread {thread.id!r}, or one that the input tells of")
        return [
            RecordedSession(
                session.id,
                session.provider,
                session.native_thread_ref,
                _created_at(thread, before),
                session.native_ref_strength,
                session.history_mode,
            )
            for session in told.values()
        ]

    def _takes_runs(self, thread: RecordedThreadInput, before: StoredThread, new: list[RecordedRunInput]) -> None:
        if before.active:
            raise ActiveRun(f"a run of thread {thread.id!r} is active: expected that none is")
        if not before.state.runs and before.parent_id is not None:
            raise InvalidTransition(f"thread {thread.id!r} waits for its first run: start that by startRun")
        used = {run.provider_thread_id for run in new}
        for row in before.session_rows:
            status, id = row["set"]["status"], row["set"]["id"]
            if id in used and (status in _UNFIT or row["set"].get("nativeRollback") == NativeRollbackState.PENDING):
                raise InvalidTransition(f"provider thread {id!r} is {status}: it takes no run")


def _recorded(
    thread: RecordedThreadInput, sessions: list[RecordedSession], new: list[RecordedRunInput], before: StoredThread | None
) -> RecordedThread:
    return RecordedThread(
        id=thread.id,
        sessions=sessions,
        steps=[_run(run) for run in new],
        created_at=_created_at(thread, before),
        title=thread.title,
        created_by=thread.created_by,
        departure=Departure(thread.parent.relationship, thread.parent.thread_id, thread.parent.run_id) if thread.parent else None,
        metadata=thread.metadata,
    )


def _created_at(thread: RecordedThreadInput, before: StoredThread | None) -> datetime:
    """When the thread was made: as told, else as stored, else when its first run started. BAD_INPUT when none of that is there."""
    if before is not None:
        return before.outline.created_at
    if thread.created_at is None and not thread.runs:
        raise BadInput(f"thread {thread.id!r} has neither createdAt nor runs")
    return thread.created_at or min(run.started_at for run in thread.runs)


def _run(told: RecordedRunInput) -> RecordedRun:
    checkpoint = None
    if told.checkpoint is not None:
        id = told.checkpoint.id or f"{told.id}:checkpoint"
        checkpoint = RecordedCheckpoint(id, told.checkpoint.workspace_ref, told.checkpoint.diff_summary)
    return RecordedRun(
        id=told.id,
        session_id=told.provider_thread_id,
        started_at=told.started_at,
        finished_at=told.finished_at,
        ended_as=told.status,
        message=told.message,
        model=told.model,
        runtime_mode=told.runtime_mode,
        failure_reason=told.failure_reason,
        turns=told.native_turn_refs,
        items=[RecordedItem(item.kind, item.text, item.data, id=item.id) for item in told.items],
        checkpoint=checkpoint,
    )
