"""What the installed Codex can do, by the schema of its protocol that it writes itself."""

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lineage.adapters.errors import WrongVersion
from lineage.adapters.program import started, version_of
from lineage.domain.kinds import HandoffDelivery, HistoryMode

SCHEMA_SECONDS = 60
NEEDED = frozenset({"thread/start", "thread/resume", "thread/fork", "thread/turns/list", "turn/start", "turn/interrupt"})
MAX_HANDOFF_CHARS = 24_000


@dataclass(frozen=True)
class Abilities:
    """The methods that it knows, and the parameters that not every version has."""

    version: str
    methods: frozenset[str]
    gives_turn_context: bool
    """turn/start takes additionalContext: texts in developer messages of the turn's own."""
    forks_at_turn: bool
    """thread/fork takes lastTurnId."""
    leaves_out_turns: bool
    """thread/resume and thread/fork take excludeTurns."""

    @property
    def reverts(self) -> bool:
        return "thread/revert" in self.methods

    @property
    def rolls_back(self) -> bool:
        return "thread/rollback" in self.methods

    @property
    def hands_off_by_context(self) -> bool:
        """Whether handoffs go by additionalContext: thread/revert drops it with its turn, thread/rollback leaves it in the thread."""
        return self.gives_turn_context and not self.rolls_back

    @property
    def history_mode(self) -> HistoryMode:
        """What new threads have: as long as thread/rollback was there, they were made with LEGACY history."""
        return HistoryMode.LEGACY if self.rolls_back else HistoryMode.PAGINATED

    def profile(self) -> dict[str, Any]:
        """The fields of registerProvider's input."""
        return {
            "nativeFork": self.forks_at_turn or self.rolls_back,
            "nativeRollback": self.rolls_back,
            "nativeRevert": self.reverts,
            "acceptsHandoff": True,
            "handoffDelivery": HandoffDelivery.DEVELOPER if self.hands_off_by_context else HandoffDelivery.PREAMBLE,
            "resumeAcrossModels": True,
            "resumeAcrossRuntimeModes": True,
            "maxHandoffChars": MAX_HANDOFF_CHARS,
        }


async def abilities_of(program: Path, environment: Mapping[str, str] | None) -> Abilities:
    """ProgramMissing; WrongVersion when it lacks what the adapter cannot do without."""
    version = ".".join(map(str, await version_of(program, environment)))
    with tempfile.TemporaryDirectory(prefix="lineage-codex-") as folder:
        await _write_schema(program, environment, Path(folder), version)
        try:
            return _read(Path(folder), version)
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise WrongVersion(f"Codex {version} describes its protocol in a way that is not known here: {error!r}") from error


async def _write_schema(program: Path, environment: Mapping[str, str] | None, folder: Path, version: str) -> None:
    arguments = [str(program), "app-server", "generate-json-schema", "--experimental", "--out", str(folder)]
    async with started(arguments, folder, environment, stdin=b"") as child:
        try:
            async for _ in child.lines(SCHEMA_SECONDS):
                pass
            code = await child.wait(SCHEMA_SECONDS)
        except TimeoutError:
            raise WrongVersion(f"Codex {version} did not write its protocol's schema within {SCHEMA_SECONDS} seconds") from None
        if code != 0:
            raise WrongVersion(f"Codex {version} cannot tell its protocol, a newer one is needed; it said: {child.errors()}")


def _read(folder: Path, version: str) -> Abilities:
    requests = _load(folder / "ClientRequest.json")["oneOf"]
    methods = frozenset(request["properties"]["method"]["enum"][0] for request in requests)
    if missing := NEEDED - methods:
        raise WrongVersion(f"Codex {version} does not know {', '.join(sorted(missing))}; a newer one is needed")
    turn, fork = (_load(folder / "v2" / f"{name}.json")["properties"] for name in ("TurnStartParams", "ThreadForkParams"))
    return Abilities(version, methods, "additionalContext" in turn, "lastTurnId" in fork, "excludeTurns" in fork)


def _load(path: Path) -> Any:
    return json.loads(path.read_bytes())
