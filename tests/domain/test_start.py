"""How the next run of a thread starts (design 3), but for the first run of a fork."""

import pytest

from lineage.domain.facts import ProviderThreadFacts
from lineage.domain.kinds import (
    ContextTransferStatus,
    HandoffStrategy,
    NativeActionKind,
    NativeRollbackState,
    ProviderThreadStatus,
    RunStatus,
    StalenessSignalKind,
    StartStrategy,
    ThreadRelationshipKind,
)
from lineage.domain.models import Provider
from lineage.domain.staleness import Policy, ResumeRequest
from lineage.domain.start import StartDecision, decide_start
from tests.domain.builders import kinds, points, profile, provider_thread, ran, steps, thread, took, transfer, written

C1 = provider_thread("C1", ran("1-5"))
L1 = provider_thread("L1", ran("6-8"), provider="claude", handoffs=(took("T 1-5", 6, id="H1"),))
GAPS = provider_thread("C1", ran("1"), ran("3"))
CLOSED = provider_thread("C1", ran("1-5"), status=ProviderThreadStatus.CLOSED)
MERGE_BACK = transfer(ThreadRelationshipKind.MERGE_BACK, id="M", at="F 2", carries="F 1-2", made=1)
RESULT = transfer(ThreadRelationshipKind.SUBAGENT_RESULT, id="S", at="S 1", carries="S 1", made=2)
SPAWN = transfer(ThreadRelationshipKind.SUBAGENT_SPAWN, id="N", at="P 1", status=ContextTransferStatus.RESOLVED_NATIVE)


def start(
    *provider_threads: ProviderThreadFacts,
    provider: Provider | None = None,
    request: ResumeRequest | None = None,
    max_delta_ranges: int = 1,
    max_compacted_runs: int | None = None,
    transfers: tuple[object, ...] = (),
) -> StartDecision:
    """The decision for a run on codex in a thread that these serve."""
    facts = thread(*provider_threads, transfers=transfers)  # type: ignore[arg-type]
    policy = Policy(max_delta_ranges=max_delta_ranges, max_compacted_runs=max_compacted_runs)
    return decide_start(facts, provider or profile(), request or ResumeRequest(), policy, lambda part: 0)


@pytest.mark.parametrize(
    ("served_by", "strategy", "resumed", "covers", "actions"),
    [
        pytest.param((), StartStrategy.NONE, None, "", ["CREATE_THREAD", "SEND_TURN"], id="the first run of a thread"),
        pytest.param((C1,), StartStrategy.NONE, "C1", "", ["RESUME_THREAD", "SEND_TURN"], id="it knows everything"),
        pytest.param(
            (C1, L1),
            StartStrategy.DELTA_INTO_EXISTING,
            "C1",
            "T 6-8",
            ["RESUME_THREAD", "DELIVER_HANDOFF", "SEND_TURN"],
            id="it missed one stretch",
        ),
        pytest.param(
            (GAPS, provider_thread("L1", ran("2"), ran("4"), provider="claude")),
            StartStrategy.FULL_INTO_EXISTING,
            "C1",
            "T 1-4",
            ["RESUME_THREAD", "DELIVER_HANDOFF", "SEND_TURN"],
            id="it missed two stretches",
        ),
        pytest.param(
            (L1,), StartStrategy.FULL_INTO_NEW, None, "T 6-8", ["CREATE_THREAD", "DELIVER_HANDOFF", "SEND_TURN"], id="the provider is new"
        ),
        pytest.param(
            (CLOSED,),
            StartStrategy.FULL_INTO_NEW,
            None,
            "T 1-5",
            ["CREATE_THREAD", "DELIVER_HANDOFF", "SEND_TURN"],
            id="its only one is closed",
        ),
    ],
)
def test_the_table_of_strategies(
    served_by: tuple[ProviderThreadFacts, ...], strategy: StartStrategy, resumed: str | None, covers: str, actions: list[str]
) -> None:
    decision = start(*served_by)
    assert decision.strategy is strategy
    assert (decision.resumed.id if decision.resumed else None) == resumed
    assert written(decision.covers) == covers
    assert kinds(decision.actions) == actions


