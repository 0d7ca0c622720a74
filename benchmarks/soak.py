"""Does a service's memory stay steady? `python -m benchmarks.soak --minutes 30 --rate 200`.

Starts a private Neo4j that is thrown away and a service, and sends it a mixture of commands and questions at a steady rate, whether
or not the answers keep up. Prints for each window what memory the service and Neo4j hold and how long answers took. Exit status 1
when any answer was an error, when requests piled up, or when the service held more in the last third than in the one before it, by
more than --growth percent.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any

import httpx

from benchmarks.against.peers.http import body_of
from benchmarks.against.processes import resident_bytes
from benchmarks.against.questions.sessions import COVERAGE, IMPACT, START
from benchmarks.against.questions.writes import APPEND, BEGIN, CREATE, FINISH
from benchmarks.against.questions.writes import START as START_RUN
from benchmarks.against.warming import settle
from lineage import local
from tests.live.processes import ServiceProcess
from tests.running import Neo4jAddress

TALKS = 32
RUNS = 50
"""After so many runs a conversation is over and another one begins, so that what is asked about keeps its size."""
COMMANDS = 0.3
"""The share of commands among the requests."""
PILED_UP = 500
"""Requests without an answer at which the rate is too high for the machine."""
PROVIDERS = ("codex", "claude")
NAMED = re.compile("'[^']*'")
TREE = "query($id: ID!) { forkTree(rootThreadId: $id) { nodes { threadId runCount headOrdinal } } }"
PAGE = """query($id: ID!) { thread(id: $id) { runs(first: 50) { edges { node { id ordinal status message
  items(first: 3) { edges { node { id text } } } providerThread { id status } contextHandoffs { id status } } } } } }"""

Request = tuple[str, dict[str, Any]]


@dataclass
class Told:
    """What answers were like: seconds that they took, and errors by code."""

    seconds: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


class Talk:
    """One conversation after another; each request is sent when the one before was answered."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self._name, self._chance = name, chance
        self.thread, self.runs = "", 0
        self.requests = self._requests()

    def _requests(self) -> Iterator[Request]:
        number = 0
        while True:
            number += 1
            thread, sessions = f"{self._name} {number}", {provider: f"{self._name} {number} {provider}" for provider in PROVIDERS}
            yield CREATE, {"input": {"id": thread, "title": "Soaked"}}
            self.thread = thread
            for ordinal in range(1, RUNS + 1):
                run, provider = f"{thread}/{ordinal}", self._chance.choice(PROVIDERS)
                message = f"Take combining characters in keys, part {ordinal}"
                yield START_RUN, {"input": {"id": run, "threadId": thread, "provider": provider, "message": message}}
                yield BEGIN, {"input": {"runId": run, "nativeThreadRef": sessions[provider], "nativeTurnRef": run}}
                items = [{"id": f"{run}/{place}", "kind": "ASSISTANT_MESSAGE", "text": message * 5} for place in range(3)]
                yield APPEND, {"input": {"runId": run, "items": items}}
                yield FINISH, {"input": {"runId": run, "checkpoint": {"id": f"{run} checkpoint"}}}
                self.runs = ordinal

    def question(self) -> Request:
        """One of what orchestrators and dashboards ask of a conversation."""
        asked = self._chance.randrange(5)
        if asked == 0:
            return START, {"thread": self.thread}
        if asked == 1:
            return IMPACT, {"thread": self.thread, "to": self._chance.randint(0, max(self.runs - 1, 0))}
        if asked == 2:
            return TREE, {"id": self.thread}
        if asked == 3:
            return PAGE, {"id": self.thread}
        return COVERAGE, {"id": f"{self.thread}:{self._chance.choice(PROVIDERS)}"}


