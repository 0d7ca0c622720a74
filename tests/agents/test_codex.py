"""What is in a thread of the real Codex, by what its model is given: turns, forks, reverts, handoffs, and after accidents."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from lineage.adapters.codex import history
from lineage.adapters.codex.app_server import AppServer
from lineage.adapters.errors import ForkFailed, ResumeFailed, RevertFailed, TurnFailed
from lineage.adapters.port import Accepted, Event
from tests.agents.codex_home import rollout_files
from tests.agents.codex_runs import Codex, codex_in
from tests.agents.installing import Programs
from tests.agents.models.server import Hang, Text
from tests.agents.runs import Ran, create, fork, resume, revert, take_turn


@pytest.fixture(scope="module")
def place(programs: Programs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codex]:
    with codex_in(tmp_path_factory.mktemp("codex"), programs) as place:
        yield place


@pytest.fixture
def codex(place: Codex) -> Codex:
    place.models.reply = lambda _: Text("done")
    return place


async def test_a_thread_goes_on_in_a_new_process(codex: Codex) -> None:
    first, second = await codex.started("one", "two")
    assert codex.read() == (("user", "one"), ("assistant", "done"), ("user", "two"))
    assert first.accepted.thread_ref == second.accepted.thread_ref
    assert first.accepted.turn_ref != second.accepted.turn_ref


async def test_the_model_is_the_one_that_was_asked_for(codex: Codex) -> None:
    (first,) = await codex.started("one")
    async with codex.usual.session(codex.folder, "m2") as session:
        await resume(first)(session)
        await take_turn(session, "two")
    assert codex.models.last().body["model"] == "m2"
    assert codex.said() == ["one", "two"]


async def test_a_fork_holds_the_turns_up_to_its_boundary(codex: Codex) -> None:
    first, second, third = await codex.started("one", "two", "three")
    forked = await codex.run("another", fork(second))
    assert codex.said() == ["one", "two", "another"]
    assert forked.accepted.thread_ref != first.accepted.thread_ref
    await codex.run("more", resume(forked))
    assert codex.said() == ["one", "two", "another", "more"]
    await codex.run("four", resume(third))
    assert codex.said() == ["one", "two", "three", "four"]


async def test_a_fork_keeps_its_parents_turn_references(codex: Codex) -> None:
    first, second = await codex.started("one", "two")
    async with codex.usual.session(codex.folder, None) as session:
        await session.fork(second.accepted.thread_ref, second.accepted.turn_ref)
        forked = await take_turn(session, "three")
    async with codex.usual.session(codex.folder, None) as session:
        await session.resume(forked.accepted.thread_ref, forked.accepted.turn_ref)
        await session.revert(second.accepted.turn_ref or "", first.accepted.turn_ref)
        await take_turn(session, "two again")
    assert codex.said() == ["one", "two again"]


async def test_a_revert_drops_the_turn_and_all_later_ones(codex: Codex) -> None:
    first, second, third = await codex.started("one", "two", "three")
    again = await codex.run("two again", revert(third, second, first))
    assert codex.said() == ["one", "two again"]
    await codex.run("three again", resume(again))
    assert codex.said() == ["one", "two again", "three again"]


async def test_a_revert_of_all_turns_leaves_an_empty_thread(codex: Codex) -> None:
    first, second = await codex.started("one", "two")
    async with codex.usual.session(codex.folder, None) as session:
        await revert(second, first, None)(session)
    async with codex.usual.session(codex.folder, None) as session:
        await session.resume(first.accepted.thread_ref, None)
        await take_turn(session, "afresh")
    assert codex.said() == ["afresh"]


async def test_a_revert_that_was_done_before_is_done(codex: Codex) -> None:
    first, second = await codex.started("one", "two")
    async with codex.usual.session(codex.folder, None) as session:
        await revert(second, second, first)(session)
    await codex.run("two again", revert(first, second, first))
    assert codex.said() == ["one", "two again"]


async def test_turns_can_be_dropped_by_their_number(codex: Codex) -> None:
    _, _, third = await codex.started("one", "two", "three")
    async with codex.usual.session(codex.folder, None) as session:
        await resume(third)(session)
        await session.roll_back(2)
        await take_turn(session, "two again")
        with pytest.raises(RevertFailed, match="it holds 2 turns only"):
            await session.roll_back(3)
    assert codex.said() == ["one", "two again"]


async def test_a_handoff_stands_before_the_message_and_apart_from_it(codex: Codex) -> None:
    first = await codex.run("one", create, "H1: what was before", "H2: more of it")
    assert codex.read() == (
        ("developer", "<handoff-001>H1: what was before</handoff-001>"),
        ("developer", "<handoff-002>H2: more of it</handoff-002>"),
        ("user", "one"),
    )
    second = await codex.run("two", resume(first), "H3: news")
    await codex.run("three", resume(second))
    assert [text for _, text in codex.read()] == [
        "<handoff-001>H1: what was before</handoff-001>",
        "<handoff-002>H2: more of it</handoff-002>",
        "one",
        "done",
        "<handoff-001>H3: news</handoff-001>",
        "two",
        "done",
        "three",
    ]


async def test_a_handoff_goes_with_its_turn_into_forks_and_out_with_reverts(codex: Codex) -> None:
    (first,) = await codex.started("one")
    second = await codex.run("two", resume(first), "H1: news")
    await codex.run("after two", fork(second))
    assert [text for _, text in codex.read()] == ["one", "done", "<handoff-001>H1: news</handoff-001>", "two", "done", "after two"]
    await codex.run("after one", fork(first))
    assert [text for _, text in codex.read()] == ["one", "done", "after one"]
    await codex.run("two again", revert(second, second, first), "H1: news")
    assert [text for _, text in codex.read()] == ["one", "done", "<handoff-001>H1: news</handoff-001>", "two again"]


async def test_a_long_handoff_arrives_uncut(codex: Codex) -> None:
    handoff = "".join(f"line {number}: " + "words é " * 20 + "\n" for number in range(150))
    assert len(handoff) > 24_000
    await codex.run("one", create, handoff)
    parts = [text for role, text in codex.read() if role == "developer"]
    assert len(parts) > 5
    assert "".join(part.partition(">")[2].rpartition("</")[0] for part in parts) == handoff
    assert codex.read()[-1] == ("user", "one")


async def test_a_turn_that_nobody_recorded_is_dropped(codex: Codex) -> None:
    first, second = await codex.started("one", "two")
    await codex.run("unrecorded", resume(second), "H: unrecorded too")
    third = await codex.run("three", resume(second))
    assert codex.read() == (("user", "one"), ("assistant", "done"), ("user", "two"), ("assistant", "done"), ("user", "three"))
    with pytest.raises(ResumeFailed, match="does not hold turn"):
        await codex.run("never", resume(Ran([Accepted(third.accepted.thread_ref, "01a22ab0-0000-7000-8000-000000000000")])))
    await codex.run("two again", resume(first))
    assert codex.said() == ["one", "two again"]


async def test_a_turn_is_found_on_whatever_page_it_is_listed(codex: Codex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE", 1)
    first, _, _ = await codex.started("one", "two", "three")
    await codex.run("two again", resume(first))
    assert codex.said() == ["one", "two again"]


async def test_a_turn_whose_message_was_not_written_is_not_resumed(codex: Codex, monkeypatch: pytest.MonkeyPatch) -> None:
    (first,) = await codex.started("one")
    begun = await _turn_killed_at_its_beginning(codex, first, monkeypatch)
    try:
        await codex.run("three", resume(begun))
        # It was quick enough to write the message; then the message counts.
        assert codex.said() == ["one", "two", "three"]
    except ResumeFailed as error:
        assert "the message of turn" in str(error) or "does not hold turn" in str(error)
    await codex.run("two again", resume(first))
    assert codex.said() == ["one", "two again"]


async def _turn_killed_at_its_beginning(codex: Codex, first: Ran, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """What would have been accepted, had Codex not been killed when it had just confirmed the turn."""
    request, begun = AppServer.request, list[str]()

    async def killing(server: AppServer, method: str, **params: object) -> dict[str, Any]:
        answer = await request(server, method, **params)
        if method == "turn/start":
            os.killpg(server.pid, signal.SIGKILL)
            begun.append(answer["turn"]["id"])
        return answer

    with monkeypatch.context() as patched, suppress(TurnFailed):
        patched.setattr(AppServer, "request", killing)
        await codex.run("two", resume(first))
    return Ran([Accepted(first.accepted.thread_ref, begun[0])])


async def test_a_thread_whose_file_is_gone_cannot_be_resumed_or_forked(codex: Codex) -> None:
    (first,) = await codex.started("one")
    for path in rollout_files(codex.home, first.accepted.thread_ref):
        path.unlink()
    with pytest.raises(ResumeFailed, match=f"thread {first.accepted.thread_ref} could not be resumed: .*rollout"):
        await codex.run("two", resume(first))
    with pytest.raises(ForkFailed, match="could not be forked"):
        await codex.run("two", fork(first))


async def test_a_killed_program_fails_the_turn_but_not_the_thread(codex: Codex) -> None:
    (first,) = await codex.started("one")
    codex.models.reply = lambda _: Hang()
    async with codex.usual.session(codex.folder, None) as session:
        await resume(first)(session)
        events: list[Event] = []
        async for event in session.turn("two"):
            events.append(event)
            if isinstance(event, Accepted):
                os.killpg(session.pid, signal.SIGKILL)
    killed = Ran(events)
    assert killed.ended.status == "FAILED"
    assert killed.ended.reason is not None
    assert killed.ended.reason.startswith("codex ended (signal 9)")
    codex.models.reply = lambda _: Text("done")
    await codex.run("three", resume(killed))
    assert codex.said() == ["one", "two", "three"]
    await codex.run("two again", resume(first))
    assert codex.said() == ["one", "two again"]
