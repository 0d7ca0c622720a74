"""How long the questions of dashboards take: `python -m benchmarks.dashboards --runs 1000000`.

Fills a private Neo4j that is thrown away with threads of 100 runs over a year (three providers in turn, handoffs at each switch, a fork of
every fifth thread, a rollback in each), counts them as an import does, sums the hours up as a service does, and asks each question
of a service over HTTP. Prints a table of medians and of the slowest.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from neo4j import Driver, GraphDatabase
from pydantic import SecretStr

from lineage import local, private_store
from lineage.app import Service
from lineage.service.rolling_up import RollUp
from lineage.settings import Settings
from lineage.store.restating import count
from tests.running import RunningService, serving

WORKSPACE = "benchmark"
RUNS_OF_A_THREAD = 100
THREADS_AT_ONCE = 100
TEXT = "what the runs before this one decided, changed and left open, in the words of the summary that another agent is given " * 80
YEAR = timedelta(days=365)
ROLL_UP_SECONDS = 3600

FILL = """
UNWIND $rows AS row
CREATE (:ThreadLock {workspace: $workspace, id: row.id, made: 100})
CREATE (t:Thread {workspace: $workspace, id: row.id, title: row.id, createdBy: 'USER', rootId: row.id, depth: 0, made: 1,
  version: 302, createdAt: row.at, updatedAt: row.at + duration({minutes: 1000})})
CREATE (:LineageEvent {workspace: $workspace, threadId: row.id, version: 302, type: 'thread.rolled_back', payload: '{}',
  at: row.at + duration({minutes: 1000})})
