"""One round: each question of each peer after the other, so that what else the machine does falls on all of them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from neo4j.exceptions import DriverError, Neo4jError

from benchmarks.against.machine import load_average
from benchmarks.against.measuring import latency, load, writers
from benchmarks.against.options import Options
from benchmarks.against.peers.http import Refused
from benchmarks.against.peers.servers import Peers
from benchmarks.against.questions.question import LINEAGE, POSTGRES, Question
from benchmarks.against.questions.writes import APPENDING, RUN

Progress = Callable[[str], None]
HEAVY = 3
"""How many times as long a heavy question is asked."""


class Round:
    """number rotates the order of the peers, so that none always comes after the same one."""

    def __init__(self, number: int, peers: Peers, node: Path | None, options: Options, workspace: str, progress: Progress) -> None:
        self._number, self._peers, self._node, self._options = number, peers, node, options
        self._workspace, self._progress = workspace, progress
        self._failures: list[str] = []

    def measured(self, questions: Sequence[Question]) -> dict[str, Any]:
        before = load_average()
        found: dict[str, Any] = {"latency": {}, "load": {}}
        for question in questions:
            found["latency"][question.name] = self._latency(question)
        for question in questions:
            if self._options.load_seconds:
                found["load"][question.name] = self._load(question)
        found["writes"] = self.writes()
        return {
            **found,
            "failures": self._failures,
            "load_average": {"before": before, "after": load_average()},
            "memory": self._peers.memory(),
        }

    def _fail(self, told: str) -> None:
        """What a peer could not do is kept and shown, and the round goes on: its ratio is missing."""
        self._failures.append(told)
        self._progress(f"failed: {told}")

    def _turns(self, names: Sequence[str]) -> list[str]:
        there = [name for name in names if name in self._peers.by_name]
        first = self._number % len(there)
        return there[first:] + there[:first]

    def _latency(self, question: Question) -> dict[str, Any]:
        seconds = self._options.seconds * (HEAVY if question.heavy else 1)
        found = {}
        for name in self._turns(list(question.asked)):
            times = latency.measure(self._peers.by_name[name], question.asked[name], seconds)
            found[name] = times.told()
        self._progress(f"{question.name}: " + ", ".join(f"{name} {times['p50']:.2f} ms" for name, times in sorted(found.items())))
        return found

    def _load(self, question: Question) -> dict[str, float]:
        found = {}
        for name in self._turns(list(question.asked)):
            peer = self._peers.by_name[name]
            try:
                rate = load.measure(peer, question.asked[name], self._node, self._options.connections, self._options.load_seconds)
            except (load.LoadFailed, Neo4jError, DriverError) as error:
                self._fail(f"{question.name}, {self._options.connections} connections, {name}: {error}")
                continue
            if rate is not None:
                found[name] = rate
        self._progress(f"{question.name}: " + ", ".join(f"{name} {rate:,.0f}/s" for name, rate in sorted(found.items())))
        return found

    def _wants_writes(self) -> bool:
        return not self._options.only or any("writes".startswith(name) for name in self._options.only)

    def writes(self) -> dict[str, Any]:
        """Commands of one writer and of many; nothing where questions were chosen and no writes."""
        if not self._wants_writes():
            return {}
        many, seconds = self._options.connections, self._options.seconds
        cases: dict[str, tuple[Sequence[str], Callable[[Any, Any], dict[str, float]]]] = {
            "one_writer": (list(RUN), lambda peer, maker: writers.run_cycles(peer, maker, self._workspace, 1, seconds)),
            "many_threads": (list(RUN), lambda peer, maker: writers.run_cycles(peer, maker, self._workspace, many, seconds)),
            "one_thread": (list(APPENDING), lambda peer, maker: writers.one_thread(peer, maker, self._workspace, many, seconds)),
        }
        found: dict[str, Any] = {}
        for case, (names, work) in cases.items():
            found[case] = {}
            for name in self._turns(names):
                maker = self._peers.by_name[POSTGRES if name == POSTGRES else LINEAGE]
                try:
                    found[case][name] = work(self._peers.by_name[name], maker)
                except (Refused, Neo4jError, DriverError) as error:
                    self._fail(f"{case}, {name}: {error}")
            told = (f"{name} {one['per_second']:,.0f}/s, {one['retries']:g} retries" for name, one in sorted(found[case].items()))
            self._progress(f"{case}: " + "; ".join(told))
        return found
