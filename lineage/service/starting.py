"""Recording how a run starts: its provider thread, its handoffs, and the transfers that it takes up (design 3, Recording)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lineage.domain.facts import ThreadFacts, TransferFact
from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffStatus,
    HistoryMode,
    NativeRefStrength,
    ProviderThreadStatus,
    ResolutionStrategy,
    SummarySource,
    ThreadRelationshipKind,
)
from lineage.domain.models import Provider
from lineage.domain.resolution import RESOLVED_BY
from lineage.domain.start import PlannedHandoff, StartDecision
from lineage.service.summaries import Material
from lineage.service.unit import Unit
from lineage.store.changes import Changes, to_json


@dataclass(frozen=True, slots=True)
class Recorded:
    provider_thread_id: str
    handoff_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """A decided start that is to be recorded for a run. replaced gives, by transfer, older handoffs of the run that new ones supersede;
    under None the thread's own."""

    facts: ThreadFacts
    decision: StartDecision
    provider: Provider
    run_id: str
    summary_source: SummarySource
    material: Material
    replaced: Mapping[str | None, str]


async def record_start(unit: Unit, start: Start) -> Recorded:
    """Collects the changes of a start, the run itself left out."""
    await start.material.add(unit.load, [handoff.covers for handoff in start.decision.handoffs])
    provider_thread_id = start.decision.resumed.id if start.decision.resumed else create_provider_thread(unit, start)
    ids: dict[str, str] = {}
    handoff_ids = []
    incoming = 0
    for handoff in start.decision.handoffs:
        incoming += not handoff.own
        transfer_id = handoff.transfer_id or unit.new_id()
        handoff_id = record_handoff(unit, start, handoff, transfer_id, provider_thread_id, 0 if handoff.own else incoming)
        handoff_ids.append(handoff_id)
        if handoff.transfer_id is None:
            _create_own_transfer(unit, start, handoff, transfer_id, handoff_id)
        ids[transfer_id] = handoff_id
    for transfer in start.decision.transfers:
        _take_up(unit.changes, start, transfer, ids)
    return Recorded(provider_thread_id, tuple(handoff_ids))


def create_provider_thread(unit: Unit, start: Start) -> str:
    """A provider thread made for the run: empty, or with what it takes along from the one that it natively forks or adopts."""
    native = start.decision.native
    origin = native.source.provider_thread if native else None
    adopted = native is not None and native.adopts
    id = unit.new_id()
    unit.changes.create_provider_thread(
        start.facts.thread.id,
        {
            "id": id,
            "provider": start.provider.kind,
            "status": ProviderThreadStatus.ACTIVE,
            "nativeThreadRef": origin.native_thread_ref if origin and adopted else None,
            "nativeRefStrength": NativeRefStrength.STRONG,
            "historyMode": origin.history_mode if origin else HistoryMode.LEGACY,
            "model": origin.model if origin else None,
            "runtimeMode": origin.runtime_mode if origin else None,
            "madeForRunId": start.run_id,
            "madeVersion": start.facts.thread.version + 1,
            "made": unit.next_made(),
        },
        fork_of=origin.id if origin and not adopted else None,
        adopts=origin.id if origin and adopted else None,
        inherits=native.took_along if native else None,
    )
    return id


def record_handoff(unit: Unit, start: Start, handoff: PlannedHandoff, transfer_id: str, provider_thread_id: str, position: int) -> str:
    """A handoff of a start: READY with the local summarizer's text, else PENDING for one from outside."""
    id = unit.new_id()
    result = start.decision.reported_result(handoff)
    unit.changes.create_handoff(
        {
            "id": id,
            "threadId": start.facts.thread.id,
            "strategy": handoff.strategy,
            "kind": handoff.kind,
            "made": unit.next_made(),
            **content_of(unit, id, start.material, handoff, start.summary_source, start.provider.max_handoff_chars, result),
        },
        transfer_id=transfer_id,
        provider_thread_id=provider_thread_id,
        run_id=start.run_id,
        position=position,
        covers=handoff.covers.segments,
        supersedes=start.replaced.get(None if handoff.own else transfer_id),
    )
    return id


def content_of(
    unit: Unit, handoff_id: str, material: Material, handoff: PlannedHandoff, source: SummarySource, limit: int, result: str | None
) -> dict[str, Any]:
    """The properties of a handoff that say what it tells: READY with the local summary, else PENDING for one from outside."""
    checkpoint = material.newest_checkpoint(handoff.covers)
    properties: dict[str, Any] = {"checkpointId": checkpoint.id if checkpoint else None, "summarySource": source}
    if source is SummarySource.CONFIGURED:
        unit.want_summary(handoff_id, material.summary(handoff.covers, None, result), limit)
    if source is not SummarySource.DETERMINISTIC:
        return {**properties, "status": HandoffStatus.PENDING}
    summary = material.summary(handoff.covers, limit, result)
    covered = [{"threadId": thread_id, "from": first, "to": last} for thread_id, first, last in handoff.covers.segments]
    return {
        **properties,
        "status": HandoffStatus.READY,
        "summaryText": summary.text,
        "payload": to_json({**summary.payload, "covered": covered}),
    }


def _create_own_transfer(unit: Unit, start: Start, handoff: PlannedHandoff, transfer_id: str, handoff_id: str) -> None:
    assert handoff.source_point is not None
    thread_id = start.facts.thread.id
    unit.changes.create_transfer(
        {
            "id": transfer_id,
            "type": ThreadRelationshipKind.PROVIDER_HANDOFF,
            "status": ContextTransferStatus.RESOLVED_PORTABLE,
            "targetProvider": start.provider.kind,
            "resolution": RESOLVED_BY[handoff.kind],
            "resolutionHandoffId": handoff_id,
            "createdBy": Actor.SYSTEM,
            "takenUpByRunId": start.run_id,
            "made": unit.next_made(),
        },
        source_thread_id=thread_id,
        target_thread_id=thread_id,
        source=handoff.source_point,
        base=handoff.base_point,
    )


def _take_up(changes: Changes, start: Start, transfer: TransferFact, handoff_ids: Mapping[str, str]) -> None:
    """A spawn keeps its status; what a handoff materializes becomes RESOLVED_PORTABLE, a fork that starts natively RESOLVED_NATIVE."""
    taken: dict[str, Any] = {"targetProvider": start.provider.kind, "takenUpByRunId": start.run_id}
    native = start.decision.native
    if (handoff_id := handoff_ids.get(transfer.id)) is not None:
        planned = next(handoff for handoff in start.decision.handoffs if handoff.transfer_id == transfer.id)
        taken |= {
            "status": ContextTransferStatus.RESOLVED_PORTABLE,
            "resolution": RESOLVED_BY[planned.kind],
            "resolutionHandoffId": handoff_id,
            "resolutionRef": None,
        }
    elif transfer.type is ThreadRelationshipKind.FORK and native is not None:
        taken |= {
            "status": ContextTransferStatus.RESOLVED_NATIVE,
            "resolution": ResolutionStrategy.NATIVE_FORK,
            "resolutionRef": native.source.provider_thread.native_thread_ref,
            "resolutionHandoffId": None,
        }
    changes.set_transfer(transfer.id, **taken)
