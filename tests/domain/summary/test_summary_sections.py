"""What enters, where, and how it is worded (design 7)."""

import pytest

from lineage.domain.summary import SummaryCheckpoint, SummaryItem, summarize

from .builders import DIFF, item, payload_of, run, text_of

CHECKPOINT = SummaryCheckpoint("k1", "T", 1, "abc123", {"files": 1, "additions": 120, "deletions": 3})

EVERYTHING = (
    item("USER_MESSAGE", "please add a parser"),
    item("GOAL", "ship the parser"),
    item("CONSTRAINT", "no new dependencies"),
    item("DECISION", "recursive descent"),
    item("FILE_CHANGE", path="src/parser.py", change="added", additions=120, deletions=3),
    item("COMMAND", command="make build", exitCode=0),
    item("TEST", command="pytest -q", exitCode=1, summary="2 failed"),
    item("TODO", items=[{"text": "write docs", "status": "in_progress"}, {"text": "old", "status": "completed"}]),
    item("APPROVAL", "push to main", resolved=False),
    item("QUESTION", "which licence", resolved=False),
    item("FAILURE", "unicode breaks it"),
    item("SUBAGENT_RESULT", "the bug is\nin the lexer"),
    item("TOOL_OUTPUT", tool="grep", path="src/lexer.py", output="3 matches"),
    item("ASSISTANT_MESSAGE", "the parser stands"),
)

WHOLE = """\
Earlier work, newest first

Goals:
- ship the parser

Constraints:
- no new dependencies

Checkpoint:
- k1, run 1; workspace abc123; 1 file, +120 -3

Open approvals:
- push to main

Open questions:
- which licence

Plan and todo:
- write docs (in_progress)
- 1 done

Known failures:
- run 2 failed
- unicode breaks it

Decisions:
- recursive descent

Requests:
- run 2: and the tests
- run 1: please add a parser

Files changed:
- src/parser.py (added, +120 -3)

Tests:
- pytest -q (exit 1): 2 failed

Commands:
- make build (exit 0)

Subagent and merged results:
- the bug is
  in the lexer

Last answer:
- run 1: the parser stands

Latest tool output:
- grep src/lexer.py: 3 matches"""


def test_every_section_stands_in_the_order_of_its_importance() -> None:
    summary = summarize([run(1, *EVERYTHING), run(2, message="and the tests", status="FAILED")], CHECKPOINT)
    assert summary.text == WHOLE
    assert not summary.shortened
    assert summary.checkpoint_id == "k1"


def test_the_payload_says_the_same_as_data() -> None:
    assert summarize([run(1, *EVERYTHING), run(2, message="and the tests", status="FAILED")], CHECKPOINT).payload == {
        "runs": 2,
        "goals": [{"text": "ship the parser"}],
        "constraints": [{"text": "no new dependencies"}],
        "checkpointId": "k1",
        "checkpoint": {
            "id": "k1",
            "threadId": "T",
            "ordinal": 1,
            "workspaceRef": "abc123",
            "diffSummary": {"files": 1, "additions": 120, "deletions": 3},
        },
        "approvals": [{"text": "push to main"}],
        "questions": [{"text": "which licence"}],
        "todo": [{"text": "write docs", "status": "in_progress"}, {"text": "old", "status": "completed"}],
        "failures": [{"text": "run 2 failed", "threadId": "T", "ordinal": 2, "status": "FAILED"}, {"text": "unicode breaks it"}],
        "decisions": [{"text": "recursive descent"}],
        "requests": [
            {"threadId": "T", "ordinal": 2, "text": "and the tests"},
            {"threadId": "T", "ordinal": 1, "text": "please add a parser"},
        ],
        "files": [{"path": "src/parser.py", "change": "added", "additions": 120, "deletions": 3}],
        "tests": [{"command": "pytest -q", "exitCode": 1, "summary": "2 failed"}],
        "commands": [{"command": "make build", "exitCode": 0, "summary": None}],
        "results": [{"text": "the bug is\nin the lexer"}],
        "answer": [{"threadId": "T", "ordinal": 1, "text": "the parser stands"}],
        "outputs": [{"tool": "grep", "command": None, "path": "src/lexer.py", "output": "3 matches"}],
    }


def test_the_order_of_fields_in_the_data_changes_nothing() -> None:
    assert text_of(item("GOAL", odd={"b": 1, "a": 2}, x=3)) == text_of(item("GOAL", x=3, odd={"a": 2, "b": 1}))


