"""The adapter for OpenCode, on the real program and a model server that remembers what it was asked: its turns and processes."""

import asyncio
import os
import signal
import stat
import sys
from contextlib import aclosing, suppress
from pathlib import Path

import pytest

from lineage.adapters.errors import (
    CannotUse,
    NotConfigured,
    ProgramMissing,
    ResumeFailed,
    TurnFailed,
    WrongVersion,
)
from lineage.adapters.opencode.session import OpenCodeSession
from lineage.adapters.port import Accepted, Ended, Observed
from lineage.domain.kinds import TurnItemKind
from tests.agents.models.server import Fail, Hang, ModelServer, Text, Tool
from tests.agents.opencode_home import database
from tests.agents.opencode_runs import OpenCode, Ran, take_turn


async def test_what_the_tools_did_is_told_and_reverting_leaves_the_files_alone(opencode: OpenCode) -> None:
    folder = opencode.folder
    opencode.answers(
        Tool("bash", {"command": "echo seen; exit 3", "description": "look"}),
        Tool("bash", {"command": "pytest --version", "description": "test"}),
        Tool("write", {"filePath": str(folder / "new.txt"), "content": "1\n2\n"}),
        Tool("edit", {"filePath": str(folder / "old.txt"), "oldString": "a", "newString": "b\nc"}),
        Tool("todowrite", {"todos": [{"content": "later", "status": "pending", "priority": "high", "id": "1"}]}),
    )
    session = opencode.session()
    ran = await take_turn(session, "go")
    await session.revert(ran.turn, None)
    assert ran.items(TurnItemKind.COMMAND) == [
        Observed(TurnItemKind.COMMAND, data={"command": "echo seen; exit 3", "exitCode": 3, "summary": "seen"})
    ]
    assert [item.data["command"] for item in ran.items(TurnItemKind.TEST)] == ["pytest --version"]
    assert [item.data for item in ran.items(TurnItemKind.FILE_CHANGE)] == [
        {"path": "new.txt", "change": "added", "additions": 2, "deletions": 0},
        {"path": "old.txt", "change": "modified", "additions": 2, "deletions": 1},
    ]
    assert [item.data for item in ran.items(TurnItemKind.TODO)] == [{"items": [{"text": "later", "status": "pending"}]}]
    assert ran.ended == Ended("COMPLETED")
    assert (folder / "new.txt").read_text() == "1\n2\n" and (folder / "old.txt").read_text() == "b\nc\n"


async def test_what_needs_consent_is_declined_unless_it_was_allowed_and_questions_stay_open(opencode: OpenCode) -> None:
    touch = Tool("bash", {"command": "touch made", "description": "make"})
    ask = {"question": "Which one?", "header": "One", "options": [{"label": "a", "description": "A"}, {"label": "b", "description": "B"}]}
    opencode.answers(touch, Text("went on"), Tool("question", {"questions": [ask]}), touch)
    declined = await take_turn(opencode.session(), "make it")
    assert [item.text for item in declined.items(TurnItemKind.APPROVAL)] == ["Declined: bash touch made"]
    assert not declined.items(TurnItemKind.COMMAND)
    assert [item.text for item in declined.items(TurnItemKind.ASSISTANT_MESSAGE)] == ["went on"]
    assert declined.ended == Ended("COMPLETED") and not (opencode.folder / "made").exists()
    asked = await take_turn(opencode.session(), "ask me")
    assert [(item.text, item.data["resolved"]) for item in asked.items(TurnItemKind.QUESTION)] == [("Which one?", False)]
    assert asked.ended == Ended("COMPLETED")
    allowed = await take_turn(opencode.session(allowing=True), "make it")
    assert [item.text for item in allowed.items(TurnItemKind.APPROVAL)] == ["Allowed: bash touch made"]
    assert (opencode.folder / "made").exists()


async def test_an_endpoint_that_fails_or_hangs_and_an_interrupt_end_the_turn_and_its_message_stays(opencode: OpenCode) -> None:
    opencode.answers(Fail(500))
    session = opencode.session(retries=0)
    failed = await take_turn(session, "fails")
    assert failed.ended == Ended("FAILED", "the test wants this to fail (given up at attempt 1)")
    assert [item.text for item in failed.items(TurnItemKind.FAILURE)] == [failed.ended.reason]
    opencode.models.reply = lambda _: Hang()
    session = opencode.session(silence_seconds=6)
    await session.resume(*failed.references)
    hung = await take_turn(session, "hangs")
    assert hung.ended == Ended("FAILED", "opencode said nothing for 6 seconds")
    session = opencode.session()
    await session.resume(*hung.references)
    interrupting = asyncio.create_task(_once_asked(opencode.models, session))
    interrupted = await take_turn(session, "is interrupted")
    await interrupting
    assert interrupted.ended == Ended("INTERRUPTED", "it was interrupted")
    session = opencode.session()
    await session.resume(*interrupted.references)
    async with aclosing(session.turn("is left")) as events:
        left = Ran([await anext(events)])
    opencode.answers()
    await opencode.going_on(left, "works")
    assert opencode.said() == ["fails", "hangs", "is interrupted", "is left", "works"]


async def _once_asked(models: ModelServer, session: OpenCodeSession) -> None:
    before = len(models.asked)
    while len(models.asked) == before:
        await asyncio.sleep(0.02)
    await session.interrupt()


