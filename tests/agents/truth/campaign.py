"""Long campaigns: `python -m tests.agents.truth.campaign --examples N --steps 10 --seed S`.

Needs a Neo4j by NEO4J_URI (and NEO4J_USERNAME, NEO4J_PASSWORD). Prints how far it is, and each example that shows a fault.
Exit status 1 when there was one.
"""

import argparse
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from lineage.app import Service
from tests.agents.installing import Programs, install
from tests.agents.truth.killing import kill_programs
from tests.agents.truth.machine import Truth
from tests.agents.truth.settled import lose_session
from tests.agents.truth.world import World
from tests.running import Neo4jAddress, serving

BATCH = 5
"""Examples of one seed; a fault ends them."""


def machine_of(world: World, programs: Programs, folder: Path) -> type[Truth]:
    """The state machine in a world."""

    class Driven(Truth):
        pass

    Driven.world = world
    Driven.lose = staticmethod(lambda provider, reference: lose_session(folder, provider, reference))
    Driven.kill = staticmethod(lambda: kill_programs(programs.folder))
    return Driven


def run(machine: type[Truth], examples: int, steps: int, **more: object) -> None:
    """Runs examples; the first fault is raised as it was found."""
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        **more,  # type: ignore[arg-type]
    )
    run_state_machine_as_test(machine, settings=chosen)


def main() -> int:
    from tests.agents.truth.settled import settled

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--examples", type=int, default=20)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=45, help="no further example is begun after this time")
    asked = parser.parse_args()
    address = Neo4jAddress(os.environ["NEO4J_URI"], os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ.get("NEO4J_PASSWORD", ""))
    programs = install()
    began, faults, batch = time.monotonic(), 0, 0
    with (
        tempfile.TemporaryDirectory(prefix="truth-", ignore_cleanup_errors=True) as scratch,
        serving(Service(address.settings())) as service,
    ):
        folder = Path(scratch)
        with settled(service.url, programs, folder) as world:
            machine = machine_of(world, programs, folder)
            while machine.examples < asked.examples and time.monotonic() - began < asked.minutes * 60:
                batch += 1
                try:
                    run(seed(asked.seed + batch)(machine), BATCH, asked.steps)
                except Exception:
                    faults += 1
                    print(f"seed {asked.seed + batch}: {traceback.format_exc(limit=-3)}", flush=True)
                done = f"{machine.examples} examples, {machine.turns} turns, {faults} faults"
                print(f"{done} in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
