"""Rows of small lineage trees, made by hand, and a workspace of their own to write them to."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from lineage.store.records.model import Records, Row
from lineage.store.records.part import Part
from lineage.store.records.reading import read_trees
from lineage.store.records.writing import write_records
from lineage.store.store import Store, Transaction
from tests.running import RunningService

T = TypeVar("T")
BEGINNING = datetime(2026, 2, 3, 4, 5, 6, 789, tzinfo=UTC)
LIMITS = {"maxOffProviderRuns": 20, "maxChainedHandoffs": 5, "maxDeltaRanges": 1}


def at(minute: int) -> datetime:
    return BEGINNING + timedelta(minutes=minute)


def thread(id: str, made: int = 1, version: int = 1, *, root: str | None = None, source: str | None = None, **more: Any) -> Row:
    """A root, or a fork of the root that left it at version 1 of it at a run."""
    properties = {"id": id, "createdBy": "USER", "createdAt": at(0), "updatedAt": at(1), "version": version, "made": made, "depth": 0}
    properties |= {"rootId": root or id, **more}
    if root is not None:
        properties |= {"parentId": root, "relationshipToParent": "FORK", "depth": 1}
    return {
        "set": properties,
        "parentId": root,
        "by": "FORK" if root else None,
        "sourceRunId": source,
        "sourceVersion": 1 if root else None,
        "lockMade": None if root else 9,
    }


def session(id: str, thread_id: str, made: int = 2, **links: Any) -> Row:
    """A provider thread."""
    properties = {"id": id, "provider": "codex", "status": "ACTIVE", "nativeRefStrength": "STRONG", "historyMode": "LEGACY"}
    properties |= {"madeVersion": 1, "made": made, "createdAt": at(0)}
    return {"set": properties, "threadId": thread_id, "forkOf": None, "adopts": None, "inherits": [], **links}


def run(id: str, thread_id: str, ordinal: int, session_id: str, *, items: int = 0, **more: Any) -> Row:
    """A run that completed, with one turn."""
    links = {"continues": None, "turns": [f"turn {id}"], "checkpoint": None}
    links |= {name: more.pop(name) for name in list(more) if name in links}
    properties = {"id": id, "threadId": thread_id, "ordinal": ordinal, "status": "COMPLETED", "endedAs": "COMPLETED", "provider": "codex"}
    properties |= {"cleanContext": False, **LIMITS, "droppedNatively": False, "nativeStartFailed": False}
    properties |= {"itemCount": items, "characters": 0, "createdAt": at(ordinal), "startedAt": at(ordinal), "finishedAt": at(ordinal)}
    properties |= {"begunVersion": 3 * ordinal, "finishedVersion": 3 * ordinal + 1, **more}
    return {"set": properties, "providerThreadId": session_id, **links}


def item(run_id: str, index: int, text: str = "said") -> Row:
    properties = {"id": f"{run_id}/{index}", "runId": run_id, "index": index, "kind": "ASSISTANT_MESSAGE", "text": text, "createdAt": at(1)}
    return {"set": properties}


def events(thread_id: str, version: int) -> list[Row]:
    """The log of a thread up to a version: made, then for each run its start, begin and end."""
    types = ["thread.created", *["run.started", "run.begun", "run.finished"] * version][:version]
    return [
        {"set": {"threadId": thread_id, "version": place, "type": type, "at": at(place), "payload": '{"n":1}'}}
        for place, type in enumerate(types, 1)
    ]


def tree(id: str, runs: int = 2, items: int = 2) -> Records:
    """A root thread with one provider thread and runs that continue each other."""
    version = 1 + 3 * runs
    return Records(
        threads=[thread(id, version=version)],
        provider_threads=[session(f"{id} session", id)],
        runs=[
            run(f"{id} {place}", id, place, f"{id} session", items=items, continues=f"{id} {place - 1}" if place > 1 else None)
            for place in range(1, runs + 1)
        ],
        items=[item(f"{id} {place}", index) for place in range(1, runs + 1) for index in range(items)],
        events=events(id, version),
    )


class Workspace:
    """A workspace of a running service's store, written to and read past the service."""

    def __init__(self, service: RunningService, name: str) -> None:
        self._service = service
        self.name = name

    @property
    def store(self) -> Store:
        return self._service.service.store

    def run(self, work: Awaitable[T]) -> T:
        done: T = self._service.run(work)
        return done

    def transact(self, work: Callable[[Transaction], Awaitable[None]]) -> None:
        self.run(self.store.write(self.name, "test", work))

    def write(self, records: Records) -> None:
        self.transact(lambda transaction: write_records(transaction, records))

    def parts(self, *roots: str) -> list[Part]:
        return self.run(collected(read_trees(self.store, self.name, roots)))

    def read(self, *roots: str) -> Records:
        """All rows of the trees."""
        return joined(self.parts(*roots))


async def collected(parts: AsyncIterator[Part]) -> list[Part]:
    return [part async for part in parts]


def joined(parts: Iterable[Part]) -> Records:
    whole = Records()
    for part in parts:
        whole.add(part.records)
    return whole
