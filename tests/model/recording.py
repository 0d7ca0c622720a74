"""How a decided start is written down, taken back, and decided anew (section 3: Recording)."""

from __future__ import annotations

from dataclasses import dataclass

from .coverage import compacted_along_at, taken_along_at
from .handoffs import OPEN, make, supersede, to_itself
from .history import history
from .refusal import refuse_if
from .staleness import SummaryLength, Wish
from .start import DELTA, Decision, decide
from .state import Limits, ProviderThread, Run, State, Transfer


@dataclass
class Started:
    """What startRun and reportResumeFailure answer with."""

    run: Run
    decision: Decision
    provider_thread: ProviderThread
    handoff_ids: list[str]


def wish_of(run: Run) -> Wish:
    return Wish(run.provider, run.model, run.runtime_mode, run.clean_context)


def start(state: State, run: Run, source: str, summary_length: SummaryLength) -> Started:
    """startRun, for a run whose thread and ids were checked: decides and records. `run` is not in the state yet."""
    refuse_if(state.active_run(run.thread_id) is not None, "ACTIVE_RUN", "a run of the thread is PREPARING or RUNNING")
    decision = decide(state, run.thread_id, wish_of(run), run.limits, summary_length)
    refuse_if(decision.strategy == "UNSUPPORTED", "UNSUPPORTED", f"{run.provider} accepts no handoff, and there is no other way")
    state.runs[run.id] = run
    state.threads[run.thread_id].version += 1
    return record(state, run, decision, source)


def record(state: State, run: Run, decision: Decision, source: str) -> Started:
    """The provider thread, the handoffs and the state of the transfers that the decision asks for."""
    provider_thread = decision.resumed or make_provider_thread(state, run, decision)
    run.provider_thread_id = provider_thread.id
    run.own_handoff_id, run.own_transfer_id, run.handoff_ids = None, None, []
    run.transfer_ids = [transfer.id for transfer in decision.taken]
    for transfer in decision.taken:
        transfer.target_provider = run.provider
        if transfer.type == "FORK" and decision.native is not None:
            transfer.status = "RESOLVED_NATIVE"
            transfer.resolution = {"strategy": "NATIVE_FORK", "providerThreadRef": decision.native.source.ref, "contextHandoffId": None}
        elif transfer.type != "SUBAGENT_SPAWN":
            transfer.status = "RESOLVED_PORTABLE"
    if decision.own and decision.own_strategy is not None:
        handoff = make(state, run, own_transfer(state, run, decision), decision.own, decision.own_strategy, source)
        run.own_handoff_id, run.handoff_ids = handoff.id, [handoff.id]
    for transfer, covered in decision.extras:
        run.handoff_ids.append(make(state, run, transfer, covered, DELTA, source).id)
    return Started(run, decision, provider_thread, list(run.handoff_ids))


def own_transfer(state: State, run: Run, decision: Decision) -> Transfer:
    """What the thread's own handoff belongs to: the fork's transfer unless that starts natively, else one to the thread itself."""
    fork = next((transfer for transfer in decision.taken if transfer.type == "FORK"), None)
    if fork is not None and decision.native is None:
        return fork
    before = history(state, run.thread_id)
    before = before[: before.index(decision.own[0])]
    return to_itself(state, run, "SYSTEM", before[-1] if before and decision.own_strategy == DELTA else None)


def make_provider_thread(state: State, run: Run, decision: Decision) -> ProviderThread:
    """A native fork or adoption starts with its source's model, runtime mode and history mode, and knows what it takes along."""
    made = ProviderThread(state.new_id("provider-thread"), run.thread_id, run.provider, made_for_run=run.id)
    native = decision.native
    if native is not None:
        source = native.source
        made.origin_id, made.taken_along = source.id, taken_along_at(state, source, native.boundary)
        made.compacted_along = compacted_along_at(source, native.boundary, native.kind == "ADOPT_THREAD")
        made.model, made.runtime_mode, made.history_mode = source.model, source.runtime_mode, source.history_mode
        if native.kind == "ADOPT_THREAD":
            made.ref, made.adopts, source.adopted_by = source.ref, True, made.id
    state.provider_threads[made.id] = made
    return made


