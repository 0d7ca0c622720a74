"""What goes wrong outside of the service fails the run with its reason, and leaves nothing active, whichever agent it is."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from lineage.adapters.claude import ClaudeAgent
from lineage.adapters.codex import CodexAgent
from lineage.adapters.openai_compatible import OpenAICompatibleAgent
from lineage.adapters.opencode import OpenCodeAgent
from lineage.adapters.port import Accepted, Agent, Event, Observed, Probe
from lineage.domain.kinds import HistoryMode, RunStatus, TurnItemKind
from tests.agents.claude_home import claude_home
from tests.agents.codex_home import KEY, codex_home
from tests.agents.installing import Programs
from tests.agents.models.server import Asked, Fail, Hang, Reply, Text
from tests.agents.opencode_home import opencode_home
from tests.agents.truth.settled import settled
from tests.agents.truth.world import Turn, World
from tests.running import RunningService, fresh

PROGRAMS = ["codex", "claude", "opencode"]
KINDS = {"codex": CodexAgent, "claude": ClaudeAgent, "opencode": OpenCodeAgent}
SILENCE_SECONDS = 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("failures")


@pytest.fixture(scope="module")
def world(service: RunningService, programs: Programs, folder: Path) -> Iterator[World]:
    with settled(service.url, programs, folder) as world:
        yield world


def environment(provider: str, programs: Programs, folder: Path, base: str) -> dict[str, str]:
    homes: dict[str, Callable[[Path, str], dict[str, str]]] = {"codex": codex_home, "claude": claude_home, "opencode": opencode_home}
    return {**homes[provider](folder / provider, base), "PATH": programs.path}


def run_on(world: World, agent: Agent, reply: Callable[[Asked], Reply] = lambda _: Text("done")) -> Turn:
    """One run of a new thread on this agent, after which the thread takes another run."""
    thread_id = world.do(world.client.create_thread(id=fresh("failing"))).thread.id
    turn = replace(world, agents={agent.provider: agent}).say(thread_id, agent.provider, reply)
    thread = world.do(world.client.thread(thread_id))
    assert thread is not None
    assert thread.active_run is None
    return turn


def reason_of(turn: Turn) -> str:
    assert turn.run.status is RunStatus.FAILED
    assert turn.run.failure_reason
    return turn.run.failure_reason


@pytest.mark.parametrize("provider", PROGRAMS)
def test_a_program_that_is_missing(world: World, provider: str) -> None:
    reason = reason_of(run_on(world, KINDS[provider]("/nowhere/program")))
    assert "/nowhere/program" in reason
    assert "Install it" in reason


@pytest.mark.parametrize("provider", PROGRAMS)
def test_a_version_that_the_adapter_cannot_drive(world: World, folder: Path, provider: str) -> None:
    old = folder / f"old-{provider}"
    old.write_text("#!/bin/sh\necho 0.0.1\n")
    old.chmod(0o700)
    assert "0.0.1" in reason_of(run_on(world, KINDS[provider](str(old))))


@pytest.mark.parametrize(("provider", "key"), [("codex", KEY), ("claude", "ANTHROPIC_API_KEY")])
def test_a_key_that_is_missing(world: World, programs: Programs, folder: Path, provider: str, key: str) -> None:
    without = {**environment(provider, programs, folder, world.models.base), key: ""}
    turn = run_on(world, KINDS[provider](programs.named(provider), without, SILENCE_SECONDS * 5))
    assert reason_of(turn)
    assert not turn.asked


@pytest.mark.parametrize("provider", [*PROGRAMS, "openai-compatible"])
def test_an_endpoint_that_answers_500(world: World, provider: str) -> None:
    turn = run_on(world, world.agents[provider], lambda _: Fail())
    assert reason_of(turn)
    assert turn.asked


@pytest.mark.parametrize("provider", [*PROGRAMS, "openai-compatible"])
def test_an_endpoint_that_hangs(world: World, programs: Programs, folder: Path, provider: str) -> None:
    agent: Agent
    if provider == "openai-compatible":
        agent = OpenAICompatibleAgent(f"{world.models.base}/v1", "m1", "", folder / "histories", SILENCE_SECONDS)
    else:
        surroundings = environment(provider, programs, folder, world.models.base)
        agent = KINDS[provider](programs.named(provider), surroundings, SILENCE_SECONDS)
    turn = run_on(world, agent, lambda _: Hang())
    assert f"{SILENCE_SECONDS} seconds" in reason_of(turn)
    assert turn.asked


def test_a_service_that_refuses_records_nothing(world: World) -> None:
    with pytest.raises(Exception, match="NOT_FOUND"):
        world.say(fresh("nothing"), "openai-compatible")


class Breaking:
    """An agent whose program dies without a word in the middle of a turn, as no adapter should let it."""

    provider = "openai-compatible"
    keeps_handoffs = reverts_at_once = forks_keep_turn_refs = True

    async def probe(self) -> Probe:
        return Probe("1", HistoryMode.LEGACY, {})

    @asynccontextmanager
    async def session(self, folder: Path, model: str | None) -> AsyncIterator["Breaking"]:
        yield self

    async def create(self) -> None: ...

    async def deliver(self, handoffs: Sequence[str]) -> None: ...

    async def turn(self, message: str) -> AsyncGenerator[Event, None]:
        yield Accepted("session", "turn")
        yield Observed(TurnItemKind.DECISION, "seen before it broke")
        raise OSError("the disk is full")


def test_what_was_observed_before_a_turn_broke_is_recorded_with_a_checkpoint(world: World) -> None:
    turn = run_on(world, Breaking())  # type: ignore[arg-type]
    assert "the disk is full" in reason_of(turn)
    items = world.do(world.client.run_items(turn.run.id))
    assert items is not None
    assert [item.kind for item in items.nodes] == [TurnItemKind.USER_MESSAGE, TurnItemKind.DECISION]
    found = world.do(world.client.run(turn.run.id))
    assert found is not None
    assert found.checkpoint is not None
