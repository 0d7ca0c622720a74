"""Telling the service what the installed program can do."""

from pydantic.alias_generators import to_snake

from lineage.adapters.port import Agent, Probe
from lineage.client import LineageClient


async def make_known(client: LineageClient, agent: Agent) -> Probe:
    """Looks at what is installed and registers its profile where the service has another. CannotUse as Agent.probe says."""
    probe = await agent.probe()
    profile = {to_snake(name): value for name, value in probe.profile.items()}
    known = {provider.kind: provider for provider in await client.providers()}.get(agent.provider)
    if known is None or any(getattr(known, name) != value for name, value in profile.items()):
        await client.register_provider(kind=agent.provider, **profile)
    return probe