class Load:
    """Requests at a steady rate."""

    def __init__(self, url: str, rate: float, seed: int = 1) -> None:
        self._url, self._rate, self._chance = url, rate, random.Random(seed)
        self._talks = [Talk(f"soak {number}", self._chance) for number in range(TALKS)]
        self._idle = list(self._talks)
        self._open: set[asyncio.Task[None]] = set()
        self.told = Told()
        self.most_open = 0

    async def warm(self) -> None:
        """One conversation and its questions, one request after the other: a new Neo4j plans each statement the first time."""
        async with httpx.AsyncClient(timeout=600, trust_env=False) as http:
            talk = self._talks[0]
            while talk.runs < 3:
                await self._send(http, next(talk.requests))
            for _ in range(30):
                await self._send(http, talk.question())
        self.window()

    async def run(self, seconds: float) -> None:
        limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
        async with httpx.AsyncClient(limits=limits, timeout=120, trust_env=False) as http:
            began, number = time.perf_counter(), 0
            while (due := number / self._rate) < seconds:
                await asyncio.sleep(max(0.0, began + due - time.perf_counter()))
                number += 1
                self._begin(http)
                self.most_open = max(self.most_open, len(self._open))
                if len(self._open) > PILED_UP:
                    raise SystemExit(f"{PILED_UP} requests are without an answer: {self._rate:g} a second are too many for this machine")
            await asyncio.gather(*self._open)

    def _begin(self, http: httpx.AsyncClient) -> None:
        asked = [talk for talk in self._talks if talk.runs]
        commands = self._idle and (not asked or self._chance.random() < COMMANDS)
        if commands:
            talk = self._idle.pop(self._chance.randrange(len(self._idle)))
            task = asyncio.create_task(self._command(http, talk))
        elif asked:
            task = asyncio.create_task(self._send(http, self._chance.choice(asked).question()))
        else:
            return
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _command(self, http: httpx.AsyncClient, talk: Talk) -> None:
        await self._send(http, next(talk.requests))
        self._idle.append(talk)

    async def _send(self, http: httpx.AsyncClient, request: Request) -> None:
        began = time.perf_counter()
        answer = (await http.post(self._url, content=body_of(*request), headers={"Content-Type": "application/json"})).json()
        self.told.seconds.append(time.perf_counter() - began)
        if answer.get("errors"):
            first = answer["errors"][0]
            if request[0].startswith("query") and first["extensions"]["code"] == "ACTIVE_RUN":
                # How the next run would start, and what a rollback would do, is not known before this run has ended.
                return
            # What is named differs from one to the next.
            self.told.errors[f"{first['extensions']['code']}: {re.sub(NAMED, '…', first['message'])}"] += 1

    def window(self) -> Told:
        """What was told since this was asked last."""
        told, self.told = self.told, Told()
        return told


@dataclass(frozen=True)
class Window:
    minute: float
    service: int
    neo4j: int
    told: Told

    def __str__(self) -> str:
        slow = quantiles(self.told.seconds, n=100)[98] * 1e3
        return (
            f"{self.minute:5.1f} min  service {self.service / 1e6:6.1f} MB  Neo4j {self.neo4j / 1e6:7.1f} MB  "
            f"{len(self.told.seconds)} answers, median {median(self.told.seconds) * 1e3:.1f} ms, 99 % below {slow:.0f} ms, "
            f"{self.told.errors.total()} errors"
        )


async def soak(service: ServiceProcess, neo4j: int, rate: float, minutes: float, every: float) -> list[Window]:
    load, windows = Load(service.url, rate), list[Window]()
    await load.warm()
    settle({"the service": service.pid, "Neo4j": neo4j}, print)
    began = time.monotonic()
    sending = asyncio.create_task(load.run(minutes * 60))
    while not sending.done():
        await asyncio.wait({sending}, timeout=every)
        told = load.window()
        if len(told.seconds) > 1:
            minute = (time.monotonic() - began) / 60
            windows.append(Window(minute, resident_bytes(service.pid), resident_bytes(neo4j), told))
            print(windows[-1], flush=True)
    await sending
    print(f"at most {load.most_open} requests at a time", flush=True)
    return windows


def verdict(windows: list[Window], growth: float) -> int:
    """The exit status."""
    errors = sum((window.told.errors for window in windows), Counter[str]())
    for told, times in errors.most_common(10):
        print(f"{times} times {told}")
    third = len(windows) // 3
    before, last = (fmean(window.service for window in part) for part in (windows[third : 2 * third], windows[2 * third :]))
    grown = (last / before - 1) * 100
    print(f"the service held {before / 1e6:.1f} MB in the second third and {last / 1e6:.1f} MB in the last, {grown:+.1f} %")
    return 1 if errors or grown > growth else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=200, help="requests a second")
    parser.add_argument("--every", type=float, default=60, help="seconds of a window")
    parser.add_argument(
        "--growth", type=float, default=5, help="percent by which the service's memory may grow between the last two thirds"
    )
    asked = parser.parse_args()
    if asked.minutes * 60 < 3 * asked.every:
        parser.error("at least three windows are needed")
    with tempfile.TemporaryDirectory() as folder, local.start(options=local.ServerOptions(heap="1g", page_cache="512m")) as server:
        settings = Neo4jAddress(server.uri, server.username, server.password).settings()
        patient = {"LINEAGE_QUERY_TIMEOUT_SECONDS": "300", "LINEAGE_REQUEST_TIMEOUT_SECONDS": "600"}
        service = ServiceProcess(settings, Path(folder, "service.log"), LINEAGE_RATE_PER_SECOND="0", **patient)
        service.start()
        try:
            windows = asyncio.run(soak(service, server.pid, asked.rate, asked.minutes, asked.every))
        finally:
            service.stop()
    return verdict(windows, asked.growth)


if __name__ == "__main__":
    sys.exit(main())
