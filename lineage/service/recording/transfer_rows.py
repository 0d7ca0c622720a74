"""Rows of transfers and handoffs."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from lineage.domain.kinds import HandoffKind, HandoffStatus, HandoffStrategy, SummarySource
from lineage.domain.points import RunSegment
from lineage.service.recording.state import RunState, ThreadState
from lineage.store.changes import to_json
from lineage.store.records.model import Row

KIND_OF: Mapping[HandoffStrategy, HandoffKind] = {
    HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN: HandoffKind.DELTA_CONTEXT,
    HandoffStrategy.FULL_THREAD_SUMMARY: HandoffKind.PORTABLE_CONTEXT,
    HandoffStrategy.CHECKPOINT_SUMMARY: HandoffKind.CHECKPOINT_CONTEXT,
    HandoffStrategy.MANUAL_CONTEXT: HandoffKind.DELTA_CONTEXT,
}


def with_values(**given: Any) -> Row:
    """Those that have a value: a node has no other properties."""
    return {name: value for name, value in given.items() if value is not None}


def transfer_row(
    properties: Mapping[str, Any],
    source_thread_id: str,
    target_thread_id: str,
    at: tuple[ThreadState, RunState],
    base: tuple[ThreadState, RunState] | None = None,
    carries: Iterable[RunSegment] = (),
) -> Row:
    """A transfer between two threads whose source point, and base point, are runs of the thread that each stands with."""
    owner, source = at
    return {
        "set": with_values(
            sourceProvider=owner.sessions[source.session_id].provider,
            sourcePointThreadId=owner.id,
            sourcePointOrdinal=source.ordinal,
            sourcePointRunId=source.id,
            basePointThreadId=base[0].id if base is not None else None,
            basePointOrdinal=base[1].ordinal if base is not None else None,
            basePointRunId=base[1].id if base is not None else None,
            **properties,
        ),
        "sourceThreadId": source_thread_id,
        "targetThreadId": target_thread_id,
        "carries": [list(segment) for segment in carries],
    }


def handoff_row(
    id: str,
    transfer_id: str,
    run_id: str,
    *,
    thread_id: str,
    session_id: str,
    position: int,
    strategy: HandoffStrategy,
    text: str,
    covers: Iterable[RunSegment],
    at: datetime,
    made: int,
    by_provider: str | None = None,
    superseded: bool = False,
) -> Row:
    """A handoff that the run was given, and what it covers."""
    covered = [list(segment) for segment in covers]
    return {
        "set": with_values(
            id=id,
            threadId=thread_id,
            targetRunId=run_id,
            strategy=strategy,
            kind=KIND_OF[strategy],
            status=HandoffStatus.SUPERSEDED if superseded else HandoffStatus.READY,
            summarySource=SummarySource.DETERMINISTIC if by_provider is None else SummarySource.PROVIDER_LEFT,
            summaryText=text,
            payload=to_json({"covered": [{"threadId": thread_id, "from": first, "to": last} for thread_id, first, last in covered]}),
            createdByProvider=by_provider,
            createdAt=at,
            updatedAt=at,
            made=made,
        ),
        "transferId": transfer_id,
        "providerThreadId": session_id,
        "runId": run_id,
        "position": position,
        "covers": covered,
        "supersedes": None,
    }
