"""What Claude Code's events become. They are shaped as the program writes them, with the fields that count."""

from pathlib import Path
from typing import Any

from lineage.adapters.claude.items import TurnReader
from lineage.adapters.port import Compacted, Observed, Said
from lineage.domain.kinds import TurnItemKind

FOLDER = Path("/project")


def read(*events: dict[str, Any]) -> list[Said | Observed | Compacted]:
    reader = TurnReader(FOLDER)
    return [told for event in events for told in reader.read(event)]


def assistant(*blocks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "assistant", "message": {"content": list(blocks)}, "parent_tool_use_id": None, **more}


def piece(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "stream_event", "event": {"type": kind, **fields}, "parent_tool_use_id": None}


def tool(name: str, given: dict[str, Any], said: str, details: Any = None, failed: bool = False) -> list[dict[str, Any]]:
    """A call and its result."""
    block = {"type": "tool_result", "tool_use_id": "t1", "content": said, "is_error": failed}
    return [
        assistant({"type": "tool_use", "id": "t1", "name": name, "input": given}),
        {"type": "user", "message": {"content": [block]}, "parent_tool_use_id": None, "tool_use_result": details},
    ]


def test_pieces_of_text_are_told_apart() -> None:
    text, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": "so"}
    block = [piece("content_block_start", content_block=text), piece("content_block_delta", delta=delta), piece("content_block_stop")]
    assert read(*block, *block) == [Said("so"), Said("\n\n"), Said("so")]


def test_what_a_subagent_says_is_not_the_answer_but_what_it_runs_is_told() -> None:
    inside = {"parent_tool_use_id": "t0"}
    events = [{**event, **inside} for event in tool("Bash", {"command": "ls"}, "a.txt", {"stdout": "a.txt"})]
    said = assistant({"type": "text", "text": "I looked"}, **inside)
    prompt = {"type": "user", "message": {"content": [{"type": "text", "text": "look"}]}, **inside}
    assert read(prompt, *events, said) == [Observed(TurnItemKind.COMMAND, data={"command": "ls", "exitCode": 0, "summary": "a.txt"})]


def test_a_subagents_result_is_its_last_answer() -> None:
    details = {"status": "completed", "content": [{"type": "text", "text": "found it"}]}
    (item,) = read(*tool("Agent", {"description": "look"}, "found it\nagentId: a1 (use SendMessage)", details))
    assert item == Observed(TurnItemKind.SUBAGENT_RESULT, "found it", {"description": "look"})


def test_thinking_is_told_when_it_says_something() -> None:
    assert read(assistant({"type": "thinking", "thinking": "hm"}), assistant({"type": "thinking", "thinking": " "})) == [
        Observed(TurnItemKind.REASONING, "hm")
    ]


def test_a_command_is_told_with_its_exit_code() -> None:
    (failed,) = read(*tool("Bash", {"command": "pytest -q"}, "Exit code 2\n1 failed", "Error: Exit code 2\n1 failed", failed=True))
    assert failed == Observed(TurnItemKind.TEST, data={"command": "pytest -q", "exitCode": 2, "summary": "1 failed"})
    (found_nothing,) = read(*tool("Bash", {"command": "grep x y"}, "", {"returnCodeInterpretation": "No matches found"}))
    assert isinstance(found_nothing, Observed)
    assert found_nothing.data["exitCode"] is None


def test_a_command_that_was_not_run_is_not_told() -> None:
    assert not read(
        *tool("Bash", {"command": "rm x"}, "This command requires approval", "Error: This command requires approval", failed=True)
    )


def test_a_command_in_the_background_is_told_again_when_it_has_ended() -> None:
    events = tool("Bash", {"command": "make"}, "Command running in background with ID: b1", {"backgroundTaskId": "b1"})
    ended = {"type": "system", "subtype": "task_notification", "tool_use_id": "t1", "summary": 'Command "d" failed with exit code 2'}
    started, told = read(*events, ended)
    assert isinstance(started, Observed)
    assert isinstance(told, Observed)
    assert (started.data["exitCode"], told.data["exitCode"]) == (None, 2)
    assert started.data["command"] == told.data["command"] == "make"