def test_a_delta_belongs_between_the_last_point_of_the_history_and_the_point_before_the_first_missing_one() -> None:
    handoff = start(C1, L1).own_handoff
    assert handoff is not None
    assert handoff.strategy is HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN
    assert (handoff.source_point, handoff.base_point) == (points("T 8").last, points("T 5").last)


def test_a_delta_from_the_beginning_has_no_base_point() -> None:
    handoff = start(provider_thread("C1", ran("2")), provider_thread("L1", ran("1"), provider="claude")).own_handoff
    assert handoff is not None
    assert handoff.base_point is None


def test_a_full_summary_has_no_base_point_and_says_why_a_delta_was_passed_over() -> None:
    decision = start(GAPS, provider_thread("L1", ran("2"), ran("4"), provider="claude"))
    assert decision.own_handoff is not None
    assert decision.own_handoff.strategy is HandoffStrategy.FULL_THREAD_SUMMARY
    assert decision.own_handoff.base_point is None
    assert [(rejected.strategy, "2 stretches" in rejected.reason) for rejected in decision.rejected] == [
        (StartStrategy.DELTA_INTO_EXISTING, True)
    ]


def test_a_policy_may_allow_a_delta_over_more_stretches_or_over_none() -> None:
    other = provider_thread("L1", ran("2"), ran("4"), provider="claude")
    assert written(start(GAPS, other, max_delta_ranges=2).covers) == "T 2, T 4"
    assert start(C1, L1, max_delta_ranges=0).strategy is StartStrategy.FULL_INTO_EXISTING


def test_the_one_with_the_highest_run_that_is_history_comes_first() -> None:
    older, newer = provider_thread("C1", ran("1"), made=2), provider_thread("C2", ran("2"), made=1)
    assert start(older, newer).resumed == newer
    dropped = provider_thread("C2", ran("2", rolled_back_at=9), made=3)
    assert start(older, dropped).resumed == older


def test_the_one_made_later_comes_first_among_equals() -> None:
    earlier, later = provider_thread("C1", made=1), provider_thread("C2", made=2)
    assert start(earlier, later).resumed == later


def test_the_first_one_without_signals_is_resumed() -> None:
    failed = provider_thread("C2", ran("6"), status=ProviderThreadStatus.RESUME_FAILED)
    decision = start(C1, failed)
    assert (decision.strategy, decision.resumed, decision.signals) == (StartStrategy.DELTA_INTO_EXISTING, C1, ())


def test_without_a_usable_one_the_signals_are_those_of_the_first() -> None:
    failed = provider_thread("C2", ran("6"), status=ProviderThreadStatus.RESUME_FAILED)
    decision = start(CLOSED, failed)
    assert decision.strategy is StartStrategy.FULL_INTO_NEW
    assert [signal.kind for signal in decision.signals] == [StalenessSignalKind.RESUME_FAILED]


def test_a_compacted_one_is_resumed_unless_it_passes_a_limit() -> None:
    compacted = provider_thread("C1", ran("1-5"), compactions=(4,))
    for limit in (None, 4):
        decision = start(compacted, max_compacted_runs=limit)
        assert (decision.strategy, decision.resumed, decision.signals) == (StartStrategy.NONE, compacted, ())
    decision = start(compacted, max_compacted_runs=3)
    assert (decision.strategy, [signal.kind for signal in decision.signals]) == (StartStrategy.FULL_INTO_NEW, ["COMPACTED"])
    assert [rejected.reason for rejected in decision.rejected] == ["it was compacted and knows 4 runs as a summary only, more than 3"]


def test_a_compaction_that_only_informs_is_no_reason_of_a_start() -> None:
    decision = start(provider_thread("C1", ran("1-5"), compactions=(4,), status=ProviderThreadStatus.CLOSED))
    assert [signal.kind for signal in decision.signals] == ["CLOSED"]
    assert [rejected.reason for rejected in decision.rejected] == ["it is closed"]


def test_clean_context_starts_anew_with_a_summary() -> None:
    decision = start(C1, request=ResumeRequest(clean_context=True))
    assert decision.strategy is StartStrategy.FULL_INTO_NEW
    assert [signal.kind for signal in decision.signals] == [StalenessSignalKind.CLEAN_CONTEXT]


