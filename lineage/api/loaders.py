"""Relations, loaded for all objects of an answer at once."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from strawberry.dataloader import DataLoader

from lineage.domain.coverage import SourceHandoff
from lineage.domain.facts import ThreadFacts
from lineage.domain.models import (
    Checkpoint,
    Compaction,
    ContextHandoff,
    ContextTransfer,
    Provider,
    ProviderThread,
    Run,
    Thread,
    TurnItem,
)
from lineage.domain.points import Point
from lineage.service.questions import Questions
from lineage.store import views_codec
from lineage.store.store import Row

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class RunsPageKey(NamedTuple):
    thread_id: str
    after: int
    first: int
    rolled_back: bool


class ItemsPageKey(NamedTuple):
    run_id: str
    after: int
    first: int


class Page(NamedTuple):
    """Up to first entries, whether more follow, and how many there are in all."""

    entries: tuple[Any, ...]
    has_next: bool
    total: int


def ready(loader: DataLoader[K, T], key: K) -> T | Awaitable[T]:
    """What a loader gives for a key: itself where it was loaded before, so that nobody has to wait for it, else to be awaited."""
    loading: asyncio.Future[T] = asyncio.ensure_future(loader.load(key))
    return loading.result() if _is_there(loading) else loading


def ready_many(loader: DataLoader[K, T], keys: Iterable[K]) -> list[T] | Awaitable[list[T]]:
    """The same for several keys, in their order."""
    loading = [asyncio.ensure_future(loader.load(key)) for key in keys]
    return [found.result() for found in loading] if all(map(_is_there, loading)) else asyncio.gather(*loading)


def _is_there(loading: asyncio.Future[Any]) -> bool:
    return loading.done() and not loading.cancelled() and loading.exception() is None


class Loaders:
    """One request's loaders. Those by id give None for what is not there."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self.threads: DataLoader[str, Thread | None] = self._by_id("threads", "threads", "threadIds", views_codec.thread)
        self.runs: DataLoader[str, Run | None] = self._by_id("runs", "runs", "runIds", views_codec.run)
        self.provider_threads: DataLoader[str, ProviderThread | None] = self._by_id(
            "provider_threads", "providerThreads", "providerThreadIds", views_codec.provider_thread
        )
        self.transfers: DataLoader[str, ContextTransfer | None] = self._by_id("transfers", "transfers", "transferIds", views_codec.transfer)
        self.handoffs: DataLoader[str, ContextHandoff | None] = self._by_id("handoffs", "handoffs", "handoffIds", views_codec.handoff)
        self.checkpoints: DataLoader[str, Checkpoint | None] = self._by_id(
            "checkpoints", "checkpoints", "checkpointIds", views_codec.checkpoint
        )
        self.items: DataLoader[str, TurnItem | None] = self._by_id("items", "items", "itemIds", views_codec.turn_item)
        self.children: DataLoader[str, list[Thread]] = self._grouped(
            "threads", "threads", "childrenOf", views_codec.thread, lambda row: [row.get("parentId")], lambda row: row["made"]
        )
        self.ancestors: DataLoader[str, list[Thread]] = self._grouped(
            "threads", "threads", "ancestorsOf", views_codec.thread, lambda row: row["descendantIds"], lambda row: -row["depth"]
        )
        self.provider_threads_of: DataLoader[str, list[ProviderThread]] = self._grouped(
            "provider_threads",
            "providerThreads",
            "providerThreadsOf",
            views_codec.provider_thread,
            lambda row: [row["threadId"]],
            lambda row: row["made"],
        )
        self.compactions_of: DataLoader[str, list[Compaction]] = self._grouped(
            "provider_thread_compactions",
            "compactions",
            "compactionsOf",
            views_codec.compaction,
            lambda row: [row["providerThreadId"]],
            lambda row: row["made"],
        )
        self.transfers_of: DataLoader[str, list[ContextTransfer]] = self._grouped(
            "transfers",
            "transfers",
            "transfersOf",
            views_codec.transfer,
            lambda row: {row["sourceThreadId"], row["targetThreadId"]},
            lambda row: row["made"],
        )
        self.handoffs_of: DataLoader[str, list[ContextHandoff]] = self._grouped(
            "handoffs", "handoffs", "handoffsOf", views_codec.handoff, lambda row: [row["threadId"]], lambda row: row["made"]
        )
        self.checkpoints_of: DataLoader[str, list[Checkpoint]] = self._grouped(
            "checkpoints", "checkpoints", "checkpointsOf", views_codec.checkpoint, lambda row: [row["threadId"]], lambda row: row["ordinal"]
        )
        self.facts: DataLoader[str, ThreadFacts | None] = DataLoader(self._load_facts)
        self.providers: DataLoader[str, Provider | None] = DataLoader(self._load_providers)
        self.runs_at: DataLoader[Point, tuple[str, str | None] | None] = DataLoader(self._load_runs_at)
        self.origins: DataLoader[str, list[str]] = DataLoader(self._load_origins)
        self.source_handoffs: DataLoader[str, list[SourceHandoff]] = DataLoader(self._load_source_handoffs)
        self.last_turns: DataLoader[str, str | None] = DataLoader(self._load_last_turns)
        self.runs_pages: DataLoader[RunsPageKey, Page] = DataLoader(self._load_runs_pages)
        self.items_pages: DataLoader[ItemsPageKey, Page] = DataLoader(self._load_items_pages)

    def _by_id(self, query: str, returned: str, parameter: str, decode: Callable[[Row], T]) -> DataLoader[str, T | None]:
        async def load(ids: list[str]) -> list[T | None]:
            rows = (await self._questions.read(query, **{parameter: ids}))[returned]
            found = {row["id"]: decode(row) for row in rows}
            return [found.get(id) for id in ids]

        return DataLoader(load)

    def _grouped(
        self,
        query: str,
        returned: str,
        parameter: str,
        decode: Callable[[Row], T],
        belongs_to: Callable[[Row], Iterable[str | None]],
        order: Callable[[Row], Any],
    ) -> DataLoader[str, list[T]]:
        async def load(ids: list[str]) -> list[list[T]]:
            rows = (await self._questions.read(query, **{parameter: ids}))[returned]
            groups: dict[str | None, list[T]] = defaultdict(list)
            for row in sorted(rows, key=order):
                for id in belongs_to(row):
                    groups[id].append(decode(row))
            return [groups[id] for id in ids]

        return DataLoader(load)

    async def _load_facts(self, thread_ids: list[str]) -> Sequence[ThreadFacts | None]:
        found = await self._questions.thread_facts(thread_ids)
        return [found.get(id) for id in thread_ids]

    async def _load_providers(self, kinds: list[str]) -> Sequence[Provider | None]:
        found = await self._questions.providers(kinds)
        return [found.get(kind) for kind in kinds]

    async def _load_runs_at(self, points: list[Point]) -> Sequence[tuple[str, str | None] | None]:
        found = await self._questions.runs_at(points)
        return [found.get(point) for point in points]

    async def _load_origins(self, handoff_ids: list[str]) -> list[list[str]]:
        found = dict((await self._questions.read("handoff_origins", originsOf=handoff_ids))["origins"])
        return [found.get(id, []) for id in handoff_ids]

    async def _load_source_handoffs(self, provider_thread_ids: list[str]) -> list[list[SourceHandoff]]:
        found: dict[str, list[SourceHandoff]] = defaultdict(list)
        rows = (await self._questions.read("source_handoffs", sourceHandoffsOf=provider_thread_ids))["sourceHandoffs"]
        for id, distance, thread_id, ordinal, position, handoff_id in rows:
            found[id].append(SourceHandoff(distance, Point(thread_id, ordinal), position, handoff_id))
        return [found[id] for id in provider_thread_ids]

    async def _load_last_turns(self, provider_thread_ids: list[str]) -> list[str | None]:
        found = dict((await self._questions.read("last_turns", lastTurnsOf=provider_thread_ids))["lastTurns"])
        return [found.get(id) for id in provider_thread_ids]

    async def _load_runs_pages(self, keys: list[RunsPageKey]) -> list[Page]:
        pages: dict[RunsPageKey, Page] = {}
        for first in {key.first for key in keys}:
            asked = [key for key in keys if key.first == first]
            rows = [
                {"key": place, "threadId": key.thread_id, "after": key.after, "rolledBack": key.rolled_back}
                for place, key in enumerate(asked)
            ]
            for row in (await self._questions.read("runs_pages", runsPages=rows, runsPageFirst=first))["runsPages"]:
                pages[asked[row["key"]]] = _page(row["runs"], first, row["total"], lambda run: run["ordinal"], views_codec.run)
        return [pages[key] for key in keys]

    async def _load_items_pages(self, keys: list[ItemsPageKey]) -> list[Page]:
        pages: dict[ItemsPageKey, Page] = {}
        for first in {key.first for key in keys}:
            asked = [key for key in keys if key.first == first]
            rows = [{"key": place, "runId": key.run_id, "after": key.after} for place, key in enumerate(asked)]
            for row in (await self._questions.read("items_pages", itemsPages=rows, itemsPageFirst=first))["itemsPages"]:
                pages[asked[row["key"]]] = _page(row["items"], first, row["total"], lambda item: item["index"], _indexed_item)
        return [pages[key] for key in keys]


def _indexed_item(row: Row) -> tuple[int, TurnItem]:
    return row["index"], views_codec.turn_item(row)


def _page(rows: Sequence[Row], first: int, total: int, order: Callable[[Row], Any], decode: Callable[[Row], Any]) -> Page:
    ordered = sorted(rows, key=order)
    return Page(tuple(decode(row) for row in ordered[:first]), len(ordered) > first, total)
