"""The contract's objects as plain dictionaries, with every field that the conformance cases look at."""

from __future__ import annotations

from typing import Any

from .coverage import coverage
from .history import head_ordinal, history, latest_stable, segments
from .recording import Started
from .rollback import Impact
from .staleness import Signal, Staleness, against
from .start import Decision, actions
from .state import Handoff, Point, ProviderThread, Run, State, Thread, Transfer
from .tree import Node

Answer = dict[str, Any]


def reference(id_: str | None) -> Answer | None:
    return None if id_ is None else {"id": id_}


def segment_list(points: list[Point]) -> list[Answer]:
    return [{"threadId": thread_id, "from": first, "to": last} for thread_id, first, last in segments(points)]


def point(state: State, where: Point | None, checkpoint_id: str | None = None) -> Answer | None:
    """A source point; with the checkpoint that it was named by, where it was."""
    if where is None:
        return None
    return {"threadId": where[0], "runId": state.run_at(where).id, "ordinal": where[1], "checkpointId": checkpoint_id}


def stable_point(state: State, points: list[Point]) -> Answer | None:
    """The latest stable point of a history, with its checkpoint."""
    stable = latest_stable(state, points)
    return point(state, stable, state.run_at(stable).checkpoint_id if stable is not None else None)


def thread(state: State, one: Thread) -> Answer:
    points = history(state, one.id)
    return {
        "id": one.id,
        "title": one.title,
        "createdBy": one.created_by,
        "version": one.version,
        "headOrdinal": head_ordinal(state, one.id),
        "history": segment_list(points),
        "lineage": {"parentThreadId": one.parent_id, "relationshipToParent": one.relationship, "rootThreadId": one.root_id},
        "latestStable": stable_point(state, points),
    }


def run(one: Run) -> Answer:
    return {
        "id": one.id,
        "threadId": one.thread_id,
        "ordinal": one.ordinal,
        "status": one.status,
        "provider": one.provider,
        "model": one.model,
        "runtimeMode": one.runtime_mode,
        "message": one.message,
        "providerThreadId": one.provider_thread_id,
        "contextHandoffId": one.own_handoff_id,
        "contextHandoffs": [{"id": handoff_id} for handoff_id in one.handoff_ids],
        "nativeTurnRefs": list(one.turns),
        "checkpoint": reference(one.checkpoint_id),
    }


def provider_thread(state: State, one: ProviderThread) -> Answer:
    native = coverage(state, one).native
    return {
        "id": one.id,
        "threadId": one.thread_id,
        "provider": one.provider,
        "status": one.status,
        "nativeThreadRef": one.ref,
        "nativeRefStrength": one.strength,
        "historyMode": one.history_mode,
        "nativeRollback": one.native_rollback.state if one.native_rollback is not None else None,
        "firstRunOrdinal": native[0] if native else None,
        "lastRunOrdinal": native[-1] if native else None,
        "model": one.model,
        "runtimeMode": one.runtime_mode,
        "forkedFrom": None if one.adopts else reference(one.origin_id),
    }


def coverage_of(state: State, one: ProviderThread) -> Answer:
    knows = coverage(state, one)
    return {
        "providerThreadId": one.id,
        "nativeRunOrdinals": knows.native,
        "handoffIds": knows.handoff_ids,
        "covered": segment_list(knows.covered),
        "missing": segment_list(knows.missing),
        "divergentRunOrdinals": knows.divergent,
        "compactedThrough": point(state, knows.compacted),
    }


def signal_list(signals: list[Signal]) -> list[Answer]:
    return [{"kind": one.kind, "value": one.value, "threshold": one.threshold, "message": one.message} for one in signals]


def staleness_of(judged: Staleness) -> Answer:
    return {
        "stale": bool(against(judged.signals)),
        "signals": signal_list(judged.signals),
        "recommended": judged.recommended,
        "offProviderRuns": judged.off_provider_runs,
        "chainedHandoffs": judged.chained_handoffs,
    }


