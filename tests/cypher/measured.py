"""What is measured in db hits: each kind of question on trees of a fixed shape, and each command.

`python -m tests.cypher.measured` writes what it takes now into db_hits.json, in the Neo4j that NEO4J_URI names, else in a private one.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from neo4j import Driver, GraphDatabase

from lineage import local, private_store
from lineage.app import Service
from lineage.settings import Settings
from tests.api.commands import COMMANDS
from tests.api.recorder import Recorder
from tests.cypher.profiling import profiled
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.scale.planting import PlantedThread, plant

RECORDED = Path(__file__).parent / "db_hits.json"
LONG_RUNS, CLEAN_RUNS, TREE_THREADS, CHAIN_LEVELS = 300, 40, 200, 40

QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "coverage": ("providerThread(id: $id) { coverage { covered { from } missing { from } } staleness { stale } }", {"id": "long/fork/codex/1"}),
    "coverage at the end of a chain": ("providerThread(id: $id) { coverage { covered { from } } }", {"id": f"chain/{CHAIN_LEVELS}/codex/1"}),
    "start on the same provider": ('resolveStartContext(input: {threadId: $id, provider: "codex"}) { strategy }', {"id": "long/fork"}),
    "start on another provider": ('resolveStartContext(input: {threadId: $id, provider: "claude"}) { strategy }', {"id": "long/fork"}),
    "rollback impact": ("rollbackImpact(threadId: $id, toOrdinal: 10) { rolledBackOrdinals downstreamRuns { id } }", {"id": "long"}),
    "rollback impact on a chain": ("rollbackImpact(threadId: $id, toOrdinal: 0) { downstreamRuns { id } }", {"id": "chain"}),
    "fork tree": ("forkTree(rootThreadId: $id) { totalCount nodes { threadId title runCount providers detached } }", {"id": "tree"}),
    "page of a fork tree": ("forkTree(rootThreadId: $id, first: 20) { totalCount nodes { threadId } }", {"id": "tree"}),
    "page of runs": (
        "thread(id: $id) { runs(first: 50) { edges { node { id providerThread { id } contextHandoffs { id } checkpoint { id } "
        "items(first: 5) { totalCount } } } } }",
        {"id": "long"},
    ),
    "history": ("thread(id: $id) { history { from } headOrdinal latestStable { ordinal } }", {"id": f"chain/{CHAIN_LEVELS}"}),
    "ancestors": ("thread(id: $id) { ancestors { id } }", {"id": f"chain/{CHAIN_LEVELS}"}),
    "children": ("thread(id: $id) { children { id } }", {"id": "tree"}),
    "time travel": ("thread(id: $id) { asOf(version: 20) { headOrdinal coverage { covered { from } } } }", {"id": "long/fork"}),
    "events": ("thread(id: $id) { events(first: 20) { edges { node { version } } } }", {"id": "long"}),
    "merge base": ("mergeBase(first: $id, second: $other) { ordinal }", {"id": f"chain/{CHAIN_LEVELS}", "other": "chain/20"}),
    "difference of threads": ("threadDiff(first: $id, second: $other) { onlyInFirst { from } }", {"id": f"chain/{CHAIN_LEVELS}", "other": "chain/20"}),
    "provenance": ("provenance(runId: $id) { sources { id } edges { fromRunId } }", {"id": f"clean/{CLEAN_RUNS}"}),
    "provenance on a chain": ("provenance(runId: $id) { sources { id } }", {"id": f"chain/{CHAIN_LEVELS}/1"}),
    "list of threads": ("threads(first: 20) { totalCount edges { node { id } } }", {}),
    "list of the largest threads": ("threads(first: 20, orderBy: RUNS) { edges { node { id runCount } } }", {}),
    "list of stale provider threads": ("staleProviderThreads(first: 20) { edges { node { providerThread { id } } } }", {}),
}  # fmt: skip


def plant_trees(driver: Driver, database: str, workspace: str) -> None:
    """The trees that the questions are about, always alike."""
    long = PlantedThread("long", runs=LONG_RUNS // 2)
    plant(driver, database, workspace, [long, PlantedThread("long/fork", LONG_RUNS // 2, long, ("long", LONG_RUNS // 2))])
    plant(driver, database, workspace, [PlantedThread("clean", CLEAN_RUNS, clean=True)])
    tree = [PlantedThread("tree", runs=10)]
    for number in range(1, TREE_THREADS):
        tree.append(PlantedThread(f"tree/{number}", number % 2, tree[(number - 1) // 7], ("tree", 3)))
    plant(driver, database, workspace, tree)
    chain = [PlantedThread("chain", runs=1)]
    for level in range(1, CHAIN_LEVELS + 1):
        chain.append(PlantedThread(f"chain/{level}", 1, chain[-1], chain[-1].history[-1]))
    plant(driver, database, workspace, chain)


def db_hits(settings: Settings) -> dict[str, dict[str, int]]:
    """Of everything that is measured, the db hits of each of its statements, in a workspace of its own."""
    patient = {"query_timeout_seconds": 120, "request_timeout_seconds": 180}
    own = settings.model_copy(update={**patient, "workspace": fresh("db hits")})
    password = own.neo4j_password.get_secret_value()
    with serving(Service(own)) as service, GraphDatabase.driver(str(own.neo4j_uri), auth=(own.neo4j_username, password)) as driver:
        plant_trees(driver, own.neo4j_database, own.workspace)
        return dict(_measured(service))


def _measured(service: RunningService) -> Iterator[tuple[str, dict[str, int]]]:
    with profiled(service.service.settings.workspace) as profile:

        def of(work: Callable[[], object]) -> dict[str, int]:
            work()
            return profile.taken()

        for name, (text, given) in QUESTIONS.items():
            declared = f"({', '.join(f'${variable}: ID!' for variable in given)})" if given else ""
            yield name, of(lambda text=text, given=given, declared=declared: service.query(f"query{declared} {{ {text} }}", **given))  # type: ignore[misc]
        recorder = Recorder(service)
        for command in COMMANDS:
            given = command.prepare(recorder)
            profile.taken()
            yield command.operation, of(lambda command=command, given=given: command.carry_out(recorder, given))  # type: ignore[misc]


def main() -> None:
    with ExitStack() as stack:
        if uri := os.environ.get("NEO4J_URI"):
            address = Neo4jAddress(uri, os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ.get("NEO4J_PASSWORD", ""))
        else:
            server = stack.enter_context(local.start(template=private_store.template()))
            address = Neo4jAddress(server.uri, server.username, server.password)
        RECORDED.write_text(json.dumps(db_hits(address.settings()), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
