"""`lineage mcp` as a process, and agents that talk to it."""

import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.server import MCPServer
from mcp.types import CallToolResult, TextContent

COMMAND = [sys.executable, "-c", "from lineage.cli import app; app()", "mcp"]


@contextmanager
def over_http(*options: str) -> Iterator[str]:
    """The address of a server that answers over HTTP until the block ends."""
    server = subprocess.Popen([*COMMAND, "--http", "--port", "0", *options], stderr=subprocess.PIPE, text=True)
    assert server.stderr
    try:
        said = server.stderr.readline()
        found = re.search(r"answers at (http://\S+)", said)
        assert found, said + server.stderr.read()
        yield found[1]
    finally:
        server.terminate()
        assert server.wait(timeout=30) == 0
        server.stderr.close()


def over_stdio(*options: str) -> StdioServerParameters:
    """How a client starts a server that answers on its standard streams."""
    return StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], *options], env=dict(os.environ))


@asynccontextmanager
async def agent(server: StdioServerParameters | MCPServer[None] | str, **given: Any) -> AsyncIterator["Agent"]:
    async with Client(server, read_timeout_seconds=120, **given) as client:
        yield Agent(client)


class Agent:
    """Calls tools as an agent does."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> CallToolResult:
        return await self.client.call_tool(tool, arguments)

    async def ask(self, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
        """The text and the structured content of an answer."""
        result = await self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        assert result.structured_content is not None
        return text_of(result), result.structured_content

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """The text of an error."""
        result = await self.call(tool, **arguments)
        assert result.is_error and result.structured_content is None
        return text_of(result)

    async def all_parts(self, tool: str, **arguments: Any) -> list[dict[str, Any]]:
        """The structured contents of an answer and of all that it was cut into."""
        parts = [(await self.ask(tool, **arguments))[1]]
        while parts[-1]["rest"]:
            assert len(parts) < 100
            parts.append((await self.ask(tool, **arguments, after=parts[-1]["rest"]["after"]))[1])
        return parts


def text_of(result: CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent))


def together(parts: Sequence[dict[str, Any]], name: str) -> list[Any]:
    """A list that was cut into parts, whole again."""
    return [entry for part in parts for entry in part[name]]
