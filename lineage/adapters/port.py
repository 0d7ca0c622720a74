"""What an adapter does for its agent program: one Agent a program, one Session for each run that is carried out.

A session is used in the order of the service's native actions: one of create, resume and fork; perhaps revert or roll_back;
deliver, once, with the handoffs' texts; turn, once. Errors are those of `lineage.adapters.errors`.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from lineage.domain.kinds import HistoryMode, TurnItemKind


@dataclass(frozen=True)
class Probe:
    """What the installed program is and can do. profile holds the fields of registerProvider's input, named as there."""

    version: str
    history_mode: HistoryMode
    profile: Mapping[str, Any]


@dataclass(frozen=True)
class Accepted:
    """The program has taken the message: from here on the run has begun. The references name its session and this turn."""

    thread_ref: str
    turn_ref: str | None
    history_mode: HistoryMode | None = None


@dataclass(frozen=True)
class Said:
    """A further piece of the answer, as it comes."""

    text: str


@dataclass(frozen=True)
class Observed:
    """Something for the run's turn items: kind, text and data as appendItems takes them."""

    kind: TurnItemKind
    text: str | None = None
    data: Any = None


@dataclass(frozen=True)
class Compacted:
    """The program put a summary in the place of what the session held before this turn; None for what it does not tell of it."""

    summary: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None


@dataclass(frozen=True)
class Ended:
    """The turn is over. reason says why it is not COMPLETED."""

    status: Literal["COMPLETED", "FAILED", "INTERRUPTED"]
    reason: str | None = None


Event = Accepted | Said | Observed | Compacted | Ended


class Session(Protocol):
    """A native session that takes one run's turn."""

    async def create(self) -> None:
        """Makes a new native session; programs that make one with its first message do it then."""

    async def resume(self, thread_ref: str, last_turn_ref: str | None) -> None:
        """Goes on in a native session, right behind this turn: what a turn that nobody recorded left there is dropped.

        ResumeFailed when the session is gone, cannot be read, or does not hold that turn. None: its end, wherever that is.
        """

    async def fork(self, thread_ref: str, last_turn_ref: str | None) -> None:
        """Makes a new native session that holds the other's turns up to this one, inclusive; None takes all. ForkFailed."""

    async def revert(self, before_turn_ref: str, kept_turn_ref: str | None) -> None:
        """Drops that turn and all later ones from the session; kept_turn_ref is the last one that stays. RevertFailed."""

    async def roll_back(self, turns: int) -> None:
        """Drops the last turns by their number, where the program has nothing better. RevertFailed."""

    async def deliver(self, handoffs: Sequence[str]) -> None:
        """Gives the session these texts, in this order, apart from the user's message and before it."""

    def turn(self, message: str) -> AsyncGenerator[Event, None]:
        """Sends the message. Accepted comes first and Ended last, both once; TurnFailed instead of Accepted when it was not taken.

        Closing the iterator early ends the program's work on the turn.
        """

    async def interrupt(self) -> None:
        """Asks the program to stop the turn; its Ended then says INTERRUPTED."""


class Agent(Protocol):
    """One agent program as it is installed here."""

    provider: str
    """The kind of its profile: "codex"."""

    keeps_handoffs: bool
    """Whether what was delivered stays in the native session, its forks included, and goes when its turn is dropped.

    Where it does not, deliver is given all that the session has to know at each turn, not only what is new.
    """

    reverts_at_once: bool
    """Whether revert and roll_back are done when they return; where not, the session drops the turns with its next turn."""

    forks_keep_turn_refs: bool
    """Whether the turns that a fork takes along have the same references in it."""

    async def probe(self) -> Probe:
        """Looks at what is installed. ProgramMissing, WrongVersion, NotConfigured."""

    def session(self, folder: Path, model: str | None) -> AbstractAsyncContextManager[Session]:
        """A session that works in this folder; model as the program names it, None for its default. Its processes end with it."""
