"""What an agent tells of a compaction in a run, recorded by the service."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from lineage.adapters.port import Accepted, Compacted, Ended, Event, Probe
from lineage.carrying.running import Asked, carry_out
from lineage.client import LineageClient
from lineage.client.models import Compaction, Run
from lineage.domain.kinds import HistoryMode
from tests.running import RunningService, fresh


class Compacting:
    """An agent that tells these compactions in the middle of each turn."""

    keeps_handoffs = reverts_at_once = forks_keep_turn_refs = True

    def __init__(self, *told: Compacted) -> None:
        self.provider = fresh("compacting")
        self.told = told

    async def probe(self) -> Probe:
        return Probe("1", HistoryMode.LEGACY, {"nativeRollback": True})

    @asynccontextmanager
    async def session(self, folder: Path, model: str | None) -> AsyncIterator["Compacting"]:
        yield self

    async def create(self) -> None: ...

    async def resume(self, thread_ref: str, last_turn_ref: str | None) -> None: ...

    async def deliver(self, handoffs: Sequence[str]) -> None: ...

    async def turn(self, message: str) -> AsyncGenerator[Event, None]:
        yield Accepted("session", fresh("turn"))
        for compacted in self.told:
            yield compacted
        yield Ended("COMPLETED")


@pytest.fixture
async def client(service: RunningService) -> AsyncIterator[LineageClient]:
    async with LineageClient(service.url, timeout=120) as client:
        yield client


async def carried(client: LineageClient, agent: Compacting, folder: Path, runs: int) -> tuple[list[Run], tuple[Compaction, ...]]:
    """Runs of a new thread, one after the other, and the compactions of their session."""
    thread_id = (await client.create_thread()).thread.id
    done = [await carry_out(client, agent, Asked(thread_id, "go on", folder), lambda notice: None) for _ in range(runs)]  # type: ignore[arg-type]
    session = await client.provider_thread(str(done[0].provider_thread_id))
    assert session is not None
    assert len({run.provider_thread_id for run in done}) == 1
    return done, session.compactions


async def test_it_goes_through_the_run_before_the_one_in_which_it_happened(client: LineageClient, tmp_path: Path) -> None:
    done, compactions = await carried(client, Compacting(Compacted("what mattered", 90_000, 4_000)), tmp_path, 3)
    assert [found.through.run_id for found in compactions] == [done[0].id, done[1].id]
    assert {(found.summary, found.tokens_before, found.tokens_after) for found in compactions} == {("what mattered", 90_000, 4_000)}


async def test_of_several_in_a_run_the_last_one_counts(client: LineageClient, tmp_path: Path) -> None:
    _, (only,) = await carried(client, Compacting(Compacted("first"), Compacted("x" * 100_000)), tmp_path, 2)
    assert only.summary is not None
    assert "characters left out here" in only.summary


async def test_one_in_the_first_run_of_a_session_is_not_recorded(client: LineageClient, tmp_path: Path) -> None:
    (run,), compactions = await carried(client, Compacting(Compacted("early")), tmp_path, 1)
    assert (run.status, compactions) == ("COMPLETED", ())


async def test_what_is_recorded_through_a_run_already_stays(client: LineageClient, tmp_path: Path) -> None:
    agent = Compacting(Compacted("first"))
    done, _ = await carried(client, agent, tmp_path, 2)
    await client.rollback_thread(thread_id=done[0].thread_id, to_ordinal=1)
    await client.report_provider_rollback(provider_thread_id=str(done[0].provider_thread_id), succeeded=True)
    agent.told = (Compacted("second"),)
    again = await carry_out(client, agent, Asked(done[0].thread_id, "again", tmp_path), lambda notice: None)  # type: ignore[arg-type]
    session = await client.provider_thread(str(again.provider_thread_id))
    assert session is not None
    assert [found.summary for found in session.compactions] == ["first"]
