"""Rolling a thread back, and its native sessions with it as far as that can be done at once."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lineage.adapters.errors import AdapterError
from lineage.adapters.port import Agent
from lineage.carrying.opening import act, last_turn_ref
from lineage.client import LineageClient
from lineage.client.models import NativeAction, RollbackImpact
from lineage.domain.kinds import ProviderThreadStatus


@dataclass(frozen=True)
class NativeRollback:
    """How it went for one native session: done now, failed for a reason, or neither, when it is due with the session's next turn."""

    provider_thread_id: str
    provider: str
    done: bool = False
    failure: str | None = None


async def roll_back(
    client: LineageClient,
    agent_of: Callable[[str], Agent | None],
    thread_id: str,
    to_ordinal: int,
    folder: Path,
    expected_version: int | None = None,
) -> tuple[RollbackImpact, list[NativeRollback]]:
    """Drops the runs above the ordinal, then reverts the native sessions and reports each.

    agent_of gives the agent for a provider's kind, None where there is none here: such a session is left due. Refused as
    rollbackThread says, then nothing was done.
    """
    impact = (await client.rollback_thread(thread_id=thread_id, to_ordinal=to_ordinal, expected_version=expected_version)).impact
    told = []
    for found in impact.provider_threads:
        agent = agent_of(found.provider)
        if found.action is None or found.status_after is not ProviderThreadStatus.ROLLED_BACK:
            continue
        if agent is None or not agent.reverts_at_once:
            told.append(NativeRollback(found.provider_thread_id, found.provider))
            continue
        failure = await _revert(client, agent, found.provider_thread_id, found.action, folder)
        await client.report_provider_rollback(provider_thread_id=found.provider_thread_id, succeeded=failure is None, reason=failure)
        told.append(NativeRollback(found.provider_thread_id, found.provider, failure is None, failure))
    return impact, told


async def _revert(client: LineageClient, agent: Agent, provider_thread_id: str, action: NativeAction, folder: Path) -> str | None:
    """Why it failed; None when it is done."""
    served = await client.provider_thread(provider_thread_id)
    if served is None:
        return "the service does not know the session any more"
    try:
        await agent.probe()
        async with agent.session(folder, served.model) as session:
            last_turn = last_turn_ref(agent, served)
            await session.resume(action.native_thread_ref or "", last_turn)
            await act(session, action, last_turn)
    except AdapterError as error:
        return str(error)
    return None
