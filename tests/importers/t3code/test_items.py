"""Turn items in the shapes that the adapters give."""

from typing import Any

import pytest

from lineage.domain.kinds import TurnItemKind
from tests.importers.t3code.reading import read_text
from tests.importers.t3code.story import Story


def told(type_: str, *others: tuple[str, dict[str, Any]], **fields: Any) -> list[tuple[TurnItemKind, str | None, Any]]:
    """The items besides the message that one of the program's gives; others are further events about the thread."""
    story = Story()
    story.thread("main")
    story.start("r1", "main", 1, "pt-codex")
    story.begin("r1")
    for event_type, payload in others:
        story.emit(event_type, "main", payload)
    story.item("r1", type_, "item", **fields)
    (run,) = read_text(story.text()).threads["main"].runs
    return [(item.kind, item.text, item.data) for item in run.items[1:]]


def test_commands_are_told_without_their_shell_and_test_runs_as_tests() -> None:
    assert told("command_execution", input="/bin/bash -lc 'ls -a'", output="a\nb\n", exitCode=0) == [
        (TurnItemKind.COMMAND, None, {"command": "ls -a", "exitCode": 0, "summary": "a\nb"})
    ]
    assert told("command_execution", input="pytest -q", output="1 failed", exitCode=1, status="failed") == [
        (TurnItemKind.TEST, None, {"command": "pytest -q", "exitCode": 1, "summary": "1 failed"})
    ]


@pytest.mark.parametrize("status", ["idle", "pending", "cancelled"])
def test_commands_that_were_not_run_are_left_out(status: str) -> None:
    assert told("command_execution", input="rm -r build", status=status) == []


@pytest.mark.parametrize(
    ("fields", "data"),
    [
        (
            {"fileName": "/srv/tree/src/a.py", "additions": 4, "deletions": 1},
            {"path": "src/a.py", "change": "modified", "additions": 4, "deletions": 1},
        ),
        (
            {"fileName": "b.py", "diffStr": "--- /dev/null\n+++ b/b.py\n@@ -0,0 +1,2 @@\n+one\n+two"},
            {"path": "b.py", "change": "added", "additions": 2, "deletions": 0},
        ),
        (
            {"fileName": "c.py", "diffStr": "--- a/c.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-one"},
            {"path": "c.py", "change": "deleted", "additions": 0, "deletions": 1},
        ),
        ({"fileName": "d.py", "oldStr": "", "newStr": "x"}, {"path": "d.py", "change": "added"}),
        ({"fileName": "/elsewhere/e.py", "oldStr": "y", "newStr": "x"}, {"path": "/elsewhere/e.py", "change": "modified"}),
    ],
)
def test_file_changes_have_paths_in_the_folder_and_counts(fields: dict[str, Any], data: dict[str, Any]) -> None:
    assert told("file_change", **fields) == [(TurnItemKind.FILE_CHANGE, None, data)]


def test_a_file_change_that_failed_is_none() -> None:
    assert told("file_change", fileName="a.py", status="failed") == []


def test_todo_lists_and_proposed_plans_are_the_plan() -> None:
    steps = [{"id": "1", "text": "Look", "status": "completed"}, {"id": "2", "text": "Write", "status": "running"}]
    assert told("todo_list", planId="p", steps=steps, explanation="As agreed") == [
        (TurnItemKind.TODO, "As agreed", {"items": [{"text": "Look", "status": "completed"}, {"text": "Write", "status": "in_progress"}]})
    ]
    assert told("proposed_plan", planId="p", markdown="1. Look", streaming=False) == [
        (TurnItemKind.TODO, "1. Look", {"id": "p", "status": "pending"})
    ]
    superseded = ("plan.updated", {"id": "p", "threadId": "main", "runId": "r1", "status": "superseded", "kind": "proposed_plan"})
    assert told("proposed_plan", superseded, planId="p", markdown="1. Look", streaming=False) == [
        (TurnItemKind.TODO, "1. Look", {"id": "p", "status": "cancelled"})
    ]


