"""What merge-backs and subagents' results bring (design 5)."""

from dataclasses import replace

import pytest

from lineage.domain.facts import ThreadFacts, TransferFact
from lineage.domain.kinds import ContextTransferStatus, ParentRelationship, RunStatus, ThreadRelationshipKind
from lineage.domain.merge import Brought, EarlierTransfer, merge_back_of, merge_target, result_of
from lineage.errors import BadInput, UnstableSource
from tests.domain.builders import left, point, points, provider_thread, ran, root, thread, transfer, written

T = thread(provider_thread("C1", ran("1-4")))
F = thread(
    provider_thread("F1", ran("1-3"), ran("4", checkpoints=False), thread="F"),
    line=(left("F", "T", "T 2"), root()),
    inherited={"T": (ran("1-4"),)},
)
G = thread(
    provider_thread("G1", ran("1"), thread="G"),
    line=(left("G", "F", "F 2"), left("F", "T", "T 2"), root()),
    inherited={"F": (ran("1-4"),), "T": (ran("1-4"),)},
)
SUBAGENT = thread(provider_thread("S1", ran("1-3"), thread="S"), line=(left("S", "T", "T 2", by=ParentRelationship.SUBAGENT), root()))


def earlier(
    at: str, status: ContextTransferStatus = ContextTransferStatus.CONSUMED, rolled_back: bool = False, id: str = "X"
) -> EarlierTransfer:
    """A transfer of the same pair that was made before."""
    return EarlierTransfer(transfer(ThreadRelationshipKind.MERGE_BACK, id=id, at=at, status=status), rolled_back)


def test_a_fork_merges_into_its_parent_or_further_up_its_line_of_forks() -> None:
    assert merge_target(G, None) == "F"
    assert merge_target(G, "T") == "T"


@pytest.mark.parametrize(("fork", "target"), [(T, None), (SUBAGENT, None), (G, "elsewhere"), (F, "F"), (T, "F")])
def test_any_other_pair_is_refused(fork: ThreadFacts, target: str | None) -> None:
    with pytest.raises(BadInput):
        merge_target(fork, target)


@pytest.mark.parametrize(
    ("fork", "target", "before", "base", "brings"),
    [
        pytest.param(F, T, (), "T 2", "F 1-3", id="from the source point to the latest stable point"),
        pytest.param(F, T, (earlier("F 2"),), "F 2", "F 3", id="after what was merged before"),
        pytest.param(
            F, T, (earlier("F 1"), earlier("F 2", rolled_back=True)), "F 1", "F 2-3", id="a merge that was rolled back does not count"
        ),
        pytest.param(F, T, (earlier("F 2", ContextTransferStatus.PENDING),), "T 2", "F 1-3", id="nor one that is pending"),
        pytest.param(F, T, (earlier("F 9"),), "T 2", "F 1-3", id="nor one whose point is gone from the history"),
        pytest.param(G, F, (), "F 2", "G 1", id="into the parent"),
        pytest.param(G, T, (), "T 2", "F 1-2, G 1", id="over the parent's head"),
    ],
)
def test_what_a_merge_back_brings(
    fork: ThreadFacts, target: ThreadFacts, before: tuple[EarlierTransfer, ...], base: str, brings: str
) -> None:
    brought = merge_back_of(fork, target, before)
    assert (brought.base, written(brought.carries)) == (point(base), brings)
    assert brought.source == brought.carries.last


@pytest.mark.parametrize(
    ("fork", "before"),
    [
        pytest.param(F, (earlier("F 3"),), id="nothing stable since the last merge"),
        pytest.param(thread(line=(left("F", "T", "T 2"), root()), inherited={"T": (ran("1-4"),)}), (), id="the fork ran nothing"),
    ],
)
def test_a_fork_with_nothing_stable_to_bring_is_refused(fork: ThreadFacts, before: tuple[EarlierTransfer, ...]) -> None:
    with pytest.raises(UnstableSource):
        merge_back_of(fork, T, before)


def test_a_result_brings_the_childs_history_after_the_last_result_that_counts() -> None:
    assert result_of(SUBAGENT, ()) == Brought(point("S 3"), None, points("S 1-3"))
    brought = result_of(SUBAGENT, (earlier("S 1"),))
    assert isinstance(brought, Brought)
    assert (brought.base, written(brought.carries)) == (point("S 1"), "S 2-3")


@pytest.mark.parametrize("status", [ContextTransferStatus.PENDING, ContextTransferStatus.RESOLVED_PORTABLE, ContextTransferStatus.CONSUMED])
def test_the_same_state_gives_the_same_transfer_again(status: ContextTransferStatus) -> None:
    found = result_of(SUBAGENT, (earlier("S 1", id="old"), earlier("S 3", status, id="same")))
    assert isinstance(found, TransferFact)
    assert found.id == "same"


@pytest.mark.parametrize("before", [earlier("S 3", ContextTransferStatus.SUPERSEDED), earlier("S 3", rolled_back=True)])
def test_a_superseded_or_rolled_back_result_is_made_anew(before: EarlierTransfer) -> None:
    assert isinstance(result_of(SUBAGENT, (before,)), Brought)


@pytest.mark.parametrize(
    "child",
    [
        thread(line=SUBAGENT.line),
        replace(SUBAGENT, last_run=thread(active=RunStatus.RUNNING).last_run),
    ],
)
def test_a_child_without_history_or_with_an_active_run_has_no_result(child: ThreadFacts) -> None:
    with pytest.raises(UnstableSource):
        result_of(child, ())
