"""The way back: recorded threads from the rows of a tree that an import made, so that the tree can be put together anew."""

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffStatus,
    HandoffStrategy,
    HistoryMode,
    NativeRefStrength,
    NativeRollbackState,
    ProviderThreadStatus,
    RunStatus,
    ThreadRelationshipKind,
    TurnItemKind,
)
from lineage.domain.recording.recorded import (
    Compacted,
    RecordedCheckpoint,
    RecordedHandoff,
    RecordedItem,
    RecordedRun,
    RecordedSession,
    RecordedThread,
    RolledBack,
    Spawn,
    Step,
)
from lineage.service.recording.departures import told_departure
from lineage.store.records.model import Records, Row

GIVEN = (ThreadRelationshipKind.PROVIDER_HANDOFF, ThreadRelationshipKind.MERGE_BACK, ThreadRelationshipKind.FORK)


def recalled(tree: Records) -> dict[str, RecordedThread]:
    """The threads of a tree by id, without what only the records of other threads tell."""
    recall = _Recall(tree)
    return {row["set"]["id"]: recall.thread(row) for row in tree.threads}


class _Recall:
    def __init__(self, tree: Records) -> None:
        self._sessions = _grouped(tree.provider_threads, lambda row: row["threadId"])
        self._runs = _grouped(tree.runs, lambda row: row["set"]["threadId"])
        self._items = _grouped(tree.items, lambda row: row["set"]["runId"])
        self._events = _grouped(tree.events, lambda row: row["set"]["threadId"])
        self._compactions = _grouped(tree.compactions, lambda row: row["runId"])
        self._transfers = {row["set"]["id"]: row for row in tree.transfers}
        self._handoffs = _grouped(tree.handoffs, lambda row: row["set"]["targetRunId"])
        failed = (row for row in tree.transfers if row["set"]["status"] == ContextTransferStatus.FAILED)
        self._missing = _grouped(failed, lambda row: row["set"]["takenUpByRunId"])
        self._ids = {(row["set"]["threadId"], row["set"]["ordinal"]): row["set"]["id"] for row in tree.runs}

    def thread(self, row: Row) -> RecordedThread:
        told = row["set"]
        id = told["id"]
        return RecordedThread(
            id=id,
            sessions=[_session(session) for session in self._sessions.get(id, ())],
            steps=self._steps(id),
            created_at=_time(told["createdAt"]),
            title=told.get("title"),
            created_by=Actor(told["createdBy"]),
            departure=told_departure(told.get("toldDeparture")),
            metadata=json.loads(told["metadata"]) if told.get("metadata") else None,
        )

    def _steps(self, thread_id: str) -> list[Step]:
        rollbacks = [row["set"] for row in self._events.get(thread_id, ()) if row["set"]["type"] == "thread.rolled_back"]
        rollbacks.sort(key=lambda event: event["version"])
        steps: list[Step] = []
        pending = {row["set"]["id"] for row in self._sessions.get(thread_id, ()) if _rolls_back(row, NativeRollbackState.PENDING)}
        for row in sorted(self._runs.get(thread_id, ()), key=lambda row: row["set"]["ordinal"]):
            while rollbacks and rollbacks[0]["version"] < row["set"]["begunVersion"]:
                steps.append(self._rolled_back(thread_id, rollbacks.pop(0), pending))
            steps.append(self._run(row))
            steps += [_compacted(compaction) for compaction in self._compactions.get(row["set"]["id"], ())]
        steps += [self._rolled_back(thread_id, event, pending) for event in rollbacks]
        return steps

    def _rolled_back(self, thread_id: str, event: Row, pending: set[str]) -> RolledBack:
        first = self._ids[thread_id, json.loads(event["payload"])["rolledBackOrdinals"][0]]
        run = next(row for row in self._runs[thread_id] if row["set"]["id"] == first)
        dropped = run["set"]["droppedNatively"]
        waits = run["providerThreadId"] in pending and not dropped
        return RolledBack(first, _time(event["at"]), native=dropped or waits, pending=waits)

    def _run(self, row: Row) -> RecordedRun:
        told, checkpoint = row["set"], row["checkpoint"]
        return RecordedRun(
            id=told["id"],
            session_id=row["providerThreadId"],
            started_at=_time(told["startedAt"]),
            finished_at=_time(told["finishedAt"]),
            ended_as=RunStatus(told["endedAs"]),
            message=told.get("message"),
            model=told.get("model"),
            runtime_mode=told.get("runtimeMode"),
            failure_reason=told.get("failureReason"),
            turns=row["turns"],
            items=[_item(item["set"]) for item in sorted(self._items.get(told["id"], ()), key=lambda item: item["set"]["index"])],
            checkpoint=_checkpoint(checkpoint) if checkpoint is not None else None,
            spawns=[_spawn(spawn) for spawn in json.loads(told["spawns"])] if told.get("spawns") else (),
            handoffs=self._given(told["id"]),
            place=told.get("place"),
        )

    def _given(self, run_id: str) -> list[RecordedHandoff]:
        found = sorted(self._handoffs.get(run_id, ()), key=lambda row: row["position"])
        given = [self._handoff(row, self._transfers[row["transferId"]]) for row in found]
        missing = [self._not_given(row) for row in self._missing.get(run_id, ())]
        return [handoff for handoff in given if handoff.type in GIVEN] + missing

    def _handoff(self, row: Row, transfer: Row) -> RecordedHandoff:
        told = row["set"]
        covers = [self._ids[thread_id, ordinal] for thread_id, first, last in row["covers"] for ordinal in range(first, last + 1)]
        return RecordedHandoff(
            id=told["id"],
            transfer_id=row["transferId"],
            type=ThreadRelationshipKind(transfer["set"]["type"]),
            covers=covers,
            strategy=HandoffStrategy(told["strategy"]),
            text=told.get("summaryText"),
            from_thread_id=transfer["sourceThreadId"],
            at=_time(told["createdAt"]),
            created_by=Actor(transfer["set"]["createdBy"]),
            created_by_provider=told.get("createdByProvider"),
            status=HandoffStatus.READY,
        )

    def _not_given(self, row: Row) -> RecordedHandoff:
        told = row["set"]
        return RecordedHandoff(
            id=told["id"],
            transfer_id=told["id"],
            type=ThreadRelationshipKind.PROVIDER_HANDOFF,
            covers=self._between(told),
            strategy=HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN,
            text=None,
            at=_time(told["createdAt"]),
            created_by=Actor(told["createdBy"]),
        )

    def _between(self, told: Row) -> list[str]:
        """The run after the base point: it is where what was missing began."""
        thread_id, base = told["sourcePointThreadId"], told.get("basePointOrdinal", 0)
        return [self._ids[thread_id, base + 1]] if (thread_id, base + 1) in self._ids else []


