"""Answer times at one connection."""

import time
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from benchmarks.against.questions.question import Asked

MOST = 300
LEAST = 5


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds."""

    p50: float
    p99: float
    count: int

    def told(self) -> dict[str, float]:
        return {"p50": self.p50, "p99": self.p99, "count": self.count}


def times_of(seconds: list[float]) -> Times:
    p99 = quantiles(seconds, n=100)[98] if len(seconds) > 1 else seconds[0]
    return Times(median(seconds) * 1e3, p99 * 1e3, len(seconds))


def measure(peer: Any, asked: Asked, seconds: float) -> Times:
    """Asks again and again for so long: at least LEAST times, at most MOST times; a tenth of them first, which do not count."""
    taken: list[float] = []
    until = time.perf_counter() + seconds
    warm_up = time.perf_counter() + seconds / 10
    while time.perf_counter() < warm_up:
        peer.ask(asked)
    while len(taken) < LEAST or (len(taken) < MOST and time.perf_counter() < until):
        before = time.perf_counter()
        peer.ask(asked)
        taken.append(time.perf_counter() - before)
    return times_of(taken)
