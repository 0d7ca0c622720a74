"""How the next run of a thread starts (design 3)."""

from dataclasses import dataclass, field

from lineage.domain.facts import ProviderThreadFacts, ThreadFacts, TransferFact
from lineage.domain.history import history_of
from lineage.domain.kinds import (
    HandoffKind,
    HandoffStrategy,
    NativeActionKind,
    ProviderThreadStatus,
    SourceKind,
    StartStrategy,
    ThreadRelationshipKind,
)
from lineage.domain.models import NativeAction, Provider, RejectedStrategy, StalenessSignal
from lineage.domain.native import NativeStart, due_rollback, native_start_of_fork, strong_reference
from lineage.domain.points import Point, PointList
from lineage.domain.staleness import Judgement, Policy, ResumeRequest, SummaryLength, judge, place_of_last_own_run

INCOMING = (ThreadRelationshipKind.MERGE_BACK, ThreadRelationshipKind.SUBAGENT_RESULT)


@dataclass(frozen=True, slots=True)
class PlannedHandoff:
    """A handoff that the run needs. transfer_id is None for what the thread itself missed: it gets a PROVIDER_HANDOFF transfer of its own.

    source_point and base_point are for that transfer.
    """

    own: bool
    strategy: HandoffStrategy
    covers: PointList
    transfer_id: str | None = None
    source_point: Point | None = None
    base_point: Point | None = None

    @property
    def kind(self) -> HandoffKind:
        return KIND_OF[self.strategy]


KIND_OF = {
    HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN: HandoffKind.DELTA_CONTEXT,
    HandoffStrategy.FULL_THREAD_SUMMARY: HandoffKind.PORTABLE_CONTEXT,
    HandoffStrategy.CHECKPOINT_SUMMARY: HandoffKind.CHECKPOINT_CONTEXT,
}


@dataclass(frozen=True, slots=True)
class StartDecision:
    """How the run starts: in a resumed provider thread, or in one that is created, natively from a source or not."""

    strategy: StartStrategy
    history: PointList
    transfers: tuple[TransferFact, ...] = ()
    resumed: ProviderThreadFacts | None = None
    native: NativeStart | None = None
    handoffs: tuple[PlannedHandoff, ...] = ()
    signals: tuple[StalenessSignal, ...] = ()
    actions: tuple[NativeAction, ...] = ()
    rejected: tuple[RejectedStrategy, ...] = field(default=())

    @property
    def supported(self) -> bool:
        return self.strategy is not StartStrategy.UNSUPPORTED

    @property
    def own_handoff(self) -> PlannedHandoff | None:
        """The handoff that carries the thread's own missing context."""
        return next((handoff for handoff in self.handoffs if handoff.own), None)

    def transfer_of(self, handoff: PlannedHandoff) -> TransferFact | None:
        """The transfer that a handoff materializes; None for one that is yet to be made."""
        return next((transfer for transfer in self.transfers if transfer.id == handoff.transfer_id), None)

    def reported_result(self, handoff: PlannedHandoff) -> str | None:
        """What the subagent reported itself, where the handoff carries its result."""
        transfer = self.transfer_of(handoff)
        return transfer.result_text if transfer else None

    @property
    def covers(self) -> PointList:
        """What the handoffs cover: the thread's own part, then each transfer's."""
        return PointList.joined(segment for handoff in self.handoffs for segment in handoff.covers.segments)


def decide_start(
    facts: ThreadFacts,
    provider: Provider,
    request: ResumeRequest,
    policy: Policy,
    summary_length: SummaryLength,
    native_failed: bool = False,
) -> StartDecision:
    """How the next run on this provider starts. That no run is active is for the caller to see.

    native_failed tells that a native fork or adoption failed for this run before.
    """
    history = history_of(facts)
    fork = next((transfer for transfer in facts.transfers if transfer.type is ThreadRelationshipKind.FORK), None)
    if fork is not None:
        decision = _start_of_fork(facts, fork, history, provider, request, native_failed)
    elif not history:
        decision = _start_without_history(facts, history, provider, request, policy, summary_length)
    else:
        decision = _start_with_history(facts, history, provider, request, policy, summary_length)
    return _with_incoming(decision, facts.transfers, provider)


def _start_of_fork(
    facts: ThreadFacts,
    fork: TransferFact,
    history: PointList,
    provider: Provider,
    request: ResumeRequest,
    native_failed: bool,
) -> StartDecision:
    source = facts.fork_source
    assert source is not None
    native = native_start_of_fork(fork, source, provider, request, native_failed)
    if isinstance(native, NativeStart):
        rest = history.without(native.took_along)
        if not rest or provider.accepts_handoff:
            handoffs = (_own_delta(history, rest),) if rest else ()
            return StartDecision(StartStrategy.NATIVE, history, native=native, handoffs=handoffs, actions=native.actions)
        native = f"the source does not know all of the history, and {provider.kind} accepts no handoff for the rest"
    checkpoint = fork.source_kind is SourceKind.CHECKPOINT and strong_reference(source.provider_thread) is None
    return StartDecision(
        StartStrategy.CHECKPOINT_INTO_NEW if checkpoint else StartStrategy.FULL_INTO_NEW,
        history,
        handoffs=(
            PlannedHandoff(
                own=True,
                strategy=HandoffStrategy.CHECKPOINT_SUMMARY if checkpoint else HandoffStrategy.FULL_THREAD_SUMMARY,
                covers=history,
                transfer_id=fork.id,
            ),
        ),
        actions=(_CREATE,),
        rejected=(RejectedStrategy(strategy=StartStrategy.NATIVE, reason=native),),
    )


