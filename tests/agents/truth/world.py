"""Threads that are carried out by the real programs, and what the service says about them."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from lineage.adapters.port import Agent
from lineage.carrying.rolling_back import roll_back
from lineage.carrying.running import Asked as Wanted
from lineage.carrying.running import Notice, Starting, carry_out
from lineage.client import LineageClient
from lineage.client.models import ProviderThreadDetails, Run, RunSegment
from tests.agents.models.server import Asked, ModelServer, Reply, Text
from tests.agents.truth.tokens import Expected, faults, new_token, tokens_in

T = TypeVar("T")
RUN_SECONDS = 120


@dataclass
class Turn:
    """A run that was carried out: how it ended, how it started, and the requests that the model got for it."""

    run: Run
    starting: list[Starting]
    asked: list[Asked]
    expected: Expected


@dataclass
class World:
    """All is done on one event loop of its own. tokens holds each run's by its point."""

    client: LineageClient
    models: ModelServer
    agents: Mapping[str, Agent]
    folder: Path
    loop: asyncio.AbstractEventLoop
    tokens: dict[tuple[str, int], str] = field(default_factory=dict)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, RUN_SECONDS))

    def say(self, thread_id: str, provider: str, reply: Callable[[Asked], Reply] = lambda _: Text("done")) -> Turn:
        """Carries a run out whose message holds a new token; reply decides what the model says to requests that hold it."""
        token = new_token()
        before = len(self.models.asked)
        self.models.reply = lambda asked: reply(asked) if token in tokens_in(asked.conversation) else Text("done")
        starting: list[Starting] = []

        def hear(notice: Notice) -> None:
            if isinstance(notice, Starting):
                starting.append(notice)
                self.tokens[thread_id, notice.started.run.ordinal] = token

        run = self.do(
            carry_out(self.client, self.agents[provider], Wanted(thread_id, f"Remember {token} and say done.", self.folder), hear)
        )
        asked = [each for each in self.models.asked[before:] if token in tokens_in(each.conversation)]
        return Turn(run, starting, asked, self.do(self._expected(run, token, starting[-1])))

    async def _expected(self, run: Run, token: str, starting: Starting) -> Expected:
        """What the run's requests may hold: what is known natively, and what handoffs in effect and those of this run cover.

        The latter are in effect once the run has begun; one that was killed before had them in its request nevertheless.
        """
        served = await self.client.provider_thread(run.provider_thread_id or "")
        assert served is not None
        native = await self._native(served)
        covered = {point for handoff in (*served.handoffs_in_effect, *starting.started.handoffs) for point in points(handoff.covered)}
        own = {(run.thread_id, run.ordinal)}
        return Expected(token, self._tokens_at(native - own), self._tokens_at(covered))

    async def _native(self, served: ProviderThreadDetails) -> set[tuple[str, int]]:
        """What it covers and what ran on it or on a session that it goes back to."""
        sessions = {served.id}
        source = served.forked_from
        while source is not None:
            sessions.add(source.id)
            far = await self.client.provider_thread(source.id)
            source = far.forked_from if far is not None else None
        native = set()
        for thread_id, ordinal in points(served.coverage.covered):
            run = await self.client.thread_run(thread_id, ordinal)
            if run is not None and run.provider_thread_id in sessions:
                native.add((thread_id, ordinal))
        return native

    def _tokens_at(self, found: set[tuple[str, int]]) -> frozenset[str]:
        return frozenset(self.tokens[point] for point in found if point in self.tokens)

    def roll_back(self, thread_id: str, to_ordinal: int) -> None:
        self.do(roll_back(self.client, self.agents.get, thread_id, to_ordinal, self.folder))


def points(segments: tuple[RunSegment, ...]) -> set[tuple[str, int]]:
    return {(part.thread_id, ordinal) for part in segments for ordinal in range(part.first, part.last + 1)}


def check(turn: Turn) -> None:
    """Every request of the turn holds exactly what the service says."""
    for asked in turn.asked:
        assert not (wrong := faults(asked, turn.expected)), (
            f"run {turn.run.ordinal} of {turn.run.thread_id} on {turn.run.provider}: {wrong}"
        )
