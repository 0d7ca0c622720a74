"""How fast the requests of each caller may come: a bucket of allowances for each, filled again as time passes."""

import time
from collections.abc import Callable

from lineage.errors import RateLimited

MOST_BUCKETS = 10_000


class Rates:
    """The buckets of this process; several processes know nothing of each other's."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        """burst is how many requests may come at once after a pause; per_second 0 is no limit. clock counts seconds."""
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str | None) -> None:
        """Counts one request of a caller; None is one who is not counted. RATE_LIMITED when there was no allowance left."""
        if key is None or not self._per_second:
            return
        now = self._clock()
        left, at = self._left.pop(key, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) * self._per_second)
        self._make_room()
        # Put at the end of the dict, so that its first are those that were silent for longest.
        self._left[key] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            told = f"more than {self._per_second:g} requests per second, and {self._burst} at once, came with these credentials"
            raise RateLimited(told, (1 - left) / self._per_second)

    def _make_room(self) -> None:
        """Forgets who was silent for longest; that can only be to their advantage."""
        while len(self._left) >= MOST_BUCKETS:
            del self._left[next(iter(self._left))]
