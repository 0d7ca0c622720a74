"""OpenCode as an agent."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from lineage.adapters.errors import NotConfigured, WrongVersion
from lineage.adapters.opencode.server import Refused, serving
from lineage.adapters.opencode.session import OpenCodeSession, real
from lineage.adapters.opencode.turn import Conduct
from lineage.adapters.port import Probe
from lineage.adapters.program import find, version_of
from lineage.domain.kinds import HandoffDelivery, HistoryMode

OLDEST, TOO_NEW = (1, 18), (2,)
"""The versions whose requests and events are known here: from the one to before the other."""
PROFILE = {
    "nativeFork": True,
    "nativeRollback": False,
    "nativeRevert": True,
    "acceptsHandoff": True,
    "handoffDelivery": HandoffDelivery.SYSTEM,
    "resumeAcrossModels": True,
    "resumeAcrossRuntimeModes": True,
}


class OpenCodeAgent:
    """See lineage.adapters.port.Agent.

    allowing says whether what OpenCode asks a person for is allowed; otherwise it is declined. retries is how often it may try
    again when its model's endpoint fails: it would not give up by itself. start_seconds is how long its server may take to start,
    answer_seconds how long a request may take, such as forking a long session; it is no limit for turns.
    """

    provider = "opencode"
    keeps_handoffs = False
    reverts_at_once = True
    forks_keep_turn_refs = True

    def __init__(
        self,
        program: str | Path | None = None,
        environment: Mapping[str, str] | None = None,
        turn_silence_seconds: float = 600,
        allowing: bool = False,
        retries: int = 4,
        start_seconds: float = 120,
        answer_seconds: float = 120,
    ) -> None:
        self._program = program
        self._environment = environment
        self._turn_silence_seconds = turn_silence_seconds
        self._allowing = allowing
        self._retries = retries
        self._start_seconds = start_seconds
        self._answer_seconds = answer_seconds

    async def probe(self) -> Probe:
        found = await version_of(self._found(), self._environment)
        version = ".".join(map(str, found))
        if not OLDEST <= found < TOO_NEW:
            raise WrongVersion(f"OpenCode {version} is not known here; versions from {OLDEST[0]}.{OLDEST[1]} to before {TOO_NEW[0]} are.")
        return Probe(version, HistoryMode.PAGINATED, PROFILE)

    @asynccontextmanager
    async def session(self, folder: Path, model: str | None) -> AsyncIterator[OpenCodeSession]:
        """CannotUse when the server does not start; NotConfigured when it cannot read its configuration."""
        working = real(folder)
        async with serving(self._found(), working, self._environment, self._start_seconds, self._answer_seconds) as server:
            try:
                await server.get("/config")
            except Refused as error:
                raise NotConfigured(f"OpenCode cannot be used in {working}: {error}") from error
            yield OpenCodeSession(server, model, Conduct(working, self._turn_silence_seconds, self._retries, self._allowing))

    def _found(self) -> Path:
        return find(self._program, "opencode", self._environment)
