"""reportResumeFailure: the provider thread is given up and the same run decides again (design 3, Recording)."""

from dataclasses import replace

from lineage.domain.facts import ThreadFacts
from lineage.domain.kinds import ContextTransferStatus, HandoffStatus, ProviderThreadStatus, RunStatus, ThreadRelationshipKind
from lineage.domain.resolution import resolution_of
from lineage.domain.staleness import Policy, ResumeRequest
from lineage.domain.start import StartDecision
from lineage.service.checks import ask, found_thread, is_short_enough
from lineage.service.finish_run import end_before_begin
from lineage.service.inputs import ReportResumeFailureInput
from lineage.service.openings import RUN
from lineage.service.payloads import StartRunPayload
from lineage.service.run_state import RunState, found_run
from lineage.service.start_run import decision_of, start_answer
from lineage.service.starting import Start, record_start
from lineage.service.summaries import Material
from lineage.service.unit import Unit, provider_of


async def report_resume_failure(unit: Unit, command: ReportResumeFailureInput) -> StartRunPayload:
    """How the run starts instead; UNSUPPORTED, with the run FAILED, when no way is left. INVALID_TRANSITION unless it is PREPARING."""
    is_short_enough("reason", command.reason, unit.settings.max_text_chars)
    loaded = await unit.open(RUN, runId=command.run_id)
    state = found_run(loaded, command.run_id)
    state.must_be(RunStatus.PREPARING)
    newer_pending = set(loaded["newerPending"])
    loaded = await unit.load_facts(asks=[ask(state.point.thread_id, with_turns=True, taken_up_by=state.id)], kinds=[state.run["provider"]])
    facts = _after_failure(found_thread(loaded, state.point.thread_id), state, newer_pending)
    provider = provider_of(unit.profiles(loaded["profiles"]), state.run["provider"])
    material = Material()
    request = ResumeRequest(state.run.get("model"), state.run.get("runtimeMode"), state.run["cleanContext"])
    policy = Policy(
        state.run["maxOffProviderRuns"], state.run["maxChainedHandoffs"], state.run["maxDeltaRanges"], state.run.get("maxCompactedRuns")
    )
    native_failed = state.run["nativeStartFailed"] or _started_natively(state)
    decision = await decision_of(facts, provider, request, policy, material, unit.load, native_failed)
    unit.changes.set_provider_thread(state.provider_thread["id"], status=ProviderThreadStatus.RESUME_FAILED, failureReason=command.reason)
    unit.changes.note_resume_failure(state.id)
    if not decision.supported:
        _supersede_own_transfers(unit, state)
        end_before_begin(unit, state, RunStatus.FAILED, newer_pending, command.reason, resume_failed=True)
        return await _answer_unsupported(unit, state, decision)
    _supersede(unit, state, newer_pending)
    replaced = {None if handoff.position == 0 else handoff.transfer_id: handoff.id for handoff in state.handoffs}
    start = Start(facts, decision, provider, state.id, command.summary_source, material, replaced)
    recorded = await record_start(unit, start)
    linked = {replaced.get(None if handoff.own else handoff.transfer_id) for handoff in decision.handoffs}
    for handoff in state.handoffs:
        if handoff.id not in linked:
            unit.changes.release_handoff(handoff.id)
    unit.changes.move_run(state.id, recorded.provider_thread_id)
    unit.changes.set_run(state.id, nativeStartFailed=native_failed)
    payload = {"runId": state.id, "ordinal": state.point.ordinal, "providerThreadId": recorded.provider_thread_id}
    unit.changes.change_thread(state.point.thread_id, state.next_version, "run.resume_failed", payload)
    return await start_answer(unit, state.id, recorded, decision)


def _after_failure(facts: ThreadFacts, state: RunState, newer_pending: set[str]) -> ThreadFacts:
    """The facts once the provider thread is given up. Of the transfers of one pair only the newest is taken up."""
    served = tuple(
        replace(found, status=ProviderThreadStatus.RESUME_FAILED) if found.id == state.provider_thread["id"] else found
        for found in facts.provider_threads
    )
    waiting = tuple(transfer for transfer in facts.transfers if transfer.id not in newer_pending)
    return replace(facts, provider_threads=served, transfers=waiting, last_run=None)


def _started_natively(state: RunState) -> bool:
    """Whether the provider thread that failed was a native fork or adoption made for this run."""
    return state.provider_thread.get("madeForRunId") == state.id and state.forked_at is not None


def _supersede(unit: Unit, state: RunState, newer_pending: set[str]) -> None:
    """What the run had is superseded: its handoffs, its PROVIDER_HANDOFF transfers, and transfers that a newer one of the pair replaces."""
    for handoff in state.handoffs:
        if handoff.status is not HandoffStatus.SUPERSEDED:
            unit.changes.set_handoff(handoff.id, status=HandoffStatus.SUPERSEDED)
    _supersede_own_transfers(unit, state)
    for transfer in state.open_transfers:
        if transfer.id in newer_pending:
            unit.changes.set_transfer(transfer.id, status=ContextTransferStatus.SUPERSEDED)
    if state.provider_thread.get("madeForRunId") == state.id:
        unit.changes.give_back_adopted(state.provider_thread["id"])


def _supersede_own_transfers(unit: Unit, state: RunState) -> None:
    for transfer in state.open_transfers:
        if transfer.type is ThreadRelationshipKind.PROVIDER_HANDOFF:
            unit.changes.set_transfer(transfer.id, status=ContextTransferStatus.SUPERSEDED)


async def _answer_unsupported(unit: Unit, state: RunState, decision: StartDecision) -> StartRunPayload:
    provider_thread_id = state.provider_thread["id"]
    views = await unit.save(runIds=[state.id], providerThreadIds=[provider_thread_id])
    return StartRunPayload(
        run=views.runs[state.id],
        resolution=resolution_of(decision),
        provider_thread=views.provider_threads[provider_thread_id],
        handoffs=(),
    )
