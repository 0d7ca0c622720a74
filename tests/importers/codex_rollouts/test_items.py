"""What turns did, each thing once, though events and the model's history both tell it."""

from tests.importers.codex_rollouts.rollouts import items, read_one, thread_id, turn


def test_the_work_of_todays_turns() -> None:
    assert items(read_one("today").run(turn(1))) == [
        ("USER_MESSAGE", "Fix the parser"),
        ("REASONING", "First look.\n\nThen fix."),
        ("TEST", {"command": "pytest -q", "exitCode": 1, "summary": "2 failed"}),
        ("FILE_CHANGE", {"path": "src/parser.py", "change": "modified", "additions": 2, "deletions": 1}),
        ("FILE_CHANGE", {"path": "src/new.py", "change": "added", "additions": 2, "deletions": 0}),
        ("FILE_CHANGE", {"path": "src/is.py", "change": "renamed", "additions": 1, "deletions": 1, "from": "src/was.py"}),
        ("FILE_CHANGE", {"path": "src/gone.py", "change": "deleted", "additions": 0, "deletions": 1}),
        ("TODO", {"items": [{"text": "Read", "status": "completed"}, {"text": "Write", "status": "in_progress"}]}),
        ("TOOL_OUTPUT", {"tool": "docs.lookup", "output": "found it", "failed": False}),
        ("TOOL_OUTPUT", {"tool": "web search", "output": "grammar rules"}),
        ("COMMAND", {"command": "make serve", "exitCode": 0, "summary": "starting\nstopped"}),
        ("APPROVAL", {"id": "call_7", "resolved": True, "decision": "declined"}),
        ("USER_MESSAGE", "And the tests"),
        ("ASSISTANT_MESSAGE", "Fixed."),
    ]


def test_failures_and_commands_without_an_end() -> None:
    found = read_one("today")
    assert items(found.run(turn(2))) == [("USER_MESSAGE", "This fails"), ("FAILURE", "the endpoint is down")]
    assert items(found.run(turn(4)))[1:] == [
        ("COMMAND", {"command": "sleep 100", "exitCode": None, "summary": ""}),
        ("ASSISTANT_MESSAGE", "I wait."),
    ]


def test_the_work_of_older_turns_is_told_by_calls_and_outputs_alone() -> None:
    first = read_one("legacy").threads[thread_id(70)].runs[0]
    assert items(first) == [
        ("USER_MESSAGE", "List the files"),
        ("REASONING", "Look first."),
        ("COMMAND", {"command": "ls", "exitCode": 0, "summary": "a.txt\nb.txt"}),
        ("COMMAND", {"command": "cat a.txt", "exitCode": 1, "summary": "no such file"}),
        ("FILE_CHANGE", {"path": "c.txt", "change": "added", "additions": 2, "deletions": 0}),
        ("FILE_CHANGE", {"path": "b.txt", "change": "deleted"}),
        ("FILE_CHANGE", {"path": "d.txt", "change": "renamed", "additions": 1, "deletions": 1, "from": "a.txt"}),
        ("APPROVAL", {"id": "call_4", "resolved": True, "decision": "declined"}),
        ("TOOL_OUTPUT", {"tool": "docs.lookup", "output": "nothing found", "failed": True}),
        ("ASSISTANT_MESSAGE", "There are two."),
    ]
    assert [item.text for item in first.items if item.kind == "APPROVAL"] == ["Declined: to run make"]


def test_items_have_the_times_of_their_lines() -> None:
    items = read_one("today").run(turn(1)).items
    seconds = [item.at.second for item in items if item.at is not None]
    assert seconds == [2, 2, 3, 4, 4, 4, 4, 5, 6, 6, 8, 8, 8, 9]
