"""submitHandoff, failHandoff, regenerateHandoff and createManualHandoff (design 7). A handoff is never edited once it is READY."""

from dataclasses import dataclass
from typing import Any

from lineage.domain.facts import ThreadFacts
from lineage.domain.history import history_of
from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffKind,
    HandoffStatus,
    HandoffStrategy,
    RunStatus,
    ThreadRelationshipKind,
)
from lineage.domain.models import ContextHandoff, Provider
from lineage.domain.points import PointList
from lineage.domain.resolution import RESOLVED_BY
from lineage.domain.start import KIND_OF, PlannedHandoff
from lineage.errors import BadInput, InvalidTransition, NotFound, Unsupported
from lineage.service.checks import ask, found_thread, is_short_enough
from lineage.service.inputs import FailHandoffInput, ManualHandoffInput, RegenerateHandoffInput, SubmitHandoffInput
from lineage.service.openings import HANDOFF, RUN
from lineage.service.payloads import HandoffPayload
from lineage.service.run_state import RunHandoff, RunState, found_run
from lineage.service.starting import content_of
from lineage.service.summaries import Material
from lineage.service.unit import Unit, provider_of
from lineage.store import views_codec
from lineage.store.changes import to_json

STRATEGY_OF = {kind: strategy for strategy, kind in KIND_OF.items()}
"""The strategy of a handoff of each kind when it is generated."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A handoff with the run that is to consume it and the profile of that run's provider."""

    handoff: ContextHandoff
    state: RunState
    provider: Provider


async def _open(unit: Unit, handoff_id: str) -> _Open:
    loaded = await unit.open(HANDOFF, handoffId=handoff_id, handoffIds=[handoff_id])
    if not loaded["handoffs"]:
        raise NotFound(f"handoff {handoff_id!r} is not known")
    handoff = views_codec.handoff(loaded["handoffs"][0])
    assert handoff.target_run_id is not None
    loaded = await unit.load("run_facts", runId=handoff.target_run_id)
    state = found_run(loaded, handoff.target_run_id)
    loaded = await unit.load_facts(kinds=[state.run["provider"]])
    return _Open(handoff, state, provider_of(unit.profiles(loaded["profiles"]), state.run["provider"]))


async def submit_handoff(unit: Unit, command: SubmitHandoffInput) -> HandoffPayload:
    """The handoff, READY with a summary from outside. INVALID_TRANSITION unless it is PENDING and its run PREPARING."""
    found = await _open(unit, command.handoff_id)
    _must_wait(found)
    is_short_enough("summaryText", command.summary_text, found.provider.max_handoff_chars)
    unit.changes.set_handoff(
        found.handoff.id,
        status=HandoffStatus.READY,
        summaryText=command.summary_text,
        payload=to_json(command.payload),
        createdByProvider=command.created_by_provider,
    )
    return await _answer(unit, found.handoff.id)


async def fail_handoff(unit: Unit, command: FailHandoffInput) -> HandoffPayload:
    """The handoff, FAILED with its reason. INVALID_TRANSITION unless it is PENDING and its run PREPARING."""
    is_short_enough("reason", command.reason, unit.settings.max_text_chars)
    found = await _open(unit, command.handoff_id)
    _must_wait(found)
    unit.changes.set_handoff(found.handoff.id, status=HandoffStatus.FAILED, failureReason=command.reason)
    return await _answer(unit, found.handoff.id)


def _must_wait(found: _Open) -> None:
    if found.handoff.status is not HandoffStatus.PENDING:
        raise InvalidTransition(f"handoff {found.handoff.id!r} is {found.handoff.status}: expected PENDING")
    found.state.must_be(RunStatus.PREPARING)


async def regenerate_handoff(unit: Unit, command: RegenerateHandoffInput) -> HandoffPayload:
    """A new handoff in place of this one. INVALID_TRANSITION when it is superseded, or its run has begun or lost a handoff."""
    found = await _open(unit, command.handoff_id)
    old, state = found.handoff, found.state
    if old.status is HandoffStatus.SUPERSEDED:
        raise InvalidTransition(f"handoff {old.id!r} is SUPERSEDED already")
    _must_be_whole(state)
    planned = PlannedHandoff(own=False, strategy=STRATEGY_OF[old.kind], covers=PointList(old.covered), transfer_id=old.transfer_id)
    material = Material()
    await material.add(unit.load, [planned.covers])
    result = next((transfer.result_text for transfer in state.transfers if transfer.id == old.transfer_id), None)
    new_id = unit.new_id()
    content = content_of(unit, new_id, material, planned, command.summary_source, found.provider.max_handoff_chars, result)
    position = next(handoff.position for handoff in state.handoffs if handoff.id == old.id)
    return await _replace(
        unit,
        state,
        old.id,
        position,
        old.transfer_id,
        planned.covers,
        {"id": new_id, "strategy": planned.strategy, "kind": old.kind, **content},
    )


