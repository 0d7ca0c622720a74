"""Before the first round: what a server only does once is done, and its code is compiled."""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from benchmarks.against.processes import busy_seconds
from benchmarks.against.questions.question import Question

SETTLED_SHARE = 0.2
"""A process that takes less of a processor than this has nothing left to do by itself."""
SETTLING_SECONDS = 600
LOOK_SECONDS = 2.0

Progress = Callable[[str], None]


def warm(questions: Iterable[Question], peers: Mapping[str, Any], seconds: float, progress: Progress) -> None:
    """Asks each question of each peer for so many seconds. Nothing of it counts."""
    for question in questions:
        for name, asked in question.asked.items():
            until = time.monotonic() + seconds
            while name in peers and time.monotonic() < until:
                peers[name].ask(asked)
        progress(f"warming up: {question.name}")


def settle(processes: Mapping[str, int], progress: Progress) -> None:
    """Returns when no server works by itself any more: after a start the service plans its statements ahead, stores write what they
    held back."""
    until = time.monotonic() + SETTLING_SECONDS
    while time.monotonic() < until:
        before = {name: busy_seconds(pid) for name, pid in processes.items()}
        time.sleep(LOOK_SECONDS)
        shares = {name: (busy_seconds(pid) - before[name]) / LOOK_SECONDS for name, pid in processes.items()}
        busy = {name: share for name, share in shares.items() if share > SETTLED_SHARE}
        if not busy:
            return
        progress("waiting for " + ", ".join(f"{name}, {share:.0%} of a processor" for name, share in busy.items()))
    progress(f"still busy after {SETTLING_SECONDS} s, which may show in the first round")
