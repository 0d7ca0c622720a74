"""How OpenCode's events become turn items."""

from pathlib import Path
from typing import Any

import pytest

from lineage.adapters.opencode.items import Narration
from lineage.adapters.port import Compacted, Observed, Said
from lineage.domain.kinds import TurnItemKind

SESSION = "ses_1"
FOLDER = Path("/srv/tree")


def event(kind: str, session: str = SESSION, **properties: Any) -> dict[str, Any]:
    return {"type": kind, "properties": {"sessionID": session, **properties}}


def part(name: str, kind: str, message: str = "a1", session: str = SESSION, **fields: Any) -> dict[str, Any]:
    return event("message.part.updated", session, part={"id": name, "type": kind, "messageID": message, **fields})


def said(name: str, text: str, **fields: Any) -> dict[str, Any]:
    return part(name, "text", text=text, time={"start": 1, "end": 2}, **fields)


def tool(name: str, status: str = "completed", output: str = "", message: str = "a1", **state: Any) -> dict[str, Any]:
    told = {"error": output} if status == "error" else {"output": output}
    return part(f"p-{name}", "tool", message, tool=name, callID=f"call-{name}", state={"status": status, **told, **state})


@pytest.fixture
def narration() -> Narration:
    narration = Narration(SESSION, FOLDER)
    assert not list(narration.hear(event("message.updated", info={"id": "u1", "role": "user"})))
    assert not list(narration.hear(event("message.updated", info={"id": "a1", "role": "assistant"})))
    return narration


def test_a_text_is_told_in_pieces_and_whole_once(narration: Narration) -> None:
    begun = part("p1", "text", text="", time={"start": 1})
    delta = event("message.part.delta", messageID="a1", partID="p1", field="text", delta="Hel")
    told = [told for heard in (begun, delta, said("p1", "Hello"), said("p1", "Hello")) for told in narration.hear(heard)]
    assert told == [Said("Hel"), Observed(TurnItemKind.ASSISTANT_MESSAGE, "Hello")]


def test_reasoning_is_told_whole_and_not_as_a_piece_of_the_answer(narration: Narration) -> None:
    begun = part("p1", "reasoning", text="", time={"start": 1})
    delta = event("message.part.delta", messageID="a1", partID="p1", field="text", delta="Hm")
    ended = part("p1", "reasoning", text="Hm", time={"start": 1, "end": 2})
    assert [told for heard in (begun, delta, ended) for told in narration.hear(heard)] == [Observed(TurnItemKind.REASONING, "Hm")]


def test_the_user_subagents_and_compactions_say_nothing_that_counts_as_the_answer(narration: Narration) -> None:
    summary = event("message.updated", info={"id": "s1", "role": "assistant", "summary": True})
    child = event("message.updated", "ses_2", info={"id": "b1", "role": "assistant"})
    heard = [summary, child, said("p1", "x", message="u1"), said("p2", "x", message="s1"), said("p3", "x", message="b1", session="ses_2")]
    assert not [told for each in heard for told in narration.hear(each)]


def test_a_compaction_is_noted(narration: Narration) -> None:
    told, compacted = narration.hear(event("session.compacted"))
    assert isinstance(told, Observed) and told.kind is TurnItemKind.PROTOCOL
    assert compacted == Compacted()


def test_the_summary_of_a_compaction_is_the_last_text_of_its_message(narration: Narration) -> None:
    assert not list(narration.hear(event("message.updated", info={"id": "s1", "role": "assistant", "summary": True})))
    for text in ("## Goal", "## Goal\n- a table"):
        assert not list(narration.hear(said("p2", text, message="s1")))
    assert list(narration.hear(event("session.compacted")))[1] == Compacted("## Goal\n- a table")


def test_commands_and_test_runs_are_told_apart(narration: Narration) -> None:
    state = {"input": {"command": "ls"}, "metadata": {"output": "a\n", "exit": 0}}
    assert list(narration.hear(tool("bash", output="a\n", **state))) == [
        Observed(TurnItemKind.COMMAND, data={"command": "ls", "exitCode": 0, "summary": "a"})
    ]
    state = {"input": {"command": "pytest -q"}, "metadata": {"output": "1 failed", "exit": 1}}
    ran = part("p9", "tool", tool="bash", callID="c9", state={"status": "completed", "output": "1 failed", **state})
    assert list(narration.hear(ran)) == [Observed(TurnItemKind.TEST, data={"command": "pytest -q", "exitCode": 1, "summary": "1 failed"})]


