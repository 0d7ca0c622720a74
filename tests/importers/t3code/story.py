"""Writes what the program would: events in the order in which it emits them, with payloads that are whole snapshots."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]
BEGIN = datetime(2026, 3, 1, 9, tzinfo=UTC)
INSTANCES = {"codex": "codex", "claude_work": "claudeAgent", "cursor": "cursor"}
"""Instances of providers by name, with their drivers."""


def stamp(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass
class Story:
    """One file. Each event takes a second."""

    lines: list[Json] = field(default_factory=list)
    things: dict[str, Json] = field(default_factory=dict)
    seconds: int = 0

    @property
    def now(self) -> str:
        return stamp(BEGIN + timedelta(seconds=self.seconds))

    def emit(self, type_: str, thread_id: str, payload: Json, **more: Any) -> Json:
        """The next event. A second event about the same thing starts from the payload of the first."""
        self.seconds += 1
        number = len(self.lines) + 1
        event = {"id": f"event-{number}", "threadId": thread_id, "occurredAt": self.now, "type": type_, "payload": dict(payload), **more}
        self.lines.append({"sequence": number * 10, "commandId": None, "event": event})
        return payload

    def thread(self, thread_id: str, parent: str | None = None, relationship: str | None = None, **fields: Any) -> Json:
        payload = {
            "createdBy": "user", "creationSource": "web", "id": thread_id, "projectId": "project-1", "title": f"Title of {thread_id}",
            "providerInstanceId": "codex", "modelSelection": {"instanceId": "codex", "model": "model-a"}, "runtimeMode": "full-access",
            "interactionMode": "default", "branch": "main", "worktreePath": "/srv/tree", "activeProviderThreadId": None,
            "lineage": {"parentThreadId": parent, "relationshipToParent": relationship, "rootThreadId": parent or thread_id},
            "forkedFrom": None, "createdAt": self.now, "updatedAt": self.now, "archivedAt": None, "deletedAt": None, **fields,
        }  # fmt: skip
        self.things[thread_id] = payload
        return self.emit("thread.created", thread_id, payload)

    def fork(self, thread_id: str, source: str, run_id: str, transfer_id: str) -> Json:
        self.thread(thread_id, source, "fork", forkedFrom={"type": "run", "threadId": source, "runId": run_id})
        return self.transfer("context-transfer.created", transfer_id, "fork", source, thread_id, {"runId": run_id})

    def transfer(self, type_: str, transfer_id: str, kind: str, source: str, target: str, point: Json | None = None, **fields: Any) -> Json:
        payload = self.things.get(transfer_id) or {
            "id": transfer_id, "type": kind, "sourceThreadId": source, "targetThreadId": target,
            "sourcePoint": {"threadId": source, **(point or {})}, "basePoint": None, "sourceProviderInstanceId": "codex",
            "targetProviderInstanceId": None, "targetRunId": None, "status": "pending", "resolution": None, "createdBy": "user",
            "error": None, "createdAt": self.now, "updatedAt": self.now, "consumedAt": None,
        }  # fmt: skip
        payload = {**payload, **fields}
        self.things[transfer_id] = payload
        return self.emit(type_, target, payload)

    def handoff(
        self, handoff_id: str, thread_id: str, run_id: str, covers: tuple[int, int], transfer_id: str | None, **fields: Any
    ) -> Json:
        payload = self.things.get(handoff_id) or {
            "id": handoff_id, "transferId": transfer_id, "threadId": thread_id, "targetRunId": run_id, "fromProviderThreadIds": ["pt-other"],
            "toProviderThreadId": "pt-x", "coveredRunOrdinals": {"from": covers[0], "to": covers[1]}, "strategy": "full_thread_summary",
            "status": "ready", "summaryMessageId": None, "summaryText": f"Text of {handoff_id}", "createdByProviderInstanceId": None,
            "createdAt": self.now, "updatedAt": self.now,
        }  # fmt: skip
        payload = {**payload, **fields}
        self.things[handoff_id] = payload
        return self.emit("context-handoff.updated", thread_id, payload)

    def provider_thread(
        self, provider_thread_id: str, thread_id: str, instance: str = "codex", native: str | None = None, **fields: Any
    ) -> Json:
        driver = INSTANCES[instance]
        payload = self.things.get(provider_thread_id) or {
            "id": provider_thread_id, "driver": driver, "providerInstanceId": instance, "providerSessionId": f"session-{instance}",
            "appThreadId": thread_id, "ownerNodeId": None, "nativeThreadRef": None, "nativeConversationHeadRef": None,
            "status": "not_loaded", "firstRunOrdinal": None, "lastRunOrdinal": None, "handoffIds": [], "forkedFrom": None,
            "createdAt": self.now, "updatedAt": self.now,
        }  # fmt: skip
        if native is not None:
            fields = {"nativeThreadRef": {"driver": driver, "nativeId": native, "strength": "strong"}, "status": "active", **fields}
        payload = {**payload, **fields}
        self.things[provider_thread_id] = payload
        return self.emit("provider-thread.updated", thread_id, payload, driver=driver, providerInstanceId=instance)

    def start(self, run_id: str, thread_id: str, ordinal: int, provider_thread_id: str, instance: str = "codex", **fields: Any) -> Json:
        """A run is made, with its attempt, message and message item; it has not begun yet."""
        message_id = f"message-{run_id}"
        payload = {
            "id": run_id, "threadId": thread_id, "ordinal": ordinal, "providerInstanceId": instance,
            "modelSelection": {"instanceId": instance, "model": "model-a"}, "providerThreadId": provider_thread_id,
            "userMessageId": message_id, "rootNodeId": f"node-{run_id}", "activeAttemptId": f"attempt-{run_id}", "status": "starting",
            "queuePosition": None, "requestedAt": self.now, "startedAt": None, "completedAt": None, "checkpointId": None,
            "contextHandoffId": None, **fields,
        }  # fmt: skip
        self.things[run_id] = payload
        self.emit("run.created", thread_id, payload, runId=run_id, providerInstanceId=instance)
        self.attempt(f"attempt-{run_id}", run_id, 1)
        text = f"Please do {run_id}"
        message: Json = {
            "createdBy": "user", "creationSource": "web", "id": message_id, "threadId": thread_id, "runId": run_id, "nodeId": None,
            "role": "user", "text": text, "attachments": [], "streaming": False, "createdAt": self.now, "updatedAt": self.now,
        }  # fmt: skip
        self.emit("message.updated", thread_id, message, runId=run_id)
        self.item(
            run_id, "user_message", f"item-{message_id}", ordinal=ordinal * 100, messageId=message_id, inputIntent="turn_start", text=text
        )
        return payload

    def attempt(self, attempt_id: str, run_id: str, ordinal: int, **fields: Any) -> Json:
        run = self.things[run_id]
        payload = {
            "id": attempt_id, "runId": run_id, "attemptOrdinal": ordinal, "rootNodeId": run["rootNodeId"],
            "providerInstanceId": run["providerInstanceId"], "providerThreadId": run["providerThreadId"], "providerTurnId": None,
            "reason": "initial", "status": "pending", "startedAt": None, "completedAt": None, **fields,
        }  # fmt: skip
        return self.emit("run-attempt.created", run["threadId"], payload, runId=run_id)

    def update(self, run_id: str, **fields: Any) -> Json:
        payload = self.things[run_id] = {**self.things[run_id], **fields}
        return self.emit("run.updated", payload["threadId"], payload, runId=run_id)

    def begin(self, run_id: str) -> Json:
        return self.update(run_id, status="running", startedAt=self.now)

    def turn(self, turn_id: str, run_id: str, ordinal: int, attempt_id: str | None = None, strength: str = "strong", **fields: Any) -> Json:
        run = self.things[run_id]
        payload = {
            "id": turn_id, "providerThreadId": run["providerThreadId"], "nodeId": run["rootNodeId"],
            "runAttemptId": attempt_id or run["activeAttemptId"], "nativeTurnRef": {"driver": "codex", "nativeId": f"native-{turn_id}", "strength": strength},
            "ordinal": ordinal, "status": "completed", "startedAt": self.now, "completedAt": self.now, **fields,
        }  # fmt: skip
        return self.emit("provider-turn.updated", run["threadId"], payload, runId=run_id)

    def item(self, run_id: str | None, type_: str, item_id: str, thread_id: str | None = None, **fields: Any) -> Json:
        """A turn item. Without a run it belongs to the thread alone."""
        thread = thread_id or self.things[run_id or ""]["threadId"]
        payload = {
            "id": item_id, "threadId": thread, "runId": run_id, "nodeId": None, "providerThreadId": None, "providerTurnId": None,
            "nativeItemRef": None, "parentItemId": None, "ordinal": 10 * len(self.lines) + 1000, "status": "completed", "title": None,
            "startedAt": self.now, "completedAt": self.now, "updatedAt": self.now, "type": type_, **fields,
        }  # fmt: skip
        return self.emit("turn-item.updated", thread, payload, **({"runId": run_id} if run_id else {}))

    def checkpoint(self, checkpoint_id: str, run_id: str, **fields: Any) -> Json:
        run = self.things[run_id]
        payload = {
            "id": checkpoint_id, "threadId": run["threadId"], "scopeId": f"scope-{run_id}", "runId": run_id, "nodeId": run["rootNodeId"],
            "parentCheckpointId": None, "ordinalWithinScope": 1, "appRunOrdinal": run["ordinal"], "ref": f"refs/{checkpoint_id}",
            "status": "ready", "files": [{"path": "a.py", "kind": "modified", "additions": 3, "deletions": 1}], "capturedAt": self.now, **fields,
        }  # fmt: skip
        return self.emit("checkpoint.captured", run["threadId"], payload, runId=run_id)

    def subagent(self, subagent_id: str, run_id: str | None, thread_id: str, child: str | None, **fields: Any) -> Json:
        payload = self.things.get(subagent_id) or {
            "id": subagent_id, "threadId": thread_id, "runId": run_id, "parentNodeId": f"node-{run_id}", "origin": "provider_native",
            "createdBy": "agent", "driver": "codex", "providerInstanceId": "codex", "providerThreadId": None, "childThreadId": child,
            "nativeTaskRef": None, "prompt": "Look into it", "title": "Looking", "model": None, "status": "running", "result": None,
            "startedAt": self.now, "completedAt": None, "updatedAt": self.now,
        }  # fmt: skip
        payload = {**payload, **fields}
        self.things[subagent_id] = payload
        return self.emit("subagent.updated", thread_id, payload, **({"runId": run_id} if run_id else {}))

    def whole_run(self, run_id: str, thread_id: str, ordinal: int, provider_thread_id: str, instance: str = "codex", **fields: Any) -> Json:
        """A run from its start to its end, with an answer, a turn and a checkpoint."""
        self.start(run_id, thread_id, ordinal, provider_thread_id, instance, **fields)
        self.provider_thread(provider_thread_id, thread_id, instance, f"native-{provider_thread_id}")
        self.begin(run_id)
        self.finish(run_id)
        return self.things[run_id]

    def finish(self, run_id: str, status: str = "completed") -> Json:
        ordinal = self.things[run_id]["ordinal"]
        self.turn(f"turn-{run_id}", run_id, ordinal)
        self.item(run_id, "assistant_message", f"answer-{run_id}", messageId=f"answer-{run_id}", text=f"Did {run_id}", streaming=False)
        self.checkpoint(f"checkpoint-{run_id}", run_id)
        return self.update(run_id, status=status, completedAt=self.now, checkpointId=f"checkpoint-{run_id}")

    def roll_back(self, thread_id: str, kept: int, *run_ids: str) -> None:
        """What the program emits for a rollback to the checkpoint of run number `kept`."""
        request = {"scopeId": "scope-1", "checkpointId": f"checkpoint-{kept}", "requestedAt": self.now}
        self.emit("checkpoint.rollback-requested", thread_id, request)
        for run_id in run_ids:
            self.update(run_id, status="rolled_back", completedAt=self.now)

    def text(self) -> str:
        return "".join(json.dumps(line) + "\n" for line in self.lines)
