"""How the first run of a fork starts (design 3): natively where that is possible, else by a summary of the whole history."""

from typing import Any

import pytest

from lineage.domain.facts import ForkSource, ProviderThreadFacts
from lineage.domain.kinds import (
    HandoffStrategy,
    HistoryMode,
    NativeRefStrength,
    ProviderThreadStatus,
    SourceKind,
    StartStrategy,
    ThreadRelationshipKind,
)
from lineage.domain.points import segments_in
from lineage.domain.staleness import Policy, ResumeRequest
from lineage.domain.start import StartDecision, decide_start
from tests.domain.builders import left, profile, provider_thread, ran, root, run, steps, thread, took, transfer, written

TURNS = {3: ("t3",), 4: ("t4", None), 5: (None,)}


def codex(*runs: Any, **more: Any) -> ProviderThreadFacts:
    """The source's provider thread; runs 1 to 5 when nothing else is said, of which only 3 has a turn that can be named last."""
    return provider_thread("C1", *(runs or (ran("1-5"),)), **{"turns": TURNS, **more})


def start(
    origin: ProviderThreadFacts,
    at: int = 3,
    *,
    kind: SourceKind = SourceKind.RUN,
    request: ResumeRequest | None = None,
    busy: bool = False,
    subagent: bool = False,
    native_failed: bool = False,
    dropped: bool = False,
    history: str = "1-5",
    **capabilities: Any,
) -> StartDecision:
    """The decision for the first run on codex of F, forked from run at of T, whose history is T's up to there."""
    source = ForkSource(run(f"T {at}", dropped=dropped), origin, busy, subagent)
    fork = transfer(ThreadRelationshipKind.FORK, at=f"T {at}", source_kind=kind)
    facts = thread(line=(left("F", "T", f"T {at}"), root()), inherited={"T": (ran(history),)}, transfers=(fork,), fork_source=source)
    return decide_start(facts, profile(**capabilities), request or ResumeRequest(), Policy(), lambda part: 0, native_failed)


@pytest.mark.parametrize(
    ("at", "origin", "actions"),
    [
        pytest.param(3, codex(), ["FORK_THREAD ref t3", "SEND_TURN"], id="at a turn that has a reference"),
        pytest.param(5, codex(), ["FORK_THREAD ref", "SEND_TURN"], id="after the last turn"),
        pytest.param(4, codex(), ["FORK_THREAD ref", "ROLLBACK_TURNS 1", "SEND_TURN"], id="in full, then the later turns are dropped"),
        pytest.param(5, codex(history_mode=HistoryMode.PAGINATED), ["FORK_THREAD ref", "SEND_TURN"], id="paginated, after the last turn"),
        pytest.param(3, codex(adopted=True), ["FORK_THREAD ref t3", "SEND_TURN"], id="adopted meanwhile, at a turn that has a reference"),
        pytest.param(3, codex(status=ProviderThreadStatus.DIVERGENT), ["FORK_THREAD ref t3", "SEND_TURN"], id="divergent"),
    ],
)
def test_native_forks(at: int, origin: ProviderThreadFacts, actions: list[str]) -> None:
    decision = start(origin, at)
    assert decision.strategy is StartStrategy.NATIVE
    assert steps(decision.actions) == actions
    assert (decision.handoffs, decision.rejected, decision.signals) == ((), (), ())


