"""Which runs are a thread's history (design 2)."""

import pytest

from lineage.domain.facts import RunGroup
from lineage.domain.history import head_ordinal, history_of, latest_stable, newest_checkpointed
from lineage.domain.kinds import ParentRelationship, RunStatus
from tests.domain.builders import left, point, provider_thread, ran, root, thread, written

PARENT = (ran("1-3"), ran("4-5", rolled_back_at=9))


def test_a_root_has_its_own_runs_that_are_not_rolled_back() -> None:
    facts = thread(provider_thread("C1", ran("1-2"), ran("5"), ran("4", rolled_back_at=9)), provider_thread("L1", ran("3")))
    assert written(history_of(facts)) == "T 1-3, T 5"
    assert head_ordinal(facts, history_of(facts)) == 5


@pytest.mark.parametrize(
    ("parent_version", "history"),
    [
        pytest.param(8, "T 1-4", id="the runs were rolled back after the fork was made"),
        pytest.param(9, "T 1-3", id="the fork was made when they were rolled back"),
    ],
)
def test_a_fork_has_its_parents_history_as_it_was_cut_after_the_source_point(parent_version: int, history: str) -> None:
    facts = thread(line=(left("F", "T", "T 4", parent_version=parent_version), root()), inherited={"T": PARENT})
    assert written(history_of(facts)) == history
    assert head_ordinal(facts, history_of(facts)) == 0


def test_a_fork_of_a_fork_goes_on_with_its_own_runs() -> None:
    facts = thread(
        provider_thread("G1", ran("1"), thread="G"),
        line=(left("G", "F", "F 2"), left("F", "T", "T 3"), root()),
        inherited={"F": (ran("1-5"),), "T": PARENT},
    )
    assert written(history_of(facts)) == "T 1-3, F 1-2, G 1"
    assert head_ordinal(facts, history_of(facts)) == 1


def test_a_fork_from_an_inherited_point_takes_nothing_of_its_parents_own_runs() -> None:
    facts = thread(line=(left("G", "F", "T 2"), left("F", "T", "T 3"), root()), inherited={"F": (ran("1-5"),), "T": PARENT})
    assert written(history_of(facts)) == "T 1-2"


def test_a_subagents_thread_starts_with_an_empty_history() -> None:
    facts = thread(line=(left("S", "T", "T 3", by=ParentRelationship.SUBAGENT), root()), inherited={"T": PARENT})
    assert not history_of(facts)


@pytest.mark.parametrize(
    ("runs", "stable", "checkpointed"),
    [
        pytest.param((ran("1-3"),), "T 3", "T 3", id="completed runs with checkpoints"),
        pytest.param((ran("1-2"), ran("3", checkpoints=False)), "T 2", "T 2", id="the last has no checkpoint"),
        pytest.param((ran("1-2"), ran("3", ended=RunStatus.FAILED)), "T 2", "T 3", id="the last failed"),
        pytest.param((ran("1-2"), ran("3", rolled_back_at=9)), "T 2", "T 2", id="the last was rolled back"),
        pytest.param((ran("1", ended=None),), None, "T 1", id="nothing completed"),
        pytest.param((), None, None, id="nothing at all"),
    ],
)
def test_the_latest_stable_run_completed_and_has_a_checkpoint(
    runs: tuple[RunGroup, ...], stable: str | None, checkpointed: str | None
) -> None:
    facts = thread(provider_thread("C1", *runs))
    history = history_of(facts)
    assert latest_stable(facts, history) == (point(stable) if stable else None)
    assert newest_checkpointed(facts, history) == (point(checkpointed) if checkpointed else None)


def test_an_inherited_stable_run_stays_so_when_the_parent_rolls_it_back() -> None:
    facts = thread(
        provider_thread("C1", ran("1", checkpoints=False), thread="F"),
        line=(left("F", "T", "T 4", parent_version=8), root()),
        inherited={"T": PARENT},
    )
    assert latest_stable(facts, history_of(facts)) == point("T 4")
