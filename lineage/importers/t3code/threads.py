"""A thread with its content, put together from what its events say."""

from typing import Any

from lineage.domain.kinds import Actor
from lineage.importers.recorded import RecordedThread
from lineage.importers.t3code.fields import Json, text
from lineage.importers.t3code.handoffs import handoffs_by_run, replaced_at
from lineage.importers.t3code.ids import FORMAT, own_id
from lineage.importers.t3code.index import FileIndex
from lineage.importers.t3code.items import Items
from lineage.importers.t3code.kinds import FOR_CONTENT, Kind
from lineage.importers.t3code.known import Family
from lineage.importers.t3code.log import ThreadLog
from lineage.importers.t3code.rollbacks import find_drops
from lineage.importers.t3code.runs import begun_runs, told_already
from lineage.importers.t3code.sessions import recorded_sessions
from lineage.importers.t3code.steps import Steps

_ACTORS = {"user": Actor.USER, "agent": Actor.AGENT, "system": Actor.SYSTEM}
_TOLD = {"branch": "gitBranch", "historyOrigin": "historyOrigin", "archivedAt": "archivedAt", "deletedAt": "deletedAt"}
"""What else a thread's snapshot says that is worth keeping, and how it is called here."""


def recorded_thread(native_id: str, family: Family, index: FileIndex, file_name: str) -> RecordedThread:
    """One thread of the file as it was recorded there."""
    log = index.log(native_id, FOR_CONTENT)
    thread = family[native_id]
    snapshot: Json = ([event.payload for event in log.threads] or [{}])[-1]
    runs = begun_runs(log, told_already)
    drops = find_drops(log, runs, told_already)
    folder = _folder(log, snapshot)
    given = handoffs_by_run(log, {run.native_id: run.sequence for run in runs})
    replacements = {run_id: sequence for run_id, events in given.items() if (sequence := replaced_at(events)) is not None}
    return RecordedThread(
        id=own_id(native_id),
        sessions=recorded_sessions(log, thread, runs, replacements, family, index.drivers),
        steps=Steps(log, runs, family, index, _words(log, family, folder)).in_order(drops),
        created_at=thread.created_at,
        title=text(snapshot, "title"),
        created_by=_ACTORS.get(str(snapshot.get("createdBy")), Actor.USER),
        departure=thread.departure,
        metadata=_metadata(log, snapshot, folder, file_name),
    )


def _words(log: ThreadLog, family: Family, folder: str | None) -> Items:
    return Items(
        folder,
        {request_id: event.payload for request_id, event in log.by_id(Kind.REQUEST).items()},
        {plan_id: event.payload for plan_id, event in log.by_id(Kind.PLAN).items()},
        frozenset(event.payload["id"] for event in log.of(Kind.SUBAGENT) if text(event.payload, "childThreadId") in family),
    )


def _folder(log: ThreadLog, snapshot: Json) -> str | None:
    """Where the thread works: in a worktree of its own, or where its last provider session was started."""
    folders = [folder for event in log.of(Kind.SESSION) if (folder := text(event.payload, "cwd")) is not None]
    return text(snapshot, "worktreePath") or (folders[-1] if folders else None)


def _metadata(log: ThreadLog, snapshot: Json, folder: str | None, file_name: str) -> dict[str, Any]:
    """The folder, the git branch and the like; with them the instance of each provider thread, of which several may be of one provider."""
    instances = {own_id(event.payload["id"]): text(event.payload, "providerInstanceId") for event in log.of(Kind.PROVIDER_THREAD)}
    told = {
        "format": FORMAT,
        "file": file_name,
        "cwd": folder,
        **{name: text(snapshot, field) for field, name in _TOLD.items()},
        "providerInstances": {name: instance for name, instance in instances.items() if instance is not None} or None,
    }
    return {name: value for name, value in told.items() if value is not None}
