"""One thread of the mix of real histories: two agents that take turns, handoffs between them, checkpoints, rollbacks, merge-backs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from lineage.domain.kinds import HandoffStrategy, ParentRelationship, ThreadRelationshipKind, TurnItemKind
from lineage.domain.recording.recorded import (
    Departure,
    RecordedCheckpoint,
    RecordedHandoff,
    RecordedItem,
    RecordedRun,
    RecordedSession,
    RecordedThread,
    RolledBack,
    Step,
)

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
PROVIDERS = ("codex", "claude")
SWITCH_EVERY = 20
"""Runs of one agent before the other one goes on."""
CHECKPOINT_EVERY = 5
ROLLBACK_EVERY = 50
ROLLBACK_RUNS = 3
SUMMARY = "Goals:\n- A parser for tables of rules\n\nDecisions:\n- Keys are cut at the first space\n\nTests:\n- pytest -q: passed"


def message(number: int) -> str:
    return f"Step {number}: let the parser take combining characters in keys, and say which rule failed"


@dataclass(slots=True)
class Clock:
    """Times, each a while after the one before."""

    at: datetime = BEGIN

    def next(self) -> datetime:
        self.at += timedelta(seconds=30)
        return self.at


@dataclass(slots=True)
class Known:
    """What a session knows: the place in the thread's history up to which it was told."""

    session_id: str
    told: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Mixed:
    """Makes the steps of a thread run by run. live has the ids of its runs that are history."""

    id: str
    clock: Clock
    live: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    sessions: dict[str, Known] = field(default_factory=dict)
    _first_at: dict[str, datetime] = field(default_factory=dict)

    def run(self, provider: str, *, more: tuple[RecordedHandoff, ...] = (), items: int = 0) -> None:
        """One more run on the provider's session, which is told what it missed."""
        number = sum(isinstance(step, RecordedRun) for step in self.steps) + 1
        id = f"{self.id}/{number}"
        known = self.sessions.get(provider)
        fresh = known is None
        if known is None:
            known = self.sessions[provider] = Known(f"{self.id}:{provider}")
        missed = [run for run in self.live if run not in known.told]
        at = self.clock.next()
        self._first_at.setdefault(provider, at)
        handoffs = list(more)
        if missed:
            strategy = HandoffStrategy.FULL_THREAD_SUMMARY if fresh else HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN
            handoffs.insert(0, handoff(id, ThreadRelationshipKind.PROVIDER_HANDOFF, missed, strategy, at))
        known.told.update(missed, [id])
        self.live.append(id)
        self.steps.append(
            RecordedRun(
                id=id,
                session_id=known.session_id,
                started_at=at,
                finished_at=self.clock.next(),
                message=message(number),
                model=f"{provider}-large",
                turns=(f"{id}:turn",),
                items=[RecordedItem(TurnItemKind.DECISION, f"Decision {index} of step {number}") for index in range(items)],
                checkpoint=RecordedCheckpoint(f"{id}:files", f"commit-{number}") if number % CHECKPOINT_EVERY == 0 else None,
                handoffs=handoffs,
            )
        )

    def roll_back(self, runs: int) -> None:
        """The last runs are no longer history, natively."""
        dropped = self.live[-runs:]
        del self.live[-runs:]
        for known in self.sessions.values():
            known.told.difference_update(dropped)
        self.steps.append(RolledBack(dropped[0], self.clock.next()))

    def recorded(self, title: str, departure: Departure | None = None, forked_from: str | None = None) -> RecordedThread:
        """The thread, whole. forked_from is the session that its first one was natively forked from."""
        sessions = [
            RecordedSession(known.session_id, provider, f"native:{known.session_id}", self._first_at[provider], forked_from=forked_from)
            for provider, known in self.sessions.items()
        ]
        begun = min(self._first_at.values())
        return RecordedThread(self.id, sessions, self.steps, begun, title=title, departure=departure)


def handoff(run_id: str, type: ThreadRelationshipKind, covers: list[str], strategy: HandoffStrategy, at: datetime) -> RecordedHandoff:
    """What a run was told of other runs. One of a merge-back takes its fork from what it covers."""
    id = f"{run_id}:{type.lower()}"
    return RecordedHandoff(f"{id}:text", f"{id}:transfer", type, covers, strategy, SUMMARY, at=at)


def conversation(id: str, runs: int, clock: Clock, *, merges: int = 0, items: int = 0) -> Iterator[RecordedThread]:
    """A thread of so many runs, rolled-back ones among them, and first of all the forks whose work it takes back.

    The agents change every SWITCH_EVERY runs; ROLLBACK_RUNS of every ROLLBACK_EVERY are rolled back. merges: forks that come back.
    """
    mixed = Mixed(id, clock)
    forks: list[RecordedThread] = []
    merge_at = {(place + 1) * runs // (merges + 1) for place in range(merges)}
    for number in range(1, runs + 1):
        provider = PROVIDERS[(number - 1) // SWITCH_EVERY % len(PROVIDERS)]
        more: tuple[RecordedHandoff, ...] = ()
        if number in merge_at and mixed.live:
            fork = _fork(f"{id}:fork-{len(forks) + 1}", mixed, provider, clock, items)
            forks.append(fork)
            brought = [run.id for run in fork.runs]
            strategy = HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN
            more = (handoff(f"{id}/{number}", ThreadRelationshipKind.MERGE_BACK, brought, strategy, clock.next()),)
        mixed.run(provider, more=more, items=items)
        if number % ROLLBACK_EVERY == ROLLBACK_EVERY // 2 + ROLLBACK_RUNS:
            mixed.roll_back(ROLLBACK_RUNS)
    yield mixed.recorded(f"Conversation {id}")
    yield from forks


def _fork(id: str, parent: Mixed, provider: str, clock: Clock, items: int) -> RecordedThread:
    """A fork at the parent's last run, natively where that was the provider's."""
    last = parent.live[-1]
    known = parent.sessions.get(provider)
    native = known is not None and next(step for step in parent.steps if isinstance(step, RecordedRun) and step.id == last).session_id == (
        known.session_id
    )
    return fork_of(id, last, parent.id, provider, known.session_id if native and known else None, 5, clock, items=items)


def fork_of(
    id: str,
    run_id: str,
    parent_id: str,
    provider: str,
    session_id: str | None,
    runs: int,
    clock: Clock,
    *,
    covers: tuple[str, ...] = (),
    items: int = 0,
) -> RecordedThread:
    """A thread that left its parent at a run: natively forked from a session, else with a handoff over the runs that it covers."""
    fork = Mixed(id, clock)
    more: tuple[RecordedHandoff, ...] = ()
    if session_id is None:
        told = list(covers) or [run_id]
        more = (handoff(f"{id}/1", ThreadRelationshipKind.FORK, told, HandoffStrategy.FULL_THREAD_SUMMARY, clock.next()),)
    for number in range(runs):
        fork.run(provider, more=more if number == 0 else (), items=items)
    return fork.recorded(f"Fork {id}", Departure(ParentRelationship.FORK, parent_id, run_id=run_id), session_id)
