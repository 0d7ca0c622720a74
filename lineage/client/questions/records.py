"""Questions about single things, each by its id. None when there is no such thing."""

from lineage.client.caller import Caller
from lineage.client.models import (
    Checkpoint,
    ContextHandoff,
    ContextTransfer,
    Page,
    Provider,
    ProviderThreadDetails,
    RunDetails,
    Staleness,
    TurnItem,
)


class RecordQuestions(Caller):
    """Runs, provider threads, transfers, handoffs, checkpoints and providers."""

    async def run(self, id: str) -> RunDetails | None:
        """A run with the handoffs that it consumes and its checkpoint."""
        return await self._find("run", "run", RunDetails, id=id)

    async def run_items(self, id: str, *, first: int | None = None, after: str | None = None) -> Page[TurnItem] | None:
        """What happened in the run, in order. None when there is no such run; BAD_INPUT for a page that cannot be."""
        return await self._find("run_items", "run.items", Page[TurnItem], id=id, first=first, after=after)

    async def provider_thread(self, id: str) -> ProviderThreadDetails | None:
        """A provider thread with what it knows, the texts that its session builds on, and whether it is fit to be resumed."""
        return await self._find("provider_thread", "providerThread", ProviderThreadDetails, id=id)

    async def provider_thread_staleness(
        self, id: str, *, model: str | None = None, runtime_mode: str | None = None, clean_context: bool = False
    ) -> Staleness | None:
        """Whether the session is fit to be resumed with this model and mode. None when there is no such provider thread."""
        return await self._find(
            "provider_thread_staleness",
            "providerThread.staleness",
            Staleness,
            id=id,
            model=model,
            runtime_mode=runtime_mode,
            clean_context=clean_context,
        )

    async def context_transfer(self, id: str) -> ContextTransfer | None:
        """The record that content passes from one point to another."""
        return await self._find("context_transfer", "contextTransfer", ContextTransfer, id=id)

    async def context_handoff(self, id: str) -> ContextHandoff | None:
        """A handoff with its text."""
        return await self._find("context_handoff", "contextHandoff", ContextHandoff, id=id)

    async def checkpoint(self, id: str) -> Checkpoint | None:
        """The state of the files after a run."""
        return await self._find("checkpoint", "checkpoint", Checkpoint, id=id)

    async def providers(self) -> tuple[Provider, ...]:
        """Every provider that was registered or comes with the service, by kind."""
        return await self._ask("providers", "providers", tuple[Provider, ...])
