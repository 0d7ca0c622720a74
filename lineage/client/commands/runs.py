"""Commands about runs."""

from collections.abc import Sequence
from typing import Any

from lineage.client.caller import Caller
from lineage.client.inputs import CheckpointInput, StalenessPolicyInput, TurnItemInput
from lineage.client.models import (
    AppendItemsPayload,
    CheckpointPayload,
    RunPayload,
    StartRunPayload,
)
from lineage.domain.kinds import HistoryMode, NativeRefStrength, RunStatus, SummarySource


class RunCommands(Caller):
    """The life of a run, and what happens in it."""

    async def start_run(
        self,
        *,
        thread_id: str,
        provider: str,
        id: str | None = None,
        expected_version: int | None = None,
        model: str | None = None,
        runtime_mode: str | None = None,
        clean_context: bool = False,
        message: str | None = None,
        summary_source: SummarySource = SummarySource.DETERMINISTIC,
        policy: StalenessPolicyInput | None = None,
        command_id: str | None = None,
    ) -> StartRunPayload:
        """Decides and records how a run starts: resolution.actions are to be carried out in order.

        NOT_FOUND; CONFLICT for a taken id or a stale expected_version; ACTIVE_RUN; UNSUPPORTED when no safe start is left.
        """
        return await self._command(
            "start_run",
            StartRunPayload,
            command_id,
            id=id,
            thread_id=thread_id,
            expected_version=expected_version,
            provider=provider,
            model=model,
            runtime_mode=runtime_mode,
            clean_context=clean_context,
            message=message,
            summary_source=summary_source,
            policy=policy,
        )

    async def begin_run(
        self,
        *,
        run_id: str,
        native_thread_ref: str | None = None,
        native_ref_strength: NativeRefStrength | None = None,
        native_turn_ref: str | None = None,
        history_mode: HistoryMode | None = None,
        command_id: str | None = None,
    ) -> RunPayload:
        """Tells that the agent was reached, with its native references; from here on the run is history.

        NOT_FOUND; INVALID_TRANSITION for a run that is not PREPARING, or has a handoff that is not READY.
        """
        return await self._command(
            "begin_run",
            RunPayload,
            command_id,
            run_id=run_id,
            native_thread_ref=native_thread_ref,
            native_ref_strength=native_ref_strength,
            native_turn_ref=native_turn_ref,
            history_mode=history_mode,
        )

    async def record_provider_turn(
        self,
        *,
        run_id: str,
        native_turn_ref: str | None = None,
        command_id: str | None = None,
    ) -> RunPayload:
        """Tells of a further native turn, after steering for example. NOT_FOUND; INVALID_TRANSITION for a run that is not RUNNING."""
        return await self._command(
            "record_provider_turn",
            RunPayload,
            command_id,
            run_id=run_id,
            native_turn_ref=native_turn_ref,
        )

    async def finish_run(
        self,
        *,
        run_id: str,
        status: RunStatus = RunStatus.COMPLETED,
        checkpoint: CheckpointInput | None = None,
        reason: str | None = None,
        command_id: str | None = None,
    ) -> RunPayload:
        """Ends a run COMPLETED, FAILED or INTERRUPTED, with a checkpoint where there is one. One that never began cannot complete.

        NOT_FOUND; BAD_INPUT for another status; INVALID_TRANSITION for a run that has ended; CONFLICT for a checkpoint's id that is taken.
        """
        return await self._command(
            "finish_run",
            RunPayload,
            command_id,
            run_id=run_id,
            status=status,
            checkpoint=checkpoint,
            reason=reason,
        )

    async def report_resume_failure(
        self,
        *,
        run_id: str,
        reason: str,
        summary_source: SummarySource = SummarySource.DETERMINISTIC,
        command_id: str | None = None,
    ) -> StartRunPayload:
        """Tells that the session of a run that is PREPARING could not be resumed or forked: the same run decides again.

        NOT_FOUND; INVALID_TRANSITION for a run that is not PREPARING; UNSUPPORTED, with the run FAILED, when no safe start is left.
        """
        return await self._command(
            "report_resume_failure",
            StartRunPayload,
            command_id,
            run_id=run_id,
            reason=reason,
            summary_source=summary_source,
        )

    async def capture_checkpoint(
        self,
        *,
        run_id: str,
        id: str | None = None,
        workspace_ref: str | None = None,
        diff_summary: Any = None,
        command_id: str | None = None,
    ) -> CheckpointPayload:
        """Adds a checkpoint to a run that has ended and has none. NOT_FOUND, INVALID_TRANSITION; CONFLICT for an id that is taken."""
        return await self._command(
            "capture_checkpoint",
            CheckpointPayload,
            command_id,
            run_id=run_id,
            id=id,
            workspace_ref=workspace_ref,
            diff_summary=diff_summary,
        )

    async def append_items(
        self,
        *,
        run_id: str,
        items: Sequence[TurnItemInput],
        command_id: str | None = None,
    ) -> AppendItemsPayload:
        """Records what happened in a run, after what was recorded before, in any state of it.

        NOT_FOUND; BAD_INPUT for items that are too many or too large; CONFLICT for an item's id that is taken.
        """
        return await self._command(
            "append_items",
            AppendItemsPayload,
            command_id,
            run_id=run_id,
            items=items,
        )
