"""Commands about threads."""

from collections.abc import Sequence
from typing import Any

from lineage.client.caller import Caller
from lineage.client.inputs import RecordedThreadInput
from lineage.client.models import (
    ForkThreadPayload,
    RecordHistoryPayload,
    RollbackThreadPayload,
    SpawnSubagentPayload,
    ThreadPayload,
    TransferPayload,
)
from lineage.domain.kinds import Actor, NativeRefStrength


class ThreadCommands(Caller):
    """Roots, forks, subagents, merge-backs and rollbacks."""

    async def create_thread(
        self,
        *,
        id: str | None = None,
        title: str | None = None,
        created_by: Actor = Actor.USER,
        metadata: Any = None,
        command_id: str | None = None,
    ) -> ThreadPayload:
        """Makes a root thread. CONFLICT for an id that is taken."""
        return await self._command(
            "create_thread",
            ThreadPayload,
            command_id,
            id=id,
            title=title,
            created_by=created_by,
            metadata=metadata,
        )

    async def fork_thread(
        self,
        *,
        source_thread_id: str,
        id: str | None = None,
        run_id: str | None = None,
        checkpoint_id: str | None = None,
        provider_thread_id: str | None = None,
        latest_stable: bool = False,
        title: str | None = None,
        created_by: Actor = Actor.USER,
        command_id: str | None = None,
    ) -> ForkThreadPayload:
        """Makes a fork from exactly one of run_id, checkpoint_id, provider_thread_id and latest_stable=True.

        NOT_FOUND, BAD_INPUT, UNSTABLE_SOURCE, ROLLED_BACK_SOURCE; CONFLICT for an id that is taken.
        """
        return await self._command(
            "fork_thread",
            ForkThreadPayload,
            command_id,
            id=id,
            source_thread_id=source_thread_id,
            run_id=run_id,
            checkpoint_id=checkpoint_id,
            provider_thread_id=provider_thread_id,
            latest_stable=latest_stable,
            title=title,
            created_by=created_by,
        )

    async def merge_back(
        self,
        *,
        fork_thread_id: str,
        id: str | None = None,
        target_thread_id: str | None = None,
        created_by: Actor = Actor.USER,
        command_id: str | None = None,
    ) -> TransferPayload:
        """Lets a fork's work be taken up by the next run of its parent, or of target_thread_id.

        NOT_FOUND, BAD_INPUT; UNSTABLE_SOURCE when there is nothing new and stable in the fork.
        """
        return await self._command(
            "merge_back",
            TransferPayload,
            command_id,
            id=id,
            fork_thread_id=fork_thread_id,
            target_thread_id=target_thread_id,
            created_by=created_by,
        )

    async def spawn_subagent(
        self,
        *,
        parent_run_id: str,
        id: str | None = None,
        title: str | None = None,
        provider: str | None = None,
        native_thread_ref: str | None = None,
        native_ref_strength: NativeRefStrength = NativeRefStrength.STRONG,
        command_id: str | None = None,
    ) -> SpawnSubagentPayload:
        """Makes a subagent's thread, of a run that is RUNNING. provider and native_thread_ref name a session that the agent itself made.

        NOT_FOUND, INVALID_TRANSITION; CONFLICT for an id that is taken.
        """
        return await self._command(
            "spawn_subagent",
            SpawnSubagentPayload,
            command_id,
            id=id,
            parent_run_id=parent_run_id,
            title=title,
            provider=provider,
            native_thread_ref=native_thread_ref,
            native_ref_strength=native_ref_strength,
        )

    async def return_subagent_result(
        self,
        *,
        child_thread_id: str,
        text: str,
        command_id: str | None = None,
    ) -> TransferPayload:
        """Gives a subagent's result to the run that spawned it, or to the next of the parent thread.

        NOT_FOUND, BAD_INPUT, UNSTABLE_SOURCE; ROLLED_BACK_SOURCE when the run that spawned it was rolled back.
        """
        return await self._command(
            "return_subagent_result",
            TransferPayload,
            command_id,
            child_thread_id=child_thread_id,
            text=text,
        )

    async def rollback_thread(
        self,
        *,
        thread_id: str,
        to_ordinal: int,
        expected_version: int | None = None,
        command_id: str | None = None,
    ) -> RollbackThreadPayload:
        """Rolls back all runs behind to_ordinal, and answers what that invalidated. Nothing is deleted.

        NOT_FOUND; BAD_INPUT for an ordinal that is not in the history; CONFLICT for a stale expected_version; ACTIVE_RUN.
        """
        return await self._command(
            "rollback_thread",
            RollbackThreadPayload,
            command_id,
            thread_id=thread_id,
            to_ordinal=to_ordinal,
            expected_version=expected_version,
        )

    async def redact_thread(self, *, thread_id: str, expected_version: int | None = None, command_id: str | None = None) -> ThreadPayload:
        """Deletes the texts of a thread for good, also in handoffs made from its runs; its lineage stays as it is.

        NOT_FOUND; CONFLICT for a stale expected_version; ACTIVE_RUN.
        """
        return await self._command("redact_thread", ThreadPayload, command_id, thread_id=thread_id, expected_version=expected_version)

    async def record_history(self, *, threads: Sequence[RecordedThreadInput], command_id: str | None = None) -> RecordHistoryPayload:
        """Records finished runs in bulk, all or none; those that are there already are passed over. Parents come before their children.

        BAD_INPUT, NOT_FOUND; CONFLICT for ids that belong elsewhere; ACTIVE_RUN, INVALID_TRANSITION.
        """
        return await self._command("record_history", RecordHistoryPayload, command_id, threads=threads)
