"""Commands about handoffs."""

from typing import Any

from lineage.client.caller import Caller
from lineage.client.models import HandoffPayload
from lineage.domain.kinds import SummarySource


class HandoffCommands(Caller):
    """Texts of handoffs from outside the service."""

    async def submit_handoff(
        self,
        *,
        handoff_id: str,
        summary_text: str,
        payload: Any = None,
        created_by_provider: str | None = None,
        command_id: str | None = None,
    ) -> HandoffPayload:
        """Gives a PENDING handoff of a PREPARING run its text.

        NOT_FOUND, INVALID_TRANSITION; BAD_INPUT for a text that is empty, or longer than the provider takes.
        """
        return await self._command(
            "submit_handoff",
            HandoffPayload,
            command_id,
            handoff_id=handoff_id,
            summary_text=summary_text,
            payload=payload,
            created_by_provider=created_by_provider,
        )

    async def fail_handoff(
        self,
        *,
        handoff_id: str,
        reason: str,
        command_id: str | None = None,
    ) -> HandoffPayload:
        """Gives a PENDING handoff of a PREPARING run up. NOT_FOUND, INVALID_TRANSITION."""
        return await self._command(
            "fail_handoff",
            HandoffPayload,
            command_id,
            handoff_id=handoff_id,
            reason=reason,
        )

    async def regenerate_handoff(
        self,
        *,
        handoff_id: str,
        summary_source: SummarySource = SummarySource.DETERMINISTIC,
        command_id: str | None = None,
    ) -> HandoffPayload:
        """Makes a handoff anew, which supersedes this one. NOT_FOUND; INVALID_TRANSITION when it is superseded or its run has begun."""
        return await self._command(
            "regenerate_handoff",
            HandoffPayload,
            command_id,
            handoff_id=handoff_id,
            summary_source=summary_source,
        )

    async def create_manual_handoff(
        self,
        *,
        run_id: str,
        summary_text: str,
        covered_from: int | None = None,
        covered_to: int | None = None,
        command_id: str | None = None,
    ) -> HandoffPayload:
        """Gives a PREPARING run a text of one's own in place of its handoff, covering what that did or the runs of the given ordinals.

        NOT_FOUND, INVALID_TRANSITION; BAD_INPUT for a text that is empty or too long, or ordinals that are no history; UNSUPPORTED.
        """
        return await self._command(
            "create_manual_handoff",
            HandoffPayload,
            command_id,
            run_id=run_id,
            summary_text=summary_text,
            covered_from=covered_from,
            covered_to=covered_to,
        )
