"""Reads one lineage tree from its first thread to its last handoff, some hundred things at a time."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from lineage.store.records import decoding
from lineage.store.records.model import Records, Row
from lineage.store.records.part import Part
from lineage.store.store import Row as Answer

Ask = Callable[..., Awaitable[Answer]]
"""Sends queries as one statement to one workspace, in a transaction or by itself: await ask(*names, **parameters)."""

THREADS_AT_ONCE = 100
RUNS_AT_ONCE = 250
ITEMS_AT_ONCE = 2000
EVENTS_AT_ONCE = 1500
TRANSFERS_AT_ONCE = 500

CONTENT = ("record_runs", "record_compactions", "record_events")
"""What is asked of a few threads at once."""


@dataclass(slots=True)
class _Thread:
    """A thread that is to be read: its row, and how many runs and versions it has."""

    id: str
    head: Records
    runs: int
    version: int


@dataclass(slots=True)
class TreeReader:
    """Reads one tree. What it gives is one state of the tree only if no command moved the tree's lock meanwhile."""

    ask: Ask
    root_id: str
    _transfers: list[tuple[int, str]] = field(default_factory=list)
    _handoffs: list[tuple[int, str]] = field(default_factory=list)

    async def parts(self, lock_made: int) -> AsyncIterator[Part]:
        """The tree's parts, in the order that Part tells; lock_made is what its lock has counted to."""
        async for threads in self._pages(lock_made):
            for few in _together(threads):
                async for part in self._content(few):
                    yield part
        async for part in self._between_threads():
            yield part

    async def _pages(self, lock_made: int) -> AsyncIterator[list[_Thread]]:
        """Its threads by depth and order of creation, some at a time; notes the transfers and handoffs into them."""
        after = [-1, 0]
        while True:
            answer = await self.ask("record_threads", root=self.root_id, threadsAfter=after, threadsFirst=THREADS_AT_ONCE)
            records = sorted(answer["recordThreads"], key=lambda record: (record["set"]["depth"], record["set"]["made"]))
            threads = []
            for record in records:
                row = decoding.thread(record, lock_made)
                head = Records(threads=[row], provider_threads=decoding.provider_threads(record["providerThreads"]))
                threads.append(_Thread(row["set"]["id"], head, record["runs"], row["set"]["version"]))
                self._transfers += [(made, id) for made, id in record["transfers"]]
                self._handoffs += [(made, id) for made, id in record["handoffs"]]
            if threads:
                yield threads
            if len(threads) < THREADS_AT_ONCE:
                return
            after = [records[-1]["set"]["depth"], records[-1]["set"]["made"]]

    async def _content(self, threads: Sequence[_Thread]) -> AsyncIterator[Part]:
        """A few threads that are read together, or one that is read in several pages."""
        whole = len(threads) > 1 or _is_small(threads[0])
        answer = await self.ask(
            *CONTENT,
            runRanges=[[thread.id, 1, min(thread.runs, RUNS_AT_ONCE)] for thread in threads if thread.runs],
            compactionThreadIds=[thread.id for thread in threads],
            eventRanges=[[thread.id, 1, thread.version] for thread in threads] if whole else [],
        )
        compactions = _by_thread(answer["recordCompactions"], threads)
        events = _by_thread(answer["recordEvents"], threads)
        pieces = self._runs(threads, answer["recordRuns"])
        piece = await anext(pieces, None)
        for thread in threads:
            records = thread.head
            while piece is not None and piece[0] == thread.id:
                if records.runs:
                    yield Part(self.root_id, thread.id, records)
                    records = Records()
                records.add(piece[1])
                piece = await anext(pieces, None)
            records.compactions = decoding.compactions(compactions[thread.id])
            records.events = decoding.events(events[thread.id])
            yield Part(self.root_id, thread.id, records)
            if not whole:
                async for part in self._events(thread):
                    yield part

    async def _runs(self, threads: Sequence[_Thread], first: Iterable[Answer]) -> AsyncIterator[tuple[str, Records]]:
        """The runs of threads with their items, a few of one thread at a time. first are the answered ones: of a large thread not all."""
        found: dict[str, list[Any]] = {thread.id: [] for thread in threads}
        for record in first:
            found[record["set"]["threadId"]].append(record)
        async for piece in self._with_items([row for records in found.values() for row in decoding.runs(records)]):
            yield piece
        last = threads[-1]
        for start in range(RUNS_AT_ONCE + 1, last.runs + 1, RUNS_AT_ONCE):
            answer = await self.ask("record_runs", runRanges=[[last.id, start, start + RUNS_AT_ONCE - 1]])
            async for piece in self._with_items(decoding.runs(answer["recordRuns"])):
                yield piece

    async def _with_items(self, runs: Sequence[Row]) -> AsyncIterator[tuple[str, Records]]:
        for few in _few_items(runs):
            items: dict[str, list[Row]] = {row["set"]["id"]: [] for row in few}
            for ranges in _item_ranges(few):
                for row in decoding.items((await self.ask("record_items", itemRanges=ranges))["recordItems"]):
                    items[row["set"]["runId"]].append(row)
            for thread_id, rows in groupby(few, key=lambda row: str(row["set"]["threadId"])):
                of_thread = list(rows)
                yield thread_id, Records(runs=of_thread, items=[item for row in of_thread for item in items[row["set"]["id"]]])

    async def _events(self, thread: _Thread) -> AsyncIterator[Part]:
        for start in range(1, thread.version + 1, EVENTS_AT_ONCE):
            answer = await self.ask("record_events", eventRanges=[[thread.id, start, start + EVENTS_AT_ONCE - 1]])
            yield Part(self.root_id, thread.id, Records(events=decoding.events(answer["recordEvents"])))

    async def _between_threads(self) -> AsyncIterator[Part]:
        """The tree's transfers, then its handoffs."""
        for ids in _some(sorted(self._transfers)):
            answer = await self.ask("record_transfers", transferIds=ids)
            yield Part(self.root_id, None, Records(transfers=decoding.transfers(answer["recordTransfers"])))
        for ids in _some(sorted(self._handoffs)):
            answer = await self.ask("record_handoffs", handoffIds=ids)
            yield Part(self.root_id, None, Records(handoffs=decoding.handoffs(answer["recordHandoffs"])))
        yield Part(self.root_id, None, Records(), ends_tree=True)


