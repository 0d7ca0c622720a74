"""What single lines of a Claude Code session file are."""

from collections.abc import Container, Iterator, Mapping
from typing import Any

Line = Mapping[str, Any]

_NOT_SAID = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly")
_INTERRUPTIONS = frozenset({"[Request interrupted by user]", "[Request interrupted by user for tool use]"})


def starts_turn(line: Line) -> bool:
    """Whether it is a message of a user, and not one of the many other lines of type user that the program writes itself."""
    if line["type"] != "user" or any(line.get(mark) for mark in _NOT_SAID):
        return False
    # Such as news of a command that goes on in the background.
    if (line.get("origin") or {}).get("kind", "human") != "human":
        return False
    blocks = list(blocks_of(line))
    return bool(blocks) and blocks[0].get("type") != "tool_result" and blocks[0].get("text") not in _INTERRUPTIONS


def is_kept(line: Line, answered: Container[str]) -> bool:
    """Whether the program surely has this line among a session's messages when it loads it again, so that it can go on behind it.

    It leaves out answers that were cut off: tools without a result (answered are the ids of those that have one), thinking without
    a word, and its own reports of errors.
    """
    if line["type"] == "user":
        return not line.get("isMeta")
    if line["type"] != "assistant" or line.get("isApiErrorMessage"):
        return False
    blocks = list(blocks_of(line))
    calls = [block for block in blocks if block.get("type") == "tool_use"]
    said = any(block.get("type") == "text" and block["text"].strip() for block in blocks)
    return all(call["id"] in answered for call in calls) and (said or bool(calls))


def answered_calls(line: Line) -> Iterator[str]:
    """The ids of the tool calls whose results the line holds."""
    return (block["tool_use_id"] for block in blocks_of(line) if block.get("type") == "tool_result")


def is_compaction(line: Line) -> bool:
    """Whether it is where the program put a summary in the place of all that stood before."""
    return line["type"] == "system" and line.get("subtype") == "compact_boundary"


def parent_of(line: Line) -> str | None:
    """The line before it in its conversation, also across a compaction, which starts a new chain."""
    return line.get("parentUuid") or line.get("logicalParentUuid")


def blocks_of(line: Line) -> Iterator[Mapping[str, Any]]:
    """The blocks of the message that a line holds, none for other lines; a plain text is one block."""
    content = (line.get("message") or {}).get("content") or []
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    else:
        yield from (block for block in content if isinstance(block, dict))
