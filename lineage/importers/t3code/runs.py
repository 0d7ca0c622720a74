"""Which runs of a thread reached their provider, in which order, and how each one ended."""

from collections.abc import Callable
from dataclasses import dataclass

from lineage.importers.report import FaultKind
from lineage.importers.t3code.fields import Json, text, whole, word
from lineage.importers.t3code.ids import own_id
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.log import Event, ThreadLog

Fault = Callable[[FaultKind, str, int], None]

_NOT_BEGUN = frozenset({"preparing", "queued", "starting"})
_BEGUN = frozenset({"running", "waiting", "completed", "rolled_back"})
_ENDED_SOMEHOW = frozenset({"failed", "interrupted", "cancelled"})
"""A run may end like this before it began; whether it had begun shows by its start."""


@dataclass(slots=True)
class Begun:
    """A run that reached the provider.

    sequence is that of the event at which it did; last is its last snapshot, or the one before it was rolled back. A loose one has
    no run in the file: it is a message without one, and what came of it, as native subagents and imported threads have it.
    """

    id: str
    native_id: str
    sequence: int
    line: int
    begun: Event
    last: Event
    loose: bool = False
    rolled_back: Event | None = None
    """The event that says so."""
    dropped_at: int | None = None
    """The sequence at which it left the history: it was rolled back then, or lies behind a run that was."""

    @property
    def ordinal(self) -> int | None:
        """Its number in the program's own count, by which handoffs name what they cover."""
        return None if self.loose else whole(self.last.payload, "ordinal")

    @property
    def provider_thread_id(self) -> str | None:
        return text(self.last.payload, "providerThreadId")

    @property
    def is_completed(self) -> bool:
        return self.loose or self.last.payload.get("status") in ("completed", "rolled_back")


def begun_runs(log: ThreadLog, fault: Fault) -> list[Begun]:
    """The runs in the order in which they began, which is not that of their numbers where queued ones changed places."""
    snapshots: dict[str, list[Event]] = {}
    for event in log.of(Kind.RUN):
        snapshots.setdefault(event.payload["id"], []).append(event)
    runs = [run for native_id, events in snapshots.items() if (run := _begun(native_id, events, fault)) is not None]
    runs += [_loose(event) for event in _openings(log, bool(snapshots))]
    return sorted(runs, key=lambda run: run.sequence)


def _begun(native_id: str, events: list[Event], fault: Fault) -> Begun | None:
    begun = rolled_back = None
    last = events[0]
    for event in events:
        status = word(event.payload, "status")
        if status not in _NOT_BEGUN and status not in _BEGUN and status not in _ENDED_SOMEHOW:
            fault(FaultKind.UNKNOWN_TYPE, f"run status {status[:60]}", event.line)
            continue
        if begun is None and has_begun(event.payload):
            begun = event
        if status == "rolled_back":
            rolled_back = rolled_back or event
            if last.payload.get("status") not in ("completed", *_ENDED_SOMEHOW):
                # Its end is not in the file; the program rolls back none but completed runs.
                last = event
        elif rolled_back is None:
            last = event
    if begun is None:
        return None
    return Begun(own_id(native_id), native_id, begun.sequence, begun.line, begun, last, rolled_back=rolled_back)


def has_begun(payload: Json) -> bool:
    """Whether a run's snapshot tells that its provider took it."""
    status = word(payload, "status")
    return status in _BEGUN or (status in _ENDED_SOMEHOW and isinstance(payload.get("startedAt"), str))


def _openings(log: ThreadLog, has_runs: bool) -> list[Event]:
    """The messages that begin loose runs. What a subagent without any message said is a run too."""
    messages = log.of(Kind.LOOSE_MESSAGE)
    if messages or has_runs:
        return messages
    others = sorted(log.of(Kind.LOOSE_ITEM), key=lambda event: event.first)
    return others[:1]


def _loose(event: Event) -> Begun:
    native_id = event.payload["id"]
    return Begun(own_id(native_id), native_id, event.first, event.line, event, event, loose=True)


def told_already(kind: FaultKind, about: str, line: int) -> None:
    """Takes the faults of a second reading, which the first one has told."""
