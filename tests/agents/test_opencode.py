"""The adapter for OpenCode, on the real program and a model server that remembers what it was asked: its sessions."""

from pathlib import Path

import pytest

from lineage.adapters.errors import (
    ForkFailed,
    ResumeFailed,
    RevertFailed,
)
from lineage.adapters.port import Ended, Observed, Said
from lineage.domain.kinds import HistoryMode, TurnItemKind
from tests.agents.models.server import Text
from tests.agents.opencode_runs import OpenCode, take_turn


async def test_the_profile_is_that_of_the_installed_version(opencode: OpenCode) -> None:
    probe = await opencode.agent().probe()
    assert tuple(map(int, probe.version.split("."))) >= (1, 18)
    assert probe.history_mode is HistoryMode.PAGINATED
    assert (probe.profile["nativeFork"], probe.profile["nativeRevert"], probe.profile["nativeRollback"]) == (True, True, False)
    assert probe.profile["handoffDelivery"] == "SYSTEM"


async def test_a_session_goes_on_and_handoffs_stand_in_the_system_text_of_their_turn_alone(opencode: OpenCode) -> None:
    opencode.answers(Text("The answer."))
    session = opencode.session()
    await session.create()
    first = await take_turn(session, "one", "handoff A")
    assert "".join(event.text for event in first.events if isinstance(event, Said)) == "The answer."
    assert [event for event in first.events if isinstance(event, Observed)] == [Observed(TurnItemKind.ASSISTANT_MESSAGE, "The answer.")]
    assert first.ended == Ended("COMPLETED")
    assert opencode.said() == ["one"] and "handoff A" in opencode.system()
    second = await opencode.going_on(first, "two", "handoff A", "handoff B")
    assert opencode.models.last().conversation == ("one", "The answer.", "two")
    assert opencode.system().index("handoff A") < opencode.system().index("handoff B")
    assert second.thread == first.thread and second.turn != first.turn
    await opencode.going_on(second, "three")
    assert opencode.models.last().conversation == ("one", "The answer.", "two", "done", "three")
    assert "handoff" not in opencode.system()
    assert len(opencode.models.asked) == 3, "OpenCode asked the model for something else than answers"


async def test_forks_hold_the_turns_up_to_their_boundary_under_their_old_references(opencode: OpenCode) -> None:
    first, second, third = await opencode.started("one", "two", "three")
    session = opencode.session()
    await session.fork(third.thread, second.turn)
    forked = await take_turn(session, "other")
    assert opencode.said() == ["one", "two", "other"]
    session = opencode.session()
    await session.fork(forked.thread, None)
    of_fork = await take_turn(session, "further")
    assert opencode.said() == ["one", "two", "other", "further"]
    session = opencode.session()
    await session.fork(of_fork.thread, first.turn)
    back = await take_turn(session, "back")
    assert opencode.said() == ["one", "back"]
    session = opencode.session()
    await session.resume(*back.references)
    await session.revert(back.turn, first.turn)
    session = opencode.session()
    await session.resume(back.thread, first.turn)
    await take_turn(session, "again")
    assert opencode.said() == ["one", "again"]
    await opencode.going_on(third, "four")
    assert opencode.said() == ["one", "two", "three", "four"]
    assert len({ran.thread for ran in (third, forked, of_fork, back)}) == 4


async def test_a_revert_drops_the_turn_and_all_later_ones(opencode: OpenCode) -> None:
    first, second, third = await opencode.started("one", "two", "three")
    session = opencode.session()
    await session.resume(*third.references)
    await session.revert(second.turn, first.turn)
    other = await take_turn(session, "other")
    assert opencode.said() == ["one", "other"]
    await opencode.going_on(other, "more")
    assert opencode.said() == ["one", "other", "more"]
    session = opencode.session()
    with pytest.raises(ResumeFailed, match="does not hold turn"):
        await session.resume(*third.references)
    await session.resume(*other.references)
    with pytest.raises(RevertFailed, match="does not hold turn"):
        await session.revert(second.turn, None)
    await session.revert(other.turn, first.turn)
    await session.revert(other.turn, first.turn)
    await session.revert(first.turn, None)
    await take_turn(session, "fresh")
    assert opencode.said() == ["fresh"]


async def test_resuming_drops_a_later_turn_that_nobody_recorded(opencode: OpenCode) -> None:
    first, _ = await opencode.started("one", "lost")
    await opencode.going_on(first, "two")
    assert opencode.said() == ["one", "two"]


async def test_what_was_undone_in_opencode_itself_is_not_in_the_session_any_more(opencode: OpenCode) -> None:
    first, second, third = await opencode.started("one", "two", "three")
    await opencode.server.post(f"/session/{third.thread}/revert", {"messageID": third.turn})
    session = opencode.session()
    with pytest.raises(ResumeFailed, match="does not hold turn"):
        await session.resume(*third.references)
    with pytest.raises(ForkFailed, match="does not hold turn"):
        await session.fork(*third.references)
    for boundary in (second.turn, None):
        session = opencode.session()
        await session.fork(third.thread, boundary)
        await take_turn(session, "forked")
        assert opencode.said() == ["one", "two", "forked"]
    session = opencode.session()
    await session.resume(third.thread, first.turn)
    await take_turn(session, "other")
    assert opencode.said() == ["one", "other"]


async def test_a_session_that_is_gone_or_works_elsewhere_is_neither_resumed_nor_forked(opencode: OpenCode, tmp_path: Path) -> None:
    (ran,) = await opencode.started("one")
    with pytest.raises(ResumeFailed, match="works in"):
        await opencode.session(folder=tmp_path).resume(*ran.references)
    await opencode.server.delete(f"/session/{ran.thread}")
    for reference in (ran.thread, "", "..", "ses_1/../../config", "ses_\n", "ses_1?x=1"):
        with pytest.raises(ResumeFailed):
            await opencode.session().resume(reference, None)
        with pytest.raises(ForkFailed):
            await opencode.session().fork(reference, None)
