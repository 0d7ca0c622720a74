"""The events of one thread, in the order of their sequence."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lineage.importers.loose import EPOCH
from lineage.importers.t3code.fields import Json
from lineage.importers.t3code.kinds import Kind


@dataclass(frozen=True, slots=True)
class Event:
    """A snapshot. first is the sequence of the first snapshot of the same thing; occurred_at is None where the line has no time."""

    sequence: int
    first: int
    line: int
    kind: Kind
    type: str
    occurred_at: datetime | None
    driver: Any
    payload: Json


@dataclass(slots=True)
class ThreadLog:
    """What a file says about a thread: of most things the last snapshot, of those that have a history all of them."""

    id: str
    _events: dict[Kind, list[Event]] = field(default_factory=dict)
    _times: list[tuple[int, datetime]] = field(default_factory=list)

    def add(self, event: Event) -> None:
        """Takes the next event."""
        self._events.setdefault(event.kind, []).append(event)
        if event.occurred_at is not None:
            self._times.append((event.sequence, event.occurred_at))

    def of(self, *kinds: Kind) -> list[Event]:
        """The events of these kinds, each kind's in order."""
        return [event for kind in kinds for event in self._events.get(kind, ())]

    def by_id(self, *kinds: Kind) -> dict[str, Event]:
        """The last snapshot of each thing of these kinds."""
        return {event.payload["id"]: event for event in self.of(*kinds)}

    def at(self, event: Event) -> datetime:
        """When an event was; one without a time was when the one before it was, or else when the first one was."""
        if event.occurred_at is not None:
            return event.occurred_at
        position = bisect_left(self._times, event.sequence, key=lambda time: time[0])
        return self._times[max(position - 1, 0)][1] if self._times else EPOCH

    @property
    def begins_at(self) -> datetime:
        return self._times[0][1] if self._times else EPOCH

    @property
    def threads(self) -> Iterator[Event]:
        """The snapshots of the thread itself, the last one last."""
        return iter(sorted(self.of(Kind.THREAD, Kind.SEEN), key=lambda event: event.sequence))
