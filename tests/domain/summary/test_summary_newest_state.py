"""Newest state wins, over runs and threads (design 7)."""

import pytest

from lineage.domain.summary import SummaryItem, summarize

from .builders import item, payload_of, run, text_of


def test_the_last_state_of_a_path_wins_with_its_own_line_counts() -> None:
    runs = [
        run(
            1,
            item("FILE_CHANGE", path="a.py", change="added", additions=120, deletions=3),
            item("FILE_CHANGE", path="b.py", change="added"),
        ),
        run(1, item("FILE_CHANGE", path="a.py", change="deleted"), thread="F"),
    ]
    assert summarize(runs, None).text == "Earlier work, newest first\n\nFiles changed:\n- a.py (deleted)\n- b.py (added)"


def test_the_last_result_of_a_command_wins_even_when_it_was_told_as_a_test() -> None:
    text = text_of(
        item("TEST", command="pytest", exitCode=1, summary="2 failed"),
        item("COMMAND", command="make", exitCode=2),
        item("COMMAND", command="pytest", exitCode=0),
        item("COMMAND", command="make", exitCode=0),
    )
    assert text == "Earlier work, newest first\n\nCommands:\n- make (exit 0)\n- pytest (exit 0)"


def test_the_latest_todo_list_is_the_state_and_done_points_are_not_open() -> None:
    state = payload_of(
        item("TODO", items=[{"text": "GONE", "status": "pending"}]),
        item("TODO", "the plan", items=[{"text": "one", "status": "pending"}, {"text": "two", "status": "completed"}, "three"]),
        item("TODO", "four"),
        item("TODO", "one", status="completed"),
    )["todo"]
    assert state == [
        {"text": "one", "status": "completed"},
        {"text": "two", "status": "completed"},
        {"text": "three", "status": None},
        {"text": "four", "status": None},
    ]
    assert text_of(item("TODO", "the plan", items=[{"text": "two", "status": "completed"}, "three"])) == (
        "Earlier work, newest first\n\nPlan and todo:\n- the plan\n- three\n- 1 done"
    )


def test_an_empty_todo_list_empties_the_plan() -> None:
    assert payload_of(item("TODO", "one"), item("TODO", items=[]))["todo"] == []


def test_a_single_point_that_is_resolved_is_done() -> None:
    assert text_of(item("TODO", "one"), item("TODO", "two"), item("TODO", "one", resolved=True)) == (
        "Earlier work, newest first\n\nPlan and todo:\n- two\n- 1 done"
    )


@pytest.mark.parametrize("kind", ["APPROVAL", "QUESTION", "FAILURE"])
@pytest.mark.parametrize(
    ("told", "still_open"),
    [
        ([item("K", "a"), item("K", "a", resolved=True)], []),
        ([item("K", "a", id="1"), item("K", "answered: b", id="1", resolved=True)], []),
        ([item("K", "a", id=1), item("K", "a", id="1", resolved=True)], []),
        ([item("K", "a", id="1"), item("K", "a", resolved=True)], []),
        ([item("K", "a"), item("K", "a", id="1", resolved=True)], []),
        ([item("K", "a", id="1"), item("K", "a", id="2", resolved=True)], ["a"]),
        ([item("K", "a", resolved=True), item("K", "a", resolved=False)], ["a"]),
        ([item("K", "a"), item("K", "b"), item("K", "a")], ["a", "b"]),
        ([item("K", "a", id="1"), item("K", "b", id="1")], ["b"]),
        ([item("K", "a", id="1"), item("K", "a", id="2"), item("K", "a", resolved=True)], []),
        ([item("K", "a", resolved="true")], ["a"]),
    ],
)
def test_what_is_resolved_later_is_gone(kind: str, told: list[SummaryItem], still_open: list[str]) -> None:
    payload = payload_of(*(SummaryItem(kind, each.text, each.data) for each in told))
    assert [
        entry["text"] for entry in payload[{"APPROVAL": "approvals", "QUESTION": "questions", "FAILURE": "failures"}[kind]]
    ] == still_open


def test_resolving_a_question_leaves_an_approval_of_the_same_words_open() -> None:
    assert text_of(item("APPROVAL", "push", id="1"), item("QUESTION", "push", id="1", resolved=True)) == "Open approvals: push"


def test_a_decision_told_twice_stands_once_and_one_with_the_same_id_is_replaced() -> None:
    payload = payload_of(item("DECISION", "a"), item("DECISION", "b", id="d"), item("DECISION", "a"), item("DECISION", "c", id="d"))
    assert [entry["text"] for entry in payload["decisions"]] == ["c", "a"]


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ({"tool": "sh", "command": "ls"}, item("TOOL_OUTPUT", tool="other", command="ls", output="NEW")),
        ({"tool": "read", "path": "a.py"}, item("TOOL_OUTPUT", tool="read", path="a.py", output="NEW")),
        ({"tool": "search"}, item("TOOL_OUTPUT", "NEW", tool="search")),
        ({"tool": "read", "path": "a.py"}, item("FILE_CHANGE", path="a.py")),
        ({"tool": "sh", "command": "pytest"}, item("TEST", command="pytest", exitCode=0)),
        ({"tool": "sh", "command": "make"}, item("COMMAND", command="make", exitCode=0)),
        ({}, item("TOOL_OUTPUT", "NEW")),
    ],
)
def test_tool_output_that_a_later_item_supersedes_does_not_enter(first: dict[str, str], later: SummaryItem) -> None:
    old = item("TOOL_OUTPUT", "STALE", **first)
    assert "STALE" in text_of(later, old)
    assert "STALE" not in text_of(old, later)


def test_tool_output_of_something_else_stays() -> None:
    text = text_of(
        item("TOOL_OUTPUT", "first", tool="read", path="a.py"),
        item("TOOL_OUTPUT", "second", tool="grep", path="a.py"),
        item("TOOL_OUTPUT", "third", tool="read", path="b.py"),
        item("TOOL_OUTPUT", "fourth", command="ls"),
        item("COMMAND", command="make"),
        item("FILE_CHANGE", path="c.py"),
    )
    assert all(word in text for word in ("first", "second", "third", "fourth"))


def test_only_the_newest_few_tool_outputs_enter() -> None:
    text = text_of(*(item("TOOL_OUTPUT", f"printed-{n}", tool="read", path=f"{n}.py") for n in range(9)))
    assert [n for n in range(9) if f"printed-{n}" in text] == [4, 5, 6, 7, 8]


def test_a_failed_run_is_told_until_a_later_one_follows() -> None:
    assert summarize([run(1, status="FAILED")], None).text == "Known failures: run 1 failed"
    assert summarize([run(1, status="FAILED"), run(2)], None).text == "2 runs, nothing recorded."
