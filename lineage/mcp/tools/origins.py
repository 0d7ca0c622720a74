"""run_provenance."""

from dataclasses import dataclass
from typing import Annotated

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from lineage.client.models import ProvenanceEdge, Run
from lineage.client.questions import Questions
from lineage.mcp.answers import Answer, Entry, Listing, counted, shortened
from lineage.mcp.arguments import After, First
from lineage.mcp.bounding import Bound


class Source(BaseModel):
    run_id: str
    thread_id: str
    ordinal: int
    provider: str
    message: str | None = Field(description="What it was asked, shortened.")


class Passed(BaseModel):
    from_run_id: str
    to_run_id: str
    via: str | None = Field(description="FORK, PROVIDER_HANDOFF, MERGE_BACK or the like; null when both are runs of one session.")
    native: bool = Field(description="True when the agent's session itself held it; false when a handoff's text told it.")
    handoff_id: str | None


class Origins(Answer):
    run_id: str
    more_beyond: bool = Field(description="True when further steps lead to more runs: a greater max_depth, or none, follows them.")
    sources: tuple[Source, ...] = Field(default=(), description="Runs whose content can have reached it, the nearest first.")
    steps: tuple[Passed, ...] = Field(default=(), description="By which steps it did.")


@dataclass(frozen=True)
class OriginTools:
    questions: Questions
    bound: Bound

    async def run_provenance(
        self,
        run_id: Annotated[str, Field(description="The run's id, as list_runs shows it.")],
        max_depth: Annotated[int | None, Field(ge=1, description="Follow at most so many steps back; all when left out.")] = None,
        first: First = 50,
        after: After = None,
    ) -> Annotated[CallToolResult, Origins]:
        """Where the content of a run came from: every earlier run, of any thread and agent, whose content can have reached it,
        and by which steps (the agent's own session, or handoffs)."""
        found = await self.questions.provenance(run_id, max_depth=max_depth)
        more = " Further steps lead to more." if found.truncated else ""
        runs, steps = counted(len(found.sources), "run"), counted(len(found.edges), "step")
        lines = [f"The content of {runs} can have reached run {run_id}, by {steps}.{more}"]
        listings = [
            Listing("sources", "The nearest first", [_source(run) for run in found.sources]),
            Listing("steps", "Steps", [_passed(edge) for edge in found.edges]),
        ]
        answer = Origins(run_id=run_id, more_beyond=found.truncated)
        return self.bound.lists("run_provenance", answer, lines, listings, first, after)


def _source(run: Run) -> Entry:
    asked = shortened(run.message)
    value = Source(run_id=run.id, thread_id=run.thread_id, ordinal=run.ordinal, provider=run.provider, message=asked)
    return Entry(value, f"{run.id}, run {run.ordinal} of {run.thread_id} by {run.provider}" + (f': "{asked}"' if asked else ""))


def _passed(edge: ProvenanceEdge) -> Entry:
    value = Passed(from_run_id=edge.from_run_id, to_run_id=edge.to_run_id, via=edge.via, native=edge.native, handoff_id=edge.handoff_id)
    how = "natively" if edge.native else f"by handoff {edge.handoff_id}" if edge.handoff_id else "by a handoff"
    return Entry(value, f"{edge.from_run_id} to {edge.to_run_id} {how}" + (f" ({edge.via})" if edge.via else ""))
