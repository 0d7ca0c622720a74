"""`python -m tests.faults.campaign --kills 100 --seed 1`: kills the service and its Neo4j at random under load. Exit status 1 for a fault."""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from tests.faults.killing import VICTIMS, campaign, machine


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--writers", type=int, default=4)
    given = options.parse_args()
    chance = random.Random(given.seed)
    victims = [chance.choice(VICTIMS) for _ in range(given.kills)]
    with tempfile.TemporaryDirectory() as folder, machine(Path(folder)) as running:
        work = campaign(running, victims, given.seed, writers=given.writers, told=lambda text: print(text, flush=True))
        figures = asyncio.run(work)
    for fault in figures.faults:
        print(fault)
    print(figures)
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
