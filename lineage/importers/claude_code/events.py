"""Lines as the events that the adapter for Claude Code reads, so that both have the same words for what a run did.

A file may hold anything, a running program does not: only what has the shape that the program gives gets through.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from lineage.importers.claude_code.calls import is_declined
from lineage.importers.claude_code.lines import Line
from lineage.importers.claude_code.messages import Kind, as_blocks, blocks_of
from lineage.importers.loose import text

Event = Mapping[str, Any]
Calls = Mapping[str, Mapping[str, Any]]

_TEXTS = {"text": "text", "thinking": "thinking"}


def answer_event(line: Line, kind: Kind) -> Event:
    """An answer of the model, or the program's report that there is none."""
    error = (text(line.get("error")) or "unknown") if kind is Kind.FAILURE else None
    return {"type": "assistant", "message": {"content": list(_answer_blocks(line))}, "error": error}


def result_event(line: Line, calls: Calls) -> Event:
    """Results of tools; calls has those that were called, as their answers had them, by their ids."""
    blocks = list(result_blocks(line))
    details = line.get("toolUseResult")
    names = {calls[block["tool_use_id"]]["name"] for block in blocks if block["tool_use_id"] in calls}
    clean = _details(details, bool(names & {"Task", "Agent"})) if isinstance(details, dict) else {}
    return {"type": "user", "message": {"content": blocks}, "tool_use_result": clean}


def result_blocks(line: Line) -> Iterator[dict[str, Any]]:
    """The results that a line holds, with texts alone as what they say."""
    for block in blocks_of(line):
        if block.get("type") == "tool_result" and (call_id := text(block.get("tool_use_id"))):
            said = [{"type": "text", "text": words} for part in as_blocks(block.get("content")) if (words := text(part.get("text")))]
            yield {"type": "tool_result", "tool_use_id": call_id, "content": said, "is_error": block.get("is_error") is True}


def denial_event(line: Line, calls: Calls) -> Event | None:
    """Those of the calls that the user did not allow, as the line with their results says."""
    denied = [calls.get(text(block.get("tool_use_id")) or "") for block in blocks_of(line) if is_declined(line, block)]
    told = [{"tool_name": call["name"], "tool_use_id": call["id"], "tool_input": call["input"]} for call in denied if call]
    return {"type": "result", "permission_denials": told} if told else None


def calls_in(event: Event) -> Iterator[dict[str, Any]]:
    """The tools that an answer asks for."""
    return (block for block in event["message"]["content"] if block["type"] == "tool_use")


def _answer_blocks(line: Line) -> Iterator[dict[str, Any]]:
    for block in blocks_of(line):
        type_ = block.get("type")
        if type_ == "tool_use":
            call_id, name, given = text(block.get("id")), text(block.get("name")), block.get("input")
            if call_id and name:
                yield {"type": type_, "id": call_id, "name": name, "input": _given(given) if isinstance(given, dict) else {}}
        elif isinstance(type_, str) and (field := _TEXTS.get(type_)) and (words := text(block.get(field))):
            yield {"type": type_, field: words}


def _given(given: dict[str, Any]) -> dict[str, Any]:
    points = given.get("todos")
    if points is None:
        return given
    return {**given, "todos": [point for point in points if isinstance(point, dict)] if isinstance(points, list) else []}


def _details(details: dict[str, Any], is_agent: bool) -> dict[str, Any]:
    clean = dict(details)
    hunks, task, content = details.get("structuredPatch"), details.get("task"), details.get("content")
    if hunks is not None:
        clean["structuredPatch"] = _hunks(hunks)
    if task is not None and not isinstance(task, dict):
        del clean["task"]
    if isinstance(content, list):
        clean["content"] = [{"type": "text", "text": words} for part in as_blocks(content) if (words := text(part.get("text")))]
    if is_agent:
        # Old versions told how long it took instead.
        clean.setdefault("status", "completed")
    return clean


def _hunks(hunks: Any) -> list[dict[str, Any]] | None:
    if not isinstance(hunks, list):
        return None
    lines = [hunk.get("lines") if isinstance(hunk, dict) else None for hunk in hunks]
    whole = [part for part in lines if isinstance(part, list) and all(isinstance(line, str) for line in part)]
    return [{"lines": part} for part in whole] if len(whole) == len(lines) else None
