"""The reader of T3 Code's event lines."""

from collections.abc import Sequence
from pathlib import Path

from lineage.importers.loose import parsed
from lineage.importers.reading import OpenedFile
from lineage.importers.recorded import RecordedThread, ThreadOutline
from lineage.importers.report import FileReport
from lineage.importers.t3code.family import find_family, outline_of
from lineage.importers.t3code.ids import FORMAT, own_id
from lineage.importers.t3code.index import FileIndex, opened
from lineage.importers.t3code.known import KnownThread
from lineage.importers.t3code.threads import recorded_thread

_TELLING = (b'"sequence"', b'"event"', b'"occurredAt"', b'"payload"')


class T3CodeReader:
    """Reads files with one event a line, in any order, repeated or not."""

    name = FORMAT

    def recognizes(self, path: Path, head: bytes) -> bool:
        """Whether one of the first lines is an event with its sequence; a first line longer than the head is known by its words."""
        lines = [line for line in head.splitlines() if line and not line.isspace()]
        for line in lines[:20]:
            try:
                data = parsed(line)
            except ValueError:
                continue
            if not isinstance(data, dict):
                return False
            event = data.get("event")
            if "sequence" in data and isinstance(event, dict) and {"type", "threadId", "occurredAt"} & event.keys():
                return True
        return len(lines) == 1 and lines[0].lstrip().startswith(b"{") and all(word in lines[0] for word in _TELLING)

    def open(self, path: Path, report: FileReport) -> OpenedFile:
        """Opens a file. OSError when it cannot be read at all."""
        return T3CodeFile(path, report)


class T3CodeFile:
    """A file that was opened. It keeps some dozens of bytes for each line and some numbers for each run."""

    def __init__(self, path: Path, report: FileReport) -> None:
        self._report = report
        self._name = path.name
        self._file = opened(path, report)
        self._index: FileIndex | None = None
        self._family: dict[str, KnownThread] = {}
        self._native_ids: dict[str, str] = {}

    def outlines(self) -> Sequence[ThreadOutline]:
        """Its threads, parents before their children. Faults go into the report here."""
        self._look()
        return [outline_of(thread) for thread in self._family.values()]

    def read(self, thread_id: str) -> RecordedThread:
        """One of these threads with its content. KeyError for a thread that outlines did not give."""
        index = self._look()
        return recorded_thread(self._native_ids[thread_id], self._family, index, self._name)

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def _look(self) -> FileIndex:
        """Goes through the file once, whoever asks first."""
        if self._index is None:
            self._index = FileIndex(self._file, self._report)
            self._family = find_family(self._index, self._report)
            self._native_ids = {own_id(native_id): native_id for native_id in self._family}
        return self._index
