"""An import: files are looked at, their threads placed among each other and those of the store, and written in batches."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from lineage.domain.recording.recorded import RecordedThread, ThreadOutline
from lineage.domain.recording.weaving import weave
from lineage.errors import BadInput, Conflict
from lineage.importers import own_jsonl
from lineage.importers.finding import Found
from lineage.importers.formats import JSONL
from lineage.importers.joining import below, joined, outline_of, parts_of
from lineage.importers.report import FaultKind, FileReport
from lineage.importers.sources import Progress, Source, Sources
from lineage.service.recording.planning import Plan, plan
from lineage.service.recording.recording import Batch, Recording
from lineage.store.store import Store

AGAIN = 3
"""How often an import is planned anew when its threads change meanwhile."""
RECORDED_LIVE = "is a session that the service has recorded itself"


@dataclass(slots=True)
class Looked:
    """What was found in the files: their reports in order, the threads to import, and files of the project's own format."""

    reports: list[FileReport] = field(default_factory=list)
    sources: Sources = field(default_factory=Sources)
    own: list[FileReport] = field(default_factory=list)
    passed_over: int = 0
    """Files in folders that are of no known format."""


def look_at(files: Iterable[Found], progress: Progress) -> Looked:
    """Looks at each file. progress is told the bytes that were looked at."""
    looked = Looked()
    for found in files:
        if found.format is None and not found.named:
            looked.passed_over += 1
        else:
            report = FileReport(found.path, found.format)
            looked.reports.append(report)
            _look(looked, found, report)
        progress(found.path.stat().st_size if found.path.exists() else 0)
    return looked


def _look(looked: Looked, found: Found, report: FileReport) -> None:
    if not found.path.exists():
        report.fault(FaultKind.NOT_READABLE, "is not there")
    elif found.format is None:
        report.fault(FaultKind.UNKNOWN_FORMAT, "is of no format that can be imported")
    elif found.format == JSONL:
        looked.own.append(report)
    else:
        looked.sources.take(Source(found.path, found.format, report))


@dataclass(frozen=True, slots=True)
class Importing:
    """Brings what was looked at into a workspace of the store."""

    store: Store
    recording: Recording
    workspace: str
    progress: Progress
    """Told the runs that were written."""

    async def carry_out(self, looked: Looked, into: str | None = None, strict: bool = False) -> None:
        """Imports everything, into one thread when that is named. Each thread is written wholly or not at all.

        strict: nothing is written when a fault is found before that. CONFLICT when sessions that are to be joined are threads already.
        """
        await self._leave_out_live(looked.sources)
        for id, how in (await self.recording.closed(sorted(looked.sources.outlines))).items():
            looked.sources.leave_out(id, FaultKind.GONE, f"is a thread that was {how}")
        for attempt in range(1, AGAIN + 1):
            try:
                sources = await self._joined(looked, into) if into is not None else looked.sources
                await self._write(looked, sources, strict)
            except Conflict:
                if attempt == AGAIN:
                    raise
            else:
                break
        if not (strict and any(report.faults for report in looked.reports)):
            for report in looked.own:
                await own_jsonl.import_jsonl(self.store, self.workspace, report.path, report, False, self.progress)

    async def _leave_out_live(self, sources: Sources) -> None:
        references = {id: id.partition(":")[2] for id in sources.outlines}
        live = await self.recording.live(sorted(set(references.values())))
        for id, reference in references.items():
            if reference in live:
                sources.leave_out(id, FaultKind.CONTINUED_ELSEWHERE, RECORDED_LIVE)

    async def _joined(self, looked: Looked, into: str) -> "Joined":
        if taken := await self.recording.known(sorted(looked.sources.outlines)):
            raise BadInput(f"thread {taken[0]!r} was imported as one of its own: it cannot be put into {into!r} too")
        return join_into(looked, into, (await self.recording.recalled([into])).get(into))

    async def _write(self, looked: Looked, sources: "Sources | Joined", strict: bool) -> None:
        planned = await self.recording.plan(list(sources.outlines.values()))
        tell_faults(planned, sources)
        count_runs(planned, sources)
        if strict and any(report.faults for report in looked.reports):
            return
        recalled = {tree.root_id: await self.recording.recalled(sorted(tree.replaces)) for tree in planned.trees if tree.replaces}
        batches = self.recording.batches(planned, sources.read, recalled)
        coming = asyncio.ensure_future(asyncio.to_thread(_next, batches))
        try:
            while (batch := await coming) is not None:
                coming = asyncio.ensure_future(asyncio.to_thread(_next, batches))
                await self.recording.write(batch)
                count_written(sources, batch)
                self.progress(len(batch.records.runs))
        finally:
            await asyncio.gather(coming, return_exceptions=True)
            sources.close()


