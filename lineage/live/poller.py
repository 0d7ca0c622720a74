"""Asks the log for every topic of a process by one statement, and passes on what is new."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from contextvars import Context

from lineage.errors import LineageError, Unavailable
from lineage.live.catch_up import too_large
from lineage.live.log import READ_AT_ONCE, Log, Part
from lineage.live.subscriber import Subscriber
from lineage.live.topic import Subject, Topic, Versions

log = logging.getLogger(__name__)

SHORTEST_PAUSE_SECONDS = 0.01
LONGEST_PAUSE_SECONDS = 5.0
"""Between two attempts while the store cannot be reached."""
LOOK_AT_TREES_SECONDS = 5.0
"""How often each tree's threads are looked at whatever its lock tells."""


class Poller:
    """The topics that somebody is subscribed to. Asks every poll_seconds and when woken, and nothing while there are none."""

    def __init__(self, source: Log, poll_seconds: float, most_threads: int) -> None:
        self._log = source
        self._poll_seconds = poll_seconds
        self._most_threads = most_threads
        self._topics: dict[Subject, Topic] = {}
        self._woken = asyncio.Event()
        self._polling: asyncio.Task[None] | None = None
        self._trees_looked_at = 0.0
        self.stopped = False

    def wake(self) -> None:
        """Asks at once."""
        self._woken.set()

    def can_be_joined(self, subject: Subject, seen: Versions) -> bool:
        """Whether one that saw these versions would miss nothing. UNAVAILABLE after a stop."""
        if self.stopped:
            raise stopping()
        topic = self._topics.get(subject)
        return topic is None or topic.is_within(seen)

    def join(self, subject: Subject, subscriber: Subscriber, seen: Versions) -> None:
        """From now on the subscriber is told what changes above the versions that it saw, see can_be_joined."""
        topic = self._topics.get(subject)
        if topic is None:
            topic = self._topics[subject] = Topic(subject, dict(seen))
        topic.joined_by(subscriber, seen)
        if self._polling is None or self._polling.done():
            # For everybody: it belongs to no request, such as the one that happens to be the first.
            self._polling = asyncio.create_task(self._poll(), name="changes", context=Context())

    def leave(self, subject: Subject, subscriber: Subscriber) -> None:
        """Tells the subscriber nothing more."""
        topic = self._topics.get(subject)
        if topic is not None:
            topic.subscribers.pop(subscriber, None)
            if not topic.subscribers:
                del self._topics[subject]
                self._woken.set()

    def stop(self) -> None:
        """Ends every subscription by UNAVAILABLE."""
        self.stopped = True
        for topic in self._topics.values():
            topic.end(stopping())

    async def close(self) -> None:
        """Stops, and waits for the end of what is being asked."""
        self.stop()
        if self._polling is not None:
            self._polling.cancel()
            with suppress(asyncio.CancelledError):
                await self._polling

    async def _poll(self) -> None:
        clock = asyncio.get_running_loop().time
        failures = 0
        while self._topics:
            self._woken.clear()
            began = clock()
            try:
                more = await self._ask(began)
                failures = 0
            except LineageError as error:
                more = False
                failures += 1
                log.log(logging.WARNING if failures == 1 else logging.DEBUG, "changes cannot be read, trying again: %s", error)
            if failures:
                await asyncio.sleep(min(LONGEST_PAUSE_SECONDS, self._poll_seconds * 2**failures))
                continue
            # At most half of the time goes into asking, however often somebody writes.
            await asyncio.sleep(max(SHORTEST_PAUSE_SECONDS, clock() - began))
            if not more:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), self._poll_seconds)

    async def _ask(self, now: float) -> bool:
        """Asks once for everybody, and passes on what is new. Whether there is more to be had at once."""
        self._topics = topics = {subject: topic for subject, topic in self._topics.items() if topic.subscribers}
        if not topics:
            return False
        if now - self._trees_looked_at >= LOOK_AT_TREES_SECONDS:
            self._trees_looked_at = now
            for topic in topics.values():
                topic.lock = None
        parts, concerned = _asked(topics.values())
        events, trees = await self._log.news(parts, [(subject, topic.lock) for subject, topic in topics.items() if subject.with_below])
        for workspace, event in events:
            for topic in concerned[workspace, event.thread_id]:
                topic.tell(event)
        for subject, tree in trees.items():
            topics[subject].look(tree.lock, tree.versions)
            if len(tree.versions) > self._most_threads:
                topics[subject].end(too_large(subject, self._most_threads))
        return len(events) == READ_AT_ONCE or any(topics[subject].newest for subject in trees)


def _asked(topics: Iterable[Topic]) -> tuple[list[Part], dict[tuple[str, str], list[Topic]]]:
    """What the log is asked for, each thread once however many topics it concerns, and the topics that each concerns."""
    parts: dict[tuple[str, str], Part] = {}
    concerned: dict[tuple[str, str], list[Topic]] = defaultdict(list)
    for topic in topics:
        for thread_id, told in topic.behind():
            key = (topic.subject.workspace, thread_id)
            after = min(told, parts[key].after) if key in parts else told
            parts[key] = Part(*key, after, after + READ_AT_ONCE)
            concerned[key].append(topic)
    return list(parts.values()), concerned


def stopping() -> Unavailable:
    return Unavailable("the service stops: subscribe again from the last version that came")
