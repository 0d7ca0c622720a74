"""The rows of one recorded thread: its runs, sessions and events, with the versions that commands would have made (design 2)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from lineage.domain.kinds import (
    HistoryMode,
    NativeActionKind,
    NativeRollbackState,
    ProviderThreadStatus,
    RunStatus,
)
from lineage.domain.points import RunSegment, segments_in
from lineage.domain.ranges import ordinals_in, ranges_of
from lineage.domain.recording.recorded import Compacted, RecordedRun, RecordedSession, RecordedThread, RolledBack, Step
from lineage.domain.summary import item_characters, message_characters
from lineage.service.recording.made import place_of
from lineage.service.recording.state import RunState, SessionState, ThreadState
from lineage.service.recording.transfer_rows import with_values
from lineage.store.changes import to_json
from lineage.store.records.model import Records, Row


class ThreadRows:
    """Collects the rows of one thread, step by step. limits are the policy's, which a run keeps."""

    def __init__(self, records: Records, state: ThreadState, thread: RecordedThread, limits: Mapping[str, int]) -> None:
        self.state = state
        self._records = records
        self._limits = limits
        self._recorded = {session.id: session for session in thread.sessions}
        self._sessions: dict[str, Row] = {}
        self._stored: dict[str, Row] = {}
        self._runs: dict[str, Row] = {}
        self._native_sources: dict[str, str] = {}
        self.updated_at = thread.created_at

    def created(self, type: str, at: datetime, payload: Mapping[str, Any]) -> None:
        """The thread's first version."""
        self._event(1, type, at, payload)

    def known(self, session_rows: Iterable[Row]) -> None:
        """Sessions of the thread that the store has; those that a run is recorded on are written anew."""
        self._stored = {row["set"]["id"]: row for row in session_rows}

    def step(self, step: Step, continues: str | None, handoff_ids: Sequence[str] = (), covers: Sequence[RunSegment] = ()) -> None:
        """One more step. continues is the source run of a natively forked session, covers what the run's handoffs cover."""
        match step:
            case RecordedRun():
                self._run(step, continues, handoff_ids, tuple(covers))
            case RolledBack():
                self._rolled_back(step)
            case Compacted():
                self._compacted(step)

    def sessions(self) -> Iterable[Row]:
        """The rows of the thread's sessions, once all steps are there."""
        return self._sessions.values()

    def provider_of(self, session_id: str) -> str:
        return self._recorded[session_id].provider

    def _run(self, run: RecordedRun, continues: str | None, handoff_ids: Sequence[str], covers: tuple[RunSegment, ...]) -> None:
        state, ordinal = self.state, len(self.state.runs) + 1
        session = self.session(run.session_id, run)
        finished_at = max(run.finished_at, run.started_at)
        told = {"runId": run.id, "ordinal": ordinal}
        on = {"providerThreadId": run.session_id}
        start = {**told, "provider": session.provider, **on, "handoffIds": list(handoff_ids)}
        self._event(self._next(), "run.started", run.started_at, start)
        begun = self._event(self._next(), "run.begun", run.started_at, {**told, **on})
        turns = list(run.turns) or [None]
        for count in range(2, len(turns) + 1):
            self._event(self._next(), "run.turn_recorded", run.started_at, {**told, "turns": count})
        ended = self._event(self._next(), "run.finished", finished_at, {**told, "status": run.ended_as, "begun": True})
        checkpoint = run.checkpoint
        self._runs[run.id] = row = {
            "set": with_values(
                id=run.id,
                threadId=state.id,
                ordinal=ordinal,
                status=run.ended_as,
                endedAs=run.ended_as,
                provider=session.provider,
                model=run.model,
                runtimeMode=run.runtime_mode,
                message=run.message,
                cleanContext=False,
                **self._limits,
                droppedNatively=False,
                nativeStartFailed=False,
                failureReason=run.failure_reason,
                itemCount=len(run.items),
                characters=message_characters(run.message) + self._items(run),
                createdAt=run.started_at,
                startedAt=run.started_at,
                finishedAt=finished_at,
                begunVersion=begun,
                finishedVersion=ended,
                checkpointVersion=ended if checkpoint is not None else None,
                place=run.place,
                spawns=to_json([_spawn(spawn) for spawn in run.spawns]) if run.spawns else None,
            ),
            "providerThreadId": run.session_id,
            "continues": session.last_present or self._forked_at(run.session_id, continues),
            "turns": turns,
            "checkpoint": with_values(
                id=checkpoint.id,
                workspaceRef=checkpoint.workspace_ref,
                diffSummary=to_json(checkpoint.diff_summary),
                createdAt=checkpoint.at or finished_at,
            )
            if checkpoint is not None
            else None,
        }
        self._records.runs.append(row)
        session.last_present = run.id
        state.runs.append(
            RunState(
                run.id,
                ordinal,
                run.session_id,
                run.started_at,
                begun,
                ended,
                checkpoint_id=checkpoint.id if checkpoint is not None else None,
                covers=covers,
                own_handoffs=len(handoff_ids),
            )
        )

    def _forked_at(self, session_id: str, continues: str | None) -> str | None:
        """The source run of the session's native fork, which its first run, or one after a whole rollback, goes on from."""
        if continues is not None:
            self._native_sources[session_id] = continues
        return self._native_sources.get(session_id)

    def _items(self, run: RecordedRun) -> int:
        """Adds the run's items. How many characters they bring into a summary at most."""
        characters, rows = 0, self._records.items
        for index, item in enumerate(run.items):
            told: Row = {
                "id": item.id or f"{run.id}/{index}",
                "runId": run.id,
                "index": index,
                "kind": item.kind,
                "createdAt": item.at or run.started_at,
            }
            if item.text is not None:
                told["text"] = item.text
            if item.data is not None:
                told["data"] = to_json(item.data)
            rows.append({"set": told})
            characters += item_characters(item.kind, item.text, item.data)
        return characters

    def session(self, session_id: str, run: RecordedRun | None = None) -> SessionState:
        """The session's state, with its row made where it is met for the first time; a run on it tells its model and mode."""
        if session_id not in self._sessions:
            if session_id in self._stored:
                self._sessions[session_id] = self._stored[session_id]
            else:
                recorded = self._recorded[session_id]
                self._sessions[session_id] = _session_row(recorded, self.state, run.id if run is not None else None)
                self.state.sessions[session_id] = SessionState(session_id, recorded.provider, recorded.native_ref)
            self._records.provider_threads.append(self._sessions[session_id])
        row = self._sessions[session_id]["set"]
        if run is not None:
            row.update(with_values(model=run.model, runtimeMode=run.runtime_mode))
            if row["status"] == ProviderThreadStatus.ROLLED_BACK:
                row["status"] = ProviderThreadStatus.ACTIVE
        return self.state.sessions[session_id]

    def take_along(self, session_id: str, fork_of: SessionState, source_thread: ThreadState, source: RunState) -> None:
        """The session was natively forked from another one at a run."""
        took_along = source_thread.took_along_at(fork_of, source)
        row = self._sessions[session_id]
        row["forkOf"] = fork_of.id
        row["inherits"] = [list(segment) for segment in segments_in(took_along)]
        self.state.sessions[session_id].took_along = took_along

    def _rolled_back(self, step: RolledBack) -> None:
        first = next((run.ordinal for run in self.state.runs if run.id == step.first_dropped_run_id), 1)
        dropped = [run for run in self.state.runs[first - 1 :] if run.rolled_back_version is None]
        if not dropped:
            return
        version = self._next()
        kept = max((run.ordinal for run in self.state.runs[: first - 1] if run.rolled_back_version is None), default=0)
        ordinals = ordinals_in(ranges_of([run.ordinal for run in dropped]))
        self._event(version, "thread.rolled_back", step.at, {"toOrdinal": kept, "rolledBackOrdinals": ordinals})
        gone = step.native and not step.pending
        for run in dropped:
            run.rolled_back_version, run.dropped_natively = version, gone
            self._runs[run.id]["set"].update(status=RunStatus.ROLLED_BACK, rolledBackVersion=version, droppedNatively=gone)
        for session_id in dict.fromkeys(run.session_id for run in dropped):
            self._roll_session_back(session_id, step, kept)

    def _roll_session_back(self, session_id: str, step: RolledBack, kept: int) -> None:
        row, session = self._sessions[session_id]["set"], self.state.sessions[session_id]
        if row["status"] == ProviderThreadStatus.CLOSED:
            return
        if not step.native:
            row.update(status=ProviderThreadStatus.DIVERGENT)
            row.pop("nativeRollback", None)
        else:
            row.update(
                status=ProviderThreadStatus.ROLLED_BACK,
                nativeRollback=NativeRollbackState.PENDING if step.pending else NativeRollbackState.DONE,
                nativeRollbackKind=NativeActionKind.REVERT_BEFORE_TURN,
                nativeRollbackTo=kept,
            )
        if step.native and not step.pending:
            present = [run.id for run in self.state.runs if run.session_id == session_id and not run.dropped_natively]
            session.last_present = present[-1] if present else None

    def _compacted(self, step: Compacted) -> None:
        session = self.state.sessions.get(step.session_id)
        if session is None or session.last_present is None:
            return
        told = with_values(
            at=step.at,
            summary=step.summary,
            tokensBefore=step.tokens_before,
            tokensAfter=step.tokens_after,
            version=self.state.version,
            made=place_of(step.at, f"{step.session_id}:compacted", after=self._sessions[step.session_id]["set"]["made"]),
        )
        row = {"providerThreadId": step.session_id, "runId": session.last_present, "set": told}
        # A second one before the next run takes in no more than the first: the summary that stands is the last one.
        self._records.compactions[:] = [other for other in self._records.compactions if other["runId"] != row["runId"]]
        self._records.compactions.append(row)

    def _next(self) -> int:
        self.state.version += 1
        return self.state.version

    def _event(self, version: int, type: str, at: datetime, payload: Mapping[str, Any]) -> int:
        row = {"threadId": self.state.id, "version": version, "type": type, "at": at, "payload": to_json(payload)}
        self._records.events.append({"set": row})
        self.updated_at = max(self.updated_at, at)
        return version


def _session_row(recorded: RecordedSession, state: ThreadState, run_id: str | None) -> Row:
    made = place_of(recorded.created_at, recorded.id, after=state.made)
    return {
        "set": with_values(
            id=recorded.id,
            provider=recorded.provider,
            status=ProviderThreadStatus.CLOSED if recorded.closed else ProviderThreadStatus.ACTIVE,
            nativeThreadRef=recorded.native_ref,
            nativeRefStrength=recorded.ref_strength,
            historyMode=recorded.history_mode or HistoryMode.LEGACY,
            madeForRunId=run_id,
            madeVersion=state.version + 1 if run_id is not None else 1,
            made=made,
            createdAt=recorded.created_at,
        ),
        "threadId": state.id,
        "forkOf": None,
        "adopts": None,
        "inherits": [],
    }


def _spawn(spawn: Any) -> Row:
    returned = spawn.returned_at.isoformat() if spawn.returned_at is not None else None
    return with_values(callId=spawn.call_id, threadId=spawn.thread_id, result=spawn.result, returnedAt=returned)
