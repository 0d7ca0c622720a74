"""Fills both databases up to a number of runs. What is there stays: a larger size adds to a smaller one, and what was cut goes on."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Protocol

from benchmarks.against.data.rows import COPIES_AT_ONCE, Filler, asked_about
from benchmarks.against.data.shapes import Shapes
from lineage.store.records.model import Records, Row

Progress = Callable[[str], None]
PART_RUNS = 2000
"""Runs of one transaction, where a tree has more."""


class Loader(Protocol):
    async def write(self, records: Records) -> None: ...


@dataclass(slots=True)
class Mark:
    """What a database was given so far. shapes is how large the trees are that questions are about."""

    shapes: dict[str, int]
    runs: int = 0
    parts: int = 0
    """Parts of those trees that it was given."""
    asked_about: bool = False
    copies: int = 0
    seconds: float = 0.0
    """How long that took, the making of the rows left aside."""
    rates: list[tuple[int, float]] = field(default_factory=list)
    """(runs there, runs a second) of each part of the filler."""


class Loading:
    """One database's way to a size. Its mark is written after each transaction, so what was cut is neither lost nor given twice."""

    def __init__(self, name: str, loader: Loader, mark: Path, shapes: Shapes, progress: Progress) -> None:
        self._name, self._loader, self._path, self._progress = name, loader, mark, progress
        self.mark = Mark(**json.loads(mark.read_text(encoding="utf-8"))) if mark.exists() else Mark(asdict(shapes))
        if self.mark.shapes != asdict(shapes):
            raise SystemExit(f"{mark} is of data for another --size: give another --folder, or sizes of which the first is the same")

    async def to(self, runs: int) -> None:
        """Goes on until it has so many runs."""
        if not self.mark.asked_about:
            parts = (part for records in asked_about(Shapes(**self.mark.shapes)) for part in _in_parts(records))
            for part in islice(parts, self.mark.parts, None):
                await self._write(part)
                self.mark.parts += 1
                self._save()
                self._progress(f"{self._name}: {self.mark.runs:,} runs of the trees that are asked about")
            self.mark.asked_about = True
            self._save()
        filler = Filler()
        while (left := runs - self.mark.runs) > 0:
            count = min(COPIES_AT_ONCE, -(-left // filler.runs))
            records = await asyncio.to_thread(filler.copies, self.mark.copies + 1, count)
            before = self.mark.seconds
            await self._write(records)
            self.mark.copies += count
            self.mark.rates.append((self.mark.runs, len(records.runs) / (self.mark.seconds - before)))
            self._save()
            self._progress(f"{self._name}: {self.mark.runs:,} of {runs:,} runs, {self.mark.rates[-1][1]:,.0f} a second")

    async def _write(self, records: Records) -> None:
        began = time.perf_counter()
        await self._loader.write(records)
        self.mark.seconds += time.perf_counter() - began
        self.mark.runs += len(records.runs)

    def _save(self) -> None:
        written = self._path.with_suffix(".new")
        written.write_text(json.dumps(asdict(self.mark)), encoding="utf-8")
        written.replace(self._path)


def _in_parts(records: Records) -> Iterator[Records]:
    """A tree in parts that one transaction takes, each after those that its rows link to."""
    if len(records.runs) <= PART_RUNS:
        yield records
        return
    # Transfers say where their threads left, which tables keep with the threads.
    yield Records(threads=records.threads, provider_threads=records.provider_threads, runs=records.runs, transfers=records.transfers)
    for kind in ("items", "events", "handoffs"):
        rows: list[Row] = getattr(records, kind)
        for start in range(0, len(rows), PART_RUNS * 3):
            yield Records(**{kind: rows[start : start + PART_RUNS * 3]})