async def test_an_interrupt_before_the_message_is_sent_keeps_it_out_of_the_session(opencode: OpenCode) -> None:
    session = opencode.session()
    await session.interrupt()
    with pytest.raises(TurnFailed, match="interrupted"):
        await take_turn(session, "never")
    assert not opencode.models.asked


async def test_an_unknown_model_is_refused_before_the_message_is_in_the_session(opencode: OpenCode) -> None:
    (first,) = await opencode.started("one")
    for model, reason in (("nobody/m1", "no provider nobody"), ("tests/m9", "no model m9"), ("m1", "provider/model")):
        session = opencode.session(model)
        await session.resume(*first.references)
        with pytest.raises(TurnFailed, match=reason):
            await take_turn(session, "never")
    session = opencode.session("tests/m2")
    await session.resume(first.thread, None)
    await take_turn(session, "two")
    assert opencode.said() == ["one", "two"]
    assert opencode.models.last().body["model"] == "m2"


async def test_what_is_told_is_kept_when_opencode_is_killed(opencode: OpenCode, tmp_path: Path) -> None:
    place = OpenCode(opencode.program, tmp_path / "home", tmp_path / "work", opencode.models)
    opencode.models.reply = lambda asked: Hang() if asked.conversation[-1] == "killed" else Text("done")
    async with place.agent().session(place.folder, None) as session:
        first, second = [await take_turn(session, message) for message in ("one", "two")]
        await session.revert(second.turn, first.turn)
        os.killpg(session.pid, signal.SIGKILL)
    async with place.agent().session(place.folder, None) as session:
        await session.resume(*first.references)
        killed = Ran([])
        async for event in session.turn("killed"):
            killed.events.append(event)
            if isinstance(event, Accepted):
                os.killpg(session.pid, signal.SIGKILL)
        group = session.pid
    await _until_ended(group)
    assert killed.ended.status == "FAILED" and "opencode ended" in (killed.ended.reason or "")
    async with place.agent().session(place.folder, None) as session:
        await session.resume(*killed.references)
        last = await take_turn(session, "three")
    assert opencode.said() == ["one", "killed", "three"]
    for file in database(place.home).parent.glob("opencode.db*"):
        file.unlink()
    async with place.agent().session(place.folder, None) as session:
        with pytest.raises(ResumeFailed):
            await session.resume(*last.references)


async def test_the_server_ends_when_whoever_started_it_is_killed(opencode: OpenCode) -> None:
    script = """
import asyncio, sys
from pathlib import Path
from lineage.adapters.opencode.server import Server, serving

async def main():
    async with serving(Path(sys.argv[1]), Path(sys.argv[2]), None, 120, 60) as server:
        print(server.pid, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""
    arguments = ["-c", script, opencode.program, str(opencode.folder)]
    environment = {**os.environ, **opencode.environment}
    starter = await asyncio.create_subprocess_exec(sys.executable, *arguments, env=environment, stdout=asyncio.subprocess.PIPE)
    assert starter.stdout is not None
    group = int(await asyncio.wait_for(starter.stdout.readline(), 120))
    starter.kill()
    await starter.wait()
    await _until_ended(group)


async def _until_ended(group: int) -> None:
    async with asyncio.timeout(30):
        with suppress(ProcessLookupError):
            while True:
                os.killpg(group, 0)
                await asyncio.sleep(0.1)


async def test_two_servers_share_a_home(opencode: OpenCode) -> None:
    async def turns(session: OpenCodeSession, *messages: str) -> list[Ran]:
        return [await take_turn(session, message) for message in messages]

    async with opencode.agent().session(opencode.folder, None) as other:
        both = await asyncio.gather(turns(opencode.session(), "a1", "a2", "a3"), turns(other, "b1", "b2", "b3"))
    assert {ran.ended for of_one in both for ran in of_one} == {Ended("COMPLETED")}
    longest = [asked.conversation[::2] for asked in opencode.models.asked if len(asked.conversation) == 5]
    assert sorted(longest) == [("a1", "a2", "a3"), ("b1", "b2", "b3")]
    await opencode.going_on(both[1][-1], "on the first server")
    assert opencode.said() == ["b1", "b2", "b3", "on the first server"]


async def test_what_cannot_be_used_is_named(opencode: OpenCode, tmp_path: Path) -> None:
    with pytest.raises(ProgramMissing, match="no-such-program"):
        await opencode.agent(program="no-such-program").probe()
    with pytest.raises(WrongVersion, match=r"0\.9\.1"):
        await opencode.agent(program=_script(tmp_path / "old", "echo 0.9.1")).probe()
    with pytest.raises(CannotUse, match="no luck"):
        async with opencode.agent(program=_script(tmp_path / "ends", "echo no luck >&2")).session(tmp_path, None):
            pass
    with pytest.raises(CannotUse, match="within 1 seconds"):
        async with opencode.agent(program=_script(tmp_path / "hangs", "sleep 60"), start_seconds=1).session(tmp_path, None):
            pass
    (tmp_path / "opencode.json").write_text('{"model": 5}')
    with pytest.raises(NotConfigured, match=r"opencode\.json"):
        async with opencode.agent().session(tmp_path, None):
            pass


def _script(path: Path, line: str) -> Path:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path
