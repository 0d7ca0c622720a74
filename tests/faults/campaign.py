"""`python -m tests.faults.campaign --kills 100 --seed 1`: kills the service and its Neo4j at random under load. Exit status 1 for a fault.

SIGTERM and SIGINT end it early: no other kill is begun, and what was acknowledged is looked at as in the end.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.faults.killing import VICTIMS, campaign, machine


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--kills", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--writers", type=int, default=4)
    options.add_argument("--minutes", type=float, default=240, help="no kill is begun after this time")
    given = options.parse_args()
    chance = random.Random(given.seed)
    victims = [chance.choice(VICTIMS) for _ in range(given.kills)]
    until, ended = time.monotonic() + given.minutes * 60, threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    with tempfile.TemporaryDirectory() as folder, machine(Path(folder)) as running:
        work = campaign(
            running,
            victims,
            given.seed,
            writers=given.writers,
            told=lambda text: print(text, flush=True),
            enough=lambda: ended.is_set() or time.monotonic() > until,
        )
        figures = asyncio.run(work)
    for fault in figures.faults:
        print(fault)
    print(figures)
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
