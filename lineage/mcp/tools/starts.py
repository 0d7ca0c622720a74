"""explain_start."""

from dataclasses import dataclass
from typing import Annotated

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from lineage.client.models import RejectedStrategy, StartContextResolution
from lineage.client.questions import Questions
from lineage.client.words import STRATEGIES, headline, runs, step
from lineage.mcp.answers import Answer, Entry, Listing, shortened
from lineage.mcp.arguments import After, First, ThreadId
from lineage.mcp.bounding import Bound
from lineage.mcp.tools.sessions import Signal, signal_entry


class Rejected(BaseModel):
    strategy: str
    reason: str


class Step(BaseModel):
    kind: str
    what: str


class Start(Answer):
    thread_id: str
    provider: str
    strategy: str
    in_words: str
    provider_thread_id: str | None = Field(description="The session that would be resumed; null for one that is yet to be made.")
    handoff_strategy: str | None
    told: tuple[str, ...] = Field(default=(), description="The runs that it would be told of, as `thread ordinals`.")
    signals: tuple[Signal, ...] = Field(default=(), description="What spoke against resuming a session.")
    rejected: tuple[Rejected, ...] = Field(default=(), description="Strategies that would have been preferred, and why not.")
    steps: tuple[Step, ...] = Field(default=(), description="What would be done, in order.")
    takes_up: tuple[str, ...] = Field(
        default=(), description="Ids of pending transfers (forks, merge-backs, results) that it would take up."
    )


@dataclass(frozen=True)
class StartTools:
    questions: Questions
    bound: Bound

    async def explain_start(
        self,
        thread_id: ThreadId,
        provider: Annotated[str, Field(description="The agent that would take the next run, such as codex, claude or opencode.")],
        model: Annotated[str | None, Field(description="The model that it would use, as the agent names it.")] = None,
        runtime_mode: Annotated[str | None, Field(description="The runtime mode that it would use, as the agent names it.")] = None,
        clean_context: Annotated[bool, Field(description="As if a new session were asked for.")] = False,
        first: First = 50,
        after: After = None,
    ) -> Annotated[CallToolResult, Start]:
        """How the next run of a thread would start with an agent, and why so: the strategy, what speaks against better ones, and
        the steps. Starts nothing."""
        found = await self.questions.resolve_start_context(
            thread_id=thread_id, provider=provider, model=model, runtime_mode=runtime_mode, clean_context=clean_context
        )
        in_words = shortened(headline(provider, found)) or ""
        answer = Start(
            thread_id=thread_id,
            provider=provider,
            strategy=found.strategy,
            in_words=in_words,
            provider_thread_id=found.provider_thread_id,
            handoff_strategy=found.handoff_strategy,
        )
        session = f" in session {found.provider_thread_id}" if found.provider_thread_id else ""
        lines = [f"{in_words}.", f"Strategy {found.strategy}{session}."]
        return self.bound.lists("explain_start", answer, lines, _listings(found), first, after)


def _listings(found: StartContextResolution) -> list[Listing]:
    return [
        Listing("told", "Runs that it would be told of", [Entry(runs([part]), runs([part])) for part in found.covers]),
        Listing("signals", "Against resuming a session", [signal_entry(signal) for signal in found.signals]),
        Listing("rejected", "Why not better", [_rejected(passed) for passed in found.rejected]),
        Listing("steps", "Steps", [Entry(Step(kind=action.kind, what=step(action)), step(action)) for action in found.actions]),
        Listing("takes_up", "Pending transfers that it would take up", [Entry(id, id) for id in found.transfer_ids]),
    ]


def _rejected(passed: RejectedStrategy) -> Entry:
    reason = shortened(passed.reason) or ""
    return Entry(Rejected(strategy=passed.strategy, reason=reason), f"{passed.strategy} ({STRATEGIES[passed.strategy]}): {reason}")
