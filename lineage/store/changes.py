"""What a command changes, collected as plain rows and then written by one statement."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from lineage.domain.models import Provider
from lineage.domain.points import Point, PointSet, RunSegment, segments_in
from lineage.domain.ranges import Ranges

Row = dict[str, Any]

WRITING = (
    "create_threads",
    "create_locks",
    "create_provider_threads",
    "create_runs",
    "move_runs",
    "create_transfers",
    "release_handoffs",
    "create_handoffs",
    "create_checkpoints",
    "create_turns",
    "create_items",
    "set_threads",
    "set_runs",
    "roll_back_runs",
    "continue_runs",
    "set_provider_threads",
    "give_back_adopted",
    "confirm_native_rollbacks",
    "create_compactions",
    "set_transfers",
    "set_handoffs",
    "set_providers",
    "create_events",
    "note_switches",
    "note_resume_failures",
)
"""The queries that write, in the order in which they do."""


def to_json(value: Any) -> str | None:
    """A JSON value as text, as it is kept in a property."""
    if value is None:
        return None
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        # Numbers of more than 64 bits.
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parameter_of(query: str) -> str:
    """The parameter that a writing query takes its rows from: createRuns for create_runs."""
    first, *rest = query.split("_")
    return first + "".join(word.title() for word in rest)


class CarriedOut(NamedTuple):
    """The command whose changes they are, named as in the API, and who sent it; None where nobody asked."""

    command: str
    actor: str | None


@dataclass(slots=True)
class Changes:
    """Rows for each query that writes. now is the time of the command, in UTC."""

    now: datetime
    by: CarriedOut | None = None
    rows: dict[str, list[Any]] = field(default_factory=dict)

    def writing(self) -> list[str]:
        """The queries that have rows to write, in order."""
        return [query for query in WRITING if query in self.rows]

    def parameters(self) -> dict[str, list[Any]]:
        """Their parameters."""
        return {parameter_of(query): self.rows[query] for query in self.writing()}

    def _add(self, query: str, row: Any) -> None:
        self.rows.setdefault(query, []).append(row)

    def create_thread(
        self,
        properties: Row,
        *,
        parent_id: str | None = None,
        by: str | None = None,
        source_run_id: str | None = None,
        source_version: int | None = None,
    ) -> None:
        """A thread at version 1. A root gets the lock of its tree with it."""
        row = {"createdAt": self.now, "updatedAt": self.now, "version": 1, "parentId": parent_id, "relationshipToParent": by, **properties}
        self._add(
            "create_threads", {"set": row, "parentId": parent_id, "by": by, "sourceRunId": source_run_id, "sourceVersion": source_version}
        )
        if parent_id is None:
            self._add("create_locks", {"id": row["id"], "made": row["made"]})

    def create_provider_thread(
        self, thread_id: str, properties: Row, *, fork_of: str | None = None, adopts: str | None = None, inherits: PointSet | None = None
    ) -> None:
        row = {
            "set": {"createdAt": self.now, **properties},
            "threadId": thread_id,
            "forkOf": fork_of,
            "adopts": adopts,
            "inherits": [list(segment) for segment in segments_in(inherits or {})],
        }
        self._add("create_provider_threads", row)

    def create_run(self, properties: Row, provider_thread_id: str) -> None:
        self._add("create_runs", {"set": {"createdAt": self.now, **properties}, "providerThreadId": provider_thread_id})

    def move_run(self, run_id: str, provider_thread_id: str) -> None:
        self._add("move_runs", {"id": run_id, "providerThreadId": provider_thread_id})

    def create_transfer(
        self,
        properties: Row,
        *,
        source_thread_id: str,
        target_thread_id: str,
        source: Point,
        base: Point | None = None,
        carries: Iterable[RunSegment] = (),
    ) -> None:
        row = {
            "set": {"createdAt": self.now, **properties},
            "sourceThreadId": source_thread_id,
            "targetThreadId": target_thread_id,
            "source": list(source),
            "base": list(base) if base else None,
            "carries": [list(segment) for segment in carries],
        }
        self._add("create_transfers", row)

    def create_handoff(
        self,
        properties: Row,
        *,
        transfer_id: str,
        provider_thread_id: str,
        run_id: str,
        position: int,
        covers: Iterable[RunSegment],
        supersedes: str | None = None,
    ) -> None:
        """A handoff that the run consumes at this position (0 is the thread's own), in place of an older one that it supersedes."""
        row = {
            "set": {"createdAt": self.now, "updatedAt": self.now, "targetRunId": run_id, **properties},
            "transferId": transfer_id,
            "providerThreadId": provider_thread_id,
            "runId": run_id,
            "position": position,
            "covers": [list(segment) for segment in covers],
            "supersedes": supersedes,
        }
        self._add("create_handoffs", row)

    def release_handoff(self, handoff_id: str) -> None:
        self._add("release_handoffs", handoff_id)

    def create_checkpoint(self, run_id: str, properties: Row) -> None:
        self._add("create_checkpoints", {"runId": run_id, "set": {"createdAt": self.now, **properties}})

    def create_turn(self, run_id: str, index: int, native_turn_ref: str | None) -> None:
        self._add("create_turns", {"runId": run_id, "index": index, "nativeTurnRef": native_turn_ref})

    def create_item(self, run_id: str, properties: Row) -> None:
        self._add("create_items", {"runId": run_id, "set": {"createdAt": self.now, "runId": run_id, **properties}})

    def set_thread(self, thread_id: str, **properties: Any) -> None:
        self._add("set_threads", {"id": thread_id, "set": properties})

    def change_thread(self, thread_id: str, version: int, type: str, payload: Row) -> None:
        """The thread comes to this version by what the event tells (design 2, as it was)."""
        self.set_thread(thread_id, version=version, updatedAt=self.now)
        self.log_event(thread_id, version, type, payload)

    def log_event(self, thread_id: str, version: int, type: str, payload: Row) -> None:
        row = {"threadId": thread_id, "version": version, "type": type, "at": self.now, "payload": to_json(payload)}
        self._add("create_events", {**row, **(self.by._asdict() if self.by else {})})

    def set_run(self, run_id: str, **properties: Any) -> None:
        self._add("set_runs", {"id": run_id, "set": properties})

    def roll_back_runs(self, thread_id: str, ordinals: Ranges, version: int) -> None:
        for low, high in ordinals:
            self._add("roll_back_runs", {"threadId": thread_id, "from": low, "to": high, "version": version, "at": self.now})

    def continue_run(self, run_id: str, before: Point) -> None:
        self._add("continue_runs", {"id": run_id, "threadId": before.thread_id, "ordinal": before.ordinal})

    def set_provider_thread(self, provider_thread_id: str, **properties: Any) -> None:
        self._add("set_provider_threads", {"id": provider_thread_id, "set": properties})

    def give_back_adopted(self, provider_thread_id: str) -> None:
        self._add("give_back_adopted", provider_thread_id)

    def confirm_native_rollback(self, provider_thread_id: str) -> None:
        self._add("confirm_native_rollbacks", provider_thread_id)

    def create_compaction(self, provider_thread_id: str, run_id: str, properties: Row) -> None:
        """All that the provider thread holds up to and with the run becomes a summary."""
        row = {"providerThreadId": provider_thread_id, "runId": run_id, "set": {"at": self.now, **properties}}
        self._add("create_compactions", row)

    def set_transfer(self, transfer_id: str, **properties: Any) -> None:
        self._add("set_transfers", {"id": transfer_id, "set": properties, "at": self.now})

    def set_handoff(self, handoff_id: str, **properties: Any) -> None:
        self._add("set_handoffs", {"id": handoff_id, "set": {"updatedAt": self.now, **properties}})

    def note_switch(self, run_id: str) -> None:
        """The run has begun: it counts as a switch when the run before it in the history is another provider's."""
        self._add("note_switches", {"runId": run_id, "at": self.now})

    def note_resume_failure(self, run_id: str) -> None:
        """Resuming the run's provider thread failed."""
        self._add("note_resume_failures", {"runId": run_id, "at": self.now})

    def set_provider(self, provider: Provider) -> None:
        row = {
            "nativeFork": provider.native_fork,
            "nativeRollback": provider.native_rollback,
            "nativeRevert": provider.native_revert,
            "acceptsHandoff": provider.accepts_handoff,
            "handoffDelivery": provider.handoff_delivery,
            "resumeAcrossModels": provider.resume_across_models,
            "resumeAcrossRuntimeModes": provider.resume_across_runtime_modes,
            "maxHandoffChars": provider.max_handoff_chars,
        }
        self._add("set_providers", {"kind": provider.kind, "set": row})
