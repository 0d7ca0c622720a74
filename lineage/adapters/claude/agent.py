"""Claude Code as an agent."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from lineage.adapters.claude.installed import Installed, installed_at
from lineage.adapters.claude.session import ClaudeSession
from lineage.adapters.claude.turn import Manner
from lineage.adapters.port import Probe
from lineage.adapters.program import find, surroundings
from lineage.domain.kinds import HistoryMode

PermissionMode = Literal["default", "acceptEdits", "plan", "dontAsk", "auto", "bypassPermissions"]


class ClaudeAgent:
    """See lineage.adapters.port.Agent.

    Handoffs go into the system prompt, which is no part of a session. permission_mode is Claude Code's: what it would ask a person
    for is declined. start_seconds is how long it may take from its start until the message is in its session.
    """

    provider = "claude"
    keeps_handoffs = False
    reverts_at_once = True
    forks_keep_turn_refs = True

    def __init__(
        self,
        program: str | Path | None = None,
        environment: Mapping[str, str] | None = None,
        turn_silence_seconds: float = 600,
        permission_mode: PermissionMode = "acceptEdits",
        start_seconds: float = 120,
    ) -> None:
        self._program = program
        self._environment = environment
        self._turn_silence_seconds = turn_silence_seconds
        self._permission_mode = permission_mode
        self._start_seconds = start_seconds
        self._installed: Installed | None = None

    async def probe(self) -> Probe:
        installed = self._installed = await installed_at(self._found(), self._environment)
        return Probe(installed.version_text, HistoryMode.LEGACY, installed.profile())

    @asynccontextmanager
    async def session(self, folder: Path, model: str | None) -> AsyncIterator[ClaudeSession]:
        """What the program can do is taken from the last probe, or found out when there was none. CannotUse as for probe."""
        installed = self._installed or await installed_at(self._found(), self._environment)
        session = ClaudeSession(self._manner(installed, folder, model))
        try:
            yield session
        finally:
            await session.close()

    def _found(self) -> Path:
        return find(self._program, "claude", self._environment)

    def _manner(self, installed: Installed, folder: Path, model: str | None) -> Manner:
        return Manner(
            installed,
            self._projects(),
            folder.resolve(),
            self._environment,
            model,
            self._permission_mode,
            self._turn_silence_seconds,
            self._start_seconds,
        )

    def _projects(self) -> Path:
        given = surroundings(self._environment)
        home = Path(given["HOME"]) if given.get("HOME") else Path.home()
        return Path(given.get("CLAUDE_CONFIG_DIR") or home / ".claude") / "projects"
