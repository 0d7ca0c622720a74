"""rollback_impact."""

from dataclasses import dataclass
from typing import Annotated

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from lineage.client.models import ProviderThreadImpact, RollbackImpact, Run
from lineage.client.questions import Questions
from lineage.client.words import ranges, session_impact, span, spans
from lineage.mcp.answers import Answer, Entry, Listing, counted, shortened
from lineage.mcp.arguments import After, First, ThreadId
from lineage.mcp.bounding import Bound


class SessionImpact(BaseModel):
    provider_thread_id: str
    provider: str
    status_after: str
    drops: str = Field(description="Ordinals of the runs that it loses.")
    keeps: str = Field(description="Ordinals of the runs that it keeps.")
    in_words: str


class ReachedRun(BaseModel):
    run_id: str
    thread_id: str
    ordinal: int
    provider: str


class Impact(Answer):
    thread_id: str
    to_ordinal: int
    checkpoint_id: str | None = Field(description="The newest checkpoint that stays: what files could be restored to.")
    rolled_back: tuple[str, ...] = Field(default=(), description="Ordinals of the runs that would be rolled back.")
    sessions: tuple[SessionImpact, ...] = Field(default=(), description="What happens to each agent's session.")
    detached_threads: tuple[str, ...] = Field(default=(), description="Forks and subagents' threads whose source would be gone; they stay.")
    reached_runs: tuple[ReachedRun, ...] = Field(default=(), description="Runs of other threads that what is rolled back had reached.")
    superseded_handoffs: tuple[str, ...] = Field(default=(), description="Ids of handoffs that would no longer hold.")
    superseded_transfers: tuple[str, ...] = Field(default=(), description="Ids of transfers that would no longer hold.")


@dataclass(frozen=True)
class RollbackTools:
    questions: Questions
    bound: Bound

    async def rollback_impact(
        self,
        thread_id: ThreadId,
        to_ordinal: Annotated[int, Field(ge=0, description="The ordinal of the last run that would stay; 0 for none.")],
        first: First = 50,
        after: After = None,
    ) -> Annotated[CallToolResult, Impact]:
        """What rolling a thread back to a run would invalidate: runs, agents' sessions, forks, and runs elsewhere that its
        content reached. Rolls nothing back."""
        found = await self.questions.rollback_impact(thread_id, to_ordinal)
        answer = Impact(thread_id=thread_id, to_ordinal=to_ordinal, checkpoint_id=found.checkpoint_id)
        checkpoint = f"the newest checkpoint that stays is {found.checkpoint_id}" if found.checkpoint_id else "no checkpoint stays"
        dropped, sessions = counted(len(found.rolled_back_ordinals), "run"), counted(len(found.provider_threads), "session")
        detached, reached = counted(len(found.detached_thread_ids), "thread"), counted(len(found.downstream_runs), "run")
        lines = [
            f"Rolling thread {thread_id} back to run {to_ordinal} takes back {dropped}; {checkpoint}.",
            f"That changes {sessions} and detaches {detached}; what is taken back had reached {reached} elsewhere.",
        ]
        return self.bound.lists("rollback_impact", answer, lines, _listings(found), first, after)


def _listings(found: RollbackImpact) -> list[Listing]:
    rolled_back = [span(low, high) for low, high in ranges(found.rolled_back_ordinals)]
    return [
        Listing("rolled_back", "Runs that are rolled back", [Entry(part, part) for part in rolled_back]),
        Listing("sessions", "Agents' sessions", [_session(session) for session in found.provider_threads]),
        Listing("detached_threads", "Threads whose source is gone", [Entry(id, id) for id in found.detached_thread_ids]),
        Listing("reached_runs", "Runs elsewhere that the content reached", [_reached(run) for run in found.downstream_runs]),
        Listing("superseded_handoffs", "Handoffs that no longer hold", [Entry(id, id) for id in found.superseded_handoff_ids]),
        Listing("superseded_transfers", "Transfers that no longer hold", [Entry(id, id) for id in found.superseded_transfer_ids]),
    ]


def _session(found: ProviderThreadImpact) -> Entry:
    in_words = shortened(session_impact(found), 1000) or ""
    value = SessionImpact(
        provider_thread_id=found.provider_thread_id,
        provider=found.provider,
        status_after=found.status_after,
        drops=shortened(spans(found.rolled_back_ordinals)) or "",
        keeps=shortened(spans(found.retained_ordinals)) or "",
        in_words=in_words,
    )
    return Entry(value, in_words)


def _reached(run: Run) -> Entry:
    value = ReachedRun(run_id=run.id, thread_id=run.thread_id, ordinal=run.ordinal, provider=run.provider)
    return Entry(value, f"{run.id}, run {run.ordinal} of {run.thread_id} by {run.provider}")