def test_a_command_that_was_cut_off_says_so_and_one_that_was_not_allowed_is_left_out(narration: Narration) -> None:
    (told,) = narration.hear(tool("bash", "error", "Tool execution aborted", input={"command": "sleep 9"}))
    assert isinstance(told, Observed)
    assert told.data == {"command": "sleep 9", "exitCode": None, "summary": "Tool execution aborted"}
    narration.refuse("c9")
    refused = part("p9", "tool", tool="bash", callID="c9", state={"status": "error", "error": "rejected", "input": {"command": "rm x"}})
    assert not list(narration.hear(refused))


@pytest.mark.parametrize(
    ("heard", "changes"),
    [
        (
            tool("write", input={"filePath": "/srv/tree/a.txt", "content": "1\n2\n"}, metadata={"exists": False}),
            [{"path": "a.txt", "change": "added", "additions": 2, "deletions": 0}],
        ),
        (
            tool("write", input={"filePath": "/srv/tree/a.txt", "content": "1\n"}, metadata={"exists": True}),
            [{"path": "a.txt", "change": "modified"}],
        ),
        (
            tool("edit", input={"filePath": "/else/b", "oldString": "x"}, metadata={"filediff": {"additions": 3, "deletions": 1}}),
            [{"path": "/else/b", "change": "modified", "additions": 3, "deletions": 1}],
        ),
        (
            tool(
                "apply_patch",
                input={"patchText": "..."},
                metadata={
                    "files": [
                        {"filePath": "/srv/tree/n", "type": "add", "additions": 1, "deletions": 0},
                        {"filePath": "/srv/tree/d", "type": "delete", "additions": 0, "deletions": 4},
                        {"filePath": "/srv/tree/o", "movePath": "/srv/tree/p", "type": "move", "additions": 1, "deletions": 1},
                    ]
                },
            ),
            [
                {"path": "n", "change": "added", "additions": 1, "deletions": 0},
                {"path": "d", "change": "deleted", "additions": 0, "deletions": 4},
                {"path": "p", "change": "renamed", "additions": 1, "deletions": 1, "from": "o"},
            ],
        ),
        (tool("edit", "error", "Could not find oldString", input={"filePath": "/srv/tree/a", "oldString": "x"}), []),
    ],
)
def test_changes_of_files_are_told_with_their_counts_where_they_are_known(
    narration: Narration, heard: dict[str, Any], changes: list[dict[str, Any]]
) -> None:
    assert [told.data for told in narration.hear(heard) if isinstance(told, Observed)] == changes


def test_todos_results_of_subagents_and_other_tools_are_told(narration: Narration) -> None:
    todos = tool("todowrite", metadata={"todos": [{"content": "later", "status": "in_progress", "priority": "low"}]})
    task = tool("task", output='<task id="ses_2" state="completed">\n<task_result>\nfound it\n</task_result>\n</task>')
    fetched = tool("webfetch", output="a page", input={"url": "http://127.0.0.1"})
    looked = tool("read", output="a file")
    assert [told for heard in (todos, task, fetched, looked) for told in narration.hear(heard)] == [
        Observed(TurnItemKind.TODO, data={"items": [{"text": "later", "status": "in_progress"}]}),
        Observed(TurnItemKind.SUBAGENT_RESULT, "found it"),
        Observed(TurnItemKind.TOOL_OUTPUT, data={"tool": "webfetch", "output": "a page", "failed": False}),
    ]


def test_what_was_stored_tells_only_what_was_not_heard(narration: Narration) -> None:
    assert list(narration.hear(said("p1", "heard")))
    stored = {
        "info": {"id": "a1", "role": "assistant"},
        "parts": [said(name, text)["properties"]["part"] for name, text in (("p1", "heard"), ("p2", "missed"))],
    }
    assert list(narration.read(stored)) == [Said("missed"), Observed(TurnItemKind.ASSISTANT_MESSAGE, "missed")]
