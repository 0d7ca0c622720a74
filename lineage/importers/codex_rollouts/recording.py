"""What was read of a thread, in the importers' neutral model."""

from collections.abc import Sequence

from lineage.domain.kinds import Actor, NativeRefStrength, ParentRelationship, RunStatus
from lineage.importers.codex_rollouts.thread_files import ThreadFiles
from lineage.importers.codex_rollouts.turn import Compaction, Drop, Settings, Turn
from lineage.importers.recorded import (
    Compacted,
    Departure,
    RecordedCheckpoint,
    RecordedRun,
    RecordedSession,
    RecordedThread,
    RolledBack,
    Spawn,
    Step,
    ThreadOutline,
)

PROVIDER = "codex"


def outline_of(files: ThreadFiles, departure: Departure | None) -> ThreadOutline:
    """places are the ordinals of the lines at which runs begin, each in its own file, or the lines' numbers where they have none."""
    runs = files.runs
    return ThreadOutline(
        id=thread_id_of(files),
        session_id=thread_id_of(files),
        created_at=files.header.created_at,
        run_ids=[run.run_id for run in runs],
        places=[run.place for run in runs],
        departure=departure,
        spawns={agent.call_id: run.run_id for run in runs for agent in run.spawned},
    )


def thread_of(files: ThreadFiles, departure: Departure | None, file_name: str) -> RecordedThread:
    """The thread with its content."""
    header, id = files.header, thread_id_of(files)
    session = RecordedSession(
        id=id,
        provider=PROVIDER,
        native_ref=files.native_id,
        created_at=header.created_at,
        ref_strength=NativeRefStrength.STRONG if files.native_id is not None else NativeRefStrength.WEAK,
        history_mode=header.history_mode,
        forked_from=departure.thread_id if departure is not None and departure.relationship is ParentRelationship.FORK else None,
    )
    metadata = {**header.metadata, "file": file_name}
    if header.forked_from is not None:
        metadata["forkedFrom"] = header.forked_from
    return RecordedThread(
        id=id,
        sessions=[session],
        steps=_steps(files, id),
        created_at=header.created_at,
        title=files.title,
        created_by=Actor.AGENT if header.is_subagent else Actor.USER,
        departure=departure,
        metadata=metadata,
    )


def thread_id_of(files: ThreadFiles) -> str:
    return f"codex:{files.key}"


def _steps(files: ThreadFiles, session_id: str) -> Sequence[Step]:
    steps: list[Step] = []
    settings: Settings | None = None
    base = next((turn for turn in files.runs if not turn.is_copied and turn.status is RunStatus.COMPLETED), None)
    for entry in files.entries:
        match entry:
            case Turn() if entry.is_run:
                settings = entry.settings or settings
                steps.append(_run(entry, files, session_id, settings, entry is base))
            case Drop():
                steps.append(RolledBack(entry.first.run_id, entry.at))
            case Compaction() if any(isinstance(step, RecordedRun) for step in steps):
                steps.append(Compacted(session_id, entry.at, entry.summary, entry.tokens_before, entry.tokens_after))
    return steps


def _run(turn: Turn, files: ThreadFiles, session_id: str, settings: Settings | None, is_first_completed: bool) -> RecordedRun:
    return RecordedRun(
        id=turn.run_id,
        session_id=session_id,
        started_at=turn.started_at,
        finished_at=max(turn.last_at, turn.started_at),
        ended_as=turn.status or RunStatus.INTERRUPTED,
        message=turn.message,
        model=settings.model if settings is not None else None,
        runtime_mode=settings.runtime_mode if settings is not None else None,
        failure_reason=turn.reason,
        turns=(turn.id,),
        items=turn.items.told() if turn.items is not None else (),
        checkpoint=_checkpoint(turn, files.header.commit if is_first_completed else None),
        spawns=[Spawn(agent.call_id, _thread_id(agent.thread_id), agent.result, agent.returned_at) for agent in turn.spawned],
        place=turn.place,
    )


def _thread_id(native_id: str | None) -> str | None:
    return f"codex:{native_id}" if native_id is not None else None


def _checkpoint(turn: Turn, commit: str | None) -> RecordedCheckpoint | None:
    """The commit that Codex made of the files behind the run, as older versions did when the next turn began.

    Else the commit that the session began with stands at its first completed run: the only state of the files that the session
    names, and what its work is based on. Changes that the run made on top of it are its items, so the checkpoint claims no summary of them.
    """
    if turn.snapshot is not None:
        id, at = turn.snapshot
        return RecordedCheckpoint(f"codex:{id}", workspace_ref=id, at=at)
    return RecordedCheckpoint(f"{turn.run_id}:commit", workspace_ref=commit) if commit is not None else None
