"""Forks and subagents' threads: where they may leave their parent (section 5)."""

from __future__ import annotations

from .coverage import own_points
from .history import history, latest_stable
from .refusal import Refused, refuse_if
from .state import ACTIVE, Point, ProviderThread, Run, State, Thread, Transfer


def fork_point_of_run(state: State, source: Thread, run: Run) -> Point:
    """A run of the source thread's history, or the reason why it is none to fork from."""
    own = run.thread_id == source.id
    inside = run.point in history(state, source.id)
    refuse_if(not own and not inside, "BAD_INPUT", f"run {run.id!r} is not in the thread's history")
    refuse_if(run.status in ACTIVE, "UNSTABLE_SOURCE", "the run is active")
    refuse_if(not run.begun, "UNSTABLE_SOURCE", "the run never began")
    bad_end = run.ended_as in ("FAILED", "INTERRUPTED") and run.checkpoint_id is None
    refuse_if(bad_end, "UNSTABLE_SOURCE", f"the run ended {run.ended_as} without a checkpoint")
    refuse_if(not inside, "ROLLED_BACK_SOURCE", "the run is rolled back")
    return run.point


def fork_point_of_provider_thread(state: State, source: Thread, provider_thread: ProviderThread) -> Point:
    """An idle provider thread's last run that is history, however that ended."""
    refuse_if(provider_thread.thread_id != source.id, "BAD_INPUT", "the provider thread serves another thread")
    refuse_if(provider_thread.status != "ACTIVE", "UNSTABLE_SOURCE", f"the provider thread is {provider_thread.status}")
    refuse_if(state.busy(provider_thread.id), "UNSTABLE_SOURCE", "a run is active on the provider thread")
    points = own_points(state, provider_thread.id)
    refuse_if(not points, "UNSTABLE_SOURCE", "the provider thread ran nothing that is history")
    return points[-1]


def newest_stable_point(state: State, source: Thread) -> Point:
    point = latest_stable(state, history(state, source.id))
    if point is None:
        raise Refused("UNSTABLE_SOURCE", "no completed run of the thread's history has a checkpoint")
    return point


def fork(
    state: State,
    id_: str,
    title: str | None,
    created_by: str,
    source: Thread,
    point: Point,
    provider_thread: str | None,
    checkpoint: str | None,
) -> tuple[Thread, Transfer]:
    """forkThread: a thread and a PENDING transfer, nothing else."""
    thread = Thread(id_, title, created_by, source.root_id, source.id, "FORK", point, source.version)
    transfer = Transfer(
        state.new_id("transfer"),
        "FORK",
        source.id,
        id_,
        point,
        state.run_at(point).provider,
        created_by,
        named_provider_thread=provider_thread,
        named_checkpoint=checkpoint,
    )
    state.threads[id_], state.transfers[transfer.id] = thread, transfer
    return thread, transfer


def spawn(
    state: State, id_: str, title: str | None, run: Run, provider: str | None, ref: str | None, strength: str
) -> tuple[Thread, Transfer, ProviderThread | None]:
    """spawnSubagent: a thread without the parent's history, and the session that the provider itself made for it, if it did."""
    refuse_if(run.status != "RUNNING", "INVALID_TRANSITION", f"the parent run is {run.status}, not RUNNING")
    parent = state.threads[run.thread_id]
    thread = Thread(id_, title, "AGENT", parent.root_id, parent.id, "SUBAGENT", run.point, parent.version)
    transfer = Transfer(state.new_id("transfer"), "SUBAGENT_SPAWN", parent.id, id_, run.point, run.provider, "AGENT")
    state.threads[id_], state.transfers[transfer.id] = thread, transfer
    if provider is None:
        return thread, transfer, None
    native = ProviderThread(state.new_id("provider-thread"), id_, provider, ref=ref, strength=strength)
    state.provider_threads[native.id] = native
    transfer.status, transfer.target_provider, transfer.own_provider = "RESOLVED_NATIVE", provider, provider
    transfer.resolution = {"strategy": "NATIVE_FORK", "providerThreadRef": ref, "contextHandoffId": None}
    return thread, transfer, native
