"""What can be chosen of a measurement."""

import argparse
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.against.questions.question import PEERS

_UNITS = {"": 1, "k": 1000, "m": 1_000_000}


def runs(text: str) -> int:
    """10k, 1M, 500"""
    found = re.fullmatch(r"(\d+)([km]?)", text.lower())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of runs: expected one such as 10k or 1M")
    return int(found[1]) * _UNITS[found[2]]


@dataclass(frozen=True, slots=True)
class Options:
    sizes: tuple[int, ...]
    rounds: int
    seconds: float
    warm_seconds: float
    load_seconds: int
    connections: int
    only: tuple[str, ...]
    without: frozenset[str]
    folder: Path
    document: Path | None
    heap: str
    cache: str
    report: bool

    @property
    def postgres_cache(self) -> str:
        """The same in PostgreSQL's way of writing: 2g, 2GB."""
        return self.cache.upper() + "B"


def parsed(arguments: list[str] | None = None) -> Options:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument(
        "--size", type=runs, nargs="+", default=[10_000, 100_000, 1_000_000], metavar="RUNS", help="runs in the store, in order"
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured, by turns [3]")
    parser.add_argument("--seconds", type=float, default=4, help="how long a question is asked of a peer over one connection [4]")
    parser.add_argument(
        "--warm-seconds", type=float, default=5, help="how long each question is asked of each peer before the first round [5]"
    )
    parser.add_argument("--load-seconds", type=int, default=4, help="how long over many [4]; 0 leaves that out")
    parser.add_argument("--connections", type=int, default=16, help="how many those are, and how many write [16]")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="questions of which names begin so, and writes")
    parser.add_argument("--without", nargs="+", default=[], choices=[peer for peer in PEERS if peer != "lineage"], help="peers left out")
    parser.add_argument(
        "--folder", type=Path, default=Path(tempfile.gettempdir()) / "lineage-bench", help="where data and results are kept"
    )
    parser.add_argument(
        "--document", type=Path, help="the document whose table is written anew [docs/performance.md]; none for sizes below 10k"
    )
    parser.add_argument("--heap", default="2g", help="Neo4j's heap [2g]")
    parser.add_argument("--cache", default="2g", help="Neo4j's page cache, and PostgreSQL's [2g]")
    parser.add_argument("--report", action="store_true", help="measures nothing: writes the table from the results that are there")
    asked = parser.parse_args(arguments)
    return Options(
        sizes=tuple(sorted(asked.size)),
        rounds=asked.rounds,
        seconds=asked.seconds,
        warm_seconds=asked.warm_seconds,
        load_seconds=asked.load_seconds,
        connections=asked.connections,
        only=tuple(asked.only),
        without=frozenset(asked.without),
        folder=asked.folder.absolute(),
        document=asked.document,
        heap=asked.heap,
        cache=asked.cache,
        report=asked.report,
    )