def test_changed_files_are_told_by_their_lines() -> None:
    hunks = [{"lines": [" one", "-two", "+2", "+2b"]}, {"lines": ["-x"]}]
    (edited,) = read(*tool("Edit", {"file_path": "/project/src/a.py"}, "updated", {"structuredPatch": hunks}))
    assert edited == Observed(TurnItemKind.FILE_CHANGE, data={"path": "src/a.py", "change": "modified", "additions": 2, "deletions": 2})
    (outside,) = read(*tool("Write", {"file_path": "/else/b", "content": "1\n2"}, "created", {"type": "create", "structuredPatch": []}))
    assert outside == Observed(TurnItemKind.FILE_CHANGE, data={"path": "/else/b", "change": "added", "additions": 2, "deletions": 0})
    (notebook,) = read(*tool("NotebookEdit", {"notebook_path": "/project/n.ipynb"}, "updated", {"cell_id": "c1"}))
    assert notebook == Observed(TurnItemKind.FILE_CHANGE, data={"path": "n.ipynb", "change": "modified"})
    assert not read(*tool("Edit", {"file_path": "/project/a"}, "not read yet", "Error: not read yet", failed=True))


def test_plans_are_told_as_lists_and_as_points() -> None:
    (listed,) = read(*tool("TodoWrite", {"todos": [{"content": "x", "status": "pending", "activeForm": "xing"}]}, "modified", {}))
    assert listed == Observed(TurnItemKind.TODO, data={"items": [{"text": "x", "status": "pending"}]})
    created = tool("TaskCreate", {"subject": "write it"}, "Task #1 created", {"task": {"id": "1", "subject": "write it"}})
    updated = tool("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated", {"taskId": "1"})
    assert [told.data for told in read(*created, *updated) if isinstance(told, Observed)] == [
        {"text": "write it", "status": "pending"},
        {"text": "write it", "status": "completed"},
    ]
    (earlier,) = read(*updated)
    assert earlier == Observed(TurnItemKind.TODO, data={"text": "task 1", "status": "completed"})


def test_other_tools_are_told_by_their_output_unless_they_only_look() -> None:
    (fetched,) = read(*tool("WebFetch", {"url": "http://x"}, "a page", {}))
    assert fetched == Observed(TurnItemKind.TOOL_OUTPUT, data={"tool": "WebFetch", "output": "a page", "failed": False})
    assert not read(*tool("Read", {"file_path": "/project/a"}, "1 one", {}))


def test_denials_are_told_with_what_was_asked_for() -> None:
    denials = [
        {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "curl x"}},
        {"tool_name": "Edit", "tool_use_id": "t2", "tool_input": {"file_path": "/project/a"}},
        {"tool_name": "WebFetch", "tool_use_id": "t3", "tool_input": {"url": "x"}},
    ]
    told = read({"type": "result", "is_error": False, "permission_denials": denials})
    assert [item.text for item in told if isinstance(item, Observed)] == [
        "Declined: to run curl x",
        "Declined: to change a",
        "Declined: to use WebFetch",
    ]
    assert isinstance(told[0], Observed)
    assert told[0].data == {"id": "t1", "resolved": True, "decision": "declined"}


def test_an_error_of_the_endpoint_is_a_failure_and_no_answer() -> None:
    reader = TurnReader(FOLDER)
    told = list(reader.read(assistant({"type": "text", "text": "Not logged in"}, error="authentication_failed")))
    assert told == [Observed(TurnItemKind.FAILURE, "Not logged in")]
    assert reader.is_logged_out


def test_a_compaction_is_noted() -> None:
    noted, compacted = read({"type": "system", "subtype": "compact_boundary", "compact_metadata": {"trigger": "auto", "pre_tokens": 9000}})
    assert isinstance(noted, Observed)
    assert noted.kind is TurnItemKind.PROTOCOL
    assert compacted == Compacted(tokens_before=9000)
    assert read({"type": "system", "subtype": "compact_boundary"})[1:] == [Compacted()]
