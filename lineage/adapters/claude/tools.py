"""What Claude Code's tools did, as turn items."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lineage.adapters.commands import is_test, last_lines, spoken
from lineage.adapters.port import Observed
from lineage.domain.kinds import TurnItemKind

_EXIT_CODE = re.compile(r"Exit code (\d+)(?:\n|$)")
_EXIT_CODE_OF_TASK = re.compile(r"exit code (\d+)")
_LOOKING = frozenset({"Read", "Glob", "Grep", "LS", "ToolSearch", "NotebookRead", "TaskGet", "TaskList", "TaskOutput", "BashOutput"})
"""Tools that only look: what they saw is no result of the turn."""

_KEPT_PATHS = 512
"""The same files are changed again and again: what their last paths were told as is remembered."""


@dataclass(frozen=True)
class Call:
    """A tool that the model asked for."""

    name: str
    given: Mapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What came of it: what the model was told, whether that is an error, and what the program says besides where it worked."""

    said: str
    failed: bool
    details: Mapping[str, Any]


class Tools:
    """Words for the tools of one turn. Paths are told relative to the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tasks: dict[str, str] = {}

    def asked_for(self, call: Call) -> str:
        """A call in words: "to run ls -a", "to change src/a.py", "to use WebFetch"."""
        if call.name == "Bash":
            return f"to run {call.given.get('command')}"
        path = _path_of(call)
        return f"to change {self._relative(path)}" if path else f"to use {call.name}"

    def done(self, call: Call, outcome: Outcome) -> Iterator[Observed]:
        """The items of a call that has ended."""
        match call.name:
            case "Bash":
                yield from _command(str(call.given.get("command")), outcome)
            case "Agent" | "Task" if outcome.details.get("status") == "completed":
                yield Observed(TurnItemKind.SUBAGENT_RESULT, _subagent_text(outcome), {"description": call.given.get("description")})
            case "Edit" | "MultiEdit" | "Write" | "NotebookEdit" | "TodoWrite" | "TaskCreate" | "TaskUpdate" if outcome.failed:
                return
            case "Edit" | "MultiEdit" | "Write" | "NotebookEdit":
                yield Observed(TurnItemKind.FILE_CHANGE, data=self._file_change(call, outcome.details))
            case "TodoWrite":
                points = [{"text": point.get("content"), "status": point.get("status")} for point in call.given.get("todos") or []]
                yield Observed(TurnItemKind.TODO, data={"items": points})
            case "TaskCreate" | "TaskUpdate":
                yield Observed(TurnItemKind.TODO, data=self._point(call.given, outcome.details))
            case name if name not in _LOOKING:
                yield Observed(TurnItemKind.TOOL_OUTPUT, data={"tool": name, "output": last_lines(outcome.said), "failed": outcome.failed})

    def _file_change(self, call: Call, details: Mapping[str, Any]) -> dict[str, Any]:
        created = details.get("type") == "create"
        told = {"path": self._relative(_path_of(call)), "change": "added" if created else "modified"}
        hunks = details.get("structuredPatch")
        if created:
            return {**told, "additions": len(str(call.given.get("content") or "").splitlines()), "deletions": 0}
        if not isinstance(hunks, list):
            return told
        lines = [line for hunk in hunks for line in hunk["lines"]]
        counts = (sum(line.startswith("+") for line in lines), sum(line.startswith("-") for line in lines))
        return {**told, "additions": counts[0], "deletions": counts[1]}

    def _point(self, given: Mapping[str, Any], details: Mapping[str, Any]) -> dict[str, Any]:
        """A point of the plan. One that was written down in an earlier turn is known by its number alone."""
        number = str((details.get("task") or {}).get("id") or given.get("taskId"))
        text = self._tasks.setdefault(number, str(given.get("subject") or f"task {number}"))
        return {"text": text, "status": given.get("status") or "pending"}

    def _relative(self, path: str) -> str:
        return _below(self._folder, path)


@lru_cache(_KEPT_PATHS)
def _below(folder: Path, path: str) -> str:
    return str(Path(path).relative_to(folder)) if Path(path).is_relative_to(folder) else path


def _path_of(call: Call) -> str:
    return str(call.given.get("file_path") or call.given.get("notebook_path") or "")


def ended_in_background(call: Call, said: str) -> Observed:
    """The item of a command that had gone on in the background; said is what the program says of its end."""
    told = _EXIT_CODE_OF_TASK.search(said)
    return _command_item(str(call.given.get("command")), int(told[1]) if told else None, said)


def _command(command: str, outcome: Outcome) -> Iterator[Observed]:
    if outcome.failed:
        # Without an exit code it was not run: it was not allowed, or not given as the tool wants it.
        if told := _EXIT_CODE.match(outcome.said):
            yield _command_item(command, int(told[1]), outcome.said[told.end() :])
    else:
        # One in the background has not ended yet; one whose code the program explains may have ended with another than 0.
        unknown = any(outcome.details.get(mark) for mark in ("backgroundTaskId", "interrupted", "returnCodeInterpretation"))
        yield _command_item(command, None if unknown else 0, outcome.said)


def _command_item(given: str, code: int | None, printed: str) -> Observed:
    command = spoken(given)
    data = {"command": command, "exitCode": code, "summary": last_lines(printed)}
    return Observed(TurnItemKind.TEST if is_test(command) else TurnItemKind.COMMAND, data=data)


def _subagent_text(outcome: Outcome) -> str:
    """Its last answer, without what the program tells the model besides."""
    parts = outcome.details.get("content")
    texts = [part["text"] for part in parts if part.get("type") == "text"] if isinstance(parts, list) else []
    return "\n".join(texts) or outcome.said
