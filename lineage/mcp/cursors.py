"""What `after` holds: where the next part of an answer begins. Opaque to its caller, and good for the tool that gave it alone."""

import base64
from typing import TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import TypeAdapter

P = TypeVar("P")


def cursor_of(tool: str, place: P, kind: TypeAdapter[P]) -> str:
    """A cursor for a place in a tool's answer."""
    return base64.urlsafe_b64encode(tool.encode() + b" " + kind.dump_json(place)).decode()


def place_of(tool: str, cursor: str, kind: TypeAdapter[P]) -> P:
    """The place that a cursor names. ToolError for one that this tool did not give."""
    try:
        of, _, place = base64.urlsafe_b64decode(cursor.encode()).decode().partition(" ")
        if of == tool:
            return kind.validate_json(place, strict=True)
    except ValueError:
        pass
    raise ToolError(f"BAD_INPUT: after {cursor[:100]!r} is no cursor that {tool} gave")