def _grouped(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def _time(value: Any) -> datetime:
    found: datetime = value if isinstance(value, datetime) else value.to_native()
    return found


def _rolls_back(row: Row, state: NativeRollbackState) -> bool:
    return bool(row["set"].get("nativeRollback") == state)


def _session(row: Row) -> RecordedSession:
    told = row["set"]
    return RecordedSession(
        id=told["id"],
        provider=told["provider"],
        native_ref=told.get("nativeThreadRef"),
        created_at=_time(told["createdAt"]),
        ref_strength=NativeRefStrength(told["nativeRefStrength"]),
        history_mode=HistoryMode(told["historyMode"]),
        forked_from=row["forkOf"],
        closed=told["status"] == ProviderThreadStatus.CLOSED,
    )


def _item(told: Row) -> RecordedItem:
    data = json.loads(told["data"]) if told.get("data") else None
    return RecordedItem(TurnItemKind(told["kind"]), told.get("text"), data, _time(told["createdAt"]), told["id"])


def _checkpoint(told: Row) -> RecordedCheckpoint:
    diff = json.loads(told["diffSummary"]) if told.get("diffSummary") else None
    return RecordedCheckpoint(told["id"], told.get("workspaceRef"), diff, _time(told["createdAt"]))


def _spawn(told: Row) -> Spawn:
    returned = datetime.fromisoformat(told["returnedAt"]) if told.get("returnedAt") else None
    return Spawn(told["callId"], told.get("threadId"), told.get("result"), returned)


def _compacted(row: Row) -> Compacted:
    told = row["set"]
    return Compacted(row["providerThreadId"], _time(told["at"]), told.get("summary"), told.get("tokensBefore"), told.get("tokensAfter"))
