"""The machine, how questions fare when the store grows, and how large it is."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.against.questions.question import LINEAGE
from benchmarks.against.results import Results, of_size
from benchmarks.against.tables.markdown import against, spread, table

GROWTH_GOALS = {1_000_000: 1.2, 10_000_000: 1.5}
LOAD_GOAL = 20_000


def machine_lines(results: Results) -> list[str]:
    told, rounds = results.load("machine"), results.rounds()
    cores = f"{told['cores']} cores ({told['processor']}), {told['memory'] / 2**30:.0f} GiB"
    packages = ", ".join(f"{name} {version}" for name, version in sorted(told["packages"].items()))
    loads = "; ".join(f"{each['load_average']['before'][0]:g} before, {each['load_average']['after'][0]:g} after" for each in rounds)
    return [
        f"{cores}, Python {told['python']}, Neo4j {told['neo4j server']}, "
        f"PostgreSQL {told['postgresql'] or 'left out'}, Node.js {told['node'] or 'left out'}; {packages}. lineage {told['lineage']}, "
        f"commit {told['commit'] or 'unknown'}. {len(rounds)} rounds; load average of a minute, by round: {loads}."
    ]


def failure_lines(results: Results) -> list[str]:
    """What peers could not do, each once."""
    failures = dict.fromkeys(told for each in results.rounds() for told in each["failures"])
    return ["", *(f"- Failed: {told}" for told in failures)] if failures else []


def growth_lines(folder: Path, there: Sequence[int]) -> list[str]:
    """Each question's p50 with the service, and that of larger stores as a multiple of the smallest."""
    if not there:
        return ["Nothing was measured yet."]
    found = {runs: _medians(of_size(folder, runs)) for runs in there}
    rows = []
    for name, first in found[there[0]].items():
        ratios = [against([found[runs][name] / first], GROWTH_GOALS.get(runs)) if name in found[runs] else "—" for runs in there[1:]]
        rows.append([name, f"{first:.2f} ms", *ratios])
    return table(("question", f"{there[0]:,} runs", *(f"{runs:,} runs" for runs in there[1:])), rows)


def _medians(results: Results) -> dict[str, float]:
    rounds = results.rounds()
    return {
        name: median(each["latency"][name][LINEAGE]["p50"] for each in rounds if name in each["latency"]) for name in rounds[0]["latency"]
    }


def store_lines(folder: Path, there: Sequence[int]) -> list[str]:
    rows = []
    for runs in there:
        results = of_size(folder, runs)
        stores, rounds = results.load("stores"), results.rounds()
        for name, found in stores.items():
            rates = [rate for rate in found["rates"] if rate > 0]
            slowest = f"{median(rates):,.0f}" if rates else "—"
            if rates and name == "neo4j" and median(rates) < LOAD_GOAL:
                slowest = f"**{slowest} < {LOAD_GOAL:,}**"
            size = f"{found['disk'] / 1e6:,.0f} MB"
            each = f"{found['disk'] / found['runs']:,.0f} B"
            rows.append(
                [f"{name}, {found['runs']:,} runs", slowest, size, each, _memory(rounds, "neo4j" if name == "neo4j" else "postgresql")]
            )
        rows.append([f"the service, {runs:,} runs", "—", "—", "—", _memory(rounds, LINEAGE)])
    head = ("", "loaded, runs a second", "on disk", "a run", "memory while measured, MB")
    return table(head, rows) if rows else []


def _memory(rounds: Sequence[Any], process: str) -> str:
    return spread([each["memory"][process] / 1e6 for each in rounds if process in each["memory"]], 0)
