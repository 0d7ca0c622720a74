"""The agents that lineage can drive, by the kind of their provider. A further one is added here."""

from collections.abc import Callable, Mapping

from lineage.adapters.claude import ClaudeAgent
from lineage.adapters.codex import CodexAgent
from lineage.adapters.openai_compatible import OpenAICompatibleAgent
from lineage.adapters.opencode import OpenCodeAgent
from lineage.adapters.port import Agent
from lineage.settings import Settings

AGENTS: Mapping[str, Callable[[Settings], Agent]] = {
    "codex": lambda given: CodexAgent(program=given.codex_program, turn_silence_seconds=given.turn_silence_seconds),
    "claude": lambda given: ClaudeAgent(program=given.claude_program, turn_silence_seconds=given.turn_silence_seconds),
    "opencode": lambda given: OpenCodeAgent(program=given.opencode_program, turn_silence_seconds=given.turn_silence_seconds),
    "openai-compatible": lambda given: OpenAICompatibleAgent(
        base_url=given.openai_base_url,
        model=given.openai_model,
        api_key=given.openai_api_key.get_secret_value(),
        turn_silence_seconds=given.turn_silence_seconds,
    ),
}


def agent_of(provider: str, settings: Settings) -> Agent | None:
    """The agent for a provider; None when there is no adapter for it."""
    make = AGENTS.get(provider)
    return make(settings) if make else None
