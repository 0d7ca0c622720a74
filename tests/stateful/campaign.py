"""Long campaigns: `python -m tests.stateful.campaign --examples N --steps 50 --seed S`.

Needs a Neo4j by NEO4J_URI (and NEO4J_USERNAME, NEO4J_PASSWORD). Prints how far it is, and for each fault the commands that
it takes to see it. Exit status 1 when there was one.
"""

import argparse
import os
import sys
import time
from contextlib import ExitStack

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.errors import FlakyFailure
from hypothesis.stateful import run_state_machine_as_test

from tests.running import Neo4jAddress
from tests.stateful.machine import LineageMachine
from tests.stateful.machine_base import Machine
from tests.stateful.reproducing import minimal
from tests.stateful.twins import Disagreement
from tests.stateful.world import World, world


def machine_of(given: World, thorough: bool = False, verifying: bool = False, report_every: float = 0) -> type[Machine]:
    """The state machine on a service. report_every is in seconds; 0 prints nothing."""
    began = printed = time.monotonic()

    class Driven(LineageMachine):
        def teardown(self) -> None:
            nonlocal printed
            super().teardown()
            if report_every and time.monotonic() - printed > report_every:
                printed = time.monotonic()
                print(f"{progress(given)} in {printed - began:.0f} s", flush=True)

    Driven.world, Driven.thorough, Driven.verifying = given, thorough, verifying
    return Driven


def progress(given: World) -> str:
    return f"{given.examples} examples, {given.steps} steps, {given.commands} commands, {given.questions} questions"


def run(given: World, machine: type[Machine], examples: int, steps: int, **more: object) -> None:
    """Runs examples; the first fault is raised as it was found, and is not made simpler by Hypothesis, which would take long. One that
    was not there when Hypothesis tried the example once more is raised as well: it depends on the moment."""
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
    try:
        run_state_machine_as_test(machine, settings=chosen)
    except FlakyFailure as once:
        found, _ = once.split(Disagreement)
        if found is None:
            raise
        raise found.exceptions[0] from None


def told(given: World, found: Disagreement, seconds: float) -> str:
    """The fault, with the fewest commands that show it."""
    journal = found.journal
    commands, shown = minimal(given, journal, found, seconds)
    lines = [f"after {len(commands)} of {len(journal)} commands:", *map(str, commands), str(shown)]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--examples", type=int, default=100)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=45, help="no further batch of examples is begun after this time")
    parser.add_argument("--batch", type=int, default=20, help="examples of one seed; the next batch has the next seed")
    parser.add_argument("--thorough", action="store_true", help="compare everything after each step, which takes long")
    parser.add_argument("--verify", action="store_true", help="look after each step whether what is stored is whole; for small batches")
    asked = parser.parse_args()
    if "NEO4J_URI" not in os.environ:
        parser.error("NEO4J_URI names no Neo4j to work on")
    address = Neo4jAddress(os.environ["NEO4J_URI"], os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ.get("NEO4J_PASSWORD", ""))
    until = time.monotonic() + asked.minutes * 60
    faults = 0
    given = None
    with ExitStack() as stack:
        for number in range(0, asked.examples, asked.batch):
            if time.monotonic() > until:
                break
            if given is None or asked.verify:
                # All of a workspace is looked at, so each batch has one of its own then.
                if given is not None:
                    print(progress(given), flush=True)
                stack.close()
                given = stack.enter_context(world(address.settings(), given))
                machine = machine_of(given, asked.thorough, asked.verify, report_every=30)
            chosen = asked.seed + number // asked.batch
            try:
                run(given, seed(chosen)(machine), min(asked.batch, asked.examples - number), asked.steps)
            except Disagreement as found:
                faults += 1
                print(f"seed {chosen}: {told(given, found, 120)}", flush=True)
        print(f"{progress(given) if given else 'nothing was done'}, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
