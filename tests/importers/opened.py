"""A file read whole by a reader, for tests."""

from dataclasses import dataclass
from pathlib import Path

from lineage.importers.reading import Reader
from lineage.importers.recorded import RecordedRun, RecordedThread, ThreadOutline
from lineage.importers.report import FaultKind, FileReport

DATA = Path(__file__).parents[1] / "data"


@dataclass
class Everything:
    """All that a reader gives of a file."""

    outlines: dict[str, ThreadOutline]
    threads: dict[str, RecordedThread]
    faults: dict[tuple[FaultKind, str], list[int]]

    def run(self, run_id: str) -> RecordedRun:
        return next(run for thread in self.threads.values() for run in thread.runs if run.id == run_id)

    def kinds(self) -> set[FaultKind]:
        return {kind for kind, _ in self.faults}


def everything(reader: Reader, path: Path) -> Everything:
    """Reads a file as an import does: once for its outlines, and again, newly opened, for its threads."""
    report = FileReport(path)
    first = reader.open(path, report)
    try:
        outlines = {outline.id: outline for outline in first.outlines()}
    finally:
        first.close()
    again = reader.open(path, FileReport(path))
    try:
        threads = {thread_id: again.read(thread_id) for thread_id in outlines}
    finally:
        again.close()
    for outline in outlines.values():
        _check_agreement(outline, threads[outline.id])
    return Everything(outlines, threads, {(fault.kind, fault.about): fault.places for fault in report})


def _check_agreement(outline: ThreadOutline, thread: RecordedThread) -> None:
    """What holds of every file, however damaged it is."""
    assert list(outline.run_ids) == [run.id for run in thread.runs]
    assert outline.departure == thread.departure and outline.created_at == thread.created_at
    assert len(set(outline.run_ids)) == len(outline.run_ids)
    sessions = [session.id for session in thread.sessions]
    assert sessions[0] == thread.id and len(set(sessions)) == len(sessions)
    spawned = {spawn.call_id: run.id for run in reversed(thread.runs) for spawn in run.spawns}
    assert spawned == dict(outline.spawns)
    for run in thread.runs:
        assert run.session_id in sessions and run.started_at <= run.finished_at and len(run.turns) >= 1
        assert all(item.at is None or item.at >= run.started_at for item in run.items)
    starts = [run.started_at for run in thread.runs]
    assert starts == sorted(starts)
