"""finishRun and captureCheckpoint: how a run ends (design 3, Recording; design 8)."""

from lineage.domain.facts import TransferFact
from lineage.domain.kinds import ContextTransferStatus, HandoffStatus, ProviderThreadStatus, RunStatus, ThreadRelationshipKind
from lineage.domain.start import INCOMING
from lineage.errors import InvalidTransition
from lineage.service.checks import ids_are_free, is_short_enough
from lineage.service.inputs import CaptureCheckpointInput, CheckpointInput, FinishRunInput
from lineage.service.openings import RUN
from lineage.service.payloads import CheckpointPayload, RunPayload
from lineage.service.run_state import RunState, found_run
from lineage.service.unit import Unit
from lineage.store.changes import to_json


async def finish_run(unit: Unit, command: FinishRunInput) -> RunPayload:
    """The run, ended. One that has not begun can only fail or be interrupted, without a checkpoint: it gives back what it took up."""
    is_short_enough("reason", command.reason, unit.settings.max_text_chars)
    checkpoint_id = command.checkpoint.id if command.checkpoint else None
    loaded = await unit.open(RUN, runId=command.run_id, newCheckpointIds=[checkpoint_id] if checkpoint_id is not None else [])
    state = found_run(loaded, command.run_id)
    ids_are_free(loaded["taken"])
    state.must_be(RunStatus.PREPARING, RunStatus.RUNNING)
    if state.status is RunStatus.PREPARING:
        if command.status is RunStatus.COMPLETED or command.checkpoint is not None:
            raise InvalidTransition(f"run {state.id!r} has not begun: it can only end FAILED or INTERRUPTED, without a checkpoint")
        end_before_begin(unit, state, command.status, set(loaded["newerPending"]), command.reason)
    else:
        _end(unit, state, command)
    return RunPayload(run=(await unit.save(runIds=[state.id])).runs[state.id])


def _end(unit: Unit, state: RunState, command: FinishRunInput) -> None:
    changes, version = unit.changes, state.next_version
    ended = {"status": command.status, "endedAs": command.status, "finishedAt": changes.now, "finishedVersion": version}
    if command.checkpoint is not None:
        ended["checkpointVersion"] = version
        _create_checkpoint(unit, state, command.checkpoint)
    changes.set_run(state.id, **ended, failureReason=command.reason)
    _log_end(unit, state, command.status)


def end_before_begin(
    unit: Unit, state: RunState, status: RunStatus, newer_pending: set[str], reason: str | None, *, resume_failed: bool = False
) -> None:
    """The end of a run that never reached the provider.

    Its handoffs are superseded, its PROVIDER_HANDOFF transfers fail, a provider thread made for it is closed, and its other
    transfers are pending again; a merge-back or subagent's result for which a newer one of the same pair is pending
    (newer_pending has their ids) is superseded instead.
    """
    changes = unit.changes
    changes.set_run(
        state.id, status=status, endedAs=status, finishedAt=changes.now, finishedVersion=state.next_version, failureReason=reason
    )
    for handoff in state.handoffs:
        if handoff.status is not HandoffStatus.SUPERSEDED:
            changes.set_handoff(handoff.id, status=HandoffStatus.SUPERSEDED)
    _give_back_provider_thread(unit, state, resume_failed)
    for transfer in state.open_transfers:
        if not (resume_failed and transfer.type is ThreadRelationshipKind.PROVIDER_HANDOFF):
            _give_back(unit, transfer, newer_pending)
    _log_end(unit, state, status)


def _give_back_provider_thread(unit: Unit, state: RunState, resume_failed: bool) -> None:
    """A provider thread made for the run is closed, unless resuming it failed; what it had adopted is free again."""
    if state.provider_thread.get("madeForRunId") != state.id:
        return
    unit.changes.give_back_adopted(state.provider_thread["id"])
    if state.provider_thread_status is ProviderThreadStatus.ACTIVE and not resume_failed:
        unit.changes.set_provider_thread(state.provider_thread["id"], status=ProviderThreadStatus.CLOSED)


def _give_back(unit: Unit, transfer: TransferFact, newer_pending: set[str]) -> None:
    if transfer.type is ThreadRelationshipKind.PROVIDER_HANDOFF:
        reason = "the run that it was made for ended before it began"
        unit.changes.set_transfer(transfer.id, status=ContextTransferStatus.FAILED, failureReason=reason)
    elif transfer.spawn_provider is not None:
        unit.changes.set_transfer(transfer.id, targetProvider=transfer.spawn_provider, takenUpByRunId=None)
    elif transfer.type in INCOMING and transfer.id in newer_pending:
        unit.changes.set_transfer(transfer.id, status=ContextTransferStatus.SUPERSEDED)
    else:
        unit.changes.set_transfer(
            transfer.id,
            status=ContextTransferStatus.PENDING,
            resolution=None,
            resolutionRef=None,
            resolutionHandoffId=None,
            targetProvider=None,
            takenUpByRunId=None,
        )


def _log_end(unit: Unit, state: RunState, status: RunStatus) -> None:
    payload = {"runId": state.id, "ordinal": state.point.ordinal, "status": status, "begun": state.run.get("begunVersion") is not None}
    unit.changes.change_thread(state.point.thread_id, state.next_version, "run.finished", payload)


async def capture_checkpoint(unit: Unit, command: CaptureCheckpointInput) -> CheckpointPayload:
    """The checkpoint of a run that ended, began and is not rolled back, and has none yet; else INVALID_TRANSITION."""
    loaded = await unit.open(RUN, runId=command.run_id, newCheckpointIds=[command.id] if command.id is not None else [])
    state = found_run(loaded, command.run_id)
    ids_are_free(loaded["taken"])
    state.must_be(RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.INTERRUPTED)
    if state.run.get("begunVersion") is None:
        raise InvalidTransition(f"run {state.id!r} never began: it can have no checkpoint")
    if state.checkpoint_id is not None:
        raise InvalidTransition(f"run {state.id!r} has checkpoint {state.checkpoint_id!r} already")
    checkpoint = CheckpointInput(id=command.id, workspace_ref=command.workspace_ref, diff_summary=command.diff_summary)
    checkpoint_id = _create_checkpoint(unit, state, checkpoint)
    unit.changes.set_run(state.id, checkpointVersion=state.next_version)
    payload = {"runId": state.id, "ordinal": state.point.ordinal, "checkpointId": checkpoint_id}
    unit.changes.change_thread(state.point.thread_id, state.next_version, "run.checkpoint_captured", payload)
    return CheckpointPayload(checkpoint=(await unit.save(checkpointIds=[checkpoint_id])).checkpoints[checkpoint_id])


def _create_checkpoint(unit: Unit, state: RunState, checkpoint: CheckpointInput) -> str:
    id = unit.new_id(checkpoint.id)
    unit.changes.create_checkpoint(
        state.id, {"id": id, "workspaceRef": checkpoint.workspace_ref, "diffSummary": to_json(checkpoint.diff_summary)}
    )
    return id
