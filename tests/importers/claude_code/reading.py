"""Reads a session file of tests/data/claude-code, or lines as one, and gives all that the reader says about it."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lineage.importers.claude_code import READER
from lineage.importers.recorded import Compacted, Departure, RecordedRun, RecordedThread, ThreadOutline
from lineage.importers.report import FaultKind, FileReport

FOLDER = Path(__file__).parents[2] / "data" / "claude-code"


def session(number: int) -> str:
    """The ids of the sessions in the files."""
    return f"{number:08d}-0000-4000-8000-000000000000"


def thread(number: int, behind: str = "") -> str:
    return f"claude-code:{session(number)}{behind}"


def short(run_id: str) -> str:
    """A run's id without the number of the file's session, which stands before all ids in the files."""
    return re.sub(r"^claude-code:(\d\d-)?", "", run_id)


@dataclass(frozen=True)
class Reading:
    outlines: list[ThreadOutline]
    threads: dict[str, RecordedThread]
    faults: list[tuple[FaultKind, str, list[int]]]

    def runs(self, thread_id: str | None = None) -> dict[str, RecordedRun]:
        """The runs of a thread, the first one's where none is named, by the uuids of their messages."""
        return {short(run.id): run for run in self.threads[thread_id or self.outlines[0].id].runs}

    def placed(self) -> dict[str, list[str]]:
        """The runs of each thread."""
        return {outline.id: [short(run_id) for run_id in outline.run_ids] for outline in self.outlines}

    def departure(self, thread_id: str) -> Departure | None:
        return next(outline.departure for outline in self.outlines if outline.id == thread_id)

    def steps(self, thread_id: str | None = None) -> list[str]:
        """The runs and the summaries of compactions in their order."""
        steps = self.threads[thread_id or self.outlines[0].id].steps
        return [
            f"({step.summary})" if isinstance(step, Compacted) else short(step.id)
            for step in steps
            if isinstance(step, (Compacted, RecordedRun))
        ]


def read(path: Path) -> Reading:
    """The outlines and threads are compared on the way: they tell of the same runs."""
    report = FileReport(path)
    opened = READER.open(path, report)
    outlines = list(opened.outlines())
    threads = {outline.id: opened.read(outline.id) for outline in outlines}
    opened.close()
    for outline in outlines:
        runs = threads[outline.id].runs
        assert [run.id for run in runs] == list(outline.run_ids)
        assert [run.place for run in runs] == list(outline.places)
        assert threads[outline.id].departure == outline.departure
        assert {spawn.call_id: run.id for run in runs for spawn in run.spawns} == outline.spawns
    return Reading(outlines, threads, [(fault.kind, fault.about, fault.places) for fault in report])


def data(folder: str, number: int) -> Path:
    return FOLDER / folder / f"{session(number)}.jsonl"


def read_lines(lines: Iterable[dict[str, Any]], name: str = f"{session(1)}.jsonl") -> Reading:
    return read_bytes("".join(json.dumps(line) + "\n" for line in lines).encode(), name)


def read_bytes(content: bytes, name: str = f"{session(1)}.jsonl") -> Reading:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        return read(path)


def said(run: RecordedRun) -> Sequence[str]:
    """The kinds of a run's items with their texts, or else their data."""
    return [f"{item.kind} {item.text if item.text is not None else json.dumps(item.data)}" for item in run.items]