@dataclass(slots=True)
class Joined:
    """Sources whose threads without a parent became one thread."""

    outlines: dict[str, ThreadOutline]
    of: dict[str, Source]
    thread: RecordedThread
    _sources: Sources

    def read(self, thread_id: str) -> RecordedThread | None:
        if thread_id == self.thread.id:
            return self.thread
        found = self._sources.read(thread_id)
        return replace(found, departure=self.outlines[thread_id].departure) if found is not None else None

    def close(self) -> None:
        self._sources.close()


def join_into(looked: Looked, thread_id: str, before: RecordedThread | None = None) -> Joined:
    """The threads of the files without a parent as one thread, together with what it had before. BAD_INPUT when there is none."""
    sources = looked.sources
    woven = weave(sources.outlines.values())
    roots = [id for id, placement in woven.placements.items() if placement.parent_id is None]
    threads = [thread for id in roots if (thread := sources.read(id)) is not None]
    sessions = {session.id for thread in threads for session in thread.sessions}
    if before is not None:
        threads += parts_of(before, sessions)
    if not threads:
        raise BadInput(f"nothing was found to put into thread {thread_id!r}")
    thread, left_out = joined(thread_id, threads)
    first = sources.of[roots[0]]
    if left_out:
        first.report.fault(FaultKind.UNREPRESENTABLE, f"{left_out} rollbacks of one session while others had gone on")
    outlines = {id: below(thread_id, outline, dict.fromkeys(roots)) for id, outline in sources.outlines.items() if id not in roots}
    of = {id: sources.of[id] for id in outlines}
    return Joined({**outlines, thread_id: outline_of(thread)}, {**of, thread_id: first}, thread, sources)


def _next(batches: Iterator[Batch]) -> Batch | None:
    return next(batches, None)


def tell_faults(planned: Plan, sources: Sources | Joined) -> None:
    """What is wrong with threads, in the reports of their files."""
    for thread_id, kind, about in planned.faults:
        sources.of[thread_id].report.fault(FaultKind(kind), about)


def count_runs(planned: Plan, sources: Sources | Joined) -> None:
    """Counts in the reports the runs of each file that are its own."""
    for report in {id(source): source.report for source in sources.of.values()}.values():
        report.runs = 0
    for thread_id, outline in sources.outlines.items():
        placement = planned.woven.placements.get(thread_id)
        sources.of[thread_id].report.runs += len(outline.run_ids) - (placement.cut if placement is not None else 0)


def count_written(sources: Sources | Joined, batch: Batch) -> None:
    """Counts in the reports what was written of each file."""
    for row in batch.records.runs:
        source = sources.of.get(row["set"]["threadId"])
        if source is not None:
            source.report.written += 1
            source.report.items += row["set"]["itemCount"]


def rehearse(looked: Looked, sources: Sources | Joined, batches: Callable[[Plan], Iterator[Batch]], progress: Progress) -> None:
    """Reports what an import into an empty store would read, without any store."""
    planned = plan(list(sources.outlines.values()), {})
    tell_faults(planned, sources)
    count_runs(planned, sources)
    try:
        for batch in batches(planned):
            progress(len(batch.records.runs))
    finally:
        sources.close()
