"""The change feed of a process: subscriptions to threads and trees, each told from the log what it missed and what comes."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass

from lineage.domain.models import LineageEvent
from lineage.errors import TooSlow, Unavailable
from lineage.live.catch_up import catching_up, opened
from lineage.live.log import Log
from lineage.live.poller import Poller
from lineage.live.subscriber import Subscriber
from lineage.live.topic import Subject, Versions


@dataclass(frozen=True, slots=True)
class UpToDate:
    """Everything up to these versions was told; what comes from now on is told as it happens."""

    versions: Versions


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """How often the log is asked, in seconds; how many changes may wait for a client; how many subscriptions there may be, and threads
    in a tree."""

    poll_seconds: float
    queue: int
    most_subscriptions: int
    most_threads: int


class Feed:
    """Every subscription of this process. While there are any, one poller asks the log for all of them together."""

    def __init__(self, log: Log, options: FeedOptions) -> None:
        self._log = log
        self._options = options
        self._poller = Poller(log, options.poll_seconds, options.most_threads)
        self.subscriptions = 0
        """How many are open."""
        self.dropped = 0
        """How many were ended because their client did not keep up."""

    def wake(self) -> None:
        """Something was written by this process: the log is asked at once when anybody is subscribed."""
        self._poller.wake()

    def stop(self) -> None:
        """Ends every subscription by UNAVAILABLE, for clients to come back to another process."""
        self._poller.stop()

    async def close(self) -> None:
        """Stops, and ends the poller."""
        await self._poller.close()

    async def changes(self, subject: Subject, after: Versions | None) -> AsyncGenerator[LineageEvent | UpToDate, None]:
        """What changes a thread, or a thread and all below it: what was missed, one marker, then what comes.

        after has the versions that the client saw; of a tree's threads that are not among them everything was missed. Without it the
        marker comes first. Versions of each thread come one by one.

        NOT_FOUND for the thread; BAD_INPUT for versions that a thread does not have, and for threads elsewhere; TOO_COMPLEX for a tree
        that is too large; UNAVAILABLE when there are too many subscriptions, or the service stops; TOO_SLOW when too many changes wait
        for the client.
        """
        with self._counted():
            seen = await opened(self._log, subject, after, self._options.most_threads)
            if after is None:
                yield UpToDate(dict(seen))
            limits = (self._options.poll_seconds, self._options.most_threads)
            async with aclosing(catching_up(self._log, self._poller, subject, seen, *limits)) as missed:
                async for event in missed:
                    yield event
            # Nothing is awaited between the end of catching up and here: what is told from now on follows what was seen.
            subscriber = Subscriber(self._options.queue)
            self._poller.join(subject, subscriber, seen)
            try:
                if after is not None:
                    yield UpToDate(dict(seen))
                del seen, after
                while True:
                    yield await self._next(subscriber)
            finally:
                self._poller.leave(subject, subscriber)

    async def _next(self, subscriber: Subscriber) -> LineageEvent:
        try:
            return await subscriber.next()
        except TooSlow:
            self.dropped += 1
            raise

    @contextmanager
    def _counted(self) -> Iterator[None]:
        if self.subscriptions >= self._options.most_subscriptions:
            raise Unavailable(f"this service has {self.subscriptions} open subscriptions, as many as it takes: try again later")
        self.subscriptions += 1
        try:
            yield
        finally:
            self.subscriptions -= 1
