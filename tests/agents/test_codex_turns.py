"""What the adapter tells of a turn on the real Codex, and of what goes wrong."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from lineage.adapters.errors import NotConfigured, ProgramMissing, WrongVersion
from lineage.adapters.port import Accepted, Ended, Event, Observed, Said
from lineage.domain.kinds import HistoryMode, TurnItemKind
from tests.agents.codex_home import KEY
from tests.agents.codex_runs import Codex, codex_in
from tests.agents.installing import Programs
from tests.agents.models.server import Fail, Hang, Text, Tool
from tests.agents.runs import create, once, resume


@pytest.fixture(scope="module")
def place(programs: Programs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codex]:
    with codex_in(tmp_path_factory.mktemp("codex"), programs) as place:
        yield place


@pytest.fixture
def codex(place: Codex) -> Codex:
    place.models.reply = lambda _: Text("done")
    return place


async def test_the_profile_is_that_of_the_installed_version(codex: Codex) -> None:
    probe = await codex.usual.probe()
    assert tuple(map(int, probe.version.split("."))) >= (0, 171)
    assert probe.history_mode is HistoryMode.PAGINATED
    assert (probe.profile["nativeFork"], probe.profile["nativeRevert"], probe.profile["nativeRollback"]) == (True, True, False)
    assert probe.profile["handoffDelivery"] == "DEVELOPER"


async def test_a_turn_is_told_as_it_goes(codex: Codex) -> None:
    codex.models.reply = lambda _: Text("The answer.")
    ran = await codex.run("question", create)
    assert ran.events[0] == ran.accepted
    assert ran.accepted.history_mode is HistoryMode.PAGINATED
    assert "".join(event.text for event in ran.events if isinstance(event, Said)) == "The answer."
    assert ran.items(TurnItemKind.ASSISTANT_MESSAGE) == [Observed(TurnItemKind.ASSISTANT_MESSAGE, "The answer.")]
    assert ran.ended == Ended("COMPLETED")
    assert not ran.items(TurnItemKind.USER_MESSAGE)


async def test_a_command_is_told_with_its_result(codex: Codex) -> None:
    codex.models.reply = once(Tool("exec_command", {"cmd": "echo printed; exit 3"}))
    (command,) = (await codex.run("go", create)).items(TurnItemKind.COMMAND)
    assert (command.data["command"], command.data["exitCode"]) == ("echo printed; exit 3", 3)
    assert command.data["summary"].endswith("printed")


async def test_a_command_that_outlives_its_turn_is_told_without_a_result(codex: Codex) -> None:
    codex.models.reply = once(Tool("exec_command", {"cmd": "exec sleep 60", "yield_time_ms": 250}))
    ran = await codex.run("go", create)
    (command,) = ran.items(TurnItemKind.COMMAND)
    assert command.data == {"command": "exec sleep 60", "exitCode": None, "summary": ""}
    assert ran.ended == Ended("COMPLETED")


async def test_a_test_run_is_told_as_such(codex: Codex) -> None:
    codex.models.reply = once(Tool("exec_command", {"cmd": f"{sys.executable} -m pytest --version", "yield_time_ms": 20_000}))
    ran = await codex.run("go", create)
    (test,) = ran.items(TurnItemKind.TEST)
    assert test.data["exitCode"] == 0
    assert "pytest 9" in test.data["summary"]
    assert not ran.items(TurnItemKind.COMMAND)


async def test_a_changed_file_is_told_by_its_path_in_the_folder(codex: Codex) -> None:
    patch = "*** Begin Patch\n*** Add File: sub/new.txt\n+one\n+two\n*** End Patch\n"
    codex.models.reply = once(Tool("exec_command", {"cmd": f"apply_patch <<'EOF'\n{patch}EOF"}))
    (change,) = (await codex.run("go", create)).items(TurnItemKind.FILE_CHANGE)
    assert change.data == {"path": "sub/new.txt", "change": "added", "additions": 2, "deletions": 0}
    assert (codex.folder / "sub" / "new.txt").read_text() == "one\ntwo\n"


async def test_what_needs_consent_is_declined_and_noted(codex: Codex) -> None:
    codex.models.reply = once(Tool("exec_command", {"cmd": "touch consented"}))
    ran = await codex.run("go", create, agent=codex.agent(approval="untrusted"))
    (approval,) = ran.items(TurnItemKind.APPROVAL)
    assert approval.text == "Declined: to run touch consented"
    assert not ran.items(TurnItemKind.COMMAND)
    assert not (codex.folder / "consented").exists()
    assert ran.ended == Ended("COMPLETED")


async def test_an_endpoint_that_fails_fails_the_turn_and_leaves_its_message(codex: Codex) -> None:
    codex.models.reply = lambda _: Fail(500)
    failed = await codex.run("one", create)
    assert failed.ended.status == "FAILED"
    assert failed.ended.reason
    (failure,) = failed.items(TurnItemKind.FAILURE)
    assert failure.text == failed.ended.reason
    codex.models.reply = lambda _: Text("done")
    await codex.run("two", resume(failed))
    assert codex.said() == ["one", "two"]


async def test_an_endpoint_that_hangs_fails_the_turn(codex: Codex) -> None:
    codex.models.reply = lambda _: Hang()
    ran = await codex.run("one", create, agent=codex.agent(turn_silence_seconds=3))
    assert ran.ended == Ended("FAILED", "codex said nothing for 3 seconds")
    codex.models.reply = lambda _: Text("done")
    await codex.run("two", resume(ran))
    assert [text for text in codex.said() if not text.startswith("<turn_aborted>")] == ["one", "two"]


async def test_a_turn_can_be_interrupted(codex: Codex) -> None:
    codex.models.reply = lambda _: Hang()
    async with codex.usual.session(codex.folder, None) as session:
        await session.create()
        events: list[Event] = []
        async for event in session.turn("one"):
            events.append(event)
            if isinstance(event, Accepted):
                await session.interrupt()
    assert events[-1] == Ended("INTERRUPTED", "it was interrupted")


async def test_what_a_turn_started_ends_with_its_session(codex: Codex) -> None:
    codex.models.reply = once(Tool("exec_command", {"cmd": "echo $$ > pid; exec sleep 300", "yield_time_ms": 20_000}))
    pid = codex.folder / "pid"
    async with codex.usual.session(codex.folder, None) as session:
        await session.create()
        async with aclosing(session.turn("one")) as events:
            assert isinstance(await anext(events), Accepted)
            while not (pid.exists() and pid.read_text().strip()):
                await asyncio.sleep(0.05)
    assert not await _is_running(int(pid.read_text()))


async def test_a_missing_key_is_told_before_a_thread_is_touched(codex: Codex) -> None:
    agent = codex.agent(environment={**codex.environment, KEY: ""})
    with pytest.raises(NotConfigured, match=f"the variable {KEY}, which is not set"):
        await codex.run("one", create, agent=agent)


async def test_nobody_logged_in_is_told(codex: Codex, tmp_path: Path) -> None:
    with pytest.raises(NotConfigured, match="codex login"):
        await codex.run("one", create, agent=codex.agent(environment={"CODEX_HOME": str(tmp_path)}))


async def test_a_configuration_that_cannot_be_read_is_told(codex: Codex, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("a = [[")
    with pytest.raises(NotConfigured, match=r"config\.toml"):
        await codex.run("one", create, agent=codex.agent(environment={"CODEX_HOME": str(tmp_path)}))


async def test_a_missing_program_is_told(codex: Codex) -> None:
    with pytest.raises(ProgramMissing, match="no-such-codex was not found"):
        await codex.agent(program="no-such-codex").probe()


async def test_a_version_without_an_app_server_is_refused(codex: Codex, tmp_path: Path) -> None:
    old = tmp_path / "codex"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.20.0 && exit\necho unknown command "$1" >&2\nexit 2\n')
    old.chmod(0o755)
    with pytest.raises(WrongVersion, match=r"Codex 0\.20\.0 .* unknown command app-server"):
        await codex.agent(program=old).probe()


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