def _is_small(thread: _Thread) -> bool:
    return thread.runs <= RUNS_AT_ONCE and thread.version <= EVENTS_AT_ONCE


def _together(threads: Iterable[_Thread]) -> Iterator[list[_Thread]]:
    """Threads one after another that are small together, and each large one alone."""
    few: list[_Thread] = []
    runs = versions = 0
    for thread in threads:
        runs, versions = runs + thread.runs, versions + thread.version
        if few and (runs > RUNS_AT_ONCE or versions > EVENTS_AT_ONCE):
            yield few
            few, runs, versions = [], thread.runs, thread.version
        few.append(thread)
    if few:
        yield few


def _by_thread(records: Iterable[Answer], threads: Iterable[_Thread]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {thread.id: [] for thread in threads}
    for record in records:
        found[record.get("threadId") or record["set"]["threadId"]].append(record)
    return found


def _few_items(runs: Iterable[Row]) -> Iterator[list[Row]]:
    """Runs one after another that have few items together; one that has many is alone."""
    few: list[Row] = []
    items = 0
    for row in runs:
        items += row["set"]["itemCount"]
        if few and items > ITEMS_AT_ONCE:
            yield few
            few, items = [], row["set"]["itemCount"]
        few.append(row)
    if few:
        yield few


def _item_ranges(runs: Sequence[Row]) -> Iterator[list[list[Any]]]:
    """What to ask for the items of runs, never too many at once."""
    if len(runs) > 1:
        if ranges := [[row["set"]["id"], 0, row["set"]["itemCount"] - 1] for row in runs if row["set"]["itemCount"]]:
            yield ranges
        return
    for row in runs:
        for start in range(0, row["set"]["itemCount"], ITEMS_AT_ONCE):
            yield [[row["set"]["id"], start, start + ITEMS_AT_ONCE - 1]]


def _some(places: Sequence[tuple[int, str]]) -> Iterator[list[str]]:
    for start in range(0, len(places), TRANSFERS_AT_ONCE):
        yield [id for _, id in places[start : start + TRANSFERS_AT_ONCE]]