def transfer(state: State, one: Transfer) -> Answer:
    return {
        "id": one.id,
        "type": one.type,
        "sourceThreadId": one.source_thread_id,
        "targetThreadId": one.target_thread_id,
        "sourcePoint": point(state, one.source_point, one.named_checkpoint),
        "basePoint": point(state, one.base_point),
        "sourceProvider": one.source_provider,
        "targetProvider": one.target_provider,
        "status": one.status,
        "resolution": dict(one.resolution) if one.resolution is not None else None,
        "createdBy": one.created_by,
        "consumedByRunId": one.consumed_by,
    }


def handoff(state: State, one: Handoff) -> Answer:
    source = state.transfers[one.transfer_id].source_thread_id
    ordinals = [ordinal for thread_id, ordinal in one.covered if thread_id == source]
    return {
        "id": one.id,
        "transferId": one.transfer_id,
        "threadId": one.thread_id,
        "targetRunId": one.run_id,
        "fromProviderThreadIds": list(dict.fromkeys(state.run_at(where).provider_thread_id for where in one.covered)),
        "toProviderThreadId": one.provider_thread_id,
        "coveredRunOrdinals": {"from": ordinals[0], "to": ordinals[-1]} if ordinals else None,
        "covered": segment_list(one.covered),
        "strategy": one.strategy,
        "kind": one.kind,
        "status": one.status,
        "createdByProvider": one.created_by_provider,
        "supersedes": reference(one.supersedes),
        "supersededBy": reference(one.superseded_by),
        "summaryText": one.text,
        "payload": one.payload,
        "checkpointId": one.checkpoint_id,
        "failureReason": one.failure_reason,
    }


def resolution(state: State, decision: Decision, provider: str, handoff_ids: list[str] | None = None) -> Answer:
    """How a run would start (no handoff ids yet) or did start."""
    parts = [decision.own, *(covered for _, covered in decision.extras)]
    ids: list[str | None] = [*handoff_ids] if handoff_ids is not None else [None] * (bool(decision.own) + len(decision.extras))
    return {
        "strategy": decision.strategy,
        "providerThreadId": decision.resumed.id if decision.resumed is not None else None,
        "covers": segment_list([point for part in parts for point in part]),
        "handoffStrategy": decision.own_strategy,
        "signals": signal_list(decision.signals),
        "transferIds": [one.id for one in decision.taken],
        "actions": actions(state, decision, provider, ids),
        "rejected": [{"strategy": strategy, "reason": reason} for strategy, reason in decision.rejected],
    }


def started(state: State, one: Started) -> Answer:
    return {
        "run": run(one.run),
        "resolution": resolution(state, one.decision, one.run.provider, one.handoff_ids),
        "providerThread": provider_thread(state, one.provider_thread),
        "handoffs": [handoff(state, state.handoffs[handoff_id]) for handoff_id in one.handoff_ids],
    }


def impact(one: Impact) -> Answer:
    return {
        "threadId": one.thread_id,
        "toOrdinal": one.to_ordinal,
        "rolledBackOrdinals": [dropped.ordinal for dropped in one.dropped],
        "supersededHandoffIds": [superseded.id for superseded in one.handoffs],
        "supersededTransferIds": [superseded.id for superseded in one.transfers],
        "providerThreads": [
            {
                "providerThreadId": each.provider_thread.id,
                "provider": each.provider_thread.provider,
                "statusAfter": each.status_after,
                "rolledBackOrdinals": each.rolled_back,
                "retainedOrdinals": each.retained,
                "action": dict(each.native_rollback.action) if each.native_rollback is not None else None,
                "reason": each.reason,
            }
            for each in one.provider_threads
        ],
        "detachedThreadIds": one.detached,
        "downstreamRuns": [{"id": reached.id} for reached in one.downstream],
        "checkpointId": one.checkpoint_id,
    }


def tree(state: State, thread_id: str, nodes: list[Node]) -> Answer:
    return {"rootThreadId": thread_id, "totalCount": len(nodes), "nodes": [tree_node(state, node) for node in nodes]}


def tree_node(state: State, node: Node) -> Answer:
    one = node.thread
    return {
        "threadId": one.id,
        "parentThreadId": one.parent_id,
        "relationshipToParent": one.relationship,
        "depth": node.depth,
        "title": one.title,
        "sourcePoint": point(state, one.source_point),
        "runCount": node.runs,
        "headOrdinal": head_ordinal(state, one.id),
        "providers": node.providers,
        "childCount": node.children,
        "detached": node.detached,
    }
