"""Turn items from notifications of Codex."""

from pathlib import Path
from typing import Any

from lineage.adapters.codex.items import failure_text, observed
from lineage.adapters.port import Compacted, Observed
from lineage.domain.kinds import TurnItemKind

FOLDER = Path("/srv")


def told_of(item: dict[str, Any]) -> list[Observed | Compacted]:
    return list(observed({"method": "item/completed", "params": {"item": item}}, FOLDER))


def of(item: dict[str, Any]) -> list[Observed]:
    return [told for told in told_of(item) if isinstance(told, Observed)]


def change(kind: dict[str, Any], diff: str, path: str = "/srv/a.py", status: str = "completed") -> list[Observed]:
    return of({"type": "fileChange", "status": status, "changes": [{"path": path, "kind": kind, "diff": diff}]})


def test_a_plan_is_a_list_of_points() -> None:
    plan = [{"step": "read", "status": "completed"}, {"step": "write", "status": "inProgress"}, {"step": "try", "status": "pending"}]
    (todo,) = observed({"method": "turn/plan/updated", "params": {"explanation": "Three steps", "plan": plan}}, FOLDER)
    assert isinstance(todo, Observed)
    assert (todo.kind, todo.text) == (TurnItemKind.TODO, "Three steps")
    assert [(point["text"], point["status"]) for point in todo.data["items"]] == [
        ("read", "completed"),
        ("write", "in_progress"),
        ("try", "pending"),
    ]


def test_lines_of_changed_files_are_counted() -> None:
    (updated,) = change({"type": "update", "move_path": None}, "@@ -1,2 +1,3 @@\n one\n-two\n+three\n+four\n")
    assert updated.data == {"path": "a.py", "change": "modified", "additions": 2, "deletions": 1}
    (added,) = change({"type": "add"}, "+one\n-two\n", path="/elsewhere/b.py")
    assert added.data == {"path": "/elsewhere/b.py", "change": "added", "additions": 2, "deletions": 0}
    (deleted,) = change({"type": "delete"}, "one\n")
    assert deleted.data == {"path": "a.py", "change": "deleted", "additions": 0, "deletions": 1}


def test_a_moved_file_is_told_by_its_new_path() -> None:
    (moved,) = change({"type": "update", "move_path": "/srv/sub/b.py"}, "")
    assert (moved.data["path"], moved.data["change"], moved.data["from"]) == ("sub/b.py", "renamed", "a.py")


def test_what_was_declined_did_not_happen() -> None:
    assert change({"type": "add"}, "x\n", status="declined") == []
    assert of({"type": "commandExecution", "status": "declined", "command": "rm -r x", "exitCode": None, "aggregatedOutput": None}) == []


def test_an_error_counts_when_it_is_not_tried_again() -> None:
    error = {"message": "no answer", "additionalDetails": "status 500"}
    assert list(observed({"method": "error", "params": {"error": error, "willRetry": True}}, FOLDER)) == []
    told = list(observed({"method": "error", "params": {"error": error, "willRetry": False}}, FOLDER))
    assert told == [Observed(TurnItemKind.FAILURE, "no answer (status 500)")]
    assert failure_text(None) == "codex gave no reason"


def test_reasoning_is_told_by_its_summary_alone() -> None:
    assert of({"type": "reasoning", "summary": ["First.", "Then."], "content": ["raw"]}) == [
        Observed(TurnItemKind.REASONING, "First.\n\nThen.")
    ]
    assert of({"type": "reasoning", "summary": [], "content": ["raw"]}) == []


def test_a_tools_output_names_its_tool() -> None:
    call = {"type": "mcpToolCall", "server": "search", "tool": "find", "error": None}
    (found,) = of({**call, "result": {"content": [{"type": "text", "text": "a result"}, {"type": "image", "data": ""}]}})
    assert found == Observed(TurnItemKind.TOOL_OUTPUT, data={"tool": "search.find", "output": "a result", "failed": False})
    (failed,) = of({**call, "result": None, "error": {"message": "no such index"}})
    assert (failed.data["output"], failed.data["failed"]) == ("no such index", True)


def test_the_users_message_and_unknown_items_are_left_out() -> None:
    assert of({"type": "userMessage", "content": []}) == []
    assert of({"type": "something new"}) == []
    assert list(observed({"method": "something/new", "params": {}}, FOLDER)) == []


def test_a_compaction_is_noted() -> None:
    noted, compacted = told_of({"type": "contextCompaction", "id": "i1"})
    assert isinstance(noted, Observed) and noted.kind is TurnItemKind.PROTOCOL
    assert compacted == Compacted()
