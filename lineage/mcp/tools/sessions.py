"""session_coverage."""

from dataclasses import dataclass
from typing import Annotated

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from lineage.client.models import ContextSourcePoint, CoveringHandoff, ProviderThreadDetails, StalenessSignal
from lineage.client.questions import Questions
from lineage.client.words import ranges, runs, span
from lineage.mcp.answers import Answer, Entry, Listing, counted, shortened
from lineage.mcp.arguments import After, First
from lineage.mcp.bounding import Bound
from lineage.mcp.failures import not_found


class Told(BaseModel):
    handoff_id: str
    kind: str
    covers: str = Field(description="The runs that it told of, as `thread ordinals`.")
    delivered_to_run_id: str | None


class Signal(BaseModel):
    kind: str
    message: str


class Coverage(Answer):
    provider_thread_id: str
    thread_id: str
    provider: str
    status: str
    native_session: str | None = Field(description="How the agent itself names the session.")
    fit_to_resume: bool
    summary_through: str | None = Field(
        description="Everything up to this run that the session did itself it knows as a summary only, as `thread ordinal`."
    )
    recommended: str = Field(description="The start strategy that would be taken, judged by this session alone.")
    ran: tuple[str, ...] = Field(default=(), description="Runs of the thread that it did itself, as ordinals.")
    told: tuple[Told, ...] = Field(default=(), description="Handoffs that it got, in order.")
    misses: tuple[str, ...] = Field(default=(), description="Runs of the thread's history that it does not know, as `thread ordinals`.")
    diverged: tuple[str, ...] = Field(default=(), description="Runs that its session holds although they were rolled back, as ordinals.")
    signals: tuple[Signal, ...] = Field(default=(), description="What speaks against resuming it; COMPACTED alone does not.")


@dataclass(frozen=True)
class SessionTools:
    questions: Questions
    bound: Bound

    async def session_coverage(
        self,
        provider_thread_id: Annotated[str, Field(description="The id of an agent's session (provider thread), as show_thread shows it.")],
        first: First = 50,
        after: After = None,
    ) -> Annotated[CallToolResult, Coverage]:
        """What an agent's session knows of its thread: the runs that it did itself, what handoffs told it, what it misses, and
        whether it is fit to be resumed."""
        found = await self.questions.provider_thread(provider_thread_id)
        if found is None:
            raise not_found("provider thread", provider_thread_id)
        answer = Coverage(
            provider_thread_id=found.id,
            thread_id=found.thread_id,
            provider=found.provider,
            status=found.status,
            native_session=found.native_thread_ref,
            fit_to_resume=not found.staleness.stale,
            summary_through=_place(found.coverage.compacted_through),
            recommended=found.staleness.recommended,
        )
        return self.bound.lists("session_coverage", answer, [_summary(found)], _listings(found), first, after)


def _summary(found: ProviderThreadDetails) -> str:
    coverage = found.coverage
    ran, got = len(coverage.native_run_ordinals), counted(len(coverage.handoffs), "handoff")
    misses = "a part" if coverage.missing else "nothing"
    through = _place(coverage.compacted_through)
    compacted = f" It was compacted: up to {through} it knows a summary of what it ran." if through else ""
    fit = "not fit to be resumed" if found.staleness.stale else "fit to be resumed"
    return (
        f"{found.provider} session {found.id} of thread {found.thread_id} ({found.status}) ran {ran} of its runs, got {got} and misses "
        f"{misses} of its history.{compacted} It is {fit}; judged alone it would start by {found.staleness.recommended}."
    )


def _place(point: ContextSourcePoint | None) -> str | None:
    return f"{point.thread_id} {point.ordinal}" if point else None


def _listings(found: ProviderThreadDetails) -> list[Listing]:
    coverage = found.coverage
    return [
        Listing("ran", "Runs that it did itself", _spans(coverage.native_run_ordinals)),
        Listing("told", "Handoffs that it got", [_told(handoff) for handoff in coverage.handoffs]),
        Listing("misses", "Runs that it misses", [Entry(runs([part]), runs([part])) for part in coverage.missing]),
        Listing("diverged", "Rolled-back runs that its session still holds", _spans(coverage.divergent_run_ordinals)),
        Listing("signals", "About resuming it", [signal_entry(signal) for signal in found.staleness.signals]),
    ]


def _spans(ordinals: tuple[int, ...]) -> list[Entry]:
    return [Entry(span(low, high), span(low, high)) for low, high in ranges(ordinals)]


def _told(handoff: CoveringHandoff) -> Entry:
    covers = shortened(runs(handoff.covered)) or ""
    value = Told(handoff_id=handoff.id, kind=handoff.kind, covers=covers, delivered_to_run_id=handoff.target_run_id)
    return Entry(value, f"{handoff.kind} {handoff.id} of {covers}")


def signal_entry(signal: StalenessSignal) -> Entry:
    """A reason against resuming, in a list."""
    message = shortened(signal.message) or ""
    return Entry(Signal(kind=signal.kind, message=message), f"{signal.kind}: {message}")
