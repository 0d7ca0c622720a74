"""Goes through a file once, and notes for each thread which lines are about it."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, BinaryIO

from lineage.importers.loose import EPOCH, parsed
from lineage.importers.report import FaultKind, FileReport
from lineage.importers.t3code.fields import Json, moment, text, word
from lineage.importers.t3code.kinds import ITEM_TYPES, KINDS, SAY_NOTHING, Kind, of_item
from lineage.importers.t3code.rows import NO_TIME, Row, Rows

_MICROSECOND = timedelta(microseconds=1)
_NAMED_BY = {Kind.PROVIDER_THREAD: "appThreadId", Kind.TRANSFER: "targetThreadId"}
"""The field that names the thread of a payload, where it is not threadId."""
_NAMES_DRIVER = frozenset({Kind.PROVIDER_THREAD, Kind.SESSION, Kind.SUBAGENT})


@dataclass(slots=True)
class Scanned:
    """The lines of each thread, threads in the order in which the file first names them, and the driver of each provider instance."""

    threads: dict[str, Rows] = field(default_factory=dict)
    drivers: dict[str, str] = field(default_factory=dict)


def scan(file: BinaryIO, report: FileReport) -> Scanned:
    """Reads from the file's start to its end. Lines that cannot be used are faults."""
    found = Scanned()
    offset = 0
    for number, line in enumerate(file, 1):
        start, offset = offset, offset + len(line)
        if line.isspace():
            continue
        try:
            data = parsed(line)
        except ValueError:
            if line.endswith(b"\n"):
                report.fault(FaultKind.NOT_READABLE, "a line that is not JSON", number)
            else:
                report.fault(FaultKind.CUT_LINE, "the last line ends in the middle", number)
            continue
        wrong = _note(found, data, number, start, report)
        if wrong is not None:
            report.fault(FaultKind.NOT_READABLE, wrong, number)
    return found


def _note(found: Scanned, data: Any, line: int, offset: int, report: FileReport) -> str | None:
    """Notes a line; what is wrong with it where it is not what the format says."""
    event = data.get("event") if isinstance(data, dict) else None
    if not isinstance(event, dict):
        return "a line without an event"
    type_, payload, event_id, sequence = event.get("type"), event.get("payload"), event.get("id"), data.get("sequence")
    if not isinstance(type_, str) or not isinstance(payload, dict):
        return "an event without a type and a payload"
    kind = KINDS.get(type_)
    if kind is None:
        if type_ not in SAY_NOTHING:
            report.fault(FaultKind.UNKNOWN_TYPE, f"event type {type_[:60]}", line)
        return None
    if not isinstance(event_id, str) or not event_id:
        return "an event without an id"
    if not isinstance(sequence, int) or isinstance(sequence, bool) or abs(sequence) >= 2**63:
        return "a line without a sequence"
    if kind is Kind.ITEM:
        kind = of_item(payload)
        if (item_type := word(payload, "type")) not in ITEM_TYPES:
            report.fault(FaultKind.UNKNOWN_TYPE, f"turn item type {item_type[:60]}", line)
            return None
    thread_id, entity = _thread_of(kind, event, payload), _entity_of(kind, event_id, payload)
    if thread_id is None or entity is None:
        return "a payload without its ids"
    at = moment(event, "occurredAt")
    microseconds = NO_TIME if at is None else (at - EPOCH) // _MICROSECOND
    rows = found.threads.get(thread_id)
    if rows is None:
        rows = found.threads[thread_id] = Rows()
    rows.add(Row(sequence, line, offset, microseconds, hash(event_id), hash(entity), kind))
    if (
        kind in _NAMES_DRIVER
        and (driver := text(payload, "driver")) is not None
        and (instance := text(payload, "providerInstanceId")) is not None
    ):
        found.drivers.setdefault(instance, driver)
    return None


def _thread_of(kind: Kind, event: Json, payload: Json) -> str | None:
    """The thread that the payload is about: mostly that of the event."""
    named = payload.get("id") if kind in (Kind.THREAD, Kind.SEEN) else payload.get(_NAMED_BY.get(kind, "threadId"))
    return named if isinstance(named, str) and named else text(event, "threadId")


def _entity_of(kind: Kind, event_id: str, payload: Json) -> str | None:
    if kind is Kind.ROLLBACK:
        return event_id
    return "thread" if kind in (Kind.THREAD, Kind.SEEN) else text(payload, "id")
