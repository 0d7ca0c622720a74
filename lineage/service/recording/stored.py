"""What the store has already of the trees that an import adds to."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lineage.domain.kinds import ParentRelationship, RunStatus
from lineage.domain.points import PointList, RunSegment, point_set
from lineage.domain.ranges import ranges_of, up_to
from lineage.domain.recording.recorded import Spawn, ThreadOutline
from lineage.service.recording.departures import Spawned, told_departure
from lineage.service.recording.state import RunState, SessionState, ThreadState

Row = Mapping[str, Any]
StoreRow = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredRun:
    """What tells whether a run changed since it was stored."""

    id: str
    mark: tuple[object, ...]
    reach: tuple[int, float]


def reach_of(row: Row) -> tuple[int, float]:
    """How far a run goes: how many items it has, and when it ended."""
    finished_at = row.get("finishedAt")
    return row.get("itemCount") or 0, finished_at.timestamp() if finished_at is not None else 0


def mark_of(row: Row, turns: int) -> tuple[object, ...]:
    """The facts of a run that a longer version of its file can change."""
    return (
        row.get("ordinal"), str(row.get("status")), row.get("finishedVersion"), row.get("rolledBackVersion"), row.get("itemCount"),
        row.get("characters"), turns, row.get("finishedAt"),
    )  # fmt: skip


@dataclass(slots=True)
class StoredThread:
    """A thread of the store. imported: an import made it, and nothing else has changed it since."""

    id: str
    root_id: str
    imported: bool
    made_by_import: bool
    digest: str | None
    version: int
    outline: ThreadOutline
    state: ThreadState
    runs: tuple[StoredRun, ...]
    parent_id: str | None
    relationship: ParentRelationship | None
    source_run_id: str | None
    row: StoreRow
    """As it is written, and so its sessions."""
    session_rows: list[StoreRow]
    active: bool
    """Whether a run of it is PREPARING or RUNNING."""
    spawned: dict[str, Spawned] = field(default_factory=dict)


def stored_threads(rows: list[Row]) -> dict[str, StoredThread]:
    """The threads of stored_threads.cypher by id, parents first."""
    found: dict[str, StoredThread] = {}
    for row in rows:
        thread = _stored(row, found)
        found[thread.id] = thread
    return found


def _stored_run(run: Row) -> StoredRun:
    return StoredRun(run["id"], mark_of(run, run["turns"]), reach_of(run))


def _stored(row: Row, found: Mapping[str, StoredThread]) -> StoredThread:
    properties = row["thread"]
    id, source = properties["id"], row["source"]
    relationship = ParentRelationship(properties["relationshipToParent"]) if properties.get("relationshipToParent") else None
    parent = found.get(properties.get("parentId") or "")
    inherited = PointList()
    if relationship is ParentRelationship.FORK and parent is not None and source is not None:
        inherited = inherited_from(parent.state, row["sourceVersion"], source[0], source[1])
    state = ThreadState(id, properties["rootId"], properties["depth"], properties["made"], properties["version"], inherited)
    if relationship is ParentRelationship.FORK:
        state.forked_from = properties["parentId"]
    state.runs = [_run_state(run) for run in row["runs"]]
    for session in row["sessions"]:
        told = session["set"]
        state.sessions[told["id"]] = SessionState(
            told["id"],
            told["provider"],
            told.get("nativeThreadRef"),
            point_set(RunSegment(*part) for part in session["inherits"]),
            last_present=next((run.id for run in reversed(state.runs) if run.session_id == told["id"] and not run.dropped_natively), None),
        )
    spawns = {run["id"]: [_spawn(spawn) for spawn in json.loads(run["spawns"])] for run in row["runs"] if run["spawns"]}
    inherited_ids = [_id_at(found, point) for point in inherited]
    outline = ThreadOutline(
        id=id,
        session_id=next(iter(state.sessions), id),
        created_at=properties["createdAt"].to_native(),
        run_ids=[run_id for run_id in inherited_ids if run_id is not None] + [run.id for run in state.runs],
        places=[run["place"] for run in row["runs"]] if not inherited and all(run["place"] for run in row["runs"]) else (),
        departure=told_departure(properties.get("toldDeparture")),
        spawns={spawn.call_id: run_id for run_id, found_spawns in spawns.items() for spawn in found_spawns},
    )
    imported_version = properties.get("importedVersion")
    stored = StoredThread(
        id=id,
        root_id=properties["rootId"],
        imported=imported_version == properties["version"],
        made_by_import=imported_version is not None,
        digest=properties.get("importedDigest"),
        version=properties["version"],
        outline=outline,
        state=state,
        runs=tuple(_stored_run({**run, "finishedAt": _native(run["finishedAt"])}) for run in row["runs"]),
        parent_id=properties.get("parentId"),
        relationship=relationship,
        source_run_id=source[2] if source is not None else None,
        row={
            "set": _plain(properties),
            "parentId": properties.get("parentId"),
            "by": relationship,
            "sourceRunId": source[2] if source is not None else None,
            "sourceVersion": row["sourceVersion"],
            "lockMade": None,
        },
        session_rows=[{**session, "set": _plain(session["set"]), "threadId": id} for session in row["sessions"]],
        active=any(run["status"] in (RunStatus.PREPARING, RunStatus.RUNNING) for run in row["runs"]),
    )
    for run in state.runs:
        for index, spawn in enumerate(spawns.get(run.id, ()), run.own_handoffs + 1):
            for name in filter(None, (spawn.call_id, spawn.thread_id)):
                stored.spawned[name] = Spawned(state, run, spawn, index)
    return stored


def inherited_from(parent: ThreadState, version: int, source_thread_id: str, ordinal: int) -> PointList:
    """What a fork inherits that left its parent at that version, at a run of it or of a thread that it inherited from."""
    history = parent.history_at(version)
    own = {source_thread_id: up_to(ranges_of(history.ordinals(source_thread_id)), ordinal)}
    last = history.keep(own).last
    return history.up_to(last) if last is not None else PointList()


def _id_at(found: Mapping[str, StoredThread], point: Any) -> str | None:
    thread = found.get(point.thread_id)
    return thread.state.runs[point.ordinal - 1].id if thread is not None else None


def _run_state(run: Row) -> RunState:
    return RunState(
        id=run["id"],
        ordinal=run["ordinal"],
        session_id=run["sessionId"],
        started_at=_native(run["startedAt"]),  # type: ignore[arg-type]
        begun_version=run["begunVersion"],
        finished_version=run["finishedVersion"],
        rolled_back_version=run["rolledBackVersion"],
        dropped_natively=run["dropped"],
        checkpoint_id=run["checkpointId"],
        covers=tuple(RunSegment(*part) for part in run["covers"]),
        own_handoffs=run["handoffs"],
    )


def _spawn(told: Row) -> Spawn:
    returned = datetime.fromisoformat(told["returnedAt"]) if told.get("returnedAt") else None
    return Spawn(told["callId"], told.get("threadId"), told.get("result"), returned)


def _plain(properties: Row) -> StoreRow:
    """The properties as they are written: the workspace is not among them."""
    return {name: value for name, value in properties.items() if name != "workspace"}


def _native(value: Any) -> datetime | None:
    found: datetime | None = value.to_native() if value is not None else None
    return found
