"""Runs as flat rows, each with what is known of its thread and of the handoffs that it was given."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lineage.domain.ranges import Ranges, union
from lineage.exporters.properties import Type, instant
from lineage.exporters.spool import Spool
from lineage.exporters.streaming import Part
from lineage.store.records.model import Row

COLUMNS: dict[str, Type] = {
    "run_id": Type.TEXT,
    "thread_id": Type.TEXT,
    "ordinal": Type.INTEGER,
    "root_thread_id": Type.TEXT,
    "thread_title": Type.TEXT,
    "thread_depth": Type.INTEGER,
    "thread_created_by": Type.TEXT,
    "parent_thread_id": Type.TEXT,
    "relationship_to_parent": Type.TEXT,
    "source_run_id": Type.TEXT,
    "source_version": Type.INTEGER,
    "status": Type.TEXT,
    "ended_as": Type.TEXT,
    "begun": Type.BOOLEAN,
    "in_history": Type.BOOLEAN,
    "rolled_back_version": Type.INTEGER,
    "dropped_natively": Type.BOOLEAN,
    "provider": Type.TEXT,
    "model": Type.TEXT,
    "runtime_mode": Type.TEXT,
    "provider_thread_id": Type.TEXT,
    "continues_run_id": Type.TEXT,
    "native_turns": Type.INTEGER,
    "earlier_runs_on_provider_thread": Type.INTEGER,
    "handoffs": Type.INTEGER,
    "covered_runs": Type.INTEGER,
    "items": Type.INTEGER,
    "checkpoint_id": Type.TEXT,
    "workspace_ref": Type.TEXT,
    "message": Type.TEXT,
    "failure_reason": Type.TEXT,
    "created_at": Type.TIME,
    "started_at": Type.TIME,
    "finished_at": Type.TIME,
}
COPIED = {
    "run_id": "id",
    "thread_id": "threadId",
    "ordinal": "ordinal",
    "status": "status",
    "ended_as": "endedAs",
    "rolled_back_version": "rolledBackVersion",
    "dropped_natively": "droppedNatively",
    "provider": "provider",
    "model": "model",
    "runtime_mode": "runtimeMode",
    "message": "message",
    "failure_reason": "failureReason",
}
TIMES = {"created_at": "createdAt", "started_at": "startedAt", "finished_at": "finishedAt"}


@dataclass(slots=True)
class _Given:
    """What the handoffs of a run cover."""

    handoffs: int = 0
    covers: dict[str, Ranges] = field(default_factory=dict)

    def add(self, covers: list[Any]) -> None:
        self.handoffs += 1
        for thread_id, first, last in covers:
            self.covers[thread_id] = union([*self.covers.get(thread_id, ()), (first, last)])

    @property
    def runs(self) -> int:
        """How many runs, each counted once."""
        return sum(last - first + 1 for ranges in self.covers.values() for first, last in ranges)


class RunRows:
    """The rows of one tree after the other: they wait in the spool until the tree's handoffs came. Times are text (instant())."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool
        self._given: dict[str, _Given] = {}
        self._thread: Row = {}
        self._ran_on: dict[str, int] = {}

    def take(self, part: Part) -> None:
        """Puts the runs of a part aside, and keeps in mind what its handoffs cover."""
        for row in part.records.threads:
            self._thread = _thread_columns(row)
            self._ran_on = {}
        items: dict[str, int] = {}
        for row in part.records.items:
            items[row["set"]["runId"]] = items.get(row["set"]["runId"], 0) + 1
        for row in part.records.runs:
            self._spool.put({**self._thread, **self._run_columns(row), "items": items.get(row["set"]["id"], 0)})
        for row in part.records.handoffs:
            if row.get("runId") is not None:
                self._given.setdefault(row["runId"], _Given()).add(row["covers"])

    def _run_columns(self, row: Row) -> Row:
        run, checkpoint, session = row["set"], row.get("checkpoint") or {}, row.get("providerThreadId")
        begun = run.get("begunVersion") is not None
        earlier = self._ran_on.get(session, 0) if session is not None else 0
        if begun and session is not None:
            self._ran_on[session] = earlier + 1
        return {
            **{column: run.get(name) for column, name in COPIED.items()},
            **{column: instant(run[name]) if run.get(name) is not None else None for column, name in TIMES.items()},
            "begun": begun,
            "in_history": begun and run.get("rolledBackVersion") is None,
            "provider_thread_id": session,
            "continues_run_id": row.get("continues"),
            "native_turns": len(row["turns"]),
            "earlier_runs_on_provider_thread": earlier,
            "checkpoint_id": checkpoint.get("id"),
            "workspace_ref": checkpoint.get("workspaceRef"),
        }

    def finished(self) -> Iterator[Row]:
        """The rows of the tree that ended, in order; afterwards the next tree can be taken."""
        for row in self._spool.rows():
            given = self._given.get(row["run_id"], _Given())
            yield {**row, "handoffs": given.handoffs, "covered_runs": given.runs}
        self._spool.clear()
        self._given = {}


def _thread_columns(row: Row) -> Row:
    thread = row["set"]
    return {
        "root_thread_id": thread["rootId"],
        "thread_title": thread.get("title"),
        "thread_depth": thread["depth"],
        "thread_created_by": thread.get("createdBy"),
        "parent_thread_id": thread.get("parentId"),
        "relationship_to_parent": thread.get("relationshipToParent"),
        "source_run_id": row.get("sourceRunId"),
        "source_version": row.get("sourceVersion"),
    }
