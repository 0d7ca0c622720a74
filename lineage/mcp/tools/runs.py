"""list_runs."""

from dataclasses import dataclass
from typing import Annotated

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from lineage.client.models import Page, Run
from lineage.client.questions import Questions
from lineage.mcp.answers import Answer, Entry, Listing, counted, shortened
from lineage.mcp.arguments import After, First, ThreadId
from lineage.mcp.bounding import Bound
from lineage.mcp.failures import not_found


class ListedRun(BaseModel):
    run_id: str
    ordinal: int
    status: str
    provider: str
    provider_thread_id: str | None
    message: str | None = Field(description="What it was asked, shortened.")
    failure_reason: str | None


class ListedRuns(Answer):
    thread_id: str
    total: int
    runs: tuple[ListedRun, ...] = ()


@dataclass(frozen=True)
class RunTools:
    questions: Questions
    bound: Bound

    async def list_runs(
        self,
        thread_id: ThreadId,
        include_rolled_back: Annotated[bool, Field(description="Also show runs that a rollback took back.")] = False,
        first: First = 50,
        after: After = None,
    ) -> Annotated[CallToolResult, ListedRuns]:
        """Lists a thread's own runs, oldest first: who did each, how it ended and what it was asked. Runs that a fork inherited
        are listed with the thread that they are of."""

        async def ask(first: int, after: str | None) -> Page[Run]:
            page = await self.questions.thread_runs(thread_id, first=first, after=after, include_rolled_back=include_rolled_back)
            if page is None:
                raise not_found("thread", thread_id)
            return page

        def answered(page: Page[Run]) -> tuple[Answer, list[str], Listing]:
            answer = ListedRuns(thread_id=thread_id, total=page.total_count)
            return (
                answer,
                [f"Thread {thread_id} has {counted(page.total_count, 'run')}."],
                Listing("runs", "Runs", [run_entry(run) for run in page.nodes]),
            )

        return await self.bound.page("list_runs", ask, answered, first, after)


def run_entry(run: Run) -> Entry:
    """A run in a list."""
    value = ListedRun(
        run_id=run.id,
        ordinal=run.ordinal,
        status=run.status,
        provider=run.provider,
        provider_thread_id=run.provider_thread_id,
        message=shortened(run.message),
        failure_reason=shortened(run.failure_reason),
    )
    asked = f': "{shortened(run.message)}"' if run.message else ""
    return Entry(value, f"{run.ordinal} {run.id} by {run.provider}, {run.status}{asked}")
