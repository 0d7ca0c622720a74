"""The turn items of the program as items of runs: the words are those that the adapters have for what agents do."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import PurePath

from lineage.adapters.commands import is_test, last_lines, spoken
from lineage.domain.kinds import TurnItemKind
from lineage.importers.recorded import RecordedItem
from lineage.importers.t3code.changes import file_change
from lineage.importers.t3code.fields import Json, mapping, mappings, moment, text, texts, whole, word
from lineage.importers.t3code.requests import approval, questions

_PLAN_STATUSES = {"completed": "completed", "superseded": "cancelled"}
_STEP_STATUSES = {"running": "in_progress"}
_NEVER_RUN = frozenset({"idle", "pending", "cancelled"})


class Items:
    """Words for the items of one thread. Paths are told relative to the folder; requests and plans are the last snapshots by id."""

    def __init__(self, folder: str | None, requests: Mapping[str, Json], plans: Mapping[str, Json], told_elsewhere: frozenset[str]) -> None:
        """told_elsewhere: the subagents whose results are told with their threads."""
        self._folder = PurePath(folder) if folder else None
        self._requests = requests
        self._plans = plans
        self._told_elsewhere = told_elsewhere

    def of(self, item: Json) -> Iterator[RecordedItem]:
        """The items that one of the program's is: none where it says nothing lasting."""
        at = moment(item, "completedAt", "updatedAt", "startedAt")
        match item.get("type"):
            case "user_message":
                yield from _message(TurnItemKind.USER_MESSAGE, item, moment(item, "startedAt") or at)
            case "assistant_message":
                yield from _message(TurnItemKind.ASSISTANT_MESSAGE, item, at)
            case "reasoning":
                yield from _message(TurnItemKind.REASONING, item, at)
            case "proposed_plan":
                yield from self._plan(item, at)
            case "todo_list":
                yield RecordedItem(TurnItemKind.TODO, text(item, "explanation"), {"items": _steps(item)}, at)
            case "command_execution" if word(item, "status") not in _NEVER_RUN:
                yield _command(item, at)
            case "file_change" if item.get("status") == "completed":
                if (change := file_change(item, self._folder)) is not None:
                    yield RecordedItem(TurnItemKind.FILE_CHANGE, data=change, at=at)
            case "web_search":
                yield RecordedItem(
                    TurnItemKind.TOOL_OUTPUT, data={"tool": "web search", "output": "\n".join(texts(item, "patterns"))}, at=at
                )
            case "dynamic_tool":
                yield _tool(item, at)
            case "approval_request":
                yield approval(item, self._requests.get(str(item.get("requestId"))), at)
            case "user_input_request":
                yield from questions(item, self._requests.get(str(item.get("requestId"))), at)
            case "subagent" if word(item, "subagentId") not in self._told_elsewhere and item.get("status") == "completed":
                if (result := text(item, "result")) is not None:
                    yield RecordedItem(TurnItemKind.SUBAGENT_RESULT, result, {"description": item.get("title")}, at)
            case "error" if not mapping(item, "retry"):
                if (reason := failure_of(item)) is not None:
                    yield RecordedItem(TurnItemKind.FAILURE, reason, at=at)
            case "compaction":
                yield RecordedItem(TurnItemKind.PROTOCOL, "A summary was put in the place of the session's earlier turns", at=at)
            case "system_notice" | "run_interrupt_request" | "run_interrupt_result":
                yield from _notice(text(item, "message"), at)
            case "thread_created":
                yield from _notice("The agent made another thread", at)

    def _plan(self, item: Json, at: datetime | None) -> Iterator[RecordedItem]:
        if (markdown := text(item, "markdown")) is not None:
            plan_id = str(item.get("planId"))
            status = _PLAN_STATUSES.get(str(self._plans.get(plan_id, {}).get("status")), "pending")
            yield RecordedItem(TurnItemKind.TODO, markdown, {"id": plan_id, "status": status}, at)


def failure_of(item: Json) -> str | None:
    """What an error item says went wrong."""
    return text(mapping(item, "failure"), "message")


def _message(kind: TurnItemKind, item: Json, at: datetime | None) -> Iterator[RecordedItem]:
    names = [name for attachment in mappings(item, "attachments") if (name := text(attachment, "name")) is not None]
    said = text(item, "text")
    if said is not None or names:
        yield RecordedItem(kind, said, {"attachments": names} if names else None, at)


def _notice(said: str | None, at: datetime | None) -> Iterator[RecordedItem]:
    if said is not None:
        yield RecordedItem(TurnItemKind.PROTOCOL, said, at=at)


def _steps(item: Json) -> list[dict[str, str]]:
    steps = ((text(step, "text"), str(step.get("status"))) for step in mappings(item, "steps"))
    return [{"text": said, "status": _STEP_STATUSES.get(status, status)} for said, status in steps if said is not None]


def _command(item: Json, at: datetime | None) -> RecordedItem:
    command = spoken(text(item, "input") or "")
    data = {"command": command, "exitCode": whole(item, "exitCode"), "summary": last_lines(text(item, "output") or "")}
    return RecordedItem(TurnItemKind.TEST if is_test(command) else TurnItemKind.COMMAND, data=data, at=at)


def _tool(item: Json, at: datetime | None) -> RecordedItem:
    output = item.get("output")
    said = output if isinstance(output, str) else "\n".join(_texts_in(output))
    data = {"tool": text(item, "toolName") or "tool", "output": last_lines(said), "failed": item.get("status") == "failed"}
    return RecordedItem(TurnItemKind.TOOL_OUTPUT, data=data, at=at)


def _texts_in(output: object) -> list[str]:
    """The texts of a tool's output in the shape that servers of tools give: a list of parts, or a mapping with one."""
    parts = output.get("content") if isinstance(output, dict) else output
    if isinstance(parts, str):
        return [parts]
    found = (part.get("text") for part in parts if isinstance(part, dict)) if isinstance(parts, list) else ()
    return [said for said in found if isinstance(said, str)]
