"""What rolling a thread back invalidates (design 4)."""

from typing import Any

import pytest

from lineage.domain.facts import ProviderThreadFacts, ThreadFacts
from lineage.domain.kinds import (
    ContextTransferStatus,
    HandoffStatus,
    HistoryMode,
    NativeRefStrength,
    ProviderThreadStatus,
    RunStatus,
    ThreadRelationshipKind,
)
from lineage.domain.models import Provider
from lineage.domain.ranges import ordinals_in
from lineage.domain.rollback import LeavingTransfer, OwnHandoff, ProviderThreadRollback, Rollback, RollbackFacts, rollback_of
from lineage.errors import BadInput
from tests.domain.builders import left, point, profile, provider_thread, ran, root, segments, steps, thread

TURNS = {2: ("t2",), 4: ("t4", "t4b"), 5: ("t5",)}
CODEX = provider_thread("C1", ran("1-2"), ran("4-5"), turns=TURNS)
CLAUDE = provider_thread("L1", ran("3"), provider="claude", ref=None)


def roll_back(
    to: int,
    facts: ThreadFacts | None = None,
    handoffs: tuple[OwnHandoff, ...] = (),
    transfers: tuple[LeavingTransfer, ...] = (),
    branches: tuple[tuple[str, int], ...] = (),
    profiles: dict[str, Provider] | None = None,
) -> Rollback:
    """The rollback of T, whose runs 1, 2, 4 and 5 ran on codex and 3 on claude."""
    known = profiles or {kind: profile(kind) for kind in ("codex", "claude")}
    return rollback_of(RollbackFacts(facts or thread(CODEX, CLAUDE), known, handoffs, transfers, branches), to)


def rolled_back(origin: ProviderThreadFacts, to: int = 2, **capabilities: Any) -> ProviderThreadRollback:
    """What becomes of one provider thread."""
    (found,) = roll_back(to, thread(origin), profiles={"codex": profile(**capabilities)}).provider_threads
    return found


@pytest.mark.parametrize(("to", "dropped"), [(0, [1, 2, 3, 4, 5]), (2, [3, 4, 5]), (5, [])])
def test_the_own_runs_above_the_ordinal_are_dropped(to: int, dropped: list[int]) -> None:
    assert ordinals_in(roll_back(to).dropped) == dropped


@pytest.mark.parametrize("to", [6, 99])
def test_an_ordinal_that_is_not_history_is_never_clamped(to: int) -> None:
    with pytest.raises(BadInput, match="expected 0 or one of 1-5"):
        roll_back(to)


def test_a_run_that_was_rolled_back_or_inherited_is_no_place_to_go_back_to() -> None:
    with pytest.raises(BadInput, match="1, 3"):
        roll_back(2, thread(provider_thread("C1", ran("1"), ran("2", rolled_back_at=7), ran("3"))))
    fork = thread(provider_thread("F1", ran("5"), thread="F"), line=(left("F", "T", "T 2"), root()), inherited={"T": (ran("1-2"),)})
    with pytest.raises(BadInput):
        roll_back(2, fork)


def test_handoffs_of_the_thread_that_cover_a_dropped_run_are_superseded() -> None:
    handoffs = (
        OwnHandoff("over 1-2", HandoffStatus.READY, segments("T 1-2")),
        OwnHandoff("over 2-3", HandoffStatus.READY, segments("T 1-2, T 3")),
        OwnHandoff("pending", HandoffStatus.PENDING, segments("T 4")),
        OwnHandoff("failed", HandoffStatus.FAILED, segments("T 5")),
        OwnHandoff("superseded", HandoffStatus.SUPERSEDED, segments("T 5")),
        OwnHandoff("of a fork's runs", HandoffStatus.READY, segments("F 4-5")),
    )
    assert roll_back(2, handoffs=handoffs).handoff_ids == ("over 2-3", "pending", "failed")


def leaving(id: str, type: ThreadRelationshipKind, status: ContextTransferStatus, **more: Any) -> LeavingTransfer:
    return LeavingTransfer(id, type, status, **more)


@pytest.mark.parametrize(
    ("transfer", "taken_back"),
    [
        (leaving("x", ThreadRelationshipKind.MERGE_BACK, ContextTransferStatus.PENDING, source_ordinal=3), True),
        (leaving("x", ThreadRelationshipKind.MERGE_BACK, ContextTransferStatus.RESOLVED_PORTABLE, source_ordinal=3), True),
        (leaving("x", ThreadRelationshipKind.MERGE_BACK, ContextTransferStatus.CONSUMED, source_ordinal=3), False),
        (leaving("x", ThreadRelationshipKind.MERGE_BACK, ContextTransferStatus.PENDING, source_ordinal=2), False),
        (leaving("x", ThreadRelationshipKind.SUBAGENT_RESULT, ContextTransferStatus.PENDING, spawning_ordinal=3), True),
        (leaving("x", ThreadRelationshipKind.SUBAGENT_RESULT, ContextTransferStatus.PENDING, spawning_ordinal=2), False),
        (leaving("x", ThreadRelationshipKind.SUBAGENT_RESULT, ContextTransferStatus.RESOLVED_PORTABLE, spawning_ordinal=3), False),
    ],
)
def test_transfers_that_are_taken_back(transfer: LeavingTransfer, taken_back: bool) -> None:
    assert roll_back(2, transfers=(transfer,)).transfer_ids == (("x",) if taken_back else ())


