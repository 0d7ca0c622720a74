"""What goes wrong with the service, as errors of tools."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError

from lineage.client import ClientError, Refused, Unreachable
from lineage.mcp.answers import shortened

_SHOWN = 1000


def telling(tool: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The tool, whose errors begin with a stable code: the service's own, UNREACHABLE, or UNEXPECTED_ANSWER."""

    @wraps(tool)
    async def told(**given: Any) -> Any:
        try:
            return await tool(**given)
        except ClientError as error:
            raise ToolError(f"{_code_of(error)}: {shortened(error.message, _SHOWN)}") from error

    return told


def not_found(what: str, id: str) -> ToolError:
    """The error for an id that names nothing."""
    return ToolError(f"NOT_FOUND: {what} {shortened(id)!r} is not known")


def _code_of(error: ClientError) -> str:
    if isinstance(error, Refused):
        return error.code
    return "UNREACHABLE" if isinstance(error, Unreachable) else "UNEXPECTED_ANSWER"
