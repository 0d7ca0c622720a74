"""What the sessions of the real Claude Code hold: going on, forks, reverts, and turns that were cut off."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from lineage.adapters.errors import ForkFailed, ResumeFailed, RevertFailed, TurnFailed
from lineage.adapters.port import Accepted, Ended, Event
from lineage.domain.kinds import TurnItemKind
from tests.agents.claude_home import session_file
from tests.agents.claude_runs import Claude, claude_in, kill
from tests.agents.installing import Programs
from tests.agents.models.server import Fail, Hang, Text, Tool
from tests.agents.runs import Ran, create, fork, once, resume, revert, take_turn


@pytest.fixture(scope="module")
def place(programs: Programs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Claude]:
    with claude_in(tmp_path_factory.mktemp("claude"), programs) as place:
        yield place


@pytest.fixture
def claude(place: Claude) -> Claude:
    place.models.reply = lambda _: Text("done")
    return place


async def test_a_session_goes_on_in_a_new_process(claude: Claude) -> None:
    first = await claude.run("one", create)
    second = await claude.run("two", resume(first))
    assert claude.conversation() == ["one", "done", "two"]
    assert first.thread == second.thread
    assert first.turn != second.turn


async def test_a_fork_holds_the_turns_up_to_its_boundary_by_their_references(claude: Claude) -> None:
    first, second, third = await claude.started("one", "two", "three")
    parent = session_file(claude.home, third.thread)
    before = parent.read_bytes()
    forked = await claude.run("another", fork(second))
    assert claude.said() == ["one", "two", "another"]
    assert forked.thread != first.thread
    await claude.run("two again", revert(forked, Ran([Accepted(forked.thread, second.turn)]), first))
    assert claude.said() == ["one", "two again"]
    await claude.run("of all", fork(third))
    assert claude.said() == ["one", "two", "three", "of all"]
    assert parent.read_bytes() == before


async def test_a_revert_drops_the_turn_and_all_later_ones(claude: Claude) -> None:
    first, second, third = await claude.started("one", "two", "three")
    again = await claude.run("two again", revert(third, second, first))
    assert claude.said() == ["one", "two again"]
    assert again.thread == first.thread
    await claude.run("three again", resume(again))
    assert claude.said() == ["one", "two again", "three again"]


async def test_a_revert_of_all_turns_leaves_an_empty_session(claude: Claude) -> None:
    first, second = await claude.started("one", "two")
    async with claude.usual.session(claude.folder, None) as session:
        await revert(second, first, None)(session)
    async with claude.usual.session(claude.folder, None) as session:
        await session.resume(first.thread, None)
        afresh = await take_turn(session, "afresh")
    assert claude.said() == ["afresh"]
    assert afresh.thread == first.thread
    await claude.run("more", resume(afresh))
    assert claude.said() == ["afresh", "more"]


async def test_what_was_reverted_stays_away_when_the_next_turn_is_killed(claude: Claude) -> None:
    first, second = await claude.started("one", "two")
    killed = await claude.killed("two again", revert(second, second, first))
    await claude.run("three", resume(killed))
    assert claude.said() == ["one", "two again", "three"]


async def test_a_revert_that_was_done_before_is_done(claude: Claude) -> None:
    first, second = await claude.started("one", "two")
    async with claude.usual.session(claude.folder, None) as session:
        await revert(second, second, first)(session)
    await claude.run("two again", revert(first, second, first))
    assert claude.said() == ["one", "two again"]


async def test_a_turn_that_was_left_can_be_gone_back_to(claude: Claude) -> None:
    first, second = await claude.started("one", "two")
    async with claude.usual.session(claude.folder, None) as session:
        await revert(second, second, first)(session)
    await claude.run("three", resume(second))
    assert claude.said() == ["one", "two", "three"]


async def test_what_cannot_be_reverted_is_told(claude: Claude) -> None:
    first, second = await claude.started("one", "two")
    async with claude.usual.session(claude.folder, None) as session:
        await resume(second)(session)
        with pytest.raises(RevertFailed, match="does not hold turn"):
            await session.revert(second.turn, "00000000-0000-4000-8000-000000000000")
        with pytest.raises(RevertFailed, match="cannot go while"):
            await session.revert(first.turn, second.turn)
        with pytest.raises(RevertFailed, match="by their number"):
            await session.roll_back(1)


async def test_a_turn_that_nobody_recorded_is_dropped(claude: Claude) -> None:
    _, second = await claude.started("one", "two")
    await claude.run("unrecorded", resume(second))
    third = await claude.run("three", resume(second))
    assert claude.said() == ["one", "two", "three"]
    with pytest.raises(ResumeFailed, match="does not hold turn"):
        await claude.run("never", resume(Ran([Accepted(third.thread, "00000000-0000-4000-8000-000000000000")])))


async def test_a_session_whose_file_is_gone_cannot_be_resumed_or_forked(claude: Claude) -> None:
    (first,) = await claude.started("one")
    session_file(claude.home, first.thread).unlink()
    with pytest.raises(ResumeFailed, match=f"no session {first.thread}"):
        await claude.run("two", resume(first))
    with pytest.raises(ForkFailed, match=f"no session {first.thread}"):
        await claude.run("two", fork(first))


async def test_a_session_of_another_folder_cannot_be_resumed(claude: Claude, tmp_path: Path) -> None:
    (first,) = await claude.started("one")
    async with claude.usual.session(tmp_path, None) as session:
        await resume(first)(session)
        with pytest.raises(ResumeFailed, match=f"cannot go on in the session from {tmp_path}: No conversation found"):
            await take_turn(session, "two")


async def test_an_endpoint_that_fails_fails_the_turn_and_leaves_its_message(claude: Claude) -> None:
    claude.models.reply = lambda _: Fail(500)
    failed = await claude.run("one", create)
    assert failed.ended.status == "FAILED"
    assert failed.ended.reason is not None
    assert failed.ended.reason.startswith("API Error: 500")
    assert [item.text for item in failed.items(TurnItemKind.FAILURE)] == [failed.ended.reason]
    claude.models.reply = lambda _: Text("done")
    second = await claude.run("two", resume(failed))
    assert claude.said() == ["one", "two"]
    await claude.run("two again", revert(second, second, failed))
    assert claude.said() == ["one", "two again"]


async def test_a_turn_can_be_interrupted(claude: Claude) -> None:
    claude.models.reply = lambda _: Hang()
    async with claude.usual.session(claude.folder, None) as session:
        await session.create()
        events: list[Event] = []
        async for event in session.turn("one"):
            events.append(event)
            if isinstance(event, Accepted):
                await session.interrupt()
    interrupted = Ran(events)
    assert interrupted.ended == Ended("INTERRUPTED")
    claude.models.reply = lambda _: Text("done")
    second = await claude.run("two", resume(interrupted))
    assert claude.said() == ["one", "two"]
    await claude.run("two again", revert(second, second, interrupted))
    assert claude.said() == ["one", "two again"]


async def test_a_killed_program_fails_the_turn_but_not_the_session(claude: Claude) -> None:
    (first,) = await claude.started("one")
    killed = await claude.killed("two", resume(first))
    assert killed.ended == Ended("FAILED", "Claude Code was ended by signal 9")
    await claude.run("three", resume(killed))
    assert claude.said() == ["one", "two", "three"]


async def test_a_program_that_is_killed_ahead_of_the_message_takes_nothing(claude: Claude) -> None:
    (first,) = await claude.started("one")
    async with claude.usual.session(claude.folder, None) as session:
        await resume(first)(session)
        turn = asyncio.create_task(take_turn(session, "two"))
        while session.pid is None:
            await asyncio.sleep(0.01)
        kill(session)
        with pytest.raises(TurnFailed, match="was ended by signal 9"):
            await turn
    await claude.run("two again", resume(first))
    assert claude.said() == ["one", "two again"]


async def test_a_program_that_is_killed_in_a_tool_leaves_a_turn_that_others_build_on(claude: Claude) -> None:
    claude.models.reply = once(Tool("Bash", {"command": "touch started; sleep 15", "description": "waits"}))
    async with claude.usual.session(claude.folder, None) as session:
        await session.create()
        events: list[Event] = []
        async for event in session.turn("one"):
            events.append(event)
            if isinstance(event, Accepted):
                while not (claude.folder / "started").exists():
                    await asyncio.sleep(0.02)
                kill(session)
    killed = Ran(events)
    await claude.run("two", resume(killed))
    assert claude.said() == ["one", "two"]
    await claude.run("another", fork(killed))
    assert claude.said() == ["one", "another"]
