"""spawnSubagent and returnSubagentResult (design 5)."""

from typing import Any

from lineage.domain.facts import ThreadFacts, TransferFact
from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffStrategy,
    HistoryMode,
    ParentRelationship,
    ProviderThreadStatus,
    ResolutionStrategy,
    RunStatus,
    SummarySource,
    ThreadRelationshipKind,
)
from lineage.domain.merge import result_of
from lineage.domain.start import PlannedHandoff
from lineage.errors import BadInput, RolledBackSource
from lineage.service.checks import ask, found_thread, ids_are_free, is_short_enough
from lineage.service.inputs import ReturnSubagentResultInput, SpawnSubagentInput
from lineage.service.merge_back import create_incoming, earlier_transfers, supersede_pending
from lineage.service.openings import RUN, THREAD
from lineage.service.payloads import SpawnSubagentPayload, TransferPayload
from lineage.service.run_state import RunState, found_run
from lineage.service.starting import content_of
from lineage.service.summaries import Material
from lineage.service.threads import create_child
from lineage.service.unit import Unit, provider_of


async def spawn_subagent(unit: Unit, command: SpawnSubagentInput) -> SpawnSubagentPayload:
    """A child thread without history, with a native subagent's own session; INVALID_TRANSITION unless the run is RUNNING."""
    is_short_enough("title", command.title, unit.settings.max_title_chars)
    loaded = await unit.open(
        RUN,
        runId=command.parent_run_id,
        kinds=[command.provider] if command.provider else [],
        newThreadId=command.id,
    )
    state = found_run(loaded, command.parent_run_id)
    if command.provider is not None:
        provider_of(unit.profiles(loaded["profiles"]), command.provider)
    ids_are_free(loaded["taken"])
    state.must_be(RunStatus.RUNNING)
    parent = found_thread(await unit.load_facts(asks=[ask(state.point.thread_id)]), state.point.thread_id)
    id, transfer_id = unit.new_id(command.id), unit.new_id()
    create_child(unit, parent, id, command.title, Actor.AGENT, ParentRelationship.SUBAGENT, state.id)
    unit.changes.log_event(
        id, 1, "thread.spawned", {"parentThreadId": parent.thread.id, "parentRunId": state.id, "transferId": transfer_id}
    )
    unit.changes.create_transfer(
        {
            "id": transfer_id,
            "type": ThreadRelationshipKind.SUBAGENT_SPAWN,
            "status": ContextTransferStatus.PENDING,
            "createdBy": Actor.AGENT,
            "made": unit.next_made(),
            **_native(command),
        },
        source_thread_id=parent.thread.id,
        target_thread_id=id,
        source=state.point,
    )
    provider_thread_ids = [_record_native_session(unit, command, id)] if command.provider is not None else []
    views = await unit.save(threadIds=[id], transferIds=[transfer_id], providerThreadIds=provider_thread_ids)
    return SpawnSubagentPayload(
        thread=views.threads[id],
        transfer=views.transfers[transfer_id],
        provider_thread=views.provider_threads[provider_thread_ids[0]] if provider_thread_ids else None,
    )


def _native(command: SpawnSubagentInput) -> dict[str, Any]:
    if command.provider is None:
        return {}
    return {
        "status": ContextTransferStatus.RESOLVED_NATIVE,
        "targetProvider": command.provider,
        "spawnProvider": command.provider,
        "resolution": ResolutionStrategy.NATIVE_FORK,
        "resolutionRef": command.native_thread_ref,
    }


def _record_native_session(unit: Unit, command: SpawnSubagentInput, thread_id: str) -> str:
    id = unit.new_id()
    unit.changes.create_provider_thread(
        thread_id,
        {
            "id": id,
            "provider": command.provider,
            "status": ProviderThreadStatus.ACTIVE,
            "nativeThreadRef": command.native_thread_ref,
            "nativeRefStrength": command.native_ref_strength,
            "historyMode": HistoryMode.LEGACY,
            "madeVersion": 1,
            "made": unit.next_made(),
        },
    )
    return id


async def return_subagent_result(unit: Unit, command: ReturnSubagentResultInput) -> TransferPayload:
    """The transfer that brings the child's result to its parent; the run that spawned the child consumes it at once while it is RUNNING."""
    is_short_enough("text", command.text, unit.settings.max_text_chars)
    loaded = await unit.open(
        THREAD,
        threadId=command.child_thread_id,
        asks=[ask(command.child_thread_id)],
        spawnedThreadId=command.child_thread_id,
    )
    child = found_thread(loaded, command.child_thread_id)
    spawner, parent_id = loaded["spawner"], child.thread.parent_id
    if child.thread.relationship is not ParentRelationship.SUBAGENT or parent_id is None:
        raise BadInput(f"thread {child.thread.id!r} is no subagent's thread")
    loaded = await unit.load(
        "transfers_between",
        betweenType=ThreadRelationshipKind.SUBAGENT_RESULT,
        betweenSourceId=child.thread.id,
        betweenTargetId=parent_id,
    )
    earlier = earlier_transfers(loaded["between"])
    brought = result_of(child, earlier)
    if spawner["rolledBackVersion"] is not None:
        raise RolledBackSource(f"run {spawner['id']!r}, which spawned thread {child.thread.id!r}, was rolled back")
    if isinstance(brought, TransferFact):
        return await _answer(unit, brought.id)
    transfer_id = unit.new_id()
    result = PlannedHandoff(False, HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN, brought.carries, transfer_id)
    create_incoming(
        unit, ThreadRelationshipKind.SUBAGENT_RESULT, child, parent_id, brought, transfer_id, Actor.AGENT, resultText=command.text
    )
    supersede_pending(unit, earlier)
    if spawner["status"] == RunStatus.RUNNING:
        await _consume_at_once(unit, child, spawner["id"], transfer_id, result, command.text)
    return await _answer(unit, transfer_id)


async def _consume_at_once(unit: Unit, child: ThreadFacts, run_id: str, transfer_id: str, result: PlannedHandoff, text: str) -> None:
    state: RunState = found_run(await unit.load("run_facts", runId=run_id), run_id)
    loaded = await unit.load_facts(kinds=[state.run["provider"]])
    provider = provider_of(unit.profiles(loaded["profiles"]), state.run["provider"])
    material = Material()
    await material.add(unit.load, [result.covers])
    handoff_id = unit.new_id()
    unit.changes.create_handoff(
        {
            "id": handoff_id,
            "threadId": child.thread.parent_id,
            "strategy": result.strategy,
            "kind": result.kind,
            "made": unit.next_made(),
            **content_of(unit, handoff_id, material, result, SummarySource.DETERMINISTIC, provider.max_handoff_chars, text),
        },
        transfer_id=transfer_id,
        provider_thread_id=state.provider_thread["id"],
        run_id=run_id,
        position=max((handoff.position for handoff in state.handoffs), default=0) + 1,
        covers=result.covers.segments,
    )
    unit.changes.set_transfer(
        transfer_id,
        status=ContextTransferStatus.CONSUMED,
        targetProvider=provider.kind,
        resolution=ResolutionStrategy.DELTA_CONTEXT,
        resolutionHandoffId=handoff_id,
        takenUpByRunId=run_id,
        consumedAt=unit.changes.now,
        consumedByRunId=run_id,
    )


async def _answer(unit: Unit, transfer_id: str) -> TransferPayload:
    return TransferPayload(transfer=(await unit.save(transferIds=[transfer_id])).transfers[transfer_id])
