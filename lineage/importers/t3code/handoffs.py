"""The context that runs were given besides their messages."""

from lineage.domain.kinds import Actor, HandoffStatus, HandoffStrategy, ThreadRelationshipKind
from lineage.importers.recorded import RecordedHandoff
from lineage.importers.report import FaultKind
from lineage.importers.t3code.fields import Json, mapping, moment, text, texts, whole, word
from lineage.importers.t3code.ids import own_id, provider_of
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.known import Family, KnownRun
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Fault

_STRATEGIES = {
    "delta_since_target_last_seen": HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN,
    "fork_delta_summary": HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN,
    "full_thread_summary": HandoffStrategy.FULL_THREAD_SUMMARY,
    "checkpoint_summary": HandoffStrategy.CHECKPOINT_SUMMARY,
    "manual_context": HandoffStrategy.MANUAL_CONTEXT,
}
_TYPES = {
    "fork": ThreadRelationshipKind.FORK,
    "merge_back": ThreadRelationshipKind.MERGE_BACK,
    "provider_handoff": ThreadRelationshipKind.PROVIDER_HANDOFF,
}
_STATUSES = {"ready": HandoffStatus.READY, "pending": HandoffStatus.PENDING, "failed": HandoffStatus.FAILED}
_ACTORS = {"user": Actor.USER, "agent": Actor.AGENT, "system": Actor.SYSTEM}


def handoffs_by_run(log: ThreadLog, begun_at: dict[str, int]) -> dict[str, list[Event]]:
    """For each run the handoffs that it began with, in order, as they were then; begun_at has the sequence at which each run began.

    One that was superseded by then was never delivered. One that came later is what the run's provider was given when it was
    started anew in the middle of the run.
    """
    snapshots: dict[str, list[Event]] = {}
    for event in log.of(Kind.HANDOFF):
        snapshots.setdefault(event.payload["id"], []).append(event)
    given: dict[str, list[Event]] = {}
    for events in snapshots.values():
        run_id = text(events[-1].payload, "targetRunId")
        if run_id is None or run_id not in begun_at:
            continue
        then = [event for event in events if event.sequence <= begun_at[run_id]]
        event = then[-1] if then else events[0]
        if word(event.payload, "status") in _STATUSES:
            given.setdefault(run_id, []).append(event)
    return given


def replaced_at(events: list[Event]) -> int | None:
    """The sequence of the one of a run's handoffs that goes from a provider thread into itself: its native session could not be resumed."""
    into_itself = (event for event in events if text(event.payload, "toProviderThreadId") in texts(event.payload, "fromProviderThreadIds"))
    return next((event.sequence for event in into_itself), None)


def covered(event: Event, transfer: Json, thread_id: str, target: KnownRun, family: Family, fault: Fault) -> list[str]:
    """The runs that a handoff covers: those with the numbers that it names, as far as they were history when it was made."""
    named = text(transfer, "sourceThreadId") or (None if event.payload.get("strategy") == "fork_delta_summary" else thread_id)
    source = family.get(named) if named is not None else None
    numbers = mapping(event.payload, "coveredRunOrdinals")
    first, last = whole(numbers, "from"), whole(numbers, "to")
    if source is None or first is None or last is None:
        fault(FaultKind.DANGLING_PARENT, "a handoff that covers runs of a thread that the file does not have", event.line)
        return []
    earlier = [run for run in source.runs if run.sequence < target.sequence and (run.dropped_at is None or run.dropped_at > event.sequence)]
    if event.payload.get("strategy") == "manual_context" and not texts(event.payload, "fromProviderThreadIds"):
        # What was imported into the thread from elsewhere has no numbers.
        return [run.id for run in earlier if run.ordinal is None]
    return [run.id for run in earlier if run.ordinal is not None and first <= run.ordinal <= last]


def recorded_handoff(event: Event, log: ThreadLog, transfer: Json, covers: list[str], drivers: dict[str, str]) -> RecordedHandoff:
    """A handoff of a run that began; an empty transfer where the file has none."""
    handoff = event.payload
    type_ = type_of(transfer)
    status = _STATUSES[handoff["status"]]
    source = text(transfer, "sourceThreadId")
    summarizer = text(handoff, "createdByProviderInstanceId")
    own = own_id(handoff["id"])
    transfer_id = text(handoff, "transferId")
    return RecordedHandoff(
        id=own,
        transfer_id=own_id(transfer_id) if transfer_id is not None else own_id(f"transfer of {handoff['id']}"),
        type=type_,
        covers=covers,
        strategy=_STRATEGIES.get(str(handoff.get("strategy")), HandoffStrategy.FULL_THREAD_SUMMARY),
        text=(text(handoff, "summaryText") or _detail(log, handoff["id"])) if status is HandoffStatus.READY else None,
        from_thread_id=own_id(source) if type_ is ThreadRelationshipKind.MERGE_BACK and source is not None else None,
        at=moment(handoff, "createdAt") or log.at(event),
        created_by=_ACTORS.get(str(transfer.get("createdBy")), Actor.SYSTEM),
        created_by_provider=provider_of(drivers.get(summarizer, summarizer)) if summarizer is not None else None,
        status=status,
    )


def type_of(transfer: Json) -> ThreadRelationshipKind:
    """What a handoff is for: what its transfer says. Without a transfer it is told as the thread's own."""
    told = _TYPES.get(str(transfer.get("type")), ThreadRelationshipKind.PROVIDER_HANDOFF)
    unknown = told is ThreadRelationshipKind.MERGE_BACK and text(transfer, "sourceThreadId") is None
    return ThreadRelationshipKind.PROVIDER_HANDOFF if unknown else told


def _detail(log: ThreadLog, handoff_id: str) -> str | None:
    """The text of a handoff that has it in its turn item alone."""
    for event in log.of(Kind.ITEM):
        if event.payload.get("type") == "handoff" and event.payload.get("contextHandoffId") == handoff_id:
            return text(event.payload, "summary")
    return None