async def create_manual_handoff(unit: Unit, command: ManualHandoffInput) -> HandoffPayload:
    """Context written by a person for a PREPARING run, in place of the run's own handoff where it has one."""
    state = found_run(await unit.open(RUN, runId=command.run_id), command.run_id)
    loaded = await unit.load_facts(asks=[ask(state.point.thread_id)], kinds=[state.run["provider"]])
    facts = found_thread(loaded, state.point.thread_id)
    provider = provider_of(unit.profiles(loaded["profiles"]), state.run["provider"])
    _must_be_whole(state)
    is_short_enough("summaryText", command.summary_text, provider.max_handoff_chars)
    own = state.own_handoff
    covers = await _manually_covered(unit, command, facts, own)
    if own is None and not history_of(facts):
        raise BadInput("the thread's history is empty: there is nothing that a handoff could carry over")
    if not provider.accepts_handoff:
        raise Unsupported(f"provider {provider.kind!r} accepts no handoff")
    material = Material()
    await material.add(unit.load, [covers])
    checkpoint = material.newest_checkpoint(covers)
    transfer_id = own.transfer_id if own else unit.new_id()
    kind = own.kind if own else HandoffKind.DELTA_CONTEXT
    properties = {
        "strategy": HandoffStrategy.MANUAL_CONTEXT,
        "kind": kind,
        "status": HandoffStatus.READY,
        "summaryText": command.summary_text,
        "checkpointId": checkpoint.id if checkpoint else None,
    }
    if own is None:
        return await _create_manual(unit, state, facts, provider, transfer_id, covers, properties)
    return await _replace(unit, state, own.id, own.position, transfer_id, covers, properties)


async def _manually_covered(unit: Unit, command: ManualHandoffInput, facts: ThreadFacts, own: RunHandoff | None) -> PointList:
    if command.covered_from is not None and command.covered_to is not None:
        asked = {facts.thread.id: ((command.covered_from, command.covered_to),)}
        covers = history_of(facts).keep(asked)
        if not covers:
            raise BadInput(f"no run from {command.covered_from} to {command.covered_to} is in the thread's history")
        return covers
    if own is None:
        return PointList()
    loaded = await unit.load("handoffs", handoffIds=[own.id])
    return PointList(views_codec.handoff(loaded["handoffs"][0]).covered)


def _must_be_whole(state: RunState) -> None:
    state.must_be(RunStatus.PREPARING)
    if state.lost_a_handoff:
        raise InvalidTransition(
            f"run {state.id!r} has lost a handoff to a rollback elsewhere: end it and start again, or report a resume failure"
        )


async def _replace(
    unit: Unit, state: RunState, old_id: str, position: int, transfer_id: str, covers: PointList, properties: dict[str, Any]
) -> HandoffPayload:
    new_id = _create(unit, state, position, transfer_id, covers, properties, supersedes=old_id)
    unit.changes.set_handoff(old_id, status=HandoffStatus.SUPERSEDED)
    unit.changes.set_transfer(transfer_id, resolutionHandoffId=new_id)
    return await _answer(unit, new_id)


async def _create_manual(
    unit: Unit, state: RunState, facts: ThreadFacts, provider: Provider, transfer_id: str, covers: PointList, properties: dict[str, Any]
) -> HandoffPayload:
    last = history_of(facts).last
    assert last is not None
    new_id = _create(unit, state, 0, transfer_id, covers, properties)
    unit.changes.create_transfer(
        {
            "id": transfer_id,
            "type": ThreadRelationshipKind.PROVIDER_HANDOFF,
            "status": ContextTransferStatus.RESOLVED_PORTABLE,
            "targetProvider": provider.kind,
            "resolution": RESOLVED_BY[HandoffKind.DELTA_CONTEXT],
            "resolutionHandoffId": new_id,
            "createdBy": Actor.USER,
            "takenUpByRunId": state.id,
            "made": unit.next_made(),
        },
        source_thread_id=facts.thread.id,
        target_thread_id=facts.thread.id,
        source=last,
    )
    return await _answer(unit, new_id)


def _create(
    unit: Unit,
    state: RunState,
    position: int,
    transfer_id: str,
    covers: PointList,
    properties: dict[str, Any],
    supersedes: str | None = None,
) -> str:
    id = unit.new_id(properties.get("id"))
    unit.changes.create_handoff(
        {"id": id, "threadId": state.point.thread_id, "made": unit.next_made(), **properties},
        transfer_id=transfer_id,
        provider_thread_id=state.provider_thread["id"],
        run_id=state.id,
        position=position,
        covers=covers.segments,
        supersedes=supersedes,
    )
    return id


async def _answer(unit: Unit, handoff_id: str) -> HandoffPayload:
    return HandoffPayload(handoff=(await unit.save(handoffIds=[handoff_id])).handoffs[handoff_id])
