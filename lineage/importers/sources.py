"""The threads of many files: which file has each, and its content when it is asked for."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lineage.domain.recording.recorded import RecordedThread, ThreadOutline
from lineage.importers.formats import reader_of
from lineage.importers.reading import DAMAGED, OpenedFile, size_of
from lineage.importers.report import FaultKind, FileReport

OPENED = 8
"""Files that are kept open at once."""


@dataclass(slots=True)
class Source:
    """A file that has a thread, with what is reported about it."""

    path: Path
    format: str
    report: FileReport


@dataclass(slots=True)
class Sources:
    """Where the threads of an import are."""

    outlines: dict[str, ThreadOutline] = field(default_factory=dict)
    of: dict[str, Source] = field(default_factory=dict)
    _opened: OrderedDict[Path, OpenedFile] = field(default_factory=OrderedDict)

    def take(self, source: Source) -> None:
        """Looks at a file: its threads from now on are among these. What is wrong with it goes into its report."""
        report = source.report
        try:
            opened = reader_of(source.format).open(source.path, report)
            self._keep(source.path, opened)
            for outline in opened.outlines():
                self._take(outline, source)
        except DAMAGED as error:
            report.fault(FaultKind.NOT_READABLE, f"cannot be read: {type(error).__name__}")

    def _take(self, outline: ThreadOutline, source: Source) -> None:
        """Of two files with the same thread the one that tells more counts: more runs, or more of the last one."""
        before = self.outlines.get(outline.id)
        if before is not None:
            shared = min(len(before.run_ids), len(outline.run_ids))
            if list(before.run_ids[:shared]) != list(outline.run_ids[:shared]):
                source.report.fault(FaultKind.REPEATED_ID, "has a thread that another file has with other runs")
            more = len(outline.run_ids) - len(before.run_ids) or size_of(source.path) - size_of(self.of[outline.id].path)
            if more <= 0:
                return
            self.of[outline.id].report.threads -= 1
        self.outlines[outline.id] = outline
        self.of[outline.id] = source
        source.report.threads += 1

    def leave_out(self, thread_id: str, kind: FaultKind, about: str) -> None:
        """The thread is not imported after all."""
        self.of[thread_id].report.fault(kind, about)
        self.of[thread_id].report.threads -= 1
        del self.outlines[thread_id], self.of[thread_id]

    def read(self, thread_id: str) -> RecordedThread | None:
        """The thread with its content; None, and a fault, when its file cannot be read any more."""
        source = self.of[thread_id]
        try:
            return self._open(source).read(thread_id)
        except (*DAMAGED, KeyError) as error:
            source.report.fault(FaultKind.NOT_READABLE, f"changed while it was read: {type(error).__name__}")
            return None

    def _open(self, source: Source) -> OpenedFile:
        if source.path not in self._opened:
            # What is wrong with the file was told when its threads were looked at.
            self._keep(source.path, reader_of(source.format).open(source.path, FileReport(source.path)))
        self._opened.move_to_end(source.path)
        return self._opened[source.path]

    def _keep(self, path: Path, opened: OpenedFile) -> None:
        while len(self._opened) >= OPENED:
            self._opened.popitem(last=False)[1].close()
        self._opened[path] = opened

    def close(self) -> None:
        """Closes all files."""
        while self._opened:
            self._opened.popitem()[1].close()


Progress = Callable[[int], None]
"""Told how much more is done."""
