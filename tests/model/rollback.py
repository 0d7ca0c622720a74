"""What a rollback of a thread does (section 4): foretold by `foretell`, done by `roll_back`, from the same plan."""

from __future__ import annotations

from dataclasses import dataclass

from .coverage import own_points
from .handoffs import OPEN, supersede
from .history import history, newest_checkpoint, own_history
from .native import rollback_of_turns
from .provenance import reached_by
from .refusal import refuse_if
from .state import Handoff, NativeRollback, Point, ProviderThread, Run, State, Transfer


@dataclass
class ProviderThreadImpact:
    """native_rollback is what the provider has to be told; reason says why nothing can be."""

    provider_thread: ProviderThread
    status_after: str
    rolled_back: list[int]
    retained: list[int]
    native_rollback: NativeRollback | None
    reason: str | None


@dataclass
class Impact:
    thread_id: str
    to_ordinal: int
    dropped: list[Run]
    transfers: list[Transfer]
    handoffs: list[Handoff]
    provider_threads: list[ProviderThreadImpact]
    detached: list[str]
    downstream: list[Run]
    checkpoint_id: str | None


def foretell(state: State, thread_id: str, to_ordinal: int) -> Impact:
    """What a rollback to the ordinal would do."""
    points = own_history(state, thread_id)
    known = to_ordinal == 0 or (thread_id, to_ordinal) in points
    refuse_if(not known, "BAD_INPUT", f"{to_ordinal} is neither 0 nor a run of the thread that is history")
    refuse_if(state.active_run(thread_id) is not None, "ACTIVE_RUN", "a run of the thread is PREPARING or RUNNING")
    dropped = [state.run_at(point) for point in points if point[1] > to_ordinal]
    gone = {run.point for run in dropped}
    transfers = superseded_transfers(state, thread_id, gone)
    return Impact(
        thread_id,
        to_ordinal,
        dropped,
        transfers,
        superseded_handoffs(state, thread_id, gone, transfers),
        provider_thread_impacts(state, dropped, to_ordinal),
        [thread.id for thread in state.threads.values() if thread.source_point in gone],
        reached_by(state, {run.id for run in dropped}, thread_id),
        newest_checkpoint(state, [point for point in history(state, thread_id) if point not in gone]),
    )


def superseded_transfers(state: State, thread_id: str, gone: set[Point]) -> list[Transfer]:
    """Unconsumed merge-backs and results of what is gone, and pending results of children that it spawned."""
    found = []
    for transfer in state.transfers.values():
        outward = transfer.source_thread_id == thread_id and transfer.type in ("MERGE_BACK", "SUBAGENT_RESULT")
        inward = transfer.target_thread_id == thread_id and transfer.type == "SUBAGENT_RESULT"
        if (outward and transfer.status in ("PENDING", "RESOLVED_PORTABLE") and transfer.source_point in gone) or (
            inward and transfer.status == "PENDING" and state.threads[transfer.source_thread_id].source_point in gone
        ):
            found.append(transfer)
    return found


def superseded_handoffs(state: State, thread_id: str, gone: set[Point], transfers: list[Transfer]) -> list[Handoff]:
    """The thread's own handoffs that cover what is gone, and those of the transfers that are superseded."""
    ids = {transfer.id for transfer in transfers}
    return [
        handoff
        for handoff in state.handoffs.values()
        if handoff.status in OPEN and ((handoff.thread_id == thread_id and gone & set(handoff.covered)) or handoff.transfer_id in ids)
    ]


def provider_thread_impacts(state: State, dropped: list[Run], to_ordinal: int) -> list[ProviderThreadImpact]:
    """Each provider thread that ran a dropped run, by its first one."""
    impacts = []
    for provider_thread_id in dict.fromkeys(run.provider_thread_id for run in dropped):
        provider_thread = state.provider_threads[provider_thread_id]
        rolled_back = [run.ordinal for run in dropped if run.provider_thread_id == provider_thread_id]
        retained = [ordinal for _, ordinal in own_points(state, provider_thread_id) if ordinal <= to_ordinal]
        if provider_thread.status not in ("ACTIVE", "ROLLED_BACK"):
            reason = f"it is {provider_thread.status} already"
            impacts.append(ProviderThreadImpact(provider_thread, provider_thread.status, rolled_back, retained, None, reason))
            continue
        told = rollback_of_turns(state, provider_thread, to_ordinal)
        if isinstance(told, NativeRollback):
            impacts.append(ProviderThreadImpact(provider_thread, "ROLLED_BACK", rolled_back, retained, told, None))
        else:
            impacts.append(ProviderThreadImpact(provider_thread, "DIVERGENT", rolled_back, retained, None, told))
    return impacts


def roll_back(state: State, thread_id: str, to_ordinal: int) -> Impact:
    """rollbackThread: does what was foretold. Nothing is deleted, and a rollback that drops no run changes nothing."""
    impact = foretell(state, thread_id, to_ordinal)
    if not impact.dropped:
        return impact
    thread = state.threads[thread_id]
    thread.version += 1
    for run in impact.dropped:
        run.status, run.rolled_back_version = "ROLLED_BACK", thread.version
    for transfer in impact.transfers:
        transfer.status = "SUPERSEDED"
    for handoff in impact.handoffs:
        supersede(state, handoff.id)
    for one in impact.provider_threads:
        if one.provider_thread.status in ("ACTIVE", "ROLLED_BACK"):
            one.provider_thread.status, one.provider_thread.native_rollback = one.status_after, one.native_rollback
    return impact
