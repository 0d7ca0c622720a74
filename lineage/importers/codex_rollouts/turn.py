"""A turn as it is put together out of lines, and what else happens in a thread."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lineage.domain.kinds import RunStatus
from lineage.importers.codex_rollouts.items import TurnItems
from lineage.importers.codex_rollouts.values import mapping_in, text_in

LONG_ENOUGH = 32
"""Turn ids of so many characters are unique by themselves; shorter ones (`turn-1`) are so in their thread."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a turn_context says about how the model is asked."""

    model: str | None
    runtime_mode: str | None

    @classmethod
    def of(cls, context: dict[str, Any]) -> "Settings":
        """The runtime mode is the approval policy and the sandbox: `never/danger-full-access`."""
        approval = text_in(context, "approval_policy") or next(iter(mapping_in(context, "approval_policy")), None)
        sandbox = text_in(context, "sandbox_policy") or text_in(mapping_in(context, "sandbox_policy"), "type", "mode")
        return cls(text_in(context, "model"), "/".join(word for word in (approval, sandbox) if word) or None)


@dataclass(slots=True)
class SpawnedAgent:
    """A subagent: the call that spawned it, what is known of its thread, and what came back."""

    call_id: str
    thread_id: str | None = None
    result: str | None = None
    returned_at: datetime | None = None


@dataclass(slots=True)
class Turn:
    """owner is the thread that the turn was taken in: another one for a turn that was copied from there."""

    place: int
    rollout_id: str
    owner: str
    started_at: datetime
    last_at: datetime
    id: str | None = None
    is_told: bool = False
    """Whether a line told its begin, so that one will tell its end."""
    is_copied: bool = False
    message: str | None = None
    settings: Settings | None = None
    status: RunStatus | None = None
    reason: str | None = None
    failure: str | None = None
    has_worked: bool = False
    has_answered: bool = False
    """Whether the last thing in it is an answer."""
    has_compacted: bool = False
    has_counted: bool = False
    """Whether it was among the live runs."""
    is_dropped: bool = False
    items: TurnItems | None = None
    """None when only outlines are wanted."""
    spawned: list[SpawnedAgent] = field(default_factory=list)
    snapshot: tuple[str, datetime] | None = None
    """The commit that Codex made of the files before the next turn began, and when."""
    run_id: str = ""
    """Given when all lines are read."""

    @property
    def is_run(self) -> bool:
        """Turns that only compact, or do nothing at all, are none."""
        return self.message is not None or (self.has_worked and not self.has_compacted)

    def end(self, status: RunStatus, at: datetime, reason: str | None = None) -> None:
        """What is told first counts, and a failure that no answer followed counts before it."""
        if self.status is None:
            self.last_at = max(self.last_at, at)
            failed = self.failure is not None and not self.has_answered and status is RunStatus.COMPLETED
            self.status = RunStatus.FAILED if failed else status
            self.reason = self.failure if failed else reason

    def end_untold(self) -> None:
        """Its end is not told: in files that tell no ends, an answer at the end is one."""
        if not self.is_told and self.has_answered:
            self.end(RunStatus.COMPLETED, self.last_at)
        elif self.failure is not None and not self.has_answered:
            self.end(RunStatus.FAILED, self.last_at, self.failure)
        else:
            self.end(RunStatus.INTERRUPTED, self.last_at, "the file does not tell how it ended")


@dataclass(slots=True)
class Compaction:
    """tokens_after is told later, with the next count. within is the turn in which it happened."""

    at: datetime
    summary: str | None
    tokens_before: int | None
    tokens_after: int | None = None
    within: "Turn | None" = None


@dataclass(frozen=True, slots=True)
class Drop:
    """The turns from this one on were dropped."""

    first: Turn
    at: datetime


Entry = Turn | Compaction | Drop
