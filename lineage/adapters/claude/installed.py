"""What the installed Claude Code can do."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lineage.adapters.errors import WrongVersion
from lineage.adapters.program import started, version_of
from lineage.domain.kinds import HandoffDelivery

OLDEST = (2, 1, 94)
"""Since when a fork's session id can be chosen, and a system prompt be given by file. Older versions do not take this adapter's options."""
REVERTS_SINCE = (2, 1, 197)
"""Since when a conversation can be rewound to nothing, and a rewound one survives that the program is killed."""
PINNED = "--system-prompt-snapshot"
"""Newer versions have it: they keep a session's first system prompt for good unless they are told not to."""
HELP_SECONDS = 30
MAX_HANDOFF_CHARS = 24_000


@dataclass(frozen=True)
class Installed:
    """The program at this path."""

    path: Path
    version: tuple[int, ...]
    pins_system_prompt: bool

    @property
    def version_text(self) -> str:
        return _text(self.version)

    def profile(self) -> Mapping[str, Any]:
        """The fields of registerProvider's input."""
        return {
            "nativeFork": True,
            "nativeRollback": False,
            "nativeRevert": self.version >= REVERTS_SINCE,
            "acceptsHandoff": True,
            "handoffDelivery": HandoffDelivery.SYSTEM,
            "resumeAcrossModels": True,
            "resumeAcrossRuntimeModes": True,
            "maxHandoffChars": MAX_HANDOFF_CHARS,
        }


async def installed_at(path: Path, environment: Mapping[str, str] | None) -> Installed:
    """Asks the program. ProgramMissing, WrongVersion."""
    version = await version_of(path, environment)
    if version < OLDEST:
        raise WrongVersion(f"{path} is Claude Code {_text(version)}, expected {_text(OLDEST)} or newer; update it")
    said = b""
    try:
        async with started([str(path), "--help"], Path.cwd(), environment, stdin=b"") as child:
            async for line in child.lines(HELP_SECONDS):
                said += line
    except TimeoutError:
        raise WrongVersion(f"{path} --help said nothing for {HELP_SECONDS} seconds") from None
    return Installed(path, version, PINNED.encode() in said)


def _text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
