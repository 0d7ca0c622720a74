"""A run's life after its start: begin, turns, end, checkpoint, items (sections 2, 3 and 8)."""

from __future__ import annotations

from typing import Any

from .coverage import present
from .native import fork_source_point
from .recording import end_before_begin
from .refusal import Refused, refuse_if
from .state import Checkpoint, ProviderThread, Run, State


def begin(state: State, run: Run, ref: str | None, strength: str | None, turn_ref: str | None, history_mode: str | None) -> None:
    """beginRun: the run reached the provider, and with it all that it takes up."""
    provider_thread = state.provider_threads[run.provider_thread_id]
    refuse_if(run.status != "PREPARING", "INVALID_TRANSITION", f"the run is {run.status}, not PREPARING")
    waiting = [handoff_id for handoff_id in run.handoff_ids if state.handoffs[handoff_id].status != "READY"]
    refuse_if(bool(waiting), "INVALID_TRANSITION", f"the handoffs {waiting} are not READY")
    unusable = provider_thread.status in ("DIVERGENT", "RESUME_FAILED", "CLOSED")
    refuse_if(unusable, "INVALID_TRANSITION", f"the provider thread is {provider_thread.status}")
    thread = state.threads[run.thread_id]
    thread.version += 1
    confirm_native_rollback(state, provider_thread)
    provider_thread.status = "ACTIVE"
    run.continues = continued_run(state, provider_thread)
    provider_thread.ref = ref if ref is not None else provider_thread.ref
    provider_thread.strength = strength or provider_thread.strength
    provider_thread.history_mode = history_mode or provider_thread.history_mode
    provider_thread.model = run.model if run.model is not None else provider_thread.model
    provider_thread.runtime_mode = run.runtime_mode if run.runtime_mode is not None else provider_thread.runtime_mode
    run.status, run.begun_version, run.turns = "RUNNING", thread.version, [turn_ref]
    for transfer_id in [*run.transfer_ids, *([run.own_transfer_id] if run.own_transfer_id is not None else [])]:
        state.transfers[transfer_id].status = "CONSUMED"
        state.transfers[transfer_id].consumed_by = run.id


def continued_run(state: State, provider_thread: ProviderThread) -> str | None:
    """The run whose native turns the next one follows: the last one present, else the one that the native thread was cut after."""
    before = present(state, provider_thread.id)
    if before:
        return before[-1].id
    point = fork_source_point(state, provider_thread)
    return state.run_at(point).id if point is not None else None


def confirm_native_rollback(state: State, provider_thread: ProviderThread) -> None:
    """A pending native rollback happened: the turns that it was to drop are gone."""
    asked = provider_thread.native_rollback
    if asked is None or asked.state != "PENDING":
        return
    asked.state = "DONE"
    for run in present(state, provider_thread.id):
        if run.ordinal > asked.to_ordinal:
            run.dropped_natively = True


def report_rollback(state: State, provider_thread: ProviderThread, succeeded: bool) -> None:
    """reportProviderRollback: how the pending native rollback went. RESUME_FAILED and CLOSED stay what they are."""
    asked = provider_thread.native_rollback
    if asked is None or asked.state != "PENDING":
        raise Refused("INVALID_TRANSITION", "no native rollback is pending")
    if succeeded:
        confirm_native_rollback(state, provider_thread)
        return
    asked.state = "FAILED"
    if provider_thread.status in ("ACTIVE", "ROLLED_BACK"):
        provider_thread.status = "DIVERGENT"


def record_turn(state: State, run: Run, turn_ref: str | None) -> None:
    """recordProviderTurn: a further native turn of a RUNNING run."""
    refuse_if(run.status != "RUNNING", "INVALID_TRANSITION", f"the run is {run.status}, not RUNNING")
    state.threads[run.thread_id].version += 1
    run.turns.append(turn_ref)


def finish(state: State, run: Run, status: str, checkpoint: dict[str, Any] | None) -> None:
    """finishRun: the end of a RUNNING run, or of a PREPARING one that never reaches its provider."""
    refuse_if(run.status not in ("PREPARING", "RUNNING"), "INVALID_TRANSITION", f"the run is {run.status} already")
    never_begun = run.status == "PREPARING"
    refuse_if(never_begun and status == "COMPLETED", "INVALID_TRANSITION", "a run that never began is FAILED or INTERRUPTED")
    refuse_if(never_begun and checkpoint is not None, "INVALID_TRANSITION", "a run that never began has no checkpoint")
    state.threads[run.thread_id].version += 1
    if never_begun:
        end_before_begin(state, run, status)
        return
    run.status = run.ended_as = status
    if checkpoint is not None:
        attach(state, run, checkpoint)


def capture(state: State, run: Run, checkpoint: dict[str, Any]) -> Checkpoint:
    """captureCheckpoint: once, after the run ended, and only if it began and is not rolled back."""
    ended = run.counts and run.status != "RUNNING"
    refuse_if(not ended, "INVALID_TRANSITION", "only a run that began, ended and is not rolled back takes a checkpoint")
    refuse_if(run.checkpoint_id is not None, "INVALID_TRANSITION", "the run has a checkpoint already")
    state.threads[run.thread_id].version += 1
    return attach(state, run, checkpoint)


def attach(state: State, run: Run, checkpoint: dict[str, Any]) -> Checkpoint:
    id_ = checkpoint["id"] or state.new_id("checkpoint")
    made = Checkpoint(id_, run.thread_id, run.id, checkpoint["workspaceRef"], checkpoint["diffSummary"])
    state.checkpoints[id_], run.checkpoint_id = made, id_
    return made


def append_items(state: State, run: Run, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """appendItems: what happened in the run, in order."""
    made = [{**item, "id": item["id"] or state.new_id("item")} for item in items]
    state.item_ids |= {item["id"] for item in made}
    run.items += made
    return made
