"""Kills the service and its Neo4j at random while commands come, and looks each time whether anything was lost."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from lineage import private_store
from lineage.app import open_store
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.faults.load import Load
from tests.live.processes import ServiceProcess
from tests.store.own_neo4j import OwnNeo4j

VICTIMS = ("service", "neo4j", "both")
READY_SECONDS = 600
"""How long a start may take: on a busy machine Neo4j plans for minutes."""
EACH = 25
"""How many commands are acknowledged between two kills, however slow the machine is."""
NEWEST = 20
"""How many commands of each writer are looked at after each kill; all of them in the end."""


@dataclass
class Figures:
    """What a campaign saw. seconds are those from a kill to the first answer of a service that is ready."""

    kills: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VICTIMS, 0))
    acknowledged: int = 0
    interrupted: dict[str, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        back = sorted(self.seconds) or [0.0]
        return (
            f"{sum(self.kills.values())} kills {self.kills}, {self.acknowledged} commands acknowledged, sent again after {self.interrupted}; "
            f"ready again after {back[len(back) // 2]:.1f} s (median), {back[-1]:.1f} s (longest); {len(self.faults)} faults"
        )


class Machine:
    """A service and a Neo4j of its own, each a process, started again at the same addresses when it was killed."""

    def __init__(self, folder: Path) -> None:
        self.neo4j = OwnNeo4j(folder / "data", private_store.template())
        self.settings: Settings = self.neo4j.address.settings(workspace="faults")
        self.service = ServiceProcess(
            self.settings,
            folder / "service.log",
            start_seconds=READY_SECONDS,
            LINEAGE_QUERY_TIMEOUT_SECONDS="100",
            LINEAGE_PLAN_AHEAD="false",
        )
        self.service.start()

    def kill(self, victim: str) -> None:
        if victim in ("service", "both"):
            self.service.kill()
        if victim in ("neo4j", "both"):
            os.kill(self.neo4j.server.pid, signal.SIGKILL)
            # There is nothing to stop any more, but the process is to be waited for.
            self.neo4j.stop()

    def bring_back(self, victim: str) -> None:
        """Returns when the service is ready."""
        if victim in ("neo4j", "both"):
            self.neo4j.start()
        if victim in ("service", "both"):
            self.service.start()
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.service.base}/health/ready", timeout=30, trust_env=False).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
        raise TimeoutError("the service was not ready again in time")

    async def violations(self) -> list[str]:
        """What verify says."""
        store = await open_store(self.settings.model_copy(update={"query_timeout_seconds": READY_SECONDS}))
        try:
            return [str(violation) for violation in await verify(store, self.settings.workspace)]
        finally:
            await store.close()

    def close(self) -> None:
        self.service.close()
        self.neo4j.stop()


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    made = Machine(folder)
    try:
        yield made
    finally:
        made.close()


async def campaign(
    machine: Machine,
    victims: list[str],
    seed: int,
    *,
    writers: int = 4,
    load_seconds: float = 2.0,
    told: Callable[[str], None] = print,
    enough: Callable[[], bool] = lambda: False,
) -> Figures:
    """Kills these one after another under the load of some writers, each when some commands were acknowledged since the last and about
    load_seconds went by. What was wrong is among the figures; it ends at the first fault, and before a kill when it is enough."""
    chance, figures = random.Random(seed), Figures()
    with Load(machine.service.url, f"load {seed}", writers) as load:
        for number, victim in enumerate(victims, 1):
            if enough():
                break
            before = load.acknowledged
            load.wait_for(before + EACH)
            threading.Event().wait(load_seconds * (0.5 + chance.random()))
            machine.kill(victim)
            since = time.monotonic()
            machine.bring_back(victim)
            figures.seconds.append(time.monotonic() - since)
            figures.kills[victim] += 1
            figures.faults += load.faults(NEWEST) + await machine.violations()
            told(
                f"kill {number} of {len(victims)} ({victim}): {load.acknowledged - before} commands since the last, back in {figures.seconds[-1]:.1f} s"
            )
            if figures.faults:
                break
    told(f"looking at all {load.acknowledged} commands once more")
    figures.faults += load.faults() + await machine.violations()
    figures.acknowledged, figures.interrupted = load.acknowledged, dict(load.interrupted())
    return figures
