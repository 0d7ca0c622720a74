"""Which recorded threads belong together."""

from itertools import permutations

import pytest

from lineage.domain.recording.recorded import RecordedThread, Spawn
from lineage.domain.recording.weaving import Placement, Woven, weave
from tests.recording.telling import at, fork, outline, run, subagent, thread


def woven(*threads: RecordedThread) -> Woven:
    """The threads placed, in whichever order they come."""
    answers = [weave(map(outline, order)) for order in permutations(threads)]
    for answer in answers[1:]:
        assert answer.placements == answers[0].placements
        assert answer.owners == answers[0].owners
        assert sorted(answer.faults) == sorted(answers[0].faults)
    return answers[0]


def place(found: Woven, id: str) -> Placement:
    return found.placements[id]


def test_threads_that_share_nothing_are_roots() -> None:
    found = woven(thread("a", run("1", 0)), thread("b", run("2", 0)))
    assert [place(found, id).root_id for id in "ab"] == ["a", "b"]
    assert found.faults == []


def test_a_copied_prefix_makes_a_fork_and_is_counted_once() -> None:
    found = woven(thread("parent", run("1", 0), run("2", 1), run("3", 5)), thread("child", run("1", 0), run("2", 1), run("4", 3), minute=2))
    child = place(found, "child")
    assert (child.parent_id, child.source_run_id, child.cut, child.depth) == ("parent", "2", 2, 1)
    assert found.owners == {"1": "parent", "2": "parent", "3": "parent", "4": "child"}
    assert found.ordinals == {"1": 1, "2": 2, "3": 3, "4": 1}


def test_of_files_that_are_as_old_the_shorter_one_is_the_parent() -> None:
    found = woven(thread("long", run("1", 0), run("2", 1), run("3", 2)), thread("short", run("1", 0), run("2", 1)))
    assert place(found, "long").parent_id == "short"
    assert place(found, "long").cut == 2


def test_a_copy_of_a_copy_hangs_below_the_thread_that_ran_the_last_common_run() -> None:
    found = woven(
        thread("a", run("1", 0), run("2", 1)),
        thread("b", run("1", 0), run("2", 1), run("3", 2), minute=2),
        thread("c", run("1", 0), run("2", 1), run("3", 2), run("4", 4), minute=4),
    )
    assert [(place(found, id).parent_id, place(found, id).source_run_id, place(found, id).depth) for id in "bc"] == [
        ("a", "2", 1),
        ("b", "3", 2),
    ]


def test_a_named_parent_is_kept_when_it_inherited_the_last_copied_run() -> None:
    found = woven(
        thread("a", run("1", 0), run("2", 1)),
        thread("b", run("1", 0), run("2", 1), run("3", 2), minute=2, departure=fork("a")),
        thread("c", run("1", 0), run("4", 5), minute=4, departure=fork("b")),
    )
    child = place(found, "c")
    assert (child.parent_id, child.source_run_id, child.depth) == ("b", "1", 2)


def test_a_fork_without_copies_leaves_at_the_run_that_it_names() -> None:
    found = woven(thread("a", run("1", 0), run("2", 1)), thread("b", run("3", 2), departure=fork("a", run_id="1"), minute=2))
    assert (place(found, "b").source_run_id, place(found, "b").cut) == ("1", 0)


@pytest.mark.parametrize(("line", "source"), [(10, "1"), (19, "1"), (20, "2"), (500, "2")])
def test_a_fork_at_a_place_of_its_parents_file_leaves_at_the_newest_run_that_begins_there_or_before(line: int, source: str) -> None:
    parent = thread("a", run("1", 0, place=10), run("2", 1, place=20))
    found = woven(parent, thread("b", run("3", 2), departure=fork("a", place=line), minute=2))
    assert place(found, "b").source_run_id == source


def test_a_fork_before_its_parents_first_run_is_a_root() -> None:
    found = woven(thread("a", run("1", 0, place=10)), thread("b", run("3", 2), departure=fork("a", place=5), minute=2))
    assert place(found, "b").parent_id is None


def test_a_subagent_is_placed_by_the_call_that_started_it() -> None:
    parent = thread("a", run("1", 0), run("2", 1, spawns=[Spawn("call-7")]))
    found = woven(parent, thread("b", run("3", 1.1), departure=subagent("a", call_id="call-7"), minute=1.1))
    assert (place(found, "b").parent_id, place(found, "b").source_run_id, place(found, "b").relationship) == ("a", "2", "SUBAGENT")


def test_a_call_that_a_fork_copied_is_its_parents() -> None:
    calls = run("1", 0, spawns=[Spawn("call-7")])
    found = woven(
        thread("a", calls),
        thread("fork", calls, run("2", 3), minute=3),
        thread("b", run("3", 0.1), departure=subagent("fork", call_id="call-7"), minute=0.1),
    )
    assert place(found, "b").parent_id == "a"


def test_a_parent_that_is_not_there_is_waited_for() -> None:
    found = woven(thread("b", run("3", 2), departure=fork("a", run_id="1")))
    assert (place(found, "b").parent_id, place(found, "b").awaits) == (None, "a")
    assert [(id, kind) for id, kind, _ in found.faults] == [("b", "MISSING_PARENT")]


def test_threads_that_name_each_other_as_parents_are_told_and_the_oldest_is_the_root() -> None:
    found = woven(
        thread("a", run("1", 0), departure=fork("c", run_id="3")),
        thread("b", run("2", 1), departure=fork("a", run_id="1"), minute=1),
        thread("c", run("3", 2), departure=fork("b", run_id="2"), minute=2),
    )
    assert {id: placement.parent_id for id, placement in found.placements.items()} == {"a": None, "b": "a", "c": "b"}
    assert ("a", "CYCLE") in [(id, kind) for id, kind, _ in found.faults]


def test_a_thread_that_names_itself_is_a_root() -> None:
    assert place(woven(thread("a", run("1", 0), departure=fork("a"))), "a").parent_id is None


def test_a_chain_of_thousands_is_woven_without_recursion() -> None:
    threads = [thread("t0", run("r0", 0))]
    threads += [thread(f"t{n}", run(f"r{n}", n), departure=fork(f"t{n - 1}", run_id=f"r{n - 1}"), minute=n) for n in range(1, 3000)]
    found = weave(map(outline, reversed(threads)))
    assert place(found, "t2999").depth == 2999


def test_where_only_the_time_is_known_the_run_is_found_later() -> None:
    found = woven(thread("a", run("1", 0)), thread("b", run("2", 4), departure=subagent("a", at=at(3)), minute=3))
    assert (place(found, "b").source_run_id, place(found, "b").source_at) == (None, at(3))
