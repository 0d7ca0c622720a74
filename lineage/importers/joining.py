"""Sessions of several providers as one app thread, in the order of time: how people work who switch between agents by hand."""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from datetime import datetime
from heapq import merge

from lineage.domain.kinds import HandoffStrategy, ThreadRelationshipKind
from lineage.domain.recording.recorded import RecordedHandoff, RecordedRun, RecordedThread, RolledBack, Step, ThreadOutline


def joined(thread_id: str, threads: Iterable[RecordedThread]) -> tuple[RecordedThread, int]:
    """One thread of all runs of these by time, and how many rollbacks were left out.

    A session keeps the order of its own steps. Where a session takes a run although others ran since its last one, the handoff that
    it would have needed is recorded as one that was not given. A rollback is kept where it drops the newest runs of the whole.
    """
    parts = sorted(threads, key=lambda thread: (thread.created_at, thread.id))
    steps, left_out = _rollbacks_that_fit(list(_by_time(parts)))
    return RecordedThread(
        id=thread_id,
        sessions=[session for thread in parts for session in thread.sessions],
        steps=list(_with_missing_handoffs(steps)),
        created_at=parts[0].created_at,
        title=next((thread.title for thread in parts if thread.title), None),
        created_by=parts[0].created_by,
        metadata={"joined": [thread.id for thread in parts]},
    ), left_out


def outline_of(thread: RecordedThread) -> ThreadOutline:
    """The outline of a thread that was put together here."""
    runs = thread.runs
    return ThreadOutline(
        id=thread.id,
        session_id=thread.sessions[0].id if thread.sessions else thread.id,
        created_at=thread.created_at,
        run_ids=[run.id for run in runs],
        spawns={spawn.call_id: run.id for run in runs for spawn in run.spawns},
    )


def at(step: Step) -> datetime:
    """When a step was."""
    return step.started_at if isinstance(step, RecordedRun) else step.at


def _by_time(threads: list[RecordedThread]) -> Iterator[Step]:
    for _, _, _, step in merge(*(_in_order(place, thread.steps) for place, thread in enumerate(threads))):
        yield step


def _in_order(place: int, steps: Iterable[Step]) -> Iterator[tuple[datetime, int, int, Step]]:
    """Steps with times that never go backwards."""
    latest: datetime | None = None
    for number, step in enumerate(steps):
        latest = at(step) if latest is None else max(latest, at(step))
        yield latest, place, number, step


def _rollbacks_that_fit(steps: list[Step]) -> tuple[list[Step], int]:
    kept: list[Step] = []
    live: list[RecordedRun] = []
    left_out = 0
    for step in steps:
        if isinstance(step, RolledBack):
            first = next((place for place, run in enumerate(live) if run.id == step.first_dropped_run_id), None)
            if first is None or any(run.session_id != live[first].session_id for run in live[first:]):
                left_out += 1
                continue
            del live[first:]
        elif isinstance(step, RecordedRun):
            live.append(step)
        kept.append(step)
    return kept, left_out


def _with_missing_handoffs(steps: list[Step]) -> Iterator[Step]:
    """Runs that switch back to a session, or to a new one, say from which run on their session knows nothing."""
    live: list[RecordedRun] = []
    for step in steps:
        if isinstance(step, RolledBack):
            ids = [run.id for run in live]
            del live[ids.index(step.first_dropped_run_id) :]
        if not isinstance(step, RecordedRun):
            yield step
            continue
        given = [handoff for handoff in step.handoffs if handoff.text is not None]
        if live and live[-1].session_id != step.session_id and not given:
            given = [_missing(step, _first_unknown(step, live))]
        yield replace(step, handoffs=given)
        live.append(step)


def _first_unknown(run: RecordedRun, live: list[RecordedRun]) -> RecordedRun:
    """The first run that the session did not take since its last one; of all runs when it took none."""
    for place in range(len(live) - 1, -1, -1):
        if live[place].session_id == run.session_id:
            return live[place + 1]
    return live[0]


def _missing(run: RecordedRun, first: RecordedRun) -> RecordedHandoff:
    id = f"{run.id}:missing"
    return RecordedHandoff(
        id, id, ThreadRelationshipKind.PROVIDER_HANDOFF, [first.id], HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN, None, at=run.started_at
    )


def below(thread_id: str, outline: ThreadOutline, joined_ids: Mapping[str, object]) -> ThreadOutline:
    """The outline of a thread whose parent became a part of the joined one."""
    departure = outline.departure
    if departure is None or departure.thread_id not in joined_ids:
        return outline
    return replace(outline, departure=replace(departure, thread_id=thread_id))


def parts_of(thread: RecordedThread, without: Set[str]) -> list[RecordedThread]:
    """A joined thread taken apart again: one thread for each of its sessions, but those that come anew."""
    return [
        replace(thread, id=session.id, sessions=[session], steps=[step for step in thread.steps if _session_of(step, thread) == session.id])
        for session in thread.sessions
        if session.id not in without
    ]


def _session_of(step: Step, thread: RecordedThread) -> str | None:
    if isinstance(step, RolledBack):
        return next((run.session_id for run in thread.runs if run.id == step.first_dropped_run_id), None)
    return step.session_id