@pytest.mark.parametrize(
    ("status", "decision", "text", "data"),
    [
        ("waiting", None, "to run rm", {"id": "q", "resolved": False}),
        ("completed", "accept", "Allowed: to run rm", {"id": "q", "resolved": True, "decision": "allowed"}),
        ("completed", "decline", "Declined: to run rm", {"id": "q", "resolved": True, "decision": "declined"}),
        ("cancelled", None, "Declined: to run rm", {"id": "q", "resolved": True, "decision": "declined"}),
    ],
)
def test_wishes_for_consent_say_what_became_of_them(status: str, decision: str | None, text: str, data: dict[str, Any]) -> None:
    request = {"id": "q", "threadId": "main", "status": "pending" if status == "waiting" else "resolved", "decision": decision}
    found = told(
        "approval_request", ("runtime-request.updated", request), requestId="q", requestKind="command", prompt="to run rm", status=status
    )
    assert found == [(TurnItemKind.APPROVAL, text, data)]


def test_each_question_is_told_with_its_answer() -> None:
    asked = [{"id": "a", "question": "Which licence?"}, {"id": "b", "question": "Which year?"}]
    answered = ("runtime-request.updated", {"id": "q", "threadId": "main", "status": "resolved", "answers": {"a": "MIT"}})
    assert told("user_input_request", answered, requestId="q", questions=asked) == [
        (TurnItemKind.QUESTION, "Which licence?", {"id": "q-1", "resolved": True, "answer": "MIT"}),
        (TurnItemKind.QUESTION, "Which year?", {"id": "q-2", "resolved": True}),
    ]
    assert [item[2] for item in told("user_input_request", requestId="q", questions=asked[:1], status="waiting")] == [
        {"id": "q-1", "resolved": False}
    ]


def test_tools_are_told_with_what_they_gave() -> None:
    assert told("dynamic_tool", toolName="calendar.list", input={}, output={"content": [{"type": "text", "text": "Monday"}]}) == [
        (TurnItemKind.TOOL_OUTPUT, None, {"tool": "calendar.list", "output": "Monday", "failed": False})
    ]
    assert told("web_search", patterns=["parsers", "grammars"]) == [
        (TurnItemKind.TOOL_OUTPUT, None, {"tool": "web search", "output": "parsers\ngrammars"})
    ]
    assert told("file_search", pattern="*.py") == [], "it only looked around"


def test_failures_count_but_not_those_that_the_provider_tries_again() -> None:
    failure = {"class": "transport_error", "message": "The line broke", "code": None, "retryable": True}
    assert told("error", failure=failure) == [(TurnItemKind.FAILURE, "The line broke", None)]
    assert told("error", failure=failure, retry={"attempt": 1, "maxAttempts": 3, "retryDelayMs": 10}) == []


def test_reasoning_and_notices_are_kept_apart_from_what_summaries_take() -> None:
    assert told("reasoning", text="Let me see", streaming=False) == [(TurnItemKind.REASONING, "Let me see", None)]
    assert told("system_notice", message="The workspace is ready") == [(TurnItemKind.PROTOCOL, "The workspace is ready", None)]


def test_items_stand_by_their_numbers_and_the_last_snapshot_of_each_counts() -> None:
    story = Story()
    story.thread("main")
    story.start("r1", "main", 1, "pt-codex")
    story.begin("r1")
    story.item("r1", "assistant_message", "b", ordinal=300, messageId="b", text="Second", streaming=False)
    story.item("r1", "assistant_message", "a", ordinal=200, messageId="a", text="Fir", streaming=True, status="running")
    story.item("r1", "assistant_message", "a", ordinal=200, messageId="a", text="First", streaming=False)
    (run,) = read_text(story.text()).threads["main"].runs
    assert [item.text for item in run.items] == ["Please do r1", "First", "Second"]
