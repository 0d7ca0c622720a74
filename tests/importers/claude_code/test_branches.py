"""Which thread a run is in: rewinds within a file, siblings that are none, and forks into another file."""

import json

from lineage.domain.kinds import ParentRelationship, RunStatus
from lineage.importers.recorded import Departure
from tests.importers.claude_code.reading import data, read, read_bytes, read_lines, session, thread

FORK = ParentRelationship.FORK


def test_the_first_continuation_stays_and_each_later_one_is_a_fork() -> None:
    found = read(data("rewinds", 2))
    assert found.placed() == {
        thread(2): ["u1", "u2", "u3"],
        thread(2, ":02-v2"): ["v2", "v3", "z4"],
        thread(2, ":02-w2"): ["w2"],
        thread(2, ":02-w1"): ["w1"],
    }
    left = Departure(FORK, thread(2), run_id="claude-code:02-u1")
    assert [outline.departure for outline in found.outlines] == [None, left, left, None]
    assert found.faults == []


def test_only_the_branch_with_the_newest_line_is_live() -> None:
    sessions = [read.sessions[0] for read in read(data("rewinds", 2)).threads.values()]
    assert [(found.id, found.native_ref) for found in sessions][1] == (thread(2, ":02-v2"), session(2))
    assert [found.closed for found in sessions] == [True, False, True, True]
    assert [found.forked_from for found in sessions] == [None, thread(2), thread(2), None]


def test_nothing_is_live_in_a_session_that_was_rewound_to_its_beginning() -> None:
    emptied = {"type": "last-prompt", "leafUuid": None, "explicit": True}
    lines = [*map(json.loads, data("rewinds", 2).read_text().splitlines()), emptied]
    assert all(thread.sessions[0].closed for thread in read_lines(lines).threads.values())
    anew = {"type": "user", "uuid": "y1", "parentUuid": "lost", "message": {"content": "anew"}}
    assert read_lines([*lines, anew]).placed()[thread(1, ":y1")] == ["y1"]


def test_a_stray_line_without_a_parent_moves_nothing() -> None:
    stray = {"type": "system", "uuid": "y1", "parentUuid": None, "subtype": "informational"}
    lines = [*map(json.loads, data("rewinds", 2).read_text().splitlines()), stray]
    assert [thread.sessions[0].closed for thread in read_lines(lines).threads.values()] == [True, False, True, True]


def test_a_summary_is_the_title_of_its_branch_alone() -> None:
    titles = [thread.title for thread in read(data("rewinds", 2)).threads.values()]
    assert titles == ["The first branch", None, None, None]


def test_a_longer_file_moves_no_run_to_another_thread() -> None:
    for path in (data("rewinds", 2), data("siblings", 3), data("compaction", 40), data("sidechains", 21), data("messages", 50)):
        lines = path.read_bytes().splitlines(keepends=True)
        before: dict[str, list[str]] = {}
        for count in range(1, len(lines) + 1):
            placed = read_bytes(b"".join(lines[:count]), path.name).placed()
            assert all(placed[id][: len(runs)] == runs for id, runs in before.items())
            before = placed
        assert before == read(path).placed()


def test_calls_results_and_hooks_side_by_side_are_one_run() -> None:
    found = read(data("siblings", 3))
    assert found.placed() == {thread(3): ["u1", "u2"]}
    assert [len(run.items) for run in found.runs().values()] == [4, 2]
    assert found.faults == []


def test_a_fork_that_names_its_source_has_the_runs_of_the_original_lines() -> None:
    found = read(data("forks", 11))
    assert found.placed() == {thread(11): ["p-u1", "p-u2", "f-u1"]}
    assert found.departure(thread(11)) == Departure(FORK, thread(10), run_id="claude-code:10-p-u2")
    assert found.threads[thread(11)].sessions[0].forked_from == thread(10)
    assert [run.turns for run in found.runs().values()] == [("10-n-p-u1",), ("10-n-p-u2",), ("10-f-u1",)]


def test_lines_of_another_session_at_the_beginning_were_copied_from_it() -> None:
    found = read(data("forks", 12))
    assert found.placed() == {thread(12): ["p-u1", "p-u2", "g-u1"]}
    assert found.departure(thread(12)) == Departure(FORK, thread(10), run_id="claude-code:10-p-u2")


def test_a_fork_begins_with_its_first_own_line() -> None:
    assert [read(data("forks", number)).outlines[0].created_at.day for number in (10, 11, 12, 13)] == [1, 2, 2, 2]


def test_a_fork_of_today_is_known_by_the_same_runs_alone() -> None:
    found = read(data("forks", 13))
    assert found.outlines[0].departure is None
    assert found.placed()[thread(13)][:2] == read(data("forks", 10)).placed()[thread(10)][:2]


def test_a_turn_that_was_cut_by_a_fork_is_the_same_run() -> None:
    found = read(data("forks", 14))
    assert found.placed() == {thread(14): ["p-u1", "p-u2", "i-u1"]}
    assert found.runs()["p-u2"].ended_as is RunStatus.INTERRUPTED


def test_lines_that_say_nothing_of_their_parents_follow_each_other() -> None:
    lines = [
        {"type": type_, "uuid": uuid, "message": {"content": uuid}}
        for uuid, type_ in (("u1", "user"), ("a1", "assistant"), ("u2", "user"), ("a2", "assistant"))
    ]
    assert read_lines(lines).placed() == {thread(1): ["u1", "u2"]}
    beginnings = [{**line, "parentUuid": None} if line["type"] == "user" else line for line in lines]
    assert read_lines(beginnings).placed() == {thread(1): ["u1"], thread(1, ":u2"): ["u2"]}
