"""What OpenCode's events say about a turn: pieces of the answer, and turn items."""

import re
from collections.abc import Iterator
from pathlib import Path

from lineage.adapters.commands import is_test, last_lines, spoken
from lineage.adapters.opencode.server import Json
from lineage.adapters.port import Compacted, Observed, Said
from lineage.domain.kinds import TurnItemKind

_CHANGES = {"add": "added", "delete": "deleted", "update": "modified", "move": "renamed"}
_COUNTS: tuple[str, ...] = ("additions", "deletions")
_LOOKS_AROUND = frozenset({"read", "glob", "grep", "list", "lsp", "skill", "question", "todoread"})
"""Tools whose results are what the folder holds anyway, or are told otherwise."""
_TASK_RESULT = re.compile(r"<task_result>\n?(.*?)\n?</task_result>", re.DOTALL)


class Narration:
    """What one session's events tell, each thing once. Paths are told relative to the folder."""

    def __init__(self, session_id: str, folder: Path) -> None:
        self._session_id = session_id
        self._folder = folder
        self._answers: set[str] = set()
        self._texts: set[str] = set()
        self._told: set[str] = set()
        self._refused_calls: set[str] = set()
        self._summaries: set[str] = set()
        self._summary: str | None = None
        """The text of the last one."""

    def hear(self, event: Json) -> Iterator[Said | Observed | Compacted]:
        """What the event tells of the session's own turn; events of subagents' sessions tell nothing."""
        properties = event["properties"]
        if properties.get("sessionID") != self._session_id:
            return
        match event["type"]:
            case "message.updated":
                self._take_message(properties["info"])
            case "message.part.updated":
                yield from self._of_part(properties["part"])
            case "message.part.delta" if properties["partID"] in self._texts and properties["field"] == "text":
                yield Said(properties["delta"])
            case "session.compacted":
                yield Observed(TurnItemKind.PROTOCOL, "OpenCode put a summary in the place of the session's earlier turns")
                yield Compacted(self._summary)

    def read(self, message: Json) -> Iterator[Said | Observed]:
        """What a message of the session, as it is stored, tells besides what was heard."""
        self._take_message(message["info"])
        for part in message["parts"]:
            is_new = part["id"] not in self._texts
            for told in self._of_part(part):
                if told.kind is TurnItemKind.ASSISTANT_MESSAGE and is_new:
                    yield Said(part["text"])
                yield told

    def refuse(self, call_id: str | None) -> None:
        """Leaves out a tool's call that was not allowed: that it was asked for is told already."""
        if call_id:
            self._refused_calls.add(call_id)

    def _take_message(self, info: Json) -> None:
        # The summaries that compactions write are no answers.
        if info["role"] == "assistant":
            (self._summaries if info.get("summary") else self._answers).add(info["id"])

    def _of_part(self, part: Json) -> Iterator[Observed]:
        if part["messageID"] in self._summaries and part["type"] == "text":
            self._summary = part["text"]
        if part["messageID"] not in self._answers or part["id"] in self._told:
            return
        if part["type"] == "text":
            self._texts.add(part["id"])
        if not _is_over(part):
            return
        self._told.add(part["id"])
        match part["type"]:
            case "text" if part["text"]:
                yield Observed(TurnItemKind.ASSISTANT_MESSAGE, part["text"])
            case "reasoning" if part["text"]:
                yield Observed(TurnItemKind.REASONING, part["text"])
            case "tool" if part["callID"] not in self._refused_calls:
                yield from _of_tool(part["tool"], part["state"], self._folder)


def _is_over(part: Json) -> bool:
    if part["type"] == "tool":
        return part["state"]["status"] in ("completed", "error")
    return (part.get("time") or {}).get("end") is not None


def _of_tool(tool: str, state: Json, folder: Path) -> Iterator[Observed]:
    given, told, failed = state.get("input") or {}, state.get("metadata") or {}, state["status"] == "error"
    output: str = (state.get("error") if failed else state.get("output")) or ""
    match tool:
        case "bash":
            command = spoken(given.get("command") or "")
            printed = output if failed else told.get("output", output)
            data = {"command": command, "exitCode": told.get("exit"), "summary": last_lines(printed)}
            yield Observed(TurnItemKind.TEST if is_test(command) else TurnItemKind.COMMAND, data=data)
        case "edit" | "write" | "apply_patch" | "patch" if not failed:
            yield from (Observed(TurnItemKind.FILE_CHANGE, data=change) for change in _changes(tool, given, told, folder))
        case "todowrite" if not failed:
            points = [{"text": point["content"], "status": point["status"]} for point in told.get("todos") or given.get("todos") or []]
            yield Observed(TurnItemKind.TODO, data={"items": points})
        case "task" if not failed:
            result = _TASK_RESULT.search(output)
            yield Observed(TurnItemKind.SUBAGENT_RESULT, result[1] if result else output)
        case "edit" | "write" | "apply_patch" | "patch" | "todowrite":
            return
        case _ if tool not in _LOOKS_AROUND:
            yield Observed(TurnItemKind.TOOL_OUTPUT, data={"tool": tool, "output": last_lines(output), "failed": failed})


def _changes(tool: str, given: Json, told: Json, folder: Path) -> Iterator[Json]:
    if tool == "write":
        path, is_new = told.get("filepath") or given["filePath"], not told.get("exists")
        # How many lines an overwritten file had is not told.
        counts: Json = {"additions": len(given["content"].splitlines()), "deletions": 0} if is_new else {}
        yield _change(path, folder, "added" if is_new else "modified", counts)
    elif tool == "edit":
        counted = told.get("filediff") or {}
        change = "modified" if given.get("oldString") else "added"
        yield _change(counted.get("file") or given["filePath"], folder, change, counted)
    else:
        for file in told.get("files") or []:
            moved = file.get("movePath")
            told_change = _change(moved or file["filePath"], folder, _CHANGES.get(file["type"], file["type"]), file)
            yield {**told_change, "from": _relative(file["filePath"], folder)} if moved else told_change


def _change(path: str, folder: Path, change: str, counted: Json) -> Json:
    counts: Json = {name: counted[name] for name in _COUNTS if name in counted}
    return {"path": _relative(path, folder), "change": change, **counts}


def _relative(path: str, folder: Path) -> str:
    return str(Path(path).relative_to(folder)) if Path(path).is_relative_to(folder) else path
