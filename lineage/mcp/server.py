"""The server: its tools, what it says of itself, and how they are announced."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations

from lineage import __version__
from lineage.client.questions import Questions
from lineage.mcp.bounding import Bound
from lineage.mcp.failures import telling
from lineage.mcp.tools.origins import OriginTools
from lineage.mcp.tools.rollbacks import RollbackTools
from lineage.mcp.tools.runs import RunTools
from lineage.mcp.tools.sessions import SessionTools
from lineage.mcp.tools.starts import StartTools
from lineage.mcp.tools.threads import ThreadTools
from lineage.mcp.tools.trees import TreeTools

INSTRUCTIONS = """\
Questions about conversations (threads) that several coding agents work on: which runs make a thread up, what each agent's own \
session (provider thread) knows of it, how the next run would start and why, what a rollback would invalidate, where the content \
of a run came from, and how threads were forked. All tools only read. Begin with find_threads; show_thread gives the ids of \
sessions and list_runs those of runs. A run's ordinal is its number in its thread. An answer that was cut says so in its last \
line and in `rest`: call again with rest.after as `after`."""


def build_server(questions: Questions, max_chars: int) -> MCPServer[None]:
    """A server that asks by these questions, closed when it ends. No answer has more than max_chars characters."""

    @asynccontextmanager
    async def closing(_: MCPServer[None]) -> AsyncIterator[None]:
        try:
            yield None
        finally:
            await questions.aclose()

    server: MCPServer[None] = MCPServer(
        "lineage",
        title="lineage",
        version=__version__,
        instructions=INSTRUCTIONS,
        lifespan=closing,
        log_level="WARNING",
        subscriptions=False,
    )
    bound = Bound(max_chars)
    threads = ThreadTools(questions, bound)
    tools: tuple[tuple[str, Any], ...] = (
        ("Find threads", threads.find_threads),
        ("Show a thread", threads.show_thread),
        ("List a thread's runs", RunTools(questions, bound).list_runs),
        ("What a session knows", SessionTools(questions, bound).session_coverage),
        ("How the next run would start", StartTools(questions, bound).explain_start),
        ("What a rollback would invalidate", RollbackTools(questions, bound).rollback_impact),
        ("Where a run's content came from", OriginTools(questions, bound).run_provenance),
        ("A thread's forks", TreeTools(questions, bound).fork_tree),
    )
    for title, tool in tools:
        reads = ToolAnnotations(title=title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
        server.add_tool(telling(tool), title=title, annotations=reads)
    return server
