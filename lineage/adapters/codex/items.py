"""What Codex's notifications say about a turn, as turn items."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lineage.adapters.codex.app_server import Message
from lineage.adapters.commands import is_test, last_lines, spoken
from lineage.adapters.port import Compacted, Observed
from lineage.domain.kinds import TurnItemKind

_CHANGES = {"add": "added", "delete": "deleted", "update": "modified"}
_STATUSES = {"inProgress": "in_progress"}


def observed(message: Message, folder: Path) -> Iterator[Observed | Compacted]:
    """The items of a notification, none for those that say nothing lasting; paths are told relative to the folder."""
    params = message.get("params") or {}
    match message.get("method"):
        case "item/completed":
            yield from observed_item(params["item"], folder)
        case "turn/plan/updated":
            yield observed_plan(params["plan"], params.get("explanation"))
        case "error" if not params.get("willRetry"):
            yield Observed(TurnItemKind.FAILURE, failure_text(params["error"]))


def failure_text(error: Any) -> str:
    """What a turn's error says, with its details where it has some."""
    if not isinstance(error, dict):
        return "codex gave no reason"
    said = error.get("message") or "codex gave no reason"
    details = error.get("additionalDetails")
    return f"{said} ({details})" if details else str(said)


def observed_plan(plan: Iterable[Mapping[str, Any]], explanation: str | None) -> Observed:
    """A plan with its steps as it stands now."""
    points = [{"text": point["step"], "status": _STATUSES.get(point["status"], point["status"])} for point in plan]
    return Observed(TurnItemKind.TODO, explanation, {"items": points})


def observed_item(item: dict[str, Any], folder: Path) -> Iterator[Observed | Compacted]:
    """What an item that is completed says, in the shape of the app server's protocol."""
    match item["type"]:
        case "agentMessage" if item["text"]:
            yield Observed(TurnItemKind.ASSISTANT_MESSAGE, item["text"])
        case "reasoning" if item.get("summary"):
            yield Observed(TurnItemKind.REASONING, "\n\n".join(item["summary"]))
        case "commandExecution" if item["status"] != "declined":
            command = spoken(item["command"])
            data = {"command": command, "exitCode": item.get("exitCode"), "summary": last_lines(item.get("aggregatedOutput") or "")}
            yield Observed(TurnItemKind.TEST if is_test(command) else TurnItemKind.COMMAND, data=data)
        case "fileChange" if item["status"] == "completed":
            yield from (Observed(TurnItemKind.FILE_CHANGE, data=_file_change(change, folder)) for change in item["changes"])
        case "mcpToolCall" | "dynamicToolCall":
            yield Observed(TurnItemKind.TOOL_OUTPUT, data=_tool_output(item))
        case "webSearch":
            yield Observed(TurnItemKind.TOOL_OUTPUT, data={"tool": "web search", "output": item.get("query")})
        case "contextCompaction":
            yield Observed(TurnItemKind.PROTOCOL, "Codex put a summary in the place of the thread's earlier turns")
            yield Compacted()


def _file_change(change: dict[str, Any], folder: Path) -> dict[str, Any]:
    kind, diff = change["kind"], change["diff"].splitlines()
    moved = kind.get("move_path")
    path = {"path": _relative(moved or change["path"], folder), "change": "renamed" if moved else _CHANGES.get(kind["type"], kind["type"])}
    # A new or deleted file's diff is its content; hunks have no file header lines.
    if kind["type"] in ("add", "delete"):
        counts = (len(diff), 0) if kind["type"] == "add" else (0, len(diff))
    else:
        counts = (sum(line.startswith("+") for line in diff), sum(line.startswith("-") for line in diff))
    told = {**path, "additions": counts[0], "deletions": counts[1]}
    return {**told, "from": _relative(change["path"], folder)} if moved else told


def _relative(path: str, folder: Path) -> str:
    return str(Path(path).relative_to(folder)) if Path(path).is_relative_to(folder) else path


def _tool_output(item: dict[str, Any]) -> dict[str, Any]:
    scope = item.get("server") or item.get("namespace")
    error = item.get("error") or {}
    parts = (item.get("result") or {}).get("content") or item.get("contentItems") or []
    texts = [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
    output = error.get("message") or "\n".join(texts)
    return {"tool": f"{scope}.{item['tool']}" if scope else item["tool"], "output": last_lines(output), "failed": bool(error)}
