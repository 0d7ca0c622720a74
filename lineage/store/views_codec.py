"""From the records of the queries that give what is recorded to what the service answers with."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from lineage.domain.models import (
    AppThreadLineage,
    Checkpoint,
    Compaction,
    ContextHandoff,
    ContextSourcePoint,
    ContextTransfer,
    ContextTransferResolution,
    LineageEvent,
    Provider,
    ProviderThread,
    Run,
    Thread,
    TurnItem,
)
from lineage.store.facts_codec import segments

Record = Mapping[str, Any]


def time(text: str) -> datetime:
    """The moment that a query gives as text: the driver takes far longer to make a time of its own kind."""
    return datetime.fromisoformat(text)


def time_or_none(text: str | None) -> datetime | None:
    return time(text) if text is not None else None


def from_json(text: str | None) -> Any:
    return json.loads(text) if text is not None else None


def thread(row: Record) -> Thread:
    return Thread(
        id=row["id"],
        title=row.get("title"),
        created_by=row["createdBy"],
        created_at=time(row["createdAt"]),
        updated_at=time(row["updatedAt"]),
        version=row["version"],
        lineage=AppThreadLineage(
            parent_thread_id=row.get("parentId"),
            relationship_to_parent=row.get("relationshipToParent"),
            root_thread_id=row["rootId"],
        ),
        depth=row["depth"],
        metadata=from_json(row.get("metadata")),
        run_count=row.get("runCount", 0),
        fork_count=row.get("forkCount", 0),
        redacted_at=time_or_none(row["redactedAt"]),
    )


def run(row: Record) -> Run:
    handoffs = sorted(row["handoffs"])
    return Run(
        id=row["id"],
        thread_id=row["threadId"],
        ordinal=row["ordinal"],
        status=row["status"],
        provider=row["provider"],
        model=row.get("model"),
        runtime_mode=row.get("runtimeMode"),
        message=row.get("message"),
        provider_thread_id=row["providerThreadId"],
        context_handoff_id=next((id for position, id in handoffs if position == 0), None),
        handoff_ids=tuple(id for _, id in handoffs),
        native_turn_refs=tuple(reference for _, reference in sorted(row["turns"], key=lambda turn: turn[0])),
        checkpoint_id=row["checkpointId"],
        failure_reason=row.get("failureReason"),
        created_at=time(row["createdAt"]),
        started_at=time_or_none(row["startedAt"]),
        finished_at=time_or_none(row["finishedAt"]),
    )


def turn_item(row: Record) -> TurnItem:
    return TurnItem(
        id=row["id"],
        run_id=row["runId"],
        kind=row["kind"],
        text=row.get("text"),
        data=from_json(row.get("data")),
        created_at=time(row["createdAt"]),
    )


def checkpoint(row: Record) -> Checkpoint:
    return Checkpoint(
        id=row["id"],
        thread_id=row["threadId"],
        run_id=row["runId"],
        workspace_ref=row.get("workspaceRef"),
        diff_summary=from_json(row.get("diffSummary")),
        created_at=time(row["createdAt"]),
    )


def provider(row: Record) -> Provider:
    return Provider(
        kind=row["kind"],
        native_fork=row["nativeFork"],
        native_rollback=row["nativeRollback"],
        native_revert=row["nativeRevert"],
        accepts_handoff=row["acceptsHandoff"],
        handoff_delivery=row["handoffDelivery"],
        resume_across_models=row["resumeAcrossModels"],
        resume_across_runtime_modes=row["resumeAcrossRuntimeModes"],
        max_handoff_chars=row["maxHandoffChars"],
    )


def provider_thread(row: Record) -> ProviderThread:
    forked_at = row["forkedAt"] if row["forkedFromId"] is not None else None
    return ProviderThread(
        id=row["id"],
        thread_id=row["threadId"],
        provider=row["provider"],
        status=row["status"],
        native_thread_ref=row.get("nativeThreadRef"),
        native_ref_strength=row["nativeRefStrength"],
        history_mode=row["historyMode"],
        model=row.get("model"),
        runtime_mode=row.get("runtimeMode"),
        native_rollback=row.get("nativeRollback"),
        forked_from_id=row["forkedFromId"],
        forked_at=ContextSourcePoint(thread_id=forked_at[0], ordinal=forked_at[1], run_id=forked_at[2]) if forked_at else None,
    )


def compaction(row: Record) -> Compaction:
    return Compaction(
        through=ContextSourcePoint(
            thread_id=row["threadId"], run_id=row["runId"], ordinal=row["ordinal"], checkpoint_id=row["checkpointId"]
        ),
        at=time(row["at"]),
        summary=row["summary"],
        tokens_before=row["tokensBefore"],
        tokens_after=row["tokensAfter"],
    )


def transfer(row: Record) -> ContextTransfer:
    resolution = row.get("resolution")
    base = row.get("basePointThreadId")
    return ContextTransfer(
        id=row["id"],
        type=row["type"],
        source_thread_id=row["sourceThreadId"],
        target_thread_id=row["targetThreadId"],
        source_point=ContextSourcePoint(
            thread_id=row["sourcePointThreadId"],
            run_id=row["sourcePointRunId"],
            ordinal=row["sourcePointOrdinal"],
            checkpoint_id=row.get("sourcePointCheckpointId"),
            provider_thread_ref=row.get("sourcePointProviderThreadRef"),
        ),
        base_point=ContextSourcePoint(thread_id=base, run_id=row["basePointRunId"], ordinal=row["basePointOrdinal"])
        if base is not None
        else None,
        source_provider=row.get("sourceProvider"),
        target_provider=row.get("targetProvider"),
        status=row["status"],
        resolution=ContextTransferResolution(
            strategy=resolution,
            provider_thread_ref=row.get("resolutionRef"),
            context_handoff_id=row.get("resolutionHandoffId"),
        )
        if resolution
        else None,
        failure_reason=row.get("failureReason"),
        created_by=row["createdBy"],
        created_at=time(row["createdAt"]),
        consumed_at=time_or_none(row["consumedAt"]),
        consumed_by_run_id=row.get("consumedByRunId"),
    )


def handoff(row: Record) -> ContextHandoff:
    return ContextHandoff(
        id=row["id"],
        transfer_id=row["transferId"],
        transfer_source_thread_id=row["transferSourceThreadId"],
        thread_id=row["threadId"],
        target_run_id=row["targetRunId"],
        to_provider_thread_id=row["toProviderThreadId"],
        covered=segments(row["covers"]),
        strategy=row["strategy"],
        kind=row["kind"],
        summary_text=row.get("summaryText"),
        payload=from_json(row.get("payload")),
        checkpoint_id=row.get("checkpointId"),
        status=row["status"],
        failure_reason=row.get("failureReason"),
        created_by_provider=row.get("createdByProvider"),
        supersedes_id=row["supersedesId"],
        superseded_by_id=row["supersededById"],
        created_at=time(row["createdAt"]),
        updated_at=time(row["updatedAt"]),
    )


def event(row: Record) -> LineageEvent:
    return LineageEvent(
        thread_id=row["threadId"],
        version=row["version"],
        type=row["type"],
        at=time(row["at"]),
        payload=from_json(row.get("payload")),
        command=row.get("command"),
        actor=row.get("actor"),
    )
