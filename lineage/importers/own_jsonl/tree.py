"""One lineage tree of an export, checked row by row: nothing is there twice, nothing is missing, every link leads somewhere."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from lineage.importers.report import FaultKind
from lineage.store.records.model import Row

Fault = tuple[FaultKind, str]


@dataclass(slots=True)
class _Thread:
    version: int
    runs: int = 0
    events: int = 0


@dataclass(slots=True)
class _Run:
    thread_id: str
    item_count: int
    line: int
    items: int = 0


@dataclass(slots=True)
class CheckedTree:
    """A tree by the rows that came so far. It holds their ids and some counts, not the rows."""

    root_id: str
    first_line: int
    rows: int = 0
    is_whole: bool = True
    threads: dict[str, _Thread] = field(default_factory=dict)
    runs: dict[str, _Run] = field(default_factory=dict)
    _provider_threads: dict[str, str] = field(default_factory=dict)
    _transfers: set[str] = field(default_factory=set)
    _handoffs: set[str] = field(default_factory=set)
    _ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The highest ordinal that a range of each thread names, and the line that does."""

    def take(self, name: str, row: Row, line: int) -> list[Fault]:
        """What is wrong with a row after those before it."""
        check: Callable[[Row, int], Iterable[str]] = getattr(self, f"_{name}")
        id = row["set"].get("id")
        repeated = id is not None and name != "item" and id in self._known(name)
        faults = [(FaultKind.REPEATED_ID, f"an id of a {name} that another one has already")] if repeated else []
        faults += [(FaultKind.DANGLING_PARENT, f"a {name} {about}") for about in check(row, line)]
        return faults

    def end(self) -> list[tuple[Fault, int]]:
        """What is missing in the end, and the lines that miss it."""
        found: list[tuple[str, int]] = []
        for thread in self.threads.values():
            if thread.events != thread.version:
                found.append(("a thread has not one event for each of its versions", self.first_line))
        for run in self.runs.values():
            if run.items != run.item_count:
                found.append(("a run has other items than it counts", run.line))
        for thread_id, (highest, line) in self._ranges.items():
            if thread_id not in self.threads or self.threads[thread_id].runs < highest:
                found.append(("a range of runs that are not there", line))
        return [((FaultKind.DANGLING_PARENT, about), line) for about, line in found]

    def _known(self, name: str) -> Any:
        return {
            "thread": self.threads,
            "providerThread": self._provider_threads,
            "run": self.runs,
            "transfer": self._transfers,
            "handoff": self._handoffs,
        }[name]

    def _thread(self, row: Row, line: int) -> Iterable[str]:
        properties = row["set"]
        is_root = properties["id"] == self.root_id
        if properties["rootId"] != self.root_id:
            yield "names another root than its tree's"
        if is_root != (row["parentId"] is None) or row["parentId"] != properties.get("parentId"):
            yield "is no root, but has no parent"
        if row["by"] != properties.get("relationshipToParent") or (row["by"] is None) != is_root:
            yield "does not say how it came from its parent"
        if not is_root and row["parentId"] not in self.threads:
            yield "names a parent that did not come before it"
        if not is_root and row["sourceRunId"] not in self.runs:
            yield "left its parent at a run that did not come before it"
        if (row["sourceVersion"] is not None) != (row["by"] == "FORK"):
            yield "has a source version without being a fork, or the reverse"
        if is_root and row["lockMade"] is None:
            yield "is a root without the count of its tree's lock"
        self.threads[properties["id"]] = _Thread(properties["version"])

    def _providerThread(self, row: Row, line: int) -> Iterable[str]:  # noqa: N802 - named as the kind
        if row["threadId"] not in self.threads:
            yield "serves a thread that did not come before it"
        if any(row[link] is not None and row[link] not in self._provider_threads for link in ("forkOf", "adopts")):
            yield "came from a provider thread that did not come before it"
        self._provider_threads[row["set"]["id"]] = row["threadId"]
        self._want(row["inherits"], line)

    def _run(self, row: Row, line: int) -> Iterable[str]:
        properties = row["set"]
        thread = self.threads.get(properties["threadId"])
        if thread is None:
            yield "is in a thread that did not come before it"
        else:
            thread.runs += 1
            if properties["ordinal"] != thread.runs:
                yield "has not the ordinal after that of the run before it"
        if self._provider_threads.get(row["providerThreadId"]) != properties["threadId"]:
            yield "ran on a provider thread that does not serve its thread"
        if row["continues"] is not None and row["continues"] not in self.runs:
            yield "continues a run that did not come before it"
        self.runs[properties["id"]] = _Run(properties["threadId"], properties["itemCount"], line)

    def _item(self, row: Row, line: int) -> Iterable[str]:
        run = self.runs.get(row["set"]["runId"])
        if run is None:
            yield "is of a run that did not come before it"
        else:
            if row["set"]["index"] != run.items:
                yield "has not the index after that of the item before it"
            run.items += 1

    def _compaction(self, row: Row, line: int) -> Iterable[str]:
        if row["providerThreadId"] not in self._provider_threads or row["runId"] not in self.runs:
            yield "is of a provider thread or through a run that did not come before it"

    def _event(self, row: Row, line: int) -> Iterable[str]:
        thread = self.threads.get(row["set"]["threadId"])
        if thread is None:
            yield "is of a thread that did not come before it"
        else:
            thread.events += 1
            if row["set"]["version"] != thread.events:
                yield "has not the version after that of the event before it"

    def _transfer(self, row: Row, line: int) -> Iterable[str]:
        if row["sourceThreadId"] not in self.threads or row["targetThreadId"] not in self.threads:
            yield "is from or into a thread that did not come before it"
        self._transfers.add(row["set"]["id"])
        self._want(row["carries"], line)

    def _handoff(self, row: Row, line: int) -> Iterable[str]:
        if row["transferId"] not in self._transfers:
            yield "is of a transfer that did not come before it"
        if self._provider_threads.get(row["providerThreadId"]) != row["set"]["threadId"]:
            yield "goes into a provider thread that does not serve its thread"
        if (row["runId"] is None) != (row["position"] is None) or (row["runId"] is not None and row["runId"] not in self.runs):
            yield "is consumed by a run that did not come before it, or has no position there"
        if row["supersedes"] is not None and row["supersedes"] not in self._handoffs:
            yield "supersedes a handoff that did not come before it"
        self._handoffs.add(row["set"]["id"])
        self._want(row["covers"], line)

    def _want(self, ranges: Iterable[list[Any]], line: int) -> None:
        for thread_id, _, last in ranges:
            if last > self._ranges.get(thread_id, (0, 0))[0]:
                self._ranges[thread_id] = (last, line)
