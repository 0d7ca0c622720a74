"""Commands about providers and their native threads."""

from lineage.client.caller import Caller
from lineage.client.models import ProviderThreadPayload, RegisterProviderPayload
from lineage.domain.kinds import HandoffDelivery


class ProviderCommands(Caller):
    """Profiles, and native histories."""

    async def register_provider(
        self,
        *,
        kind: str,
        native_fork: bool = False,
        native_rollback: bool = False,
        native_revert: bool = False,
        accepts_handoff: bool = True,
        handoff_delivery: HandoffDelivery = HandoffDelivery.PREAMBLE,
        resume_across_models: bool = True,
        resume_across_runtime_modes: bool = True,
        max_handoff_chars: int = 24000,
        command_id: str | None = None,
    ) -> RegisterProviderPayload:
        """Registers what a kind of agent can do, or replaces what was registered."""
        return await self._command(
            "register_provider",
            RegisterProviderPayload,
            command_id,
            kind=kind,
            native_fork=native_fork,
            native_rollback=native_rollback,
            native_revert=native_revert,
            accepts_handoff=accepts_handoff,
            handoff_delivery=handoff_delivery,
            resume_across_models=resume_across_models,
            resume_across_runtime_modes=resume_across_runtime_modes,
            max_handoff_chars=max_handoff_chars,
        )

    async def report_provider_rollback(
        self,
        *,
        provider_thread_id: str,
        succeeded: bool,
        reason: str | None = None,
        command_id: str | None = None,
    ) -> ProviderThreadPayload:
        """Tells whether the native history was brought back in line. With succeeded=False the provider thread becomes DIVERGENT.

        NOT_FOUND; INVALID_TRANSITION when no rollback of it is pending.
        """
        return await self._command(
            "report_provider_rollback",
            ProviderThreadPayload,
            command_id,
            provider_thread_id=provider_thread_id,
            succeeded=succeeded,
            reason=reason,
        )

    async def record_compaction(
        self,
        *,
        provider_thread_id: str,
        through_run_id: str | None = None,
        summary: str | None = None,
        tokens_before: int | None = None,
        tokens_after: int | None = None,
        command_id: str | None = None,
    ) -> ProviderThreadPayload:
        """Tells that the agent made a summary of all that a session held up to and with a run, its last one where none is given.

        NOT_FOUND; CONFLICT when another summary is recorded through that run; BAD_INPUT for a run that is not history of that session,
        INVALID_TRANSITION when it has none.
        """
        return await self._command(
            "record_compaction",
            ProviderThreadPayload,
            command_id,
            provider_thread_id=provider_thread_id,
            through_run_id=through_run_id,
            summary=summary,
            tokens_before=tokens_before,
            tokens_after=tokens_after,
        )
