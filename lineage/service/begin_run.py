"""beginRun and recordProviderTurn: the run reached the provider, and takes its turns there."""

from typing import Any

from lineage.domain.kinds import (
    ContextTransferStatus,
    HandoffStatus,
    NativeRollbackState,
    ProviderThreadStatus,
    RunStatus,
)
from lineage.domain.points import Point
from lineage.errors import InvalidTransition
from lineage.service.inputs import BeginRunInput, RecordProviderTurnInput
from lineage.service.openings import RUN
from lineage.service.payloads import RunPayload
from lineage.service.run_state import RunState, found_run
from lineage.service.unit import Unit

_UNFIT = (ProviderThreadStatus.DIVERGENT, ProviderThreadStatus.RESUME_FAILED, ProviderThreadStatus.CLOSED)


async def begin_run(unit: Unit, command: BeginRunInput) -> RunPayload:
    """The run, RUNNING: history from now on. INVALID_TRANSITION unless each of its handoffs is READY and its provider thread fit."""
    state = found_run(await unit.open(RUN, runId=command.run_id), command.run_id)
    state.must_be(RunStatus.PREPARING)
    for handoff in state.handoffs:
        if handoff.status is not HandoffStatus.READY:
            raise InvalidTransition(f"handoff {handoff.id!r} of the run is {handoff.status}: expected READY")
    if state.provider_thread_status in _UNFIT:
        raise InvalidTransition(
            f"provider thread {state.provider_thread['id']!r} is {state.provider_thread_status}: report a resume failure instead"
        )
    changes = unit.changes
    changes.set_run(state.id, status=RunStatus.RUNNING, startedAt=changes.now, begunVersion=state.next_version)
    changes.create_turn(state.id, 0, command.native_turn_ref)
    changes.note_switch(state.id)
    _use_provider_thread(unit, state, command)
    if (before := continued_by(state)) is not None:
        changes.continue_run(state.id, before)
    for transfer in state.open_transfers:
        changes.set_transfer(transfer.id, status=ContextTransferStatus.CONSUMED, consumedAt=changes.now, consumedByRunId=state.id)
    payload = {"runId": state.id, "ordinal": state.point.ordinal, "providerThreadId": state.provider_thread["id"]}
    changes.change_thread(state.point.thread_id, state.next_version, "run.begun", payload)
    return await _answer(unit, state)


def continued_by(state: RunState) -> Point | None:
    """The run that this one continues natively: the last one present, or, when none is, the source of the native fork or adoption."""
    if state.last_present is not None:
        return Point(state.point.thread_id, state.last_present)
    return state.forked_at


def _use_provider_thread(unit: Unit, state: RunState, command: BeginRunInput) -> None:
    """What the run tells of its provider thread; a pending native rollback is confirmed by it (design 3 and 4)."""
    told: dict[str, Any] = {
        "nativeThreadRef": command.native_thread_ref,
        "nativeRefStrength": command.native_ref_strength,
        "historyMode": command.history_mode,
        "model": state.run.get("model"),
        "runtimeMode": state.run.get("runtimeMode"),
    }
    properties = {name: value for name, value in told.items() if value is not None}
    if state.provider_thread_status is ProviderThreadStatus.ROLLED_BACK:
        properties["status"] = ProviderThreadStatus.ACTIVE
    if state.provider_thread.get("nativeRollback") == NativeRollbackState.PENDING:
        properties["nativeRollback"] = NativeRollbackState.DONE
        unit.changes.confirm_native_rollback(state.provider_thread["id"])
    if properties:
        unit.changes.set_provider_thread(state.provider_thread["id"], **properties)


async def record_provider_turn(unit: Unit, command: RecordProviderTurnInput) -> RunPayload:
    """The run with one more turn, such as a restart after steering. INVALID_TRANSITION unless it is RUNNING."""
    state = found_run(await unit.open(RUN, runId=command.run_id), command.run_id)
    state.must_be(RunStatus.RUNNING)
    unit.changes.create_turn(state.id, state.turns, command.native_turn_ref)
    payload = {"runId": state.id, "ordinal": state.point.ordinal, "turns": state.turns + 1}
    unit.changes.change_thread(state.point.thread_id, state.next_version, "run.turn_recorded", payload)
    return await _answer(unit, state)


async def _answer(unit: Unit, state: RunState) -> RunPayload:
    return RunPayload(run=(await unit.save(runIds=[state.id])).runs[state.id])
