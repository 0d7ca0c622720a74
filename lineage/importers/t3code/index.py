"""The lines of a file by thread: what was noted of them, put in order, and the way back to their content."""

import io
import tempfile
from array import array
from collections.abc import Collection
from pathlib import Path
from typing import BinaryIO, cast

from lineage.importers.loose import parsed
from lineage.importers.reading import DAMAGED, unpacked
from lineage.importers.report import FaultKind, FileReport
from lineage.importers.t3code.fields import Json, moment
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.rows import NO_TIME, Kept, Row, Rows, each, kept
from lineage.importers.t3code.scanning import scan


def opened(path: Path, report: FileReport) -> BinaryIO:
    """The file for reading from anywhere: a packed one is unpacked into a temporary file, as far as it is whole."""
    if path.suffix not in (".gz", ".zst"):
        return path.open("rb", buffering=1 << 16)
    path.open("rb").close()
    room = tempfile.TemporaryFile()  # noqa: SIM115 - whoever opened the reader closes it
    try:
        with unpacked(path) as file:
            # What came before damage is lost in a read that waits for more.
            while piece := cast(io.BufferedReader, file).read1(1 << 20):
                room.write(piece)
    except DAMAGED:
        report.fault(FaultKind.NOT_READABLE, "a packed file that is damaged: what lies before the damage was read")
    room.seek(0)
    return cast(BinaryIO, room)


class FileIndex:
    """Where the lines of each thread are. It holds some dozens of bytes a line."""

    def __init__(self, file: BinaryIO, report: FileReport) -> None:
        """Reads the whole file once; its faults go into the report."""
        self._file = file
        self._report = report
        scanned = scan(file, report)
        self.drivers = scanned.drivers
        self._kept: dict[str, array[int]] = {}
        for thread_id in list(scanned.threads):
            self._kept[thread_id] = self._settled(scanned.threads.pop(thread_id))

    @property
    def thread_ids(self) -> Collection[str]:
        return self._kept.keys()

    def log(self, thread_id: str, kinds: Collection[Kind]) -> ThreadLog:
        """The events of these kinds of a thread, in order."""
        log = ThreadLog(thread_id)
        for row in each(self._kept[thread_id]):
            if row.kind in kinds:
                log.add(self._event(row))
        return log

    def find(self, thread_id: str, kind: Kind, entity_id: str) -> Json | None:
        """The last snapshot of one thing of a thread."""
        wanted, found = hash(entity_id), None
        for row in each(self._kept.get(thread_id, array("q"))):
            if row.entity == wanted and row.kind == kind:
                found = row
        return None if found is None else self._event(found).payload

    def _settled(self, rows: Rows) -> "array[int]":
        ordered = rows.in_order(self._tell_repeated)
        before = NO_TIME
        for row in ordered:
            if row.microseconds == NO_TIME:
                continue
            if row.microseconds < before:
                self._report.fault(FaultKind.CLOCK_BACKWARDS, "an event with a time before that of the one that it follows", row.line)
            before = row.microseconds
        return kept(ordered)

    def _tell_repeated(self, first: Row, again: Row) -> None:
        if self._line(first.offset)["event"] != self._line(again.offset)["event"]:
            self._report.fault(FaultKind.REPEATED_ID, "an event id that stands for two events", again.line)

    def _event(self, row: Kept) -> Event:
        event = self._line(row.offset)["event"]
        return Event(
            row.sequence,
            row.first,
            row.line,
            Kind(row.kind),
            event["type"],
            moment(event, "occurredAt"),
            event.get("driver"),
            event["payload"],
        )

    def _line(self, offset: int) -> Json:
        self._file.seek(offset)
        line: Json = parsed(self._file.readline())
        return line
