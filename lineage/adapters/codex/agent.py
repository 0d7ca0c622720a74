"""Codex as an agent."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from lineage import __version__
from lineage.adapters.codex.abilities import Abilities, abilities_of
from lineage.adapters.codex.app_server import opened
from lineage.adapters.codex.configuration import check_configuration
from lineage.adapters.codex.session import CodexSession, Manner
from lineage.adapters.port import Probe
from lineage.adapters.program import find

Approval = Literal["never", "on-request", "untrusted"]
Sandbox = Literal["read-only", "workspace-write", "danger-full-access"]


class CodexAgent:
    """See lineage.adapters.port.Agent.

    approval is Codex's policy for what it asks its client before it does it; whatever it asks is declined. sandbox is what commands
    may touch. answer_seconds is how long a request may take, such as opening a long thread; it is no limit for turns.
    """

    provider = "codex"
    keeps_handoffs = True
    reverts_at_once = True
    forks_keep_turn_refs = True

    def __init__(
        self,
        program: str | Path | None = None,
        environment: Mapping[str, str] | None = None,
        turn_silence_seconds: float = 600,
        approval: Approval = "never",
        sandbox: Sandbox = "workspace-write",
        answer_seconds: float = 120,
    ) -> None:
        self._program = program
        self._environment = environment
        self._turn_silence_seconds = turn_silence_seconds
        self._approval = approval
        self._sandbox = sandbox
        self._answer_seconds = answer_seconds
        self._abilities: Abilities | None = None

    async def probe(self) -> Probe:
        abilities = self._abilities = await abilities_of(self._found(), self._environment)
        return Probe(abilities.version, abilities.history_mode, abilities.profile())

    @asynccontextmanager
    async def session(self, folder: Path, model: str | None) -> AsyncIterator[CodexSession]:
        """What the program can do is what the last probe saw, or is found out when there was none. CannotUse."""
        program = self._found()
        abilities = self._abilities = self._abilities or await abilities_of(program, self._environment)
        manner = Manner.of(folder, model, self._approval, self._sandbox)
        async with opened(program, manner.folder, self._environment, self._answer_seconds, __version__) as server:
            await check_configuration(server, abilities, manner.folder, self._environment)
            yield CodexSession(server, abilities, manner, self._turn_silence_seconds)

    def _found(self) -> Path:
        return find(self._program, "codex", self._environment)
