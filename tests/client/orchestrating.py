"""What an orchestrator does with a client, in few words."""

from typing import Any

from lineage.client import CheckpointInput, LineageClient
from lineage.client.models import Run, StartRunPayload
from tests.running import fresh


async def new_thread(client: LineageClient) -> str:
    return (await client.create_thread(id=fresh("T"), title="a title")).thread.id


async def begun(client: LineageClient, thread_id: str, provider: str = "codex", **given: Any) -> StartRunPayload:
    """A run that has begun and goes on."""
    started = await client.start_run(thread_id=thread_id, provider=provider, message="go on", **given)
    native = started.provider_thread.native_thread_ref or fresh("session")
    await client.begin_run(run_id=started.run.id, native_thread_ref=native, native_turn_ref=fresh("turn"))
    return started


async def ran(client: LineageClient, thread_id: str, provider: str = "codex", **given: Any) -> Run:
    """A run that completed, with a checkpoint."""
    started = await begun(client, thread_id, provider, **given)
    return (await client.finish_run(run_id=started.run.id, checkpoint=CheckpointInput(workspace_ref="commit"))).run
