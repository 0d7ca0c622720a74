"""What several subscriptions have in common: the threads that they are about, and up to which version those have been told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lineage.domain.models import LineageEvent
from lineage.errors import LineageError
from lineage.live.subscriber import Subscriber

Versions = Mapping[str, int]
"""Versions of threads by their ids."""


class Subject(NamedTuple):
    """What is subscribed to: a thread, or a thread with all below it."""

    workspace: str
    thread_id: str
    with_below: bool


@dataclass(slots=True)
class Topic:
    """One subject that somebody is subscribed to.

    told has the version up to which each thread's changes went to the subscribers. A subscriber may have read further
    in the log by itself before it joined; those versions are kept with it until they came by here.
    """

    subject: Subject
    told: dict[str, int]
    subscribers: dict[Subscriber, dict[str, int]] = field(default_factory=dict)
    newest: dict[str, int] = field(default_factory=dict)
    lock: Any = None
    """The tree's lock when its threads were last looked at, None to look again whatever it is."""
    seen_lock: Any = None
    """The lock at the last look. It counts only when the next look finds the same: a lock that moved can be seen a moment before all that
    was written under it."""

    def joined_by(self, subscriber: Subscriber, seen: Versions) -> None:
        """Adds a subscriber that was told everything up to these versions, see is_within."""
        self.subscribers[subscriber] = {id: version for id, version in seen.items() if version > self.told.get(id, 0)}

    def is_within(self, seen: Versions) -> bool:
        """Whether one that saw these versions would miss nothing of what is told from now on."""
        return all(seen.get(id, 0) >= version for id, version in self.told.items())

    def look(self, lock: Any, versions: Iterable[tuple[str, int]]) -> None:
        """Takes note of a tree's lock and of its threads' versions, as they were no earlier than the lock."""
        self.newest = {id: version for id, version in versions if version > self.told.get(id, 0)}
        self.lock, self.seen_lock = (lock if lock == self.seen_lock else None), lock

    def behind(self) -> Iterable[tuple[str, int]]:
        """The threads that may have changes to tell, each with the version up to which it was told."""
        if not self.subject.with_below:
            return self.told.items()
        return [(id, self.told.get(id, 0)) for id in self.newest]

    def tell(self, event: LineageEvent) -> None:
        """Passes a change on when it is the thread's next; one that comes before it is not there yet, or came already."""
        if event.version != self.told.get(event.thread_id, 0) + 1:
            return
        self.told[event.thread_id] = event.version
        if self.newest.get(event.thread_id) == event.version:
            del self.newest[event.thread_id]
        for subscriber, ahead in list(self.subscribers.items()):
            if event.version > ahead.get(event.thread_id, 0):
                ahead.pop(event.thread_id, None)
                subscriber.offer(event)
                if subscriber.ended:
                    del self.subscribers[subscriber]

    def end(self, error: LineageError) -> None:
        """Ends every subscription to it."""
        for subscriber in self.subscribers:
            subscriber.end(error)
        self.subscribers.clear()
