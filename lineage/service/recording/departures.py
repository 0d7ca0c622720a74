"""How a recorded thread left its parent, and what a subagent brought back to it (design 3 and 5)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffStrategy,
    ParentRelationship,
    ResolutionStrategy,
    SourceKind,
    ThreadRelationshipKind,
)
from lineage.domain.points import PointList, RunSegment
from lineage.domain.recording.recorded import Departure, RecordedHandoff, RecordedSession, Spawn
from lineage.domain.resolution import RESOLVED_BY
from lineage.service.recording.state import RunState, ThreadState
from lineage.service.recording.transfer_rows import KIND_OF, handoff_row, transfer_row
from lineage.store.records.model import Row


@dataclass(frozen=True, slots=True)
class Departed:
    """A thread left its parent, which was at a version then, at a run of the owner.

    The owner is the parent, or a thread that the parent inherited the run from.
    """

    parent: ThreadState
    owner: ThreadState
    source: RunState
    relationship: ParentRelationship
    version: int
    at: datetime

    @property
    def is_fork(self) -> bool:
        return self.relationship is ParentRelationship.FORK

    def transfer_id(self, thread_id: str) -> str:
        return f"{thread_id}:{'fork' if self.is_fork else 'spawn'}"

    def ran_on(self, provider: str) -> bool:
        """Whether the source run was one of this provider, so that its session can have been forked natively."""
        session = self.owner.sessions.get(self.source.session_id)
        return session is not None and session.provider == provider


@dataclass(frozen=True, slots=True)
class Spawned:
    """A subagent that a run of a recorded thread started; position is the place that its result has among what the run was given."""

    thread: ThreadState
    run: RunState
    spawn: Spawn
    position: int


def event_of(departed: Departed | None, thread_id: str, created_by: Actor) -> tuple[str, dict[str, Any]]:
    """The event of a thread's first version."""
    if departed is None:
        return "thread.created", {"createdBy": created_by}
    parent = {"parentThreadId": departed.parent.id, "transferId": departed.transfer_id(thread_id)}
    if departed.is_fork:
        return "thread.forked", {**parent, "sourceRunId": departed.source.id}
    return "thread.spawned", {**parent, "parentRunId": departed.source.id}


def departure_told(departure: Departure) -> dict[str, Any]:
    """What a file says of a thread's departure, as it is kept: its parent may come later, and what was only found out may change then."""
    at = departure.at.isoformat() if departure.at is not None else None
    told = {
        "threadId": departure.thread_id,
        "relationship": departure.relationship,
        "runId": departure.run_id,
        "callId": departure.call_id,
        "place": departure.place,
        "at": at,
    }
    return {name: value for name, value in told.items() if value is not None}


def told_departure(text: str | None) -> Departure | None:
    """The way back."""
    if text is None:
        return None
    told = json.loads(text)
    return Departure(
        ParentRelationship(told["relationship"]),
        told["threadId"],
        told.get("runId"),
        told.get("callId"),
        told.get("place"),
        datetime.fromisoformat(told["at"]) if told.get("at") else None,
    )


def departure_row(
    departed: Departed,
    state: ThreadState,
    session: RecordedSession | None,
    first_run: RunState | None,
    handoff: RecordedHandoff | None,
    made: int,
) -> Row:
    """The transfer by which a thread left its parent: consumed by its first run, natively unless a handoff came with it, else waiting."""
    if session is None or (first_run is None and departed.is_fork):
        resolved: Mapping[str, Any] = {"status": ContextTransferStatus.PENDING}
    elif not departed.is_fork:
        resolved = {
            "status": ContextTransferStatus.RESOLVED_NATIVE,
            "targetProvider": session.provider,
            "spawnProvider": session.provider,
            "resolution": ResolutionStrategy.NATIVE_FORK,
            "resolutionRef": session.native_ref or session.id,
        }
    elif handoff is not None:
        resolution = RESOLVED_BY[KIND_OF[handoff.strategy]]
        resolved = {"targetProvider": session.provider, "resolution": resolution, "resolutionHandoffId": handoff.id}
    else:
        origin = departed.owner.sessions[departed.source.session_id]
        reference = origin.native_ref or origin.id
        resolved = {"targetProvider": session.provider, "resolution": ResolutionStrategy.NATIVE_FORK, "resolutionRef": reference}
    if first_run is not None:
        resolved = {**resolved, **consumed_by(first_run.id, first_run.started_at)}
    told: dict[str, Any] = {
        "id": departed.transfer_id(state.id),
        "type": ThreadRelationshipKind.FORK if departed.is_fork else ThreadRelationshipKind.SUBAGENT_SPAWN,
        "createdBy": Actor.USER if departed.is_fork else Actor.AGENT,
        "createdAt": departed.at,
        "made": made,
        **resolved,
    }
    if departed.is_fork:
        told |= {"sourceKind": SourceKind.RUN, "sourcePointCheckpointId": departed.source.checkpoint_id}
    return transfer_row(told, departed.parent.id, state.id, (departed.owner, departed.source))


def consumed_by(run_id: str, at: datetime) -> dict[str, Any]:
    """The properties of a transfer that a run took up and consumed."""
    return {
        "status": ContextTransferStatus.CONSUMED,
        "takenUpByRunId": run_id,
        "consumedByRunId": run_id,
        "consumedAt": at,
    }


def result_rows(state: ThreadState, spawned: Spawned, made: int) -> tuple[Row, Row] | None:
    """The transfer and the handoff by which the run that started a subagent got its result; None while there is none."""
    spawn, run, parent = spawned.spawn, spawned.run, spawned.thread
    if not spawn.result:
        return None
    at = max(spawn.returned_at or run.started_at, run.started_at)
    by_then = [run for run in state.runs if run.rolled_back_version is None and (spawn.returned_at is None or run.started_at <= at)]
    if not by_then:
        return None
    segments = PointList.joined(RunSegment(state.id, run.ordinal, run.ordinal) for run in by_then).segments
    session, id = parent.sessions[run.session_id], f"{state.id}:result"
    told = {
        "id": id,
        "type": ThreadRelationshipKind.SUBAGENT_RESULT,
        "createdBy": Actor.AGENT,
        "targetProvider": session.provider,
        "resolution": ResolutionStrategy.DELTA_CONTEXT,
        "resolutionHandoffId": id,
        "resultText": spawn.result,
        "sourcePointCheckpointId": by_then[-1].checkpoint_id,
        "createdAt": at,
        "made": made,
        **consumed_by(run.id, at),
    }
    transfer = transfer_row(told, state.id, parent.id, (state, by_then[-1]), carries=segments)
    handoff = handoff_row(
        id,
        id,
        run.id,
        thread_id=parent.id,
        session_id=session.id,
        position=spawned.position,
        strategy=HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN,
        text=spawn.result,
        covers=segments,
        at=at,
        made=made + 1,
    )
    run.covers = (*run.covers, *segments)
    return transfer, handoff