def test_the_handoffs_of_a_transfer_that_is_taken_back_go_with_it_once() -> None:
    transfer = leaving(
        "x", ThreadRelationshipKind.MERGE_BACK, ContextTransferStatus.RESOLVED_PORTABLE, source_ordinal=3, handoff_ids=("h", "i")
    )
    own = OwnHandoff("h", HandoffStatus.READY, segments("T 3"))
    assert roll_back(2, handoffs=(own,), transfers=(transfer,)).handoff_ids == ("h", "i")


def test_branches_from_dropped_runs_are_detached_in_order_of_creation() -> None:
    assert roll_back(2, branches=(("B", 5), ("A", 2), ("C", 3))).detached == ("B", "C")


def test_provider_threads_come_by_their_first_dropped_run_and_only_those_that_ran_one() -> None:
    assert [found.provider_thread.id for found in roll_back(2).provider_threads] == ["L1", "C1"]
    assert [found.provider_thread.id for found in roll_back(3).provider_threads] == ["C1"]


@pytest.mark.parametrize(
    ("origin", "capabilities", "action"),
    [
        pytest.param(CODEX, {}, "ROLLBACK_TURNS ref 3", id="by counting the turns present above"),
        pytest.param(CODEX, {"native_rollback": False}, "REVERT_BEFORE_TURN ref t4", id="by the first turn above"),
        pytest.param(
            provider_thread("C1", ran("1-2"), ran("4-5"), turns=TURNS, history_mode=HistoryMode.PAGINATED),
            {},
            "REVERT_BEFORE_TURN ref t4",
            id="paginated history by the first turn above",
        ),
        pytest.param(
            provider_thread("C1", ran("1-2"), ran("4", rolled_back_at=5), ran("5"), turns=TURNS),
            {},
            "ROLLBACK_TURNS ref 3",
            id="turns of runs that were rolled back before are still there",
        ),
        pytest.param(
            provider_thread("C1", ran("1-2"), ran("4", rolled_back_at=5, dropped=True), ran("5"), turns=TURNS),
            {},
            "ROLLBACK_TURNS ref 1",
            id="turns that were dropped before are not",
        ),
    ],
)
def test_what_can_be_told_the_provider(origin: ProviderThreadFacts, capabilities: dict[str, Any], action: str) -> None:
    found = rolled_back(origin, **capabilities)
    assert (found.status_after, found.reason) == (ProviderThreadStatus.ROLLED_BACK, None)
    assert found.action is not None
    assert steps([found.action]) == [action]


def test_the_last_turn_that_is_kept_is_named_where_there_is_one() -> None:
    kept = rolled_back(CODEX, native_rollback=False).action
    assert kept is not None
    assert kept.kept_turn_ref == "t2"
    forked = provider_thread("C1", ran("4-5"), turns=TURNS, forked_at=point("P 3"), forked_at_turn="of the source")
    dropped = roll_back(0, thread(forked), profiles={"codex": profile(native_rollback=False)}).provider_threads[0].action
    assert dropped is not None
    assert dropped.kept_turn_ref == "of the source"


@pytest.mark.parametrize(
    ("origin", "capabilities"),
    [
        pytest.param(provider_thread("C1", ran("1-5"), ref=None, turns=TURNS), {}, id="no reference"),
        pytest.param(provider_thread("C1", ran("1-5"), native_ref_strength=NativeRefStrength.WEAK, turns=TURNS), {}, id="a weak reference"),
        pytest.param(provider_thread("C1", ran("1-5"), adopted=True, turns=TURNS), {}, id="adopted by a fork"),
        pytest.param(CODEX, {"native_rollback": False, "native_revert": False}, id="the provider can do neither"),
        pytest.param(
            provider_thread("C1", ran("1-2"), ran("4-5"), turns={4: (None, "t4b")}),
            {"native_rollback": False},
            id="the first turn has no reference",
        ),
    ],
)
def test_what_cannot_be_told_diverges_and_says_why(origin: ProviderThreadFacts, capabilities: dict[str, Any]) -> None:
    found = rolled_back(origin, **capabilities)
    assert (found.status_after, found.action) == (ProviderThreadStatus.DIVERGENT, None)
    assert found.reason
    assert found.changes


@pytest.mark.parametrize("status", [ProviderThreadStatus.RESUME_FAILED, ProviderThreadStatus.CLOSED, ProviderThreadStatus.DIVERGENT])
def test_one_that_is_unfit_stays_what_it_is(status: ProviderThreadStatus) -> None:
    found = rolled_back(provider_thread("C1", ran("1-5"), status=status, turns=TURNS))
    assert (found.status_after, found.action, found.changes) == (status, None, False)


def test_what_a_provider_thread_loses_and_keeps() -> None:
    found = rolled_back(CODEX, to=4)
    assert (ordinals_in(found.rolled_back), ordinals_in(found.retained)) == ([5], [1, 2, 4])


@pytest.mark.parametrize(
    ("facts", "to", "checkpointed"),
    [
        (thread(CODEX, CLAUDE), 2, "T 2"),
        (thread(provider_thread("C1", ran("1"), ran("2-3", checkpoints=False))), 2, "T 1"),
        (thread(provider_thread("C1", ran("1"), ran("2-3", ended=RunStatus.FAILED))), 2, "T 2"),
        (thread(CODEX, CLAUDE), 0, None),
        (
            thread(provider_thread("F1", ran("1"), thread="F"), line=(left("F", "T", "T 2"), root()), inherited={"T": (ran("1-2"),)}),
            0,
            "T 2",
        ),
    ],
)
def test_the_newest_checkpoint_that_remains(facts: ThreadFacts, to: int, checkpointed: str | None) -> None:
    assert roll_back(to, facts).checkpointed == (point(checkpointed) if checkpointed else None)
