"""A service in a workspace of its own, in which large trees are planted, and a count of its round trips."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from neo4j import GraphDatabase

from lineage.app import Service
from lineage.settings import Settings
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.scale.planting import PlantedThread, plant

TREE_THREADS = 5000
CHAIN_LEVELS = 500
LONG_RUNS = 10_000
CLEAN_RUNS = 1000


class LargeTrees:
    """What the tests of this package ask: a service, and the trees in its workspace."""

    def __init__(self, running: RunningService, address: Neo4jAddress) -> None:
        self.running = running
        self._address = address

    def plant(self, threads: Sequence[PlantedThread]) -> None:
        settings = self.running.service.settings
        with GraphDatabase.driver(self._address.uri, auth=(self._address.username, self._address.password)) as driver:
            plant(driver, settings.neo4j_database, settings.workspace, threads)

    def query(self, text: str, **variables: Any) -> Any:
        return self.running.query(text, **variables)

    def counted(self, text: str, **variables: Any) -> tuple[Any, int]:
        """An answer, and how many statements it took; what the service plans ahead meanwhile, in no workspace, does not count."""
        store, asked = self.running.service.store, []
        read = store.read

        async def counting(workspace: str, *names: str, **parameters: Any) -> Any:
            if workspace:
                asked.append(names)
            return await read(workspace, *names, **parameters)

        store.read = counting  # type: ignore[method-assign]
        try:
            return self.query(text, **variables), len(asked)
        finally:
            del store.read


@pytest.fixture(scope="package")
def large(settings: Settings, neo4j_address: Neo4jAddress) -> Iterator[LargeTrees]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("large")}))) as running:
        yield LargeTrees(running, neo4j_address)


@pytest.fixture(scope="package")
def tree(large: LargeTrees) -> list[PlantedThread]:
    """Each thread has up to seven forks, at ever earlier runs of the root; every fifth has a run of its own."""
    name = fresh("tree")
    threads = [PlantedThread(name, runs=10)]
    for number in range(1, TREE_THREADS):
        parent = threads[(number - 1) // 7]
        cut = max(1, (parent.source or (name, 10))[1] - number % 2)
        threads.append(PlantedThread(f"{name}/{number}", runs=int(number % 5 == 0), parent=parent, source=(name, cut)))
    large.plant(threads)
    return threads


@pytest.fixture(scope="package")
def chain(large: LargeTrees) -> list[PlantedThread]:
    """Every other thread has a run, in a native fork of the last run before it; those between, and the last two, have none."""
    threads = [PlantedThread(fresh("chain"), runs=1)]
    for level in range(1, CHAIN_LEVELS + 1):
        parent = threads[-1]
        runs = int(level % 2 == 0 and level < CHAIN_LEVELS)
        threads.append(PlantedThread(f"{threads[0].id}/{level}", runs=runs, parent=parent, source=parent.history[-1]))
    large.plant(threads)
    return threads


@pytest.fixture(scope="package")
def long(large: LargeTrees) -> PlantedThread:
    """A fork of a thread, each with half of the runs."""
    name = fresh("long")
    parent = PlantedThread(name, runs=LONG_RUNS // 2)
    fork = PlantedThread(f"{name}/fork", runs=LONG_RUNS // 2, parent=parent, source=(name, LONG_RUNS // 2))
    large.plant([parent, fork])
    return fork


@pytest.fixture(scope="package")
def clean(large: LargeTrees) -> PlantedThread:
    """Every run started with a clean context and a handoff: as many steps between runs as there are pairs of them."""
    thread = PlantedThread(fresh("clean"), runs=CLEAN_RUNS, clean=True)
    large.plant([thread])
    return thread
