"""Reads a file, or a text as one, and gives all that the reader says about it."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from lineage.importers.recorded import RecordedRun, RecordedThread, ThreadOutline
from lineage.importers.report import FaultKind, FileReport
from lineage.importers.t3code import READER


@dataclass(frozen=True)
class Reading:
    """The outlines in their order, the threads by their ids without "t3code:", and the faults as (kind, about, places)."""

    outlines: list[ThreadOutline]
    threads: dict[str, RecordedThread]
    faults: list[tuple[FaultKind, str, list[int]]]

    def runs(self, thread_id: str = "main") -> dict[str, RecordedRun]:
        """The runs of a thread by their ids without "t3code:"."""
        return {run.id.removeprefix("t3code:"): run for run in self.threads[thread_id].runs}

    def outline(self, thread_id: str = "main") -> ThreadOutline:
        return next(outline for outline in self.outlines if outline.id == f"t3code:{thread_id}")


def read_file(path: Path) -> Reading:
    report = FileReport(path)
    opened = READER.open(path, report)
    try:
        outlines = list(opened.outlines())
        threads = {outline.id.removeprefix("t3code:"): opened.read(outline.id) for outline in outlines}
        return Reading(outlines, threads, [(fault.kind, fault.about, fault.places) for fault in report])
    finally:
        opened.close()


def read_text(text: str | bytes, name: str = "events.jsonl") -> Reading:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return read_file(path)
