"""What one subscription has still to tell its client."""

import asyncio
from collections import deque

from lineage.domain.models import LineageEvent
from lineage.errors import LineageError, TooSlow


class Subscriber:
    """A queue of changes with a bound: a client that falls behind by more than limit changes is dropped."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: deque[LineageEvent] = deque()
        self._woken = asyncio.Event()
        self._ended: LineageError | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more is told."""
        return self._ended is not None

    def offer(self, event: LineageEvent) -> None:
        """One more change to tell; the end of the subscription when there are too many already."""
        if self._ended is not None:
            return
        if len(self._waiting) >= self._limit:
            self.end(TooSlow(f"more than {self._limit} changes wait to be read: subscribe again from the last version that came"))
            return
        self._waiting.append(event)
        self._woken.set()

    def end(self, error: LineageError) -> None:
        """Ends the subscription by an error; what waits is dropped, since the client takes it up again from the log."""
        self._ended = self._ended or error
        self._waiting.clear()
        self._woken.set()

    async def next(self) -> LineageEvent:
        """The next change, when there is one. The error by which the subscription was ended."""
        while not self._waiting:
            if self._ended is not None:
                raise type(self._ended)(self._ended.message)
            self._woken.clear()
            await self._woken.wait()
        return self._waiting.popleft()
