"""What the adapter tells of a turn on the real Claude Code, and of what goes wrong."""

import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from lineage.adapters.errors import ProgramMissing, WrongVersion
from lineage.adapters.port import Accepted, Ended, Observed, Said
from lineage.domain.kinds import HistoryMode, TurnItemKind
from tests.agents.claude_runs import Claude, claude_in
from tests.agents.installing import Programs
from tests.agents.models.server import Hang, Text, Tool
from tests.agents.runs import create, once, resume, take_turn


@pytest.fixture(scope="module")
def place(programs: Programs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Claude]:
    with claude_in(tmp_path_factory.mktemp("claude"), programs) as place:
        yield place


@pytest.fixture
def claude(place: Claude) -> Claude:
    place.models.reply = lambda _: Text("done")
    return place


async def test_the_profile_is_that_of_the_installed_version(claude: Claude) -> None:
    probe = await claude.usual.probe()
    assert tuple(map(int, probe.version.split("."))) >= (2, 1, 197)
    assert probe.history_mode is HistoryMode.LEGACY
    assert (probe.profile["nativeFork"], probe.profile["nativeRevert"], probe.profile["nativeRollback"]) == (True, True, False)
    assert probe.profile["handoffDelivery"] == "SYSTEM"


async def test_a_turn_is_told_as_it_goes(claude: Claude) -> None:
    claude.models.reply = lambda _: Text("The answer, in some pieces.")
    ran = await claude.run("question", create)
    assert ran.events[0] == ran.accepted
    assert len([event for event in ran.events if isinstance(event, Said)]) > 1
    assert "".join(event.text for event in ran.events if isinstance(event, Said)) == "The answer, in some pieces."
    assert ran.items(TurnItemKind.ASSISTANT_MESSAGE) == [Observed(TurnItemKind.ASSISTANT_MESSAGE, "The answer, in some pieces.")]
    assert ran.ended == Ended("COMPLETED")
    assert not ran.items(TurnItemKind.USER_MESSAGE)


async def test_handoffs_are_system_texts_of_their_turn_alone(claude: Claude) -> None:
    first = await claude.run("one", create, "H1: what was before", "H2: more of it")
    (given,) = [text for text in claude.models.last().beside if "H1:" in text]
    assert given.endswith("H1: what was before\n\nH2: more of it")
    assert claude.said() == ["one"]
    await claude.run("two", resume(first), "H3: news")
    assert [mark for mark in ("H1:", "H2:", "H3:") if mark in str(claude.models.last().body)] == ["H3:"]
    assert claude.said() == ["one", "two"]


async def test_a_long_handoff_arrives_uncut(claude: Claude) -> None:
    handoff = "begins " + "é" * 200_000 + " ends"
    await claude.run("one", create, handoff)
    assert any(handoff in text for text in claude.models.last().beside)


async def test_a_message_that_begins_with_a_slash_is_no_command(claude: Claude) -> None:
    ran = await claude.run("/compact the parser", create)
    assert claude.said() == ["/compact the parser"]
    assert ran.ended == Ended("COMPLETED")


async def test_tools_are_told_with_their_results(claude: Claude) -> None:
    (claude.folder / "a.txt").write_text("one\ntwo\n")
    claude.models.reply = once(
        Tool("Bash", {"command": "echo printed; false", "description": "fails"}),
        Tool("Bash", {"command": "python3 -m unittest --help >/dev/null && echo well", "description": "tests"}),
        Tool("Write", {"file_path": str(claude.folder / "sub" / "new.txt"), "content": "one\ntwo\n"}),
        Tool("Read", {"file_path": str(claude.folder / "a.txt")}),
        Tool("Edit", {"file_path": str(claude.folder / "a.txt"), "old_string": "two", "new_string": "2\n3"}),
    )
    ran = await claude.run("go", create)
    assert ran.ended == Ended("COMPLETED")
    (command,) = ran.items(TurnItemKind.COMMAND)
    assert command.data == {"command": "echo printed; false", "exitCode": 1, "summary": "printed"}
    (test,) = ran.items(TurnItemKind.TEST)
    assert (test.data["exitCode"], test.data["summary"]) == (0, "well")
    assert [item.data for item in ran.items(TurnItemKind.FILE_CHANGE)] == [
        {"path": "sub/new.txt", "change": "added", "additions": 2, "deletions": 0},
        {"path": "a.txt", "change": "modified", "additions": 2, "deletions": 1},
    ]
    assert (claude.folder / "sub" / "new.txt").read_text() == "one\ntwo\n"


