"""Telling the service that an agent compacted its session."""

from contextlib import suppress

from lineage.adapters.port import Compacted
from lineage.carrying.recording import shortened
from lineage.client import LineageClient, Refused
from lineage.client.models import StartRunPayload


async def record_compaction(client: LineageClient, started: StartRunPayload, compacted: Compacted) -> None:
    """Runs count whole: what was compacted in a run goes through the one before it in the same session, if there is one.

    What is recorded through that run already, or was rolled back meanwhile, is left at that.
    """
    ordinals = started.provider_thread.coverage.native_run_ordinals
    before = await client.thread_run(started.run.thread_id, ordinals[-1]) if ordinals else None
    if before is None:
        return
    with suppress(Refused):
        await client.record_compaction(
            provider_thread_id=started.provider_thread.id,
            through_run_id=before.id,
            summary=shortened(compacted.summary),
            tokens_before=compacted.tokens_before,
            tokens_after=compacted.tokens_after,
        )
