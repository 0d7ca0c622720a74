"""A world with all four agents: the real programs in homes of the tests' own, on a running service and the model server."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lineage.adapters.claude import ClaudeAgent
from lineage.adapters.codex import CodexAgent
from lineage.adapters.openai_compatible import OpenAICompatibleAgent
from lineage.adapters.opencode import OpenCodeAgent
from lineage.adapters.port import Agent
from lineage.client import LineageClient
from tests.agents.claude_home import claude_home
from tests.agents.codex_home import codex_home, rollout_files
from tests.agents.installing import Programs
from tests.agents.models import completions, messages, responses
from tests.agents.models.server import serving_models
from tests.agents.opencode_home import database, opencode_home
from tests.agents.truth.world import World

SILENCE_SECONDS = 30


@contextmanager
def settled(service_url: str, programs: Programs, folder: Path) -> Iterator[World]:
    """Works until the block ends; folder holds the homes and the folder that the agents work in."""
    loop = asyncio.new_event_loop()
    work = folder / "work"
    work.mkdir(parents=True, exist_ok=True)
    with serving_models(responses.PROTOCOL, messages.PROTOCOL, completions.PROTOCOL) as models:
        path = {"PATH": programs.path}
        agents: dict[str, Agent] = {
            "codex": CodexAgent(
                programs.named("codex"),
                codex_home(folder / "codex", models.base) | path,
                SILENCE_SECONDS,
                sandbox="danger-full-access",
            ),
            "claude": ClaudeAgent(programs.named("claude"), claude_home(folder / "claude", models.base) | path, SILENCE_SECONDS),
            "opencode": OpenCodeAgent(
                programs.named("opencode"), opencode_home(folder / "opencode", models.base) | path, SILENCE_SECONDS, retries=0
            ),
            "openai-compatible": OpenAICompatibleAgent(f"{models.base}/v1", "m1", "", folder / "histories", turn_silence_seconds=3),
        }
        client = LineageClient(service_url)
        try:
            yield World(client, models, agents, work, loop)
        finally:
            loop.run_until_complete(client.aclose())
            loop.close()


def lose_session(folder: Path, provider: str, reference: str) -> None:
    """Deletes a native session, as somebody does who clears a disk."""
    match provider:
        case "codex":
            for path in rollout_files(folder / "codex", reference):
                path.unlink()
        case "claude":
            for path in (folder / "claude" / ".claude" / "projects").glob(f"*/{reference}*"):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        case "opencode":
            with sqlite3.connect(database(folder / "opencode"), timeout=30) as connection:
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("DELETE FROM session WHERE id = ?", (reference,))
        case "openai-compatible":
            (folder / "histories" / f"{reference}.json").unlink(missing_ok=True)