def drop_start(state: State, run: Run, own_transfer_becomes: str) -> None:
    """Takes back what the start recorded: handoffs, the adoption mark, the run's own transfer, and the others that it took up."""
    for handoff_id in run.handoff_ids:
        if state.handoffs[handoff_id].status in OPEN:
            supersede(state, handoff_id)
    provider_thread = state.provider_threads[run.provider_thread_id]
    if provider_thread.adopts and provider_thread.made_for_run == run.id and provider_thread.origin_id is not None:
        state.provider_threads[provider_thread.origin_id].adopted_by = None
    if run.own_transfer_id is not None:
        state.transfers[run.own_transfer_id].status = own_transfer_becomes
    for transfer_id in run.transfer_ids:
        give_back(state, state.transfers[transfer_id])


def give_back(state: State, transfer: Transfer) -> None:
    """A transfer that its run did not come to consume waits again, unless it or its place was taken meanwhile."""
    if transfer.status == "SUPERSEDED":
        return
    rivals = [
        other for other in state.transfers.values() if other.pair == transfer.pair and other.status == "PENDING" and other is not transfer
    ]
    if transfer.own_provider is not None:
        transfer.target_provider = transfer.own_provider
    elif transfer.type in ("MERGE_BACK", "SUBAGENT_RESULT") and rivals:
        transfer.status = "SUPERSEDED"
    else:
        transfer.status, transfer.resolution, transfer.target_provider = "PENDING", None, None


def end_before_begin(state: State, run: Run, status: str) -> None:
    """The run is over before it reached the provider, so nothing of its start holds."""
    drop_start(state, run, "FAILED")
    close(state, run, status)


def close(state: State, run: Run, status: str) -> None:
    """Ends the run; a provider thread that was made for it is CLOSED, unless its resume failed."""
    provider_thread = state.provider_threads[run.provider_thread_id]
    if provider_thread.made_for_run == run.id and provider_thread.status != "RESUME_FAILED":
        provider_thread.status = "CLOSED"
    run.status = run.ended_as = status


def resume_failed(state: State, run: Run, source: str, summary_length: SummaryLength) -> Started:
    """reportResumeFailure: the same run is decided again, without the provider thread that failed."""
    refuse_if(run.status != "PREPARING", "INVALID_TRANSITION", "only a PREPARING run can fail to resume")
    state.threads[run.thread_id].version += 1
    failed = state.provider_threads[run.provider_thread_id]
    old_own, old_ids = run.own_handoff_id, list(run.handoff_ids)
    drop_start(state, run, "SUPERSEDED")
    failed.status = "RESUME_FAILED"
    if failed.origin_id is not None and failed.made_for_run == run.id:
        run.native_start_failed = True
    decision = decide(state, run.thread_id, wish_of(run), run.limits, summary_length, run.native_start_failed)
    if decision.strategy == "UNSUPPORTED":
        close(state, run, "FAILED")
        return Started(run, decision, failed, [])
    started = record(state, run, decision, source)
    if old_own is not None and run.own_handoff_id is not None:
        supersede(state, old_own, state.handoffs[run.own_handoff_id])
    for new in (state.handoffs[handoff_id] for handoff_id in run.handoff_ids if handoff_id != run.own_handoff_id):
        for old_id in old_ids:
            if state.handoffs[old_id].transfer_id == new.transfer_id:
                supersede(state, old_id, new)
    return started


def new_run(state: State, id_: str, thread_id: str, wish: Wish, limits: Limits, message: str | None) -> Run:
    """The thread's next run: ordinals have no gaps."""
    return Run(
        id_, thread_id, len(state.runs_of(thread_id)) + 1, wish.provider, wish.model, wish.runtime_mode, wish.clean_context, limits, message
    )
