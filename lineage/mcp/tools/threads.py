"""find_threads and show_thread."""

from dataclasses import dataclass
from typing import Annotated

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from lineage.client.models import Page, ProviderThread, Thread
from lineage.client.questions import Questions
from lineage.client.words import runs, spans
from lineage.mcp.answers import Answer, Entry, Listing, counted, shortened
from lineage.mcp.arguments import After, First, ThreadId
from lineage.mcp.bounding import Bound
from lineage.mcp.failures import not_found


class FoundThread(BaseModel):
    thread_id: str
    title: str | None
    parent_thread_id: str | None
    how: str = Field(description="ROOT, or how it came from its parent: FORK or SUBAGENT.")
    created_at: str
    version: int = Field(description="Counts the thread's changes.")


class FoundThreads(Answer):
    total: int
    threads: tuple[FoundThread, ...] = ()


class SessionOutline(BaseModel):
    provider_thread_id: str
    provider: str
    status: str
    native_session: str | None
    ran: str = Field(description="The runs of this thread that it did itself: ordinals such as 1-5, 9.")
    misses: str = Field(description="The runs of the thread's history that it does not know.")


class ShownThread(Answer):
    thread_id: str
    title: str | None
    parent_thread_id: str | None
    root_thread_id: str
    head_ordinal: int = Field(description="The highest ordinal of the thread's own runs that are history; 0 for none.")
    latest_stable_run_id: str | None = Field(description="The newest completed run that has a checkpoint.")
    active_run_id: str | None = Field(description="The run that is going on now.")
    history: tuple[str, ...] = Field(
        default=(), description="The runs that make up the thread, inherited ones first, as `thread ordinals`."
    )
    sessions: tuple[SessionOutline, ...] = ()


@dataclass(frozen=True)
class ThreadTools:
    questions: Questions
    bound: Bound

    async def find_threads(
        self,
        title_contains: Annotated[str | None, Field(description="Only threads whose title has this in it, in any case.")] = None,
        provider: Annotated[str | None, Field(description="Only threads in which this agent ran, such as codex.")] = None,
        roots_only: Annotated[bool, Field(description="Leave out forks and subagents' threads.")] = False,
        first: First = 50,
        after: After = None,
    ) -> Annotated[CallToolResult, FoundThreads]:
        """Lists the conversations (threads), newest first, with their ids, which the other tools take."""

        async def ask(first: int, after: str | None) -> Page[Thread]:
            return await self.questions.threads(
                first=first, after=after, roots_only=roots_only, provider=provider, title_contains=title_contains
            )

        def answered(page: Page[Thread]) -> tuple[Answer, list[str], Listing]:
            lines = [f"Found {counted(page.total_count, 'thread')}."]
            return (
                FoundThreads(total=page.total_count),
                lines,
                Listing("threads", "Newest first", [_found(thread) for thread in page.nodes]),
            )

        return await self.bound.page("find_threads", ask, answered, first, after)

    async def show_thread(self, thread_id: ThreadId, first: First = 50, after: After = None) -> Annotated[CallToolResult, ShownThread]:
        """Shows one conversation: which runs make it up, and each agent's session in it with what that ran and misses."""
        thread = await self.questions.thread(thread_id)
        if thread is None:
            raise not_found("thread", thread_id)
        answer = ShownThread(
            thread_id=thread.id,
            title=shortened(thread.title),
            parent_thread_id=thread.lineage.parent_thread_id,
            root_thread_id=thread.lineage.root_thread_id,
            head_ordinal=thread.head_ordinal,
            latest_stable_run_id=thread.latest_stable.run_id if thread.latest_stable else None,
            active_run_id=thread.active_run.id if thread.active_run else None,
        )
        lines = [f"Thread {_named(thread)}: {_origin(thread)}; its newest run in the history has the ordinal {thread.head_ordinal}."]
        if thread.active_run:
            lines.append(f"Run {thread.active_run.ordinal} ({thread.active_run.provider}) is {thread.active_run.status}.")
        listings = [
            Listing("history", "Its history", [Entry(runs([part]), runs([part])) for part in thread.history]),
            Listing("sessions", "Agents' sessions", [_session(session) for session in thread.provider_threads]),
        ]
        return self.bound.lists("show_thread", answer, lines, listings, first, after)


def _found(thread: Thread) -> Entry:
    value = FoundThread(
        thread_id=thread.id,
        title=shortened(thread.title),
        parent_thread_id=thread.lineage.parent_thread_id,
        how=thread.lineage.relationship_to_parent or "ROOT",
        created_at=thread.created_at.isoformat(timespec="seconds"),
        version=thread.version,
    )
    return Entry(value, f"{_named(thread)}: {_origin(thread)}, made {thread.created_at:%Y-%m-%d %H:%M} UTC")


def _named(thread: Thread) -> str:
    return f'{thread.id} "{shortened(thread.title)}"' if thread.title else thread.id


def _origin(thread: Thread) -> str:
    how = {None: "a root", "FORK": "a fork of", "SUBAGENT": "a subagent's thread of"}[thread.lineage.relationship_to_parent]
    return f"{how} {thread.lineage.parent_thread_id}" if thread.lineage.parent_thread_id else how


def _session(session: ProviderThread) -> Entry:
    ran = shortened(spans(session.coverage.native_run_ordinals)) or ""
    misses = shortened(runs(session.coverage.missing) or "nothing") or ""
    value = SessionOutline(
        provider_thread_id=session.id,
        provider=session.provider,
        status=session.status,
        native_session=session.native_thread_ref,
        ran=ran,
        misses=misses,
    )
    return Entry(value, f"{session.provider} session {session.id} ({session.status}): ran {ran}; misses {misses}")
