"""What tools gave back to the model: texts with a head of their own, which every generation of tools writes in another way."""

import re
from dataclasses import dataclass
from typing import Any

from lineage.importers.codex_rollouts.values import number_in, text_in, texts_of
from lineage.importers.loose import mapping, parsed

_HEAD = re.compile(r"(?:(?:Chunk ID|Exit code|Wall time|Process|Original token count|Total output lines|Output)\b[^\n]*(?:\n|$))+")
_EXIT = re.compile(r"^(?:Exit code:|Process exited with code) (-?\d{1,10})$", re.MULTILINE)
_RUNNING = re.compile(r"^Process running with session ID (\d{1,18})$", re.MULTILINE)
_REFUSED = ("exec command rejected by user", "patch rejected by user", "rejected by user", "exec command rejected")
_NEVER_RAN = ("unsupported call", "unsupported custom tool call", "failed to parse function arguments")
_FAILED = (*_NEVER_RAN, "aborted by user", "err: ", "Error: ")


@dataclass(frozen=True, slots=True)
class Output:
    """refused: nobody consented. never_ran: there is no such tool, or not with that. session is that of a command that still runs."""

    text: str
    exit_code: int | None = None
    failed: bool = False
    refused: bool = False
    never_ran: bool = False
    session: str | None = None


def output_of(value: Any) -> Output:
    """Reads the output of a call: a text, a list of parts, or an object with either."""
    success = None
    if isinstance(value, dict):
        success, value = value.get("success"), value.get("content", value.get("output"))
    said = "\n".join(texts_of(value))
    exit_code = None
    if said.startswith("{"):
        told = _object(said)
        if "output" in told and isinstance(told.get("metadata"), dict):
            said, exit_code = "\n".join(texts_of(told["output"])), number_in(told["metadata"], "exit_code")
    head = _HEAD.match(said)
    start = head[0] if head is not None else ""
    found, running = _EXIT.search(start), _RUNNING.search(start)
    if found is not None:
        exit_code = int(found[1])
    body = said[len(start) :] if found is not None or running is not None or "\nOutput:" in start else said
    failed = success is False or exit_code not in (None, 0) or said.startswith(_FAILED)
    session = running[1] if running is not None else None
    return Output(body, exit_code, failed, said.startswith(_REFUSED), said.startswith(_NEVER_RAN), session)


def arguments_of(payload: dict[str, Any]) -> dict[str, Any]:
    """A call's arguments: JSON in a text mostly. Free text is the argument `input`."""
    given = payload.get("arguments", payload.get("input"))
    if isinstance(given, dict):
        return given
    if not isinstance(given, str):
        return {}
    return (_object(given) if given.lstrip().startswith("{") else {}) or {"input": given}


def _object(said: str) -> dict[str, Any]:
    try:
        return mapping(parsed(said.encode(errors="replace")))
    except ValueError:
        return {}


def tool_name(payload: dict[str, Any]) -> str:
    """`server.tool` for a tool of an MCP server, whichever way the call names it."""
    name, namespace = text_in(payload, "name") or "a tool without a name", text_in(payload, "namespace")
    if namespace is not None:
        return f"{namespace.removeprefix('mcp__').rstrip('_')}.{name}"
    server, found, tool = name.removeprefix("mcp__").partition("__")
    return f"{server}.{tool}" if name.startswith("mcp__") and found else name
