"""The adapter for chat endpoints, on a model server that remembers what it was asked."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lineage.adapters.errors import ForkFailed, NotConfigured, ResumeFailed, RevertFailed
from lineage.adapters.openai_compatible import OpenAICompatibleAgent, OpenAICompatibleSession
from lineage.adapters.port import Accepted, Ended, Event, Observed, Said
from lineage.domain.kinds import TurnItemKind
from tests.agents.models.completions import PROTOCOL
from tests.agents.models.server import Fail, Hang, ModelServer, Protocol, Reply, Text, Tool, serving_models

Opening = Callable[[OpenAICompatibleSession], Awaitable[None]]


@dataclass
class Chat:
    """An endpoint, and a folder for the sessions."""

    models: ModelServer
    folder: Path

    def agent(self, silence_seconds: float = 20) -> OpenAICompatibleAgent:
        return OpenAICompatibleAgent(f"{self.models.base}/v1", "m1", "a key", self.folder / "histories", silence_seconds)

    async def run(self, opening: Opening, message: str, *handoffs: str, silence_seconds: float = 20) -> "Ran":
        """A whole run in a session of its own."""
        async with self.agent(silence_seconds).session(self.folder, None) as session:
            await opening(session)
            await session.deliver(handoffs)
            return Ran([event async for event in session.turn(message)])

    async def started(self, *messages: str) -> list["Ran"]:
        """A new session with these turns."""
        ran = [await self.run(create, messages[0])]
        for message in messages[1:]:
            ran.append(await self.run(resume(ran[-1]), message))
        return ran

    def answers(self, reply: Reply) -> None:
        self.models.reply = lambda _: reply

    def read(self) -> tuple[tuple[str, str], ...]:
        """What the model was given last."""
        return self.models.last().order

    def said(self) -> list[str]:
        return [text for role, text in self.read() if role == "user"]


@dataclass
class Ran:
    events: list[Event]

    @property
    def accepted(self) -> Accepted:
        assert isinstance(self.events[0], Accepted)
        return self.events[0]

    @property
    def ended(self) -> Ended:
        assert isinstance(self.events[-1], Ended)
        return self.events[-1]


async def create(session: OpenAICompatibleSession) -> None:
    await session.create()


def resume(ran: Ran) -> Opening:
    return lambda session: session.resume(ran.accepted.thread_ref, ran.accepted.turn_ref)


def fork(ran: Ran, at: Ran | None = None) -> Opening:
    return lambda session: session.fork(ran.accepted.thread_ref, at and at.accepted.turn_ref)


def revert(last: Ran, before: Ran, kept: Ran | None = None) -> Opening:
    async def opening(session: OpenAICompatibleSession) -> None:
        await resume(last)(session)
        await session.revert(before.accepted.turn_ref or "", kept and kept.accepted.turn_ref)

    return opening


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[Chat]:
    with serving_models(PROTOCOL) as models:
        yield Chat(models, tmp_path)


async def test_a_turn_tells_the_answer_in_pieces_and_whole(chat: Chat) -> None:
    chat.answers(Text("all right"))
    ran = await chat.run(create, "one")
    assert ran.accepted.turn_ref
    assert [event.text for event in ran.events if isinstance(event, Said)] == ["all ", "right"]
    assert [event for event in ran.events if isinstance(event, Observed)] == [Observed(TurnItemKind.ASSISTANT_MESSAGE, "all right")]
    assert ran.ended == Ended("COMPLETED")


async def test_a_resumed_session_gives_the_model_all_that_was_said(chat: Chat) -> None:
    first, second = await chat.started("one", "two")
    assert chat.read() == (("user", "one"), ("assistant", "done"), ("user", "two"))
    assert second.accepted.thread_ref == first.accepted.thread_ref
    assert second.accepted.turn_ref != first.accepted.turn_ref


async def test_handoffs_stay_in_their_place_apart_from_what_the_user_said(chat: Chat) -> None:
    first = await chat.run(create, "one", "handoff A", "handoff B")
    second = await chat.run(resume(first), "two", "handoff C")
    handed, answer = (("system", "handoff A"), ("system", "handoff B"), ("user", "one")), ("assistant", "done")
    assert chat.read() == (*handed, answer, ("system", "handoff C"), ("user", "two"))
    await chat.run(fork(second, at=first), "three")
    assert chat.read() == (*handed, answer, ("user", "three"))


async def test_a_fork_holds_the_turns_up_to_its_boundary_and_leaves_its_source_alone(chat: Chat) -> None:
    _, second, third = await chat.started("one", "two", "three")
    forked = await chat.run(fork(third, at=second), "other")
    assert chat.said() == ["one", "two", "other"]
    of_fork = await chat.run(fork(forked), "further")
    assert chat.said() == ["one", "two", "other", "further"]
    assert len({ran.accepted.thread_ref for ran in (third, forked, of_fork)}) == 3
    await chat.run(fork(of_fork, at=second), "back")
    assert chat.said() == ["one", "two", "back"]
    await chat.run(resume(third), "four")
    assert chat.said() == ["one", "two", "three", "four"]


async def test_a_revert_drops_the_turn_and_all_later_ones_for_good(chat: Chat) -> None:
    first, second, third = await chat.started("one", "two", "three")
    async with chat.agent().session(chat.folder, None) as session:
        await revert(third, second, first)(session)
    with pytest.raises(ResumeFailed, match="cannot be taken up to turn"):
        await chat.run(resume(third), "never")
    again = await chat.run(resume(first), "other")
    await chat.run(resume(again), "more")
    assert chat.said() == ["one", "other", "more"]
    await chat.run(revert(again, first), "fresh")
    assert chat.said() == ["fresh"]


async def test_a_revert_that_was_done_already_is_done_and_one_of_an_unknown_turn_fails(chat: Chat) -> None:
    first, second = await chat.started("one", "two")
    await chat.run(revert(second, second, first), "other")
    await chat.run(revert(first, second, first), "third")
    assert chat.said() == ["one", "third"]
    with pytest.raises(RevertFailed):
        await chat.run(revert(first, second), "never")


async def test_resuming_drops_a_later_turn_that_nobody_recorded(chat: Chat) -> None:
    first, _ = await chat.started("one", "lost")
    after = await chat.run(resume(first), "two")
    assert chat.said() == ["one", "two"]
    await chat.run(resume(after), "three")
    assert chat.said() == ["one", "two", "three"]


async def test_an_accepted_message_stays_when_its_turn_is_cut_off(chat: Chat) -> None:
    chat.answers(Hang())
    async with chat.agent().session(chat.folder, None) as session, aclosing(session.turn("one")) as events:
        accepted = await anext(events)
    chat.answers(Text("done"))
    await chat.run(resume(Ran([accepted])), "two")
    assert chat.said() == ["one", "two"]


@pytest.mark.parametrize("reference", ["0" * 32, "../secret", "", "a/../../b", "\0", "x" * 5000])
async def test_a_session_that_is_not_there_is_neither_resumed_nor_forked(chat: Chat, reference: str) -> None:
    (chat.folder / "secret.json").write_text("[]")
    async with chat.agent().session(chat.folder, None) as session:
        with pytest.raises(ResumeFailed):
            await session.resume(reference, None)
        with pytest.raises(ForkFailed):
            await session.fork(reference, None)


@pytest.mark.parametrize("content", ["", "{", "{}", "[1]", '[{"id": "other", "messages": []}]'])
async def test_a_broken_session_is_not_resumed(chat: Chat, content: str) -> None:
    ran = await chat.run(create, "one")
    (chat.folder / "histories" / f"{ran.accepted.thread_ref}.json").write_text(content)
    with pytest.raises(ResumeFailed):
        await chat.run(resume(ran), "two")


async def test_an_endpoint_that_refuses_fails_the_turn_with_what_it_said(chat: Chat) -> None:
    chat.answers(Fail(500))
    ran = await chat.run(create, "one")
    assert ran.ended.status == "FAILED"
    assert "500" in (ran.ended.reason or "") and "the test wants this to fail" in (ran.ended.reason or "")
    chat.answers(Text("done"))
    await chat.run(resume(ran), "two")
    assert chat.said() == ["one", "two"]


async def test_an_endpoint_that_hangs_fails_the_turn_in_time(chat: Chat) -> None:
    chat.answers(Hang())
    ran = await chat.run(create, "one", silence_seconds=0.3)
    assert ran.ended.status == "FAILED"
    assert "said nothing for 0.3 seconds" in (ran.ended.reason or "")


async def test_an_endpoint_that_is_not_there_fails_the_turn(chat: Chat) -> None:
    agent = OpenAICompatibleAgent("http://127.0.0.1:9/v1", "m1", histories=chat.folder)
    async with agent.session(chat.folder, None) as session:
        ran = Ran([event async for event in session.turn("one")])
    assert ran.ended.status == "FAILED"


@pytest.mark.parametrize(("last", "reason"), [("", "the answer broke off"), ('data: {"error": {"message": "too much"}}\n\n', "too much")])
async def test_an_answer_that_breaks_off_fails_the_turn_and_what_was_said_is_kept(tmp_path: Path, last: str, reason: str) -> None:
    async def breaks_off(reply: Text | Tool, body: dict[str, Any]) -> AsyncIterator[str]:
        yield 'data: {"choices": [{"delta": {"content": "half"}}]}\n\n'
        yield last

    with serving_models(Protocol(PROTOCOL.path, PROTOCOL.read, breaks_off)) as models:
        chat = Chat(models, tmp_path)
        ran = await chat.run(create, "one")
        assert ran.ended.status == "FAILED" and reason in (ran.ended.reason or "")
        assert Observed(TurnItemKind.ASSISTANT_MESSAGE, "half") in ran.events
        await chat.run(resume(ran), "two")
        assert chat.read() == (("user", "one"), ("assistant", "half"), ("user", "two"))


async def test_a_turn_can_be_interrupted(chat: Chat) -> None:
    chat.answers(Hang())
    async with chat.agent().session(chat.folder, None) as session:
        events = []
        async for event in session.turn("one"):
            events.append(event)
            if isinstance(event, Accepted):
                stopping = asyncio.create_task(_once_asked(chat, session))
        await stopping
    assert Ran(events).ended.status == "INTERRUPTED"


async def _once_asked(chat: Chat, session: OpenAICompatibleSession) -> None:
    while not chat.models.asked:
        await asyncio.sleep(0.01)
    await session.interrupt()


async def test_the_model_of_the_session_goes_before_that_of_the_agent(chat: Chat) -> None:
    async with chat.agent().session(chat.folder, "m2") as session:
        assert Ran([event async for event in session.turn("one")]).ended.status == "COMPLETED"
    assert chat.models.last().body["model"] == "m2"


async def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotConfigured, match="LINEAGE_OPENAI_BASE_URL"):
        await OpenAICompatibleAgent().probe()
    somewhere = OpenAICompatibleAgent("http://127.0.0.1:9/v1", histories=tmp_path)
    assert (await somewhere.probe()).profile["nativeRevert"] is True
    with pytest.raises(NotConfigured, match="LINEAGE_OPENAI_MODEL"):
        async with somewhere.session(tmp_path, None):
            pass
    async with somewhere.session(tmp_path, "m1"):
        pass


async def test_the_file_of_a_session_is_private_and_whole(chat: Chat) -> None:
    ran = await chat.run(create, "one")
    histories = chat.folder / "histories"
    assert histories.stat().st_mode & 0o077 == 0
    assert [path.name for path in histories.iterdir()] == [f"{ran.accepted.thread_ref}.json"]
    turns = json.loads((histories / f"{ran.accepted.thread_ref}.json").read_text())
    assert [turn["id"] for turn in turns] == [ran.accepted.turn_ref]
