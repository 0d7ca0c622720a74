"""Exports made by hand, whole and broken, as files."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson

from lineage.exporters.jsonl import lines
from lineage.importers.own_jsonl.checking import Export
from lineage.importers.report import FaultKind, FileReport
from lineage.store.records.model import Records
from tests.store.records import at, events, session, thread, tree


def first_line() -> dict[str, Any]:
    return {"type": "lineage", "format": 1}


def tree_lines(records: Records) -> list[dict[str, Any]]:
    """The lines of a tree, its end included, as JSON."""
    found = [orjson.loads(line) for part in _by_thread(records) for line in lines(part)]
    root = next(row["set"]["id"] for row in records.threads if row["parentId"] is None)
    return [*found, {"type": "treeEnd", "rootId": root, "rows": len(found)}]


def _by_thread(records: Records) -> Iterator[Records]:
    """The rows as an export has them: each thread with its own, then what is between threads."""
    for row in records.threads:
        id = row["set"]["id"]
        sessions = [session for session in records.provider_threads if session["threadId"] == id]
        runs = [run for run in records.runs if run["set"]["threadId"] == id]
        yield Records(
            threads=[row],
            provider_threads=sessions,
            runs=runs,
            items=[item for item in records.items if item["set"]["runId"] in {run["set"]["id"] for run in runs}],
            compactions=[row for row in records.compactions if row["providerThreadId"] in {session["set"]["id"] for session in sessions}],
            events=[event for event in records.events if event["set"]["threadId"] == id],
        )
    yield Records(transfers=records.transfers, handoffs=records.handoffs)


def export_of(*trees: Records) -> list[dict[str, Any]]:
    """The lines of a whole export, as JSON."""
    return [first_line(), *(line for records in trees for line in tree_lines(records)), {"type": "end", "trees": len(trees)}]


def rich_tree() -> Records:
    """A thread with two provider threads, a fork, a compaction, transfers and handoffs, of which one supersedes the other."""
    records = tree("T", runs=3, items=2)
    records.runs[2]["checkpoint"] = {"id": "K", "workspaceRef": "abc", "diffSummary": '{"files":[1]}', "createdAt": at(9)}
    records.threads.append(thread("F", 5, root="T", source="T 2"))
    records.provider_threads.append(session("F session", "F", 6, forkOf="T session", inherits=[["T", 1, 2]]))
    records.events += events("F", 1)
    records.compactions = [{"providerThreadId": "T session", "runId": "T 1", "set": {"at": at(3), "version": 10, "made": 7}}]
    transfer = {"id": "X", "type": "PROVIDER_HANDOFF", "status": "CONSUMED", "createdBy": "SYSTEM", "createdAt": at(1), "made": 8}
    records.transfers = [{"set": transfer, "sourceThreadId": "T", "targetThreadId": "T", "carries": [["T", 1, 1]]}]
    handoff = {"threadId": "T", "targetRunId": "T 2", "strategy": "MANUAL_CONTEXT", "kind": "DELTA_CONTEXT", "status": "SUPERSEDED"}
    handoff |= {"createdAt": at(1), "updatedAt": at(1), "payload": '{"a":1}'}
    link = {"transferId": "X", "providerThreadId": "T session", "covers": [["T", 1, 1]]}
    records.handoffs = [
        {"set": {**handoff, "id": "old", "made": 9}, **link, "runId": None, "position": None, "supersedes": None},
        {"set": {**handoff, "id": "new", "made": 10, "status": "READY"}, **link, "runId": "T 2", "position": 0, "supersedes": "old"},
    ]
    return records


def write(path: Path, content: list[dict[str, Any]], spoil: Callable[[list[bytes]], list[bytes]] = lambda lines: lines) -> Path:
    """Writes the lines, spoiled as bytes."""
    path.write_bytes(b"".join(spoil([json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in content])))
    return path


class Read:
    """What is read of a file: the roots of its whole trees, and the report."""

    def __init__(self, path: Path) -> None:
        self.report = FileReport(path)
        export = Export(path, self.report)
        self.roots = [tree.root_id for tree in export.trees()]
        self.providers = [row["set"]["kind"] for row in export.providers]

    @property
    def kinds(self) -> set[FaultKind]:
        return {fault.kind for fault in self.report.faults}

    def told(self) -> dict[str, list[int]]:
        """What is wrong, with the lines where it is."""
        return {fault.about: fault.places for fault in self.report.faults}
