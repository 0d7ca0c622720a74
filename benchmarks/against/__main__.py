"""The command: loads, checks that the answers agree, measures, writes the table."""

import asyncio
import signal
import sys
import time
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from benchmarks.against import agreement, machine
from benchmarks.against.data.shapes import Shapes, Targets
from benchmarks.against.document import write_table
from benchmarks.against.loading import Loading
from benchmarks.against.options import Options, parsed
from benchmarks.against.peers.servers import Peers, install_node, serving
from benchmarks.against.questions.all import questions
from benchmarks.against.questions.question import CYPHER, GENERATED, POSTGRES, Question
from benchmarks.against.results import Results, of_size
from benchmarks.against.rounds import Round
from benchmarks.against.stores import neo4j, postgres
from benchmarks.against.warming import settle, warm

DOCUMENT = Path(__file__).parents[2] / "docs" / "performance.md"
TOO_SMALL = 10_000
"""Runs below which a measurement only shows that everything works."""
BEGAN = time.monotonic()


def say(text: str) -> None:
    print(f"{time.monotonic() - BEGAN:7.0f} s  {text}", flush=True)


def main() -> None:
    # Ended from outside, what was started is ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = parsed()
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.report:
        for runs in options.sizes:
            measure_size(options, runs)
    document = options.document or (DOCUMENT if options.report or max(options.sizes) >= TOO_SMALL else options.folder / "performance.md")
    write_table(options.folder, document)
    say(f"the table is in {document}, what it is made of in {options.folder / 'results'}")


def measure_size(options: Options, runs: int) -> None:
    """All rounds of one size that are not there yet."""
    results = of_size(options.folder, runs)
    if all(results.has(number) for number in range(1, options.rounds + 1)):
        say(f"{runs:,} runs: all {options.rounds} rounds are there")
        return
    shapes = Shapes().shrunk(options.sizes[0])
    with ExitStack() as stack:
        say(f"{runs:,} runs: starting Neo4j and PostgreSQL")
        graph = stack.enter_context(neo4j.started(options.folder / "neo4j", options.heap, options.cache))
        tables = None
        if POSTGRES not in options.without:
            log = options.folder / "logs" / "postgresql.log"
            tables = stack.enter_context(postgres.started(options.folder / "postgres", options.postgres_cache, log))
        results.save("stores", asyncio.run(_loaded(options, runs, shapes, graph, tables)))
        node = None if {GENERATED, CYPHER}.issubset(options.without) and not options.load_seconds else install_node(options.folder)
        results.save("shapes", asdict(shapes))
        results.save("machine", machine.facts(graph.version, tables.version if tables else None, node))
        say("starting the servers")
        peers = stack.enter_context(serving(options.folder, graph, tables, options.without, shapes.short))
        _rounds(options, results, peers, node, _chosen(options, shapes))


def _chosen(options: Options, shapes: Shapes) -> list[Question]:
    every = questions(Targets(shapes), neo4j.WORKSPACE)
    return [one for one in every if not options.only or any(one.name.startswith(name) for name in options.only)]


async def _loaded(options: Options, runs: int, shapes: Shapes, graph: Any, tables: Any) -> dict[str, Any]:
    """Fills both stores up to the size, one after the other. How fast that went, and how large they are."""
    found: dict[str, Any] = {}
    for name, store, server in (("neo4j", neo4j, graph), ("postgres", postgres, tables)):
        if server is None:
            continue
        loader = await store.opened(server)
        try:
            loading = Loading(name, loader, options.folder / f"{name}.json", shapes, say)
            await loading.to(runs)
            if isinstance(loader, postgres.PostgresLoader):
                await loader.settle()
        finally:
            await loader.close()
        rates = [rate for there, rate in loading.mark.rates if there > runs // 2]
        sizes = store.measured(server)
        found[name] = {"runs": loading.mark.runs, "rates": rates, **sizes}
        say(f"{name} has {loading.mark.runs:,} runs: {sizes['disk'] / 1e6:,.0f} MB on disk, {sizes['memory'] / 1e6:,.0f} MB in memory")
    return found


def _rounds(options: Options, results: Results, peers: Peers, node: Path | None, asked: list[Question]) -> None:
    say("asking each question of all")
    agreement.check(asked, peers.by_name, say)
    settle(peers.processes, say)
    warm(asked, peers.by_name, options.warm_seconds, say)
    Round(0, peers, node, replace(options, seconds=options.warm_seconds), neo4j.WORKSPACE, say).writes()
    settle(peers.processes, say)
    for number in range(1, options.rounds + 1):
        if results.has(number):
            continue
        say(f"round {number} of {options.rounds}")
        results.save(f"round-{number}", Round(number, peers, node, options, neo4j.WORKSPACE, say).measured(asked))


if __name__ == "__main__":
    main()
