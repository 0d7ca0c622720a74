"""What is counted, each thing at the moment when it happened, so that what a past hour says does not change any more."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lineage.domain.kinds import HandoffStrategy

PLAIN = (
    "RUN_STARTED",
    "RUN_COMPLETED",
    "RUN_FAILED",
    "RUN_INTERRUPTED",
    "NEVER_BEGAN",
    "SWITCH",
    "RESUME_FAILURE",
    "ROLLBACK",
    "ROLLED_BACK_RUN",
    "FORK",
    "SUBAGENT",
    "MERGE_BACK",
    "MERGE_BACK_SUPERSEDED",
    "MERGED_FORK",
)
HANDOFF_CHANGES = ("HANDOFF_CREATED", "HANDOFF_READY", "HANDOFF_FAILED", "HANDOFF_SUPERSEDED")
"""Counted for each strategy apart."""

SIZE_BOUNDS = (250, 500, 1000, 2000, 3000, 4000, 6000, 8000, 12_000, 16_000, 24_000, 32_000, 48_000, 64_000, 128_000)
"""Lengths of summaries in characters, each the longest that its class takes; what is longer than the last is a class of its own."""

_HANDOFFS = tuple((change, strategy) for strategy in HandoffStrategy for change in HANDOFF_CHANGES)
_PLACES = {(name, ""): place for place, name in enumerate(PLAIN)} | {
    (change, str(strategy)): place for place, (change, strategy) in enumerate(_HANDOFFS, len(PLAIN))
}
_CHARACTERS = len(_PLACES)
_SIZES = _CHARACTERS + 1
LENGTH = _SIZES + len(SIZE_BOUNDS) + 1
"""How many numbers the sums of an hour are: the plain figures, the handoffs', the characters of summaries, and their sizes' classes."""


@dataclass(slots=True)
class Tally:
    """The sums of all figures of some part of time; longest is the length of the longest summary."""

    sums: list[int] = field(default_factory=lambda: [0] * LENGTH)
    longest: int = 0

    def add(self, figure: str, detail: str | None, count: int, sized: int | None = None, characters: int = 0, longest: int = 0) -> None:
        """Counts a fact. detail is a handoff's strategy, or NEVER_BEGAN of a run; sized is the class of a summary's length."""
        if detail == "NEVER_BEGAN":
            self.sums[_PLACES[detail, ""]] += count
            detail = None
        self.sums[_PLACES[figure, detail or ""]] += count
        if sized is not None:
            self.sums[_CHARACTERS] += characters
            self.sums[_SIZES + sized] += count
            self.longest = max(self.longest, longest)

    def include(self, sums: Sequence[int], longest: int) -> None:
        """Adds the sums of another part of time."""
        self.sums = [one + other for one, other in zip(self.sums, sums, strict=True)]
        self.longest = max(self.longest, longest)

    def plain(self, figure: str) -> int:
        return self.sums[_PLACES[figure, ""]]

    def handoffs(self, change: str, strategy: HandoffStrategy) -> int:
        return self.sums[_PLACES[change, str(strategy)]]

    @property
    def characters(self) -> int:
        return self.sums[_CHARACTERS]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many summaries each class of lengths has."""
        return tuple(self.sums[_SIZES:])