def _start_without_history(
    facts: ThreadFacts,
    history: PointList,
    provider: Provider,
    request: ResumeRequest,
    policy: Policy,
    summary_length: SummaryLength,
) -> StartDecision:
    for candidate in _candidates(facts, history, provider):
        if (
            candidate.status is ProviderThreadStatus.ACTIVE
            and not judge(candidate, history, provider, request, policy, summary_length).stale
        ):
            return StartDecision(StartStrategy.NONE, history, resumed=candidate, actions=_resume_actions(candidate))
    return StartDecision(StartStrategy.NONE, history, actions=(_CREATE,))


def _start_with_history(
    facts: ThreadFacts,
    history: PointList,
    provider: Provider,
    request: ResumeRequest,
    policy: Policy,
    summary_length: SummaryLength,
) -> StartDecision:
    first: Judgement | None = None
    for candidate in _candidates(facts, history, provider):
        judgement = judge(candidate, history, provider, request, policy, summary_length)
        if not judgement.stale:
            return _resume(candidate, judgement, history, provider, policy)
        first = first or judgement
    full = PlannedHandoff(own=True, strategy=HandoffStrategy.FULL_THREAD_SUMMARY, covers=history, source_point=history.last)
    rejected = (RejectedStrategy(strategy=first.table, reason="; ".join(signal.message for signal in first.against)),) if first else ()
    return StartDecision(
        StartStrategy.FULL_INTO_NEW,
        history,
        handoffs=(full,),
        signals=first.against if first else (),
        actions=(_CREATE,),
        rejected=rejected,
    )


def _candidates(facts: ThreadFacts, history: PointList, provider: Provider) -> list[ProviderThreadFacts]:
    """The thread's provider threads of that provider, the one that was used last first, later made first among equals."""
    found = [candidate for candidate in facts.provider_threads if candidate.provider == provider.kind]
    return sorted(found, key=lambda candidate: (place_of_last_own_run(candidate, history), candidate.made), reverse=True)


def _resume(
    candidate: ProviderThreadFacts,
    judgement: Judgement,
    history: PointList,
    provider: Provider,
    policy: Policy,
) -> StartDecision:
    missing = judgement.coverage.missing
    handoffs: tuple[PlannedHandoff, ...] = ()
    rejected: tuple[RejectedStrategy, ...] = ()
    if judgement.table is StartStrategy.DELTA_INTO_EXISTING:
        handoffs = (_own_delta(history, missing),)
    elif judgement.table is StartStrategy.FULL_INTO_EXISTING:
        handoffs = (PlannedHandoff(own=True, strategy=HandoffStrategy.FULL_THREAD_SUMMARY, covers=history, source_point=history.last),)
        reason = f"it misses {history.stretches(missing)} stretches of the history, more than {policy.max_delta_ranges}"
        rejected = (RejectedStrategy(strategy=StartStrategy.DELTA_INTO_EXISTING, reason=reason),)
    return StartDecision(
        judgement.table,
        history,
        resumed=candidate,
        handoffs=handoffs,
        actions=_resume_actions(candidate),
        rejected=rejected,
    )


def _own_delta(history: PointList, missing: PointList) -> PlannedHandoff:
    return PlannedHandoff(
        own=True,
        strategy=HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN,
        covers=missing,
        source_point=history.last,
        base_point=history.before(next(iter(missing))),
    )


def _resume_actions(candidate: ProviderThreadFacts) -> tuple[NativeAction, ...]:
    resume = NativeAction(kind=NativeActionKind.RESUME_THREAD, native_thread_ref=candidate.native_thread_ref)
    due = due_rollback(candidate)
    return (resume, due) if due is not None else (resume,)


def _with_incoming(decision: StartDecision, transfers: tuple[TransferFact, ...], provider: Provider) -> StartDecision:
    """The decision together with the merge-backs and subagents' results that wait for the thread, and the steps for it all."""
    incoming = tuple(
        PlannedHandoff(
            own=False,
            strategy=HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN,
            covers=PointList(transfer.carries),
            transfer_id=transfer.id,
        )
        for transfer in transfers
        if transfer.type in INCOMING
    )
    handoffs = decision.handoffs + incoming
    if handoffs and not provider.accepts_handoff:
        return _unsupported(decision, transfers, provider)
    strategy = decision.strategy
    if incoming and strategy is StartStrategy.NONE:
        strategy = StartStrategy.DELTA_INTO_EXISTING if decision.resumed is not None else StartStrategy.FULL_INTO_NEW
    deliveries = tuple(NativeAction(kind=NativeActionKind.DELIVER_HANDOFF, delivery=provider.handoff_delivery) for _ in handoffs)
    return StartDecision(
        strategy,
        decision.history,
        transfers=transfers,
        resumed=decision.resumed,
        native=decision.native,
        handoffs=handoffs,
        signals=decision.signals,
        actions=(*decision.actions, *deliveries, _SEND),
        rejected=decision.rejected,
    )


def _unsupported(decision: StartDecision, transfers: tuple[TransferFact, ...], provider: Provider) -> StartDecision:
    rejected = decision.rejected
    if decision.native is not None:
        reason = f"{provider.kind} accepts no handoff for what is brought to the thread"
        rejected = (RejectedStrategy(strategy=StartStrategy.NATIVE, reason=reason),)
    return StartDecision(StartStrategy.UNSUPPORTED, decision.history, transfers=transfers, signals=decision.signals, rejected=rejected)


_CREATE = NativeAction(kind=NativeActionKind.CREATE_THREAD)
_SEND = NativeAction(kind=NativeActionKind.SEND_TURN)
