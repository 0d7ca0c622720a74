"""Where a thread left its parent."""

from collections.abc import Mapping

from lineage.domain.kinds import ParentRelationship
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind
from lineage.importers.t3code.fields import Json, mapping, text, word
from lineage.importers.t3code.ids import own_id
from lineage.importers.t3code.index import FileIndex
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.known import KnownThread
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Fault

_BY_TRANSFER = {"fork": ParentRelationship.FORK, "subagent_spawn": ParentRelationship.SUBAGENT}
_BY_LINEAGE = {"fork": ParentRelationship.FORK, "subagent": ParentRelationship.SUBAGENT}


def departure_of(
    log: ThreadLog, thread: KnownThread, family: Mapping[str, KnownThread], index: FileIndex, fault: Fault
) -> Departure | None:
    """What the thread's own snapshot says of its parent, or else the transfer that made it. None for a root."""
    snapshot = ([event.payload for event in log.threads] or [{}])[-1]
    lineage = mapping(snapshot, "lineage")
    transfer = next((event for event in log.of(Kind.TRANSFER) if word(event.payload, "type") in _BY_TRANSFER), None)
    relationship = _BY_LINEAGE.get(str(lineage.get("relationshipToParent")))
    parent_id = text(lineage, "parentThreadId")
    if relationship is None or parent_id is None:
        if transfer is None:
            return None
        relationship, parent_id = _BY_TRANSFER[transfer.payload["type"]], text(transfer.payload, "sourceThreadId")
    if parent_id is None or parent_id == thread.native_id:
        return None
    point = mapping(transfer.payload, "sourcePoint") if transfer is not None else {}
    origin = mapping(snapshot, "forkedFrom")
    parent = family.get(parent_id)
    if relationship is ParentRelationship.SUBAGENT and parent is not None:
        named = text(origin, "nodeId")
        call_id = named if named in parent.spawns else parent.children.get(thread.native_id)
        if call_id is not None:
            return Departure(relationship, own_id(parent_id), call_id=call_id)
    made_at = min((event.sequence for event in [*log.threads, *log.of(Kind.TRANSFER)]), default=0)
    run_id = _run(origin, point, parent, parent_id, made_at, index)
    if run_id is None or (parent is not None and parent.run(run_id) is None):
        if parent is not None:
            fault(FaultKind.DANGLING_PARENT, "a thread that left its parent at something that is not in the file", _line(log, transfer))
        return Departure(relationship, own_id(parent_id), at=thread.created_at)
    return Departure(relationship, own_id(parent_id), run_id=own_id(run_id))


def _run(origin: Json, point: Json, parent: KnownThread | None, parent_id: str, made_at: int, index: FileIndex) -> str | None:
    """The parent's run that the source names, by itself or by something that belongs to it."""
    named = text(origin, "runId") or text(point, "runId")
    if named is not None:
        return named
    for kind, entity_id in (
        (Kind.CHECKPOINT, text(point, "checkpointId")),
        (Kind.ITEM, text(point, "turnItemId")),
        (Kind.NODE, text(origin, "nodeId")),
    ):
        snapshot = index.find(parent_id, kind, entity_id) if entity_id is not None else None
        if snapshot is not None and (found := text(snapshot, "runId")) is not None:
            return found
    return _run_of_provider_thread(origin, parent, parent_id, made_at, index)


def _run_of_provider_thread(origin: Json, parent: KnownThread | None, parent_id: str, made_at: int, index: FileIndex) -> str | None:
    """The run of a named turn, or else the last run that a named provider thread had had by then."""
    turn_id, provider_thread_id = text(origin, "providerTurnId"), text(origin, "providerThreadId")
    turn = index.find(parent_id, Kind.TURN, turn_id) if turn_id is not None else None
    attempt_id = text(turn, "runAttemptId") if turn is not None else None
    attempt = index.find(parent_id, Kind.ATTEMPT, attempt_id) if attempt_id is not None else None
    if attempt is not None:
        return text(attempt, "runId")
    runs = parent.runs if parent is not None and provider_thread_id is not None else []
    before = [run.native_id for run in runs if run.provider_thread_id == provider_thread_id and run.sequence < made_at]
    return before[-1] if before else None


def _line(log: ThreadLog, transfer: Event | None) -> int:
    events = [*log.threads]
    return events[0].line if events else transfer.line if transfer is not None else 0