async def test_what_needs_consent_is_declined_and_noted(claude: Claude) -> None:
    claude.models.reply = once(Tool("Write", {"file_path": str(claude.folder / "consented"), "content": "one"}))
    ran = await claude.run("go", create, agent=claude.agent(permission_mode="default"))
    (approval,) = ran.items(TurnItemKind.APPROVAL)
    assert approval.text == "Declined: to change consented"
    assert not ran.items(TurnItemKind.FILE_CHANGE)
    assert not (claude.folder / "consented").exists()
    assert ran.ended == Ended("COMPLETED")


async def test_an_interrupt_ahead_of_the_message_stops_its_turn(claude: Claude) -> None:
    claude.models.reply = lambda _: Hang()
    async with claude.usual.session(claude.folder, None) as session:
        await session.create()
        await session.interrupt()
        ran = await take_turn(session, "one")
    assert ran.events == [ran.accepted, Ended("INTERRUPTED")]


async def test_what_a_turn_started_ends_with_its_session(claude: Claude) -> None:
    claude.models.reply = once(Tool("Bash", {"command": "echo $$ > pid; exec sleep 300", "description": "waits"}))
    pid = claude.folder / "pid"
    async with claude.usual.session(claude.folder, None) as session:
        await session.create()
        async with aclosing(session.turn("one")) as events:
            assert isinstance(await anext(events), Accepted)
            while not (pid.exists() and pid.read_text().strip()):
                await asyncio.sleep(0.05)
    assert not await _is_running(int(pid.read_text()))


async def test_an_endpoint_that_hangs_fails_the_turn(claude: Claude) -> None:
    claude.models.reply = lambda _: Hang()
    ran = await claude.run("one", create, agent=claude.agent(turn_silence_seconds=1))
    assert ran.ended == Ended("FAILED", "Claude Code said nothing for 1 seconds")
    claude.models.reply = lambda _: Text("done")
    await claude.run("two", resume(ran))
    assert claude.said() == ["one", "two"]


async def test_a_missing_key_fails_the_turn(claude: Claude) -> None:
    ran = await claude.run("one", create, agent=claude.agent(environment={**claude.environment, "ANTHROPIC_API_KEY": ""}))
    assert ran.ended.status == "FAILED"
    assert ran.ended.reason is not None
    assert ran.ended.reason.startswith("Not logged in")
    assert ran.ended.reason.endswith("set ANTHROPIC_API_KEY, or start claude and log in")
    assert len(ran.items(TurnItemKind.FAILURE)) == 1


async def test_a_missing_program_is_told(claude: Claude) -> None:
    with pytest.raises(ProgramMissing, match="no-such-claude was not found"):
        await claude.agent(program="no-such-claude").probe()


async def test_a_version_that_is_too_old_is_refused(claude: Claude, tmp_path: Path) -> None:
    old = tmp_path / "claude"
    old.write_text("#!/bin/sh\necho '1.0.3 (Claude Code)'\n")
    old.chmod(0o755)
    with pytest.raises(WrongVersion, match=r"is Claude Code 1\.0\.3, expected 2\.1\.94 or newer"):
        await claude.agent(program=old).probe()


async def _is_running(pid: int) -> bool:
    """Whether it still runs after the system had two seconds to take it away."""
    for _ in range(40):
        if not _runs(pid):
            return False
        await asyncio.sleep(0.05)
    return True


def _runs(pid: int) -> bool:
    """Whether there is such a process; one that ended and was not waited for does not run."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
