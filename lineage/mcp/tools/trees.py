"""fork_tree."""

from dataclasses import dataclass
from typing import Annotated

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from lineage.client.models import ForkTreeNode, Page
from lineage.client.questions import Questions
from lineage.mcp.answers import Answer, Entry, Listing, counted, shortened
from lineage.mcp.arguments import After, First, ThreadId
from lineage.mcp.bounding import Bound


class TreeThread(BaseModel):
    thread_id: str
    title: str | None
    parent_thread_id: str | None
    how: str = Field(description="ROOT, or how it came from its parent: FORK or SUBAGENT.")
    depth: int = Field(description="Levels below the thread that was asked for.")
    left_at: int | None = Field(description="The ordinal of its parent's run at which it left; null for a root.")
    runs: int = Field(description="How many runs of its own are history.")
    providers: tuple[str, ...] = Field(description="The agents that ran in it.")
    children: int
    detached: bool = Field(description="True when the run at which it left was rolled back.")


class Tree(Answer):
    thread_id: str
    total: int
    threads: tuple[TreeThread, ...] = ()


@dataclass(frozen=True)
class TreeTools:
    questions: Questions
    bound: Bound

    async def fork_tree(
        self,
        thread_id: ThreadId,
        max_depth: Annotated[int | None, Field(ge=0, description="Levels below the thread to show; all when left out.")] = None,
        first: First = 50,
        after: After = None,
    ) -> Annotated[CallToolResult, Tree]:
        """A thread and all forks and subagents' threads below it, by depth, with where each left its parent and who ran in it."""

        async def ask(first: int, after: str | None) -> Page[ForkTreeNode]:
            return await self.questions.fork_tree(thread_id, max_depth=max_depth, first=first, after=after)

        def answered(page: Page[ForkTreeNode]) -> tuple[Answer, list[str], Listing]:
            lines = [f"Thread {thread_id} and what is below it: {counted(page.total_count, 'thread')}."]
            answer = Tree(thread_id=thread_id, total=page.total_count)
            return answer, lines, Listing("threads", "By depth", [_node(node) for node in page.nodes])

        return await self.bound.page("fork_tree", ask, answered, first, after)


def _node(node: ForkTreeNode) -> Entry:
    left_at = node.source_point.ordinal if node.source_point else None
    value = TreeThread(
        thread_id=node.thread_id,
        title=shortened(node.title),
        parent_thread_id=node.parent_thread_id,
        how=node.relationship_to_parent or "ROOT",
        depth=node.depth,
        left_at=left_at,
        runs=node.run_count,
        providers=node.providers,
        children=node.child_count,
        detached=node.detached,
    )
    parts = [f"{value.how} of {node.parent_thread_id}" if node.parent_thread_id else "ROOT"]
    parts += [f"left at run {left_at}"] if left_at is not None else []
    parts += [f"{counted(node.run_count, 'run')} by {', '.join(node.providers)}" if node.providers else "no runs"]
    parts += ["its source was rolled back"] if node.detached else []
    title = f' "{value.title}"' if value.title else ""
    return Entry(value, f"depth {node.depth}: {node.thread_id}{title}, {'; '.join(parts)}")