def test_a_heading_can_be_given() -> None:
    assert summarize([run(1, *EVERYTHING)], None, heading="Merged from a fork").text.startswith("Merged from a fork\n\nGoals:")


@pytest.mark.parametrize(
    ("count", "says"), [(0, "0 runs, nothing recorded."), (1, "1 run, nothing recorded."), (12, "12 runs, nothing recorded.")]
)
def test_runs_that_left_nothing_are_told_in_a_few_words(count: int, says: str) -> None:
    assert summarize([run(n + 1) for n in range(count)], None).text == says


def test_a_single_line_does_without_a_heading() -> None:
    assert text_of(item("DECISION", "use sqlite")) == "Decisions: use sqlite"
    assert summarize([run(1), run(2, status="INTERRUPTED")], None).text == "Known failures: run 2 was interrupted"
    assert summarize([run(7)], SummaryCheckpoint("k7", "T", 7, None, None)).text == "Checkpoint: k7, run 7"


def test_a_message_stands_in_for_a_run_without_items_alone() -> None:
    runs = [run(1, message="MESSAGE-1"), run(2, item("GOAL", "goal"), message="MESSAGE-2"), run(3, message="MESSAGE-3")]
    text = summarize(runs, None).text
    assert "- run 3: MESSAGE-3\n- run 1: MESSAGE-1" in text
    assert "MESSAGE-2" not in text


def test_of_the_conversation_every_request_and_the_last_answer_enter_and_they_are_short() -> None:
    text = text_of(
        item("USER_MESSAGE", "OLD-REQUEST"),
        item("ASSISTANT_MESSAGE", "OLD-ANSWER"),
        item("USER_MESSAGE", "NEW-REQUEST " + "q" * 5000),
        item("ASSISTANT_MESSAGE", "NEW-ANSWER " + "a" * 5000),
    )
    assert text.index("NEW-REQUEST") < text.index("OLD-REQUEST")
    assert "NEW-ANSWER" in text
    assert "OLD-ANSWER" not in text
    assert "characters)" in text
    assert len(text) < 1500
    assert len(payload_of(item("USER_MESSAGE", "q" * 5000))["requests"][0]["text"]) == 5000


@pytest.mark.parametrize(
    ("differences", "says"),
    [
        (None, "Checkpoint: k, run 1"),
        ({"files": 2}, "Checkpoint: k, run 1; 2 files"),
        ({"deletions": 4}, "Checkpoint: k, run 1; -4"),
        ("two files touched", "Checkpoint: k, run 1; two files touched"),
        ({"files": ["a", "b"], "additions": 1}, 'Checkpoint: k, run 1; +1, {"files": ["a", "b"]}'),
        (["a", "b"], 'Checkpoint: k, run 1; ["a", "b"]'),
        ({"additions": 1, "patch": DIFF}, 'Checkpoint: k, run 1; +1, {"patch": "(diff of 8 lines left out)"}'),
    ],
)
def test_a_diff_summary_of_any_shape_is_told(differences: object, says: str) -> None:
    assert summarize([run(1)], SummaryCheckpoint("k", "T", 1, None, differences)).text == says


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (item("FILE_CHANGE", path="a.py"), "Files changed: a.py"),
        (item("FILE_CHANGE", "moved the lexer", path="a.py", change="modified"), "Files changed: a.py (modified): moved the lexer"),
        (item("FILE_CHANGE", path="a.py", additions=1), "Files changed: a.py (+1)"),
        (item("FILE_CHANGE", "changed a.py"), "Files changed: changed a.py"),
        (item("COMMAND", "ls -l"), "Commands: ls -l"),
        (item("COMMAND", "built", command="make"), "Commands: make: built"),
        (item("TEST", command="pytest", exitCode=0), "Tests: pytest (exit 0)"),
        (item("TODO", "write docs"), "Plan and todo: write docs"),
        (item("APPROVAL", id="a-1"), "Open approvals: a-1"),
        (item("APPROVAL", command="rm -r build"), 'Open approvals: {"command": "rm -r build"}'),
        (SummaryItem("GOAL", None, "from the data"), "Goals: from the data"),
        (item("GOAL", title="from a field"), "Goals: from a field"),
        (item("TOOL_OUTPUT", "printed"), "Latest tool output: printed"),
    ],
)
def test_an_item_says_what_its_fields_hold_or_else_its_text(given: SummaryItem, says: str) -> None:
    assert text_of(given) == says
