"""Forks: today's name the place where they left, older ones have a copy of their parent's lines."""

import pytest

from lineage.domain.kinds import ParentRelationship
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind
from tests.importers.codex_rollouts.rollouts import read_below, read_one, steps, thread_id, turn


def test_a_fork_names_the_place_in_its_parents_file() -> None:
    found = read_below("fork")
    departure = found[thread_id(16)].outlines[thread_id(16)].departure
    assert departure == Departure(ParentRelationship.FORK, thread_id(15), place=7)
    parent = found[thread_id(15)].outlines[thread_id(15)]
    assert [place <= 7 for place in parent.places] == [True, False]
    thread = found[thread_id(16)].threads[thread_id(16)]
    assert thread.sessions[0].forked_from == thread_id(15)
    assert thread.metadata["forkedFrom"] == thread_id(15).removeprefix("codex:")


def test_a_fork_that_was_reverted_to_before_its_begin_keeps_what_it_inherited_and_says_so() -> None:
    found = read_below("fork")[thread_id(16)]
    assert steps(found, thread_id(16)) == ["B1", "B2", "dropped from B1", "B3"]
    assert found.kinds() == {FaultKind.DANGLING_PARENT}


def test_a_fork_of_nothing_has_no_parent() -> None:
    found = read_below("fork")[thread_id(17)]
    assert found.outlines[thread_id(17)].departure is None
    assert found.threads[thread_id(17)].sessions[0].forked_from is None


@pytest.mark.parametrize(("parent", "named"), [(71, True), (73, False)], ids=["with turn ids", "without turn ids"])
def test_copied_turns_have_the_ids_that_they_have_in_the_parents_file(parent: int, named: bool) -> None:
    found = read_below("copied_with_ids" if named else "copied_without_ids")
    original, fork = (found[id].outlines[id] for id in (thread_id(parent), thread_id(parent + 1)))
    assert fork.run_ids[:2] == original.run_ids[:2]
    assert fork.run_ids[2] == (turn(parent * 10 + 4) if named else f"{thread_id(parent + 1)}:1")
    assert fork.departure == Departure(ParentRelationship.FORK, thread_id(parent), run_id=original.run_ids[1])
    assert steps(found[fork.id], fork.id) == ["One", "Two", "Three else"]
    assert found[fork.id].faults == {}


def test_a_thread_that_names_itself_as_its_parent_is_a_cycle() -> None:
    found = read_one("itself")
    assert found.outlines[thread_id(102)].departure is None
    assert found.kinds() == {FaultKind.CYCLE}