@pytest.mark.parametrize(
    ("served_by", "resumed"),
    [
        pytest.param(provider_thread("C1"), "C1", id="an active one"),
        pytest.param(provider_thread("C1", status=ProviderThreadStatus.CLOSED), None, id="a closed one"),
        pytest.param(provider_thread("C1", status=ProviderThreadStatus.ROLLED_BACK), None, id="one that was rolled back to nothing"),
    ],
)
def test_with_an_empty_history_only_an_active_one_is_resumed(served_by: ProviderThreadFacts, resumed: str | None) -> None:
    decision = start(served_by)
    assert (decision.strategy, decision.signals, decision.handoffs) == (StartStrategy.NONE, (), ())
    assert (decision.resumed.id if decision.resumed else None) == resumed


def test_a_pending_native_rollback_is_due_before_the_next_turn() -> None:
    rolled_back = provider_thread(
        "C1",
        ran("1-2"),
        ran("3-4", rolled_back_at=9),
        status=ProviderThreadStatus.ROLLED_BACK,
        native_rollback=NativeRollbackState.PENDING,
        native_rollback_kind=NativeActionKind.ROLLBACK_TURNS,
        native_rollback_to=2,
        turns={3: ("t3",), 4: ("t4", "t4b")},
    )
    assert steps(start(rolled_back).actions) == ["RESUME_THREAD ref", "ROLLBACK_TURNS ref 3", "SEND_TURN"]


def test_each_waiting_merge_back_and_result_adds_a_handoff_in_order_of_creation() -> None:
    decision = start(C1, L1, transfers=(MERGE_BACK, RESULT))
    assert decision.strategy is StartStrategy.DELTA_INTO_EXISTING
    assert [(handoff.transfer_id, written(handoff.covers)) for handoff in decision.handoffs] == [
        (None, "T 6-8"),
        ("M", "F 1-2"),
        ("S", "S 1"),
    ]
    assert written(decision.covers) == "T 6-8, F 1-2, S 1"
    assert kinds(decision.actions).count(NativeActionKind.DELIVER_HANDOFF) == 3


@pytest.mark.parametrize(
    ("served_by", "strategy"),
    [
        pytest.param((C1,), StartStrategy.DELTA_INTO_EXISTING, id="resumed"),
        pytest.param((), StartStrategy.FULL_INTO_NEW, id="made"),
    ],
)
def test_what_comes_in_turns_none_into_a_handoff(served_by: tuple[ProviderThreadFacts, ...], strategy: StartStrategy) -> None:
    decision = start(*served_by, transfers=(MERGE_BACK,))
    assert decision.strategy is strategy
    assert decision.own_handoff is None


def test_a_subagents_spawn_is_taken_up_without_a_handoff() -> None:
    decision = start(transfers=(SPAWN,))
    assert (decision.strategy, decision.transfers, decision.handoffs) == (StartStrategy.NONE, (SPAWN,), ())


@pytest.mark.parametrize(
    ("served_by", "transfers", "supported"),
    [
        pytest.param((C1,), (), True, id="it knows everything"),
        pytest.param((), (), True, id="there is no history"),
        pytest.param((C1, L1), (), False, id="it missed something"),
        pytest.param((C1,), (MERGE_BACK,), False, id="a merge-back waits"),
    ],
)
def test_a_provider_that_accepts_no_handoff(
    served_by: tuple[ProviderThreadFacts, ...], transfers: tuple[object, ...], supported: bool
) -> None:
    decision = start(*served_by, provider=profile(accepts_handoff=False), transfers=transfers)
    assert decision.supported is supported
    assert decision.transfers == transfers
    if not supported:
        assert (decision.resumed, decision.own_handoff, decision.actions, written(decision.covers)) == (None, None, (), "")


def test_that_a_run_is_active_is_told_by_the_facts() -> None:
    assert thread(C1, active=RunStatus.PREPARING).active_run is not None
    assert thread(C1, active=RunStatus.COMPLETED).active_run is None