@pytest.mark.parametrize(
    "decision",
    [
        pytest.param(start(provider_thread("L1", ran("1-5"), provider="claude")), id="it ran on another provider"),
        pytest.param(start(codex(native_ref_strength=NativeRefStrength.WEAK)), id="its reference is weak"),
        pytest.param(start(codex(ref=None)), id="it has no reference"),
        pytest.param(start(codex(status=ProviderThreadStatus.RESUME_FAILED)), id="resuming it failed"),
        pytest.param(start(codex(status=ProviderThreadStatus.CLOSED)), id="it is closed"),
        pytest.param(start(codex(model="a"), request=ResumeRequest(model="b"), resume_across_models=False), id="another model"),
        pytest.param(
            start(codex(runtime_mode="a"), request=ResumeRequest(runtime_mode="b"), resume_across_runtime_modes=False), id="another mode"
        ),
        pytest.param(start(codex(), request=ResumeRequest(clean_context=True)), id="clean context"),
        pytest.param(start(codex(), native_failed=True), id="it failed before"),
        pytest.param(start(codex(), dropped=True), id="the run's turns were dropped"),
        pytest.param(start(codex(), native_fork=False), id="the provider cannot fork"),
        pytest.param(start(codex(), 4, busy=True), id="no boundary while a run is active"),
        pytest.param(start(codex(adopted=True), 4), id="no boundary after an adoption"),
        pytest.param(start(codex(history_mode=HistoryMode.PAGINATED), 4), id="no boundary in paginated history"),
        pytest.param(start(codex(), 4, native_rollback=False), id="no boundary without a rollback"),
    ],
)
def test_what_speaks_against_a_native_fork_is_named_and_the_whole_history_is_handed_over(decision: StartDecision) -> None:
    assert decision.strategy is StartStrategy.FULL_INTO_NEW
    assert [rejected.strategy for rejected in decision.rejected] == [StartStrategy.NATIVE]
    assert decision.own_handoff is not None
    assert decision.own_handoff.transfer_id == "X"
    assert decision.own_handoff.strategy is HandoffStrategy.FULL_THREAD_SUMMARY
    assert decision.own_handoff.covers == decision.history
    assert steps(decision.actions) == ["CREATE_THREAD", "DELIVER_HANDOFF", "SEND_TURN"]


def test_what_a_native_fork_does_not_know_goes_with_it_in_a_delta() -> None:
    decision = start(codex(ran("1"), ran("3"), ran("5")), 3)
    assert decision.strategy is StartStrategy.NATIVE
    assert decision.native is not None
    assert written(segments_in(decision.native.took_along)) == "T 1, T 3"
    assert decision.own_handoff is not None
    assert decision.own_handoff.transfer_id is None
    assert written(decision.covers) == "T 2"
    assert steps(decision.actions) == ["FORK_THREAD ref t3", "DELIVER_HANDOFF", "SEND_TURN"]


def test_what_came_by_handoffs_is_taken_along() -> None:
    assert start(codex(ran("1"), ran("3"), handoffs=(took("T 2", 3),)), 3).handoffs == ()


def test_a_native_fork_that_needs_a_handoff_is_unsupported_where_none_is_accepted() -> None:
    assert start(codex(ran("1-3")), 3, accepts_handoff=False).strategy is StartStrategy.NATIVE
    decision = start(codex(ran("1"), ran("3")), 3, accepts_handoff=False)
    assert decision.strategy is StartStrategy.UNSUPPORTED
    assert [rejected.strategy for rejected in decision.rejected] == [StartStrategy.NATIVE]


@pytest.mark.parametrize(
    ("kind", "ref", "strategy"),
    [
        (SourceKind.CHECKPOINT, None, StartStrategy.CHECKPOINT_INTO_NEW),
        (SourceKind.CHECKPOINT, "ref", StartStrategy.FULL_INTO_NEW),
        (SourceKind.RUN, None, StartStrategy.FULL_INTO_NEW),
        (SourceKind.LATEST_STABLE, None, StartStrategy.FULL_INTO_NEW),
    ],
)
def test_a_checkpoint_without_a_native_thread_gets_a_summary_of_its_own_kind(
    kind: SourceKind, ref: str | None, strategy: StartStrategy
) -> None:
    assert start(codex(ref=ref), kind=kind, native_fork=False).strategy is strategy


def test_an_idle_provider_thread_of_a_subagent_is_adopted_even_where_forking_is_not_possible() -> None:
    decision = start(codex(), 5, kind=SourceKind.PROVIDER_THREAD, subagent=True, native_fork=False)
    assert decision.native is not None
    assert decision.native.adopts
    assert steps(decision.actions) == ["ADOPT_THREAD ref", "SEND_TURN"]


@pytest.mark.parametrize(
    "decision",
    [
        pytest.param(start(codex(), 5, kind=SourceKind.PROVIDER_THREAD), id="it is no subagent's"),
        pytest.param(start(codex(), 5, kind=SourceKind.RUN, subagent=True), id="the fork named a run"),
        pytest.param(start(codex(), 3, kind=SourceKind.PROVIDER_THREAD, subagent=True), id="it went on since"),
        pytest.param(
            start(codex(status=ProviderThreadStatus.ROLLED_BACK), 5, kind=SourceKind.PROVIDER_THREAD, subagent=True),
            id="it was rolled back",
        ),
    ],
)
def test_anything_else_is_forked_instead_of_adopted(decision: StartDecision) -> None:
    assert decision.native is not None
    assert not decision.native.adopts
    assert steps(decision.actions)[0].startswith("FORK_THREAD ref")
