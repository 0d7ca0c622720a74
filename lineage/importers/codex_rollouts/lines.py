"""The lines of a rollout file, of either kind: with an envelope of type and payload, or the bare ones of the oldest files."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from lineage.importers.codex_rollouts.types import EVENTS, ITEMS, LINES, RESPONSES
from lineage.importers.codex_rollouts.values import number_in, shortened, time_in
from lineage.importers.loose import Json, parsed
from lineage.importers.reading import DAMAGED, unpacked
from lineage.importers.report import FaultKind, FileReport


@dataclass(slots=True)
class Line:
    """place is its ordinal, or its number where it has none; kind the payload's type, item_completed's item's type for those."""

    number: int
    place: int
    at: datetime
    type: str
    kind: str
    payload: Json
    metadata: Any = None


class Complaints:
    """Notes faults of one of a thread's files in the report of the file by which the thread was opened."""

    def __init__(self, report: FileReport, suffix: str = "") -> None:
        self._report = report
        self._suffix = suffix

    def fault(self, kind: FaultKind, about: str, place: int | None = None) -> None:
        self._report.fault(kind, about + self._suffix, place)


def lines_of(path: Path, since: datetime, complaints: Complaints) -> Iterator[Line]:
    """The lines that say something, in their order, with the time before it for one without a time (`since` for the first)."""
    before, clock = since, None
    for number, value in _values(path, complaints):
        line = _line(number, value, complaints)
        if line is None:
            continue
        told = time_in(value, "timestamp")
        line.at = before = told or before
        if line.type == "session_meta":
            # An older fork's file goes on with lines of its parent, which may have kept their times.
            clock = None
        elif told is not None:
            if clock is not None and told < clock:
                complaints.fault(FaultKind.CLOCK_BACKWARDS, "a line with an earlier time than the line before it", number)
            clock = told
        yield line


def _line(number: int, value: Json, complaints: Complaints) -> Line | None:
    kind, payload = value.get("type"), value.get("payload")
    ordinal = number_in(value, "ordinal")
    place = number if ordinal is None or ordinal < 0 else ordinal
    since = datetime.min
    if isinstance(kind, str) and kind in LINES:
        if not isinstance(payload, dict):
            complaints.fault(FaultKind.NOT_READABLE, f"a line of type {kind} without a payload", number)
            return None
        if kind == "session_meta" and isinstance(payload.get("meta"), dict):
            payload = {**payload["meta"], **payload}
        line = Line(number, place, since, kind, _kind(kind, payload), payload, value.get("metadata"))
        return line if _is_known(line, complaints) else None
    if isinstance(kind, str) and kind in RESPONSES and payload is None:
        return Line(number, place, since, "response_item", kind, value)
    if kind is None and isinstance(value.get("id"), str) and payload is None:
        return Line(number, place, since, "session_meta", "session_meta", value)
    if "record_type" not in value:
        complaints.fault(FaultKind.UNKNOWN_TYPE, f"a line of type {shortened(kind)}", number)
    return None


def _kind(line_type: str, payload: Json) -> str:
    if line_type not in ("event_msg", "response_item"):
        return line_type
    kind = payload.get("type")
    if line_type == "event_msg" and kind == "item_completed" and isinstance(item := payload.get("item"), dict):
        kind = item.get("type")
        return kind if isinstance(kind, str) and kind in ITEMS else f"item_completed with {shortened(kind)}"
    return kind if isinstance(kind, str) else ""


def _is_known(line: Line, complaints: Complaints) -> bool:
    if line.type == "event_msg":
        is_item = "item" in line.payload and line.payload.get("type") == "item_completed"
        known, what = line.kind in (ITEMS if is_item else EVENTS), "an event"
    elif line.type == "response_item":
        known, what = line.kind in RESPONSES, "a response item"
    else:
        return True
    if not known:
        complaints.fault(FaultKind.UNKNOWN_TYPE, f"{what} of type {shortened(line.kind) or 'none'}", line.number)
    return known


def _values(path: Path, complaints: Complaints) -> Iterator[tuple[int, Json]]:
    for number, raw in _raw_lines(path, complaints):
        if raw.isspace():
            continue
        try:
            value = parsed(raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw)
        except ValueError:
            if raw.endswith(b"\n"):
                complaints.fault(FaultKind.NOT_READABLE, "a line that is not JSON", number)
            else:
                complaints.fault(FaultKind.CUT_LINE, "the last line ends in the middle", number)
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            complaints.fault(FaultKind.NOT_READABLE, "a line that is not a JSON object", number)


def _raw_lines(path: Path, complaints: Complaints) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        with unpacked(path) as file:
            for number, raw in enumerate(file, 1):
                yield number, raw
    except EOFError:
        complaints.fault(FaultKind.CUT_LINE, "the packed file ends in the middle", number + 1)
    except DAMAGED as error:
        # What came before the damage counts.
        complaints.fault(FaultKind.NOT_READABLE, f"the file cannot be read on ({type(error).__name__})", number + 1)