WITH t, row
CALL (t, row) {
  UNWIND range(0, 2) AS place
  CREATE (t)<-[:SERVES]-(p:ProviderThread {workspace: $workspace, id: row.id + '/' + place, provider: $providers[place], status: 'ACTIVE',
    nativeThreadRef: row.id + place, nativeRefStrength: 'STRONG', historyMode: 'LEGACY', madeVersion: 2, made: 2 + place,
    createdAt: row.at})
  WITH t, row, p, place
  UNWIND [ordinal IN range(1, $runs) WHERE ((ordinal - 1) / 10) % 3 = place] AS ordinal
  CREATE (t)<-[:IN]-(r:Run {workspace: $workspace, id: row.id + '/run/' + ordinal, threadId: row.id, ordinal: ordinal,
    provider: p.provider, model: 'model ' + (place + row.number % 2), cleanContext: false, maxOffProviderRuns: 20, maxChainedHandoffs: 5,
    maxDeltaRanges: 1, nativeStartFailed: false, itemCount: 0, characters: 60, message: 'Do the next step', begunVersion: 3 * ordinal,
    finishedVersion: 3 * ordinal + 1, status: CASE WHEN ordinal > $runs - 2 THEN 'ROLLED_BACK' ELSE 'COMPLETED' END,
    endedAs: CASE WHEN ordinal % 12 = 0 THEN 'FAILED' ELSE 'COMPLETED' END, droppedNatively: ordinal > $runs - 2,
    rolledBackVersion: CASE WHEN ordinal > $runs - 2 THEN 302 END, createdAt: row.at + duration({minutes: 9 * ordinal}),
    startedAt: row.at + duration({minutes: 9 * ordinal}), finishedAt: row.at + duration({minutes: 9 * ordinal + 8})})-[:RAN_ON]->(p)
  WITH t, row, p, r WHERE r.ordinal > 1 AND r.ordinal % 10 = 1
  CREATE (t)<-[:SOURCE]-(x:ContextTransfer {workspace: $workspace, id: r.id + '/x', type: 'PROVIDER_HANDOFF', status: 'CONSUMED',
    createdBy: 'SYSTEM', made: 100 + r.ordinal, createdAt: r.createdAt, consumedAt: r.createdAt, consumedByRunId: r.id,
    takenUpByRunId: r.id})-[:TARGET]->(t)
  CREATE (x)<-[:MATERIALIZES]-(h:ContextHandoff {workspace: $workspace, id: r.id + '/h', threadId: row.id, targetRunId: r.id,
    strategy: 'DELTA_SINCE_TARGET_LAST_SEEN', kind: 'DELTA_CONTEXT', status: 'READY', made: 200 + r.ordinal, createdAt: r.createdAt,
    updatedAt: r.createdAt, summaryText: left($text, 200 + (row.number * 37 + r.ordinal * 101) % 7000)})-[:INTO]->(p)
  CREATE (r)-[:CONSUMES {position: 0}]->(h)
  CREATE (h)-[:COVERS {position: 0, from: CASE WHEN r.ordinal > 20 THEN r.ordinal - 20 ELSE 1 END, to: r.ordinal - 1}]->(t)
}
"""
FORK = """
UNWIND $forks AS row
MATCH (t:Thread {workspace: $workspace, id: row.id})
MATCH (parent:Thread {workspace: $workspace, id: row.parentId})
MATCH (source:Run {workspace: $workspace, threadId: row.parentId, ordinal: 50})
SET t.parentId = row.parentId, t.rootId = row.parentId, t.depth = 1, t.relationshipToParent = 'FORK', t.made = 5
CREATE (t)-[:CHILD_OF {by: 'FORK'}]->(parent)
CREATE (t)-[:FORKED_FROM {sourceVersion: 152}]->(source)
"""

Question = tuple[str, str]


def fill(driver: Driver, runs: int, began: datetime) -> list[str]:
    """Writes the threads; gives their ids."""
    count = max(1, runs // RUNS_OF_A_THREAD)
    rows: list[dict[str, Any]] = [
        {"id": f"thread {n:06}", "number": n, "at": began + (YEAR - timedelta(days=1)) * n / count} for n in range(count)
    ]
    given: dict[str, Any] = {"workspace": WORKSPACE, "runs": RUNS_OF_A_THREAD, "text": TEXT, "providers": ["codex", "claude", "opencode"]}
    for start in range(0, count, THREADS_AT_ONCE):
        some = rows[start : start + THREADS_AT_ONCE]
        driver.execute_query(FILL, rows=some, database_="neo4j", **given)
        forks = [{"id": row["id"], "parentId": f"thread {row['number'] - 1:06}"} for row in some if row["number"] % 5 == 4]
        driver.execute_query(FORK, forks=forks, database_="neo4j", **given)
    return [row["id"] for row in rows]


def questions(began: datetime) -> list[Question]:
    """What is asked, by what it is called."""
    end = began + YEAR
    fields = """start provider runs { started completed failed } providerSwitches rollbacks rolledBackRuns forks mergeBackRate
      handoffs { created superseded } handoffsByStrategy { strategy created } summarySizes { count mean max p50 p99 }"""

    def stats(start: datetime, to: datetime, bucket: str, groups: str = "") -> str:
        span = f'from: "{start.isoformat()}", to: "{to.isoformat()}", bucket: {bucket}'
        return f"{{ stats({span}{', groupBy: [' + groups + ']' if groups else ''}) {{ {fields} }} }}"

    def threads(order: str, direction: str) -> str:
        page = f"threads(first: 50, orderBy: {order}, direction: {direction})"
        return f"{{ {page} {{ totalCount edges {{ node {{ id runCount forkCount updatedAt }} }} }} }}"

    stale = "edges { node { providerThread { id } causes { kind value threshold } } } pageInfo { hasNextPage endCursor }"
    return [
        ("stats, a year by days", stats(began, end, "DAY")),
        ("stats, a year by weeks, provider and model", stats(began, end, "WEEK", "PROVIDER, MODEL")),
        ("stats, a year by months and provider", stats(began, end, "MONTH", "PROVIDER")),
        ("stats, 30 days by hours", stats(began + timedelta(days=100, minutes=5), began + timedelta(days=130, minutes=5), "HOUR")),
        ("staleProviderThreads, first 50", f"{{ staleProviderThreads(first: 50) {{ {stale} }} }}"),
        ("staleProviderThreads, 50 of one provider", f'{{ staleProviderThreads(first: 50, provider: "claude") {{ {stale} }} }}'),
        *((f"threads by {order}, {direction}", threads(order, direction)) for order in ("CREATED", "ACTIVITY", "RUNS", "FORKS")
          for direction in ("DESCENDING", "ASCENDING")),
    ]  # fmt: skip


def measured(ask: Callable[[], Any], rounds: int) -> tuple[float, float]:
    """The median and the longest time in milliseconds, after one that is not counted."""
    ask()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        ask()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times), max(times)


def table(service: RunningService, asked: list[Question], rounds: int) -> None:
    print("| question | median, ms | slowest, ms |\n|---|---|---|")
    for name, text in asked:
        middle, slowest = measured(lambda text=text: service.query(text), rounds)  # type: ignore[misc]
        print(f"| {name} | {middle:.0f} | {slowest:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--heap", default="2g")
    parser.add_argument("--page-cache", default="2g")
    asked = parser.parse_args()
    began = (datetime.now(UTC) - YEAR).replace(minute=0, second=0, microsecond=0)
    # As Neo4j runs elsewhere: a server that is thrown away does without Java's optimizing compiler.
    optimizing = ("-XX:TieredStopAtLevel=4",)
    options = local.ServerOptions(heap=asked.heap, page_cache=asked.page_cache, jvm_arguments=optimizing)
    with local.start(options=options, template=private_store.template()) as server:
        password = SecretStr(server.password)
        settings = Settings(
            neo4j_uri=server.uri, neo4j_password=password, workspace=WORKSPACE, auth="off", query_timeout_seconds=300, log_level="ERROR"
        )
        with serving(Service(settings)) as service, GraphDatabase.driver(server.uri, auth=(server.username, server.password)) as driver:
            at = time.perf_counter()
            ids = fill(driver, asked.runs, began)
            print(f"{asked.runs} runs in {len(ids)} threads: {time.perf_counter() - at:.0f} s", flush=True)
            at = time.perf_counter()
            for start in range(0, len(ids), 500):
                some = ids[start : start + 500]
                service.run(service.service.store.write(WORKSPACE, "count", lambda transaction, some=some: count(transaction, some)))  # type: ignore[misc]
            print(f"counted as an import does: {time.perf_counter() - at:.0f} s", flush=True)
            month = (began + timedelta(days=30)).isoformat()
            facts = [("stats, a month by days, not summed up", questions(began)[0][1].replace((began + YEAR).isoformat(), month))]
            table(service, facts, 2)
            at = time.perf_counter()
            hours = service.run(RollUp(service.service.store, 300).catch_up(WORKSPACE, datetime.now(UTC)), ROLL_UP_SECONDS)
            print(f"threads counted and {hours} hours summed up: {time.perf_counter() - at:.0f} s", flush=True)
            table(service, questions(began), asked.rounds)


if __name__ == "__main__":
    main()
