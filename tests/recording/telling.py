"""Recorded threads for tests, in few words."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from lineage.domain.kinds import ParentRelationship
from lineage.domain.recording.recorded import (
    Departure,
    RecordedRun,
    RecordedSession,
    RecordedThread,
    RolledBack,
    Step,
    ThreadOutline,
)

BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(minute: float) -> datetime:
    return BEGIN + timedelta(minutes=minute)


def run(id: str, minute: float, session: str = "", **told: Any) -> RecordedRun:
    """A run that takes half a minute. session is filled in by `thread` when it is left out."""
    return RecordedRun(id, session, at(minute), at(minute + 0.5), message=f"do {id}", turns=(f"turn-{id}",), **told)


def rolled_back(first: str, minute: float, **told: Any) -> RolledBack:
    return RolledBack(first, at(minute), **told)


def session(id: str, minute: float = 0, provider: str = "codex", **told: Any) -> RecordedSession:
    return RecordedSession(id, provider, f"ref-{id}", at(minute), **told)


def thread(
    id: str, *steps: Step, minute: float = 0, provider: str = "codex", departure: Departure | None = None, **told: Any
) -> RecordedThread:
    """A thread with one session, of its own id, unless sessions are given."""
    from dataclasses import replace

    sessions: Sequence[RecordedSession] = told.pop("sessions", (session(id, minute, provider),))
    filled = [replace(step, session_id=id) if isinstance(step, RecordedRun) and not step.session_id else step for step in steps]
    return RecordedThread(id, sessions, filled, at(minute), departure=departure, **told)


def fork(parent: str, **where: Any) -> Departure:
    return Departure(ParentRelationship.FORK, parent, **where)


def subagent(parent: str, **where: Any) -> Departure:
    return Departure(ParentRelationship.SUBAGENT, parent, **where)


def outline(told: RecordedThread) -> ThreadOutline:
    runs = told.runs
    return ThreadOutline(
        told.id,
        told.sessions[0].id,
        told.created_at,
        [found.id for found in runs],
        [found.place for found in runs if found.place],
        told.departure,
        {spawn.call_id: found.id for found in runs for spawn in found.spawns},
    )
