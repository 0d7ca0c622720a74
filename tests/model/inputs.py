"""The contract's inputs with their defaults, and what is wrong with an input by itself (sections 1 and 8)."""

from __future__ import annotations

from typing import Any

from .refusal import Refused, refuse_if

Input = dict[str, Any]
REQUIRED: Any = object()
LIMITS: Input = {"maxOffProviderRuns": None, "maxChainedHandoffs": None, "maxDeltaRanges": None, "maxCompactedRuns": None}
CHECKPOINT: Input = {"id": None, "workspaceRef": None, "diffSummary": None}
ITEM: Input = {"id": None, "kind": REQUIRED, "text": None, "data": None}
START: Input = {
    "threadId": REQUIRED, "provider": REQUIRED, "model": None, "runtimeMode": None, "cleanContext": False, "message": None, "policy": None,
}  # fmt: skip

FIELDS: dict[str, Input] = {
    "registerProvider": {
        "kind": REQUIRED, "nativeFork": False, "nativeRollback": False, "nativeRevert": False, "acceptsHandoff": True,
        "handoffDelivery": "PREAMBLE", "resumeAcrossModels": True, "resumeAcrossRuntimeModes": True, "maxHandoffChars": 24000,
    },
    "createThread": {"id": None, "title": None, "createdBy": "USER", "metadata": None},
    "forkThread": {
        "id": None, "sourceThreadId": REQUIRED, "runId": None, "checkpointId": None, "providerThreadId": None, "latestStable": False,
        "title": None, "createdBy": "USER",
    },
    "mergeBack": {"id": None, "forkThreadId": REQUIRED, "targetThreadId": None, "createdBy": "USER"},
    "spawnSubagent": {
        "id": None, "parentRunId": REQUIRED, "title": None, "provider": None, "nativeThreadRef": None, "nativeRefStrength": "STRONG",
    },
    "returnSubagentResult": {"childThreadId": REQUIRED, "text": REQUIRED},
    "startRun": {"id": None, "expectedVersion": None, "summarySource": "DETERMINISTIC", **START},
    "beginRun": {"runId": REQUIRED, "nativeThreadRef": None, "nativeRefStrength": None, "nativeTurnRef": None, "historyMode": None},
    "recordProviderTurn": {"runId": REQUIRED, "nativeTurnRef": None},
    "finishRun": {"runId": REQUIRED, "status": "COMPLETED", "checkpoint": None},
    "captureCheckpoint": {"runId": REQUIRED, **CHECKPOINT},
    "reportResumeFailure": {"runId": REQUIRED, "reason": REQUIRED, "summarySource": "DETERMINISTIC"},
    "appendItems": {"runId": REQUIRED, "items": REQUIRED},
    "rollbackThread": {"threadId": REQUIRED, "toOrdinal": REQUIRED, "expectedVersion": None},
    "reportProviderRollback": {"providerThreadId": REQUIRED, "succeeded": REQUIRED, "reason": None},
    "recordCompaction": {"providerThreadId": REQUIRED, "throughRunId": None, "summary": None, "tokensBefore": None, "tokensAfter": None},
    "submitHandoff": {"handoffId": REQUIRED, "summaryText": REQUIRED, "payload": None, "createdByProvider": None},
    "failHandoff": {"handoffId": REQUIRED, "reason": REQUIRED},
    "regenerateHandoff": {"handoffId": REQUIRED, "summarySource": "DETERMINISTIC"},
    "createManualHandoff": {"runId": REQUIRED, "summaryText": REQUIRED, "coveredFrom": None, "coveredTo": None},
    "resolveStartContext": START,
}  # fmt: skip

PARTS: dict[str, Input] = {"policy": LIMITS, "checkpoint": CHECKPOINT}


def filled(fields: Input, given: Input) -> Input:
    """The input with its defaults. A null stands for what was left out. Parts of it are filled in, too."""
    unknown = sorted(given.keys() - fields.keys() - {"commandId"})
    refuse_if(bool(unknown), "BAD_INPUT", f"unknown fields {unknown}")
    result = {name: given[name] if given.get(name) is not None else default for name, default in fields.items()}
    lacking = [name for name, value in result.items() if value is REQUIRED]
    refuse_if(bool(lacking), "BAD_INPUT", f"{lacking} have to be given")
    for name, part in PARTS.items():
        if result.get(name) is not None:
            result[name] = filled(part, result[name])
    if "items" in result:
        result["items"] = [filled(ITEM, item) for item in result["items"]]
    return result


def check_alone(op: str, given: Input) -> None:
    """BAD_INPUT for what is wrong whatever the service holds. `given` has its defaults."""
    check_ids(given)
    limits = [value for value in (given.get("policy") or {}).values() if value is not None]
    refuse_if(any(value < 0 for value in limits), "BAD_INPUT", "limits are 0 or more")
    if op == "registerProvider":
        refuse_if(given["maxHandoffChars"] < 1, "BAD_INPUT", "maxHandoffChars is 1 or more")
    if op == "forkThread":
        sources = [given[name] is not None for name in ("runId", "checkpointId", "providerThreadId")] + [given["latestStable"]]
        refuse_if(sum(sources) != 1, "BAD_INPUT", "exactly one of runId, checkpointId, providerThreadId and latestStable: true")
    if op == "spawnSubagent":
        both = (given["provider"] is None) == (given["nativeThreadRef"] is None)
        refuse_if(not both, "BAD_INPUT", "provider and nativeThreadRef are given both or neither")
    if op == "finishRun":
        refuse_if(given["status"] not in ("COMPLETED", "FAILED", "INTERRUPTED"), "BAD_INPUT", "a run ends COMPLETED, FAILED or INTERRUPTED")
    if op == "rollbackThread":
        refuse_if(given["toOrdinal"] < 0, "BAD_INPUT", "toOrdinal is 0 or more")
    if op == "recordCompaction":
        counts = [given[name] for name in ("tokensBefore", "tokensAfter") if given[name] is not None]
        refuse_if(any(count < 0 for count in counts), "BAD_INPUT", "counts of tokens are 0 or more")
    if op in ("submitHandoff", "createManualHandoff"):
        refuse_if(given["summaryText"] == "", "BAD_INPUT", "summaryText is empty")
    if op == "createManualHandoff":
        check_range(given["coveredFrom"], given["coveredTo"])
    if op == "appendItems":
        ids = [item["id"] for item in given["items"] if item["id"] is not None]
        refuse_if(len(ids) != len(set(ids)), "BAD_INPUT", "two items have the same id")


def check_range(first: int | None, last: int | None) -> None:
    refuse_if((first is None) != (last is None), "BAD_INPUT", "coveredFrom and coveredTo are given both or neither")
    if first is not None and last is not None:
        refuse_if(first < 1 or last < first, "BAD_INPUT", "coveredFrom is 1 or more and not above coveredTo")


def check_ids(given: Input) -> None:
    """Ids are texts of 1 to 256 characters."""
    parts = [given, given.get("checkpoint") or {}, *given.get("items", [])]
    for name, value in ((name, value) for part in parts for name, value in part.items()):
        if (name in ("id", "kind", "provider") or name.endswith("Id")) and value is not None and not 1 <= len(value) <= 256:
            raise Refused("BAD_INPUT", f"{name} has 1 to 256 characters")
