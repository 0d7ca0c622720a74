"""Agent programs as processes, tried on small programs of the system."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from lineage.adapters.errors import ProgramMissing, WrongVersion
from lineage.adapters.program import find, started, version_of

HERE = Path(__file__).parent


def script(folder: Path, text: str) -> Path:
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_a_program_is_found_by_name_and_by_path(tmp_path: Path) -> None:
    path = script(tmp_path, "true")
    assert find(None, "program", {"PATH": str(tmp_path)}) == path
    assert find("program", "other", {"PATH": str(tmp_path)}) == path
    assert find(path, "other", {"PATH": ""}) == path
    with pytest.raises(ProgramMissing, match="other was not found: it is not on the PATH"):
        find(None, "other", {"PATH": str(tmp_path)})
    with pytest.raises(ProgramMissing, match="there is no such program file"):
        find(tmp_path / "none", "program", None)


async def test_the_version_is_read(tmp_path: Path) -> None:
    assert await version_of(script(tmp_path, "echo 'tool v2.10.3-beta (2026)'"), None) == (2, 10, 3)
    with pytest.raises(WrongVersion, match="it said: no library"):
        await version_of(script(tmp_path, "echo no library >&2; exit 1"), None)
    with pytest.raises(ProgramMissing, match="cannot be started"):
        await version_of(tmp_path, None)


async def test_lines_are_read_whole_whatever_their_length() -> None:
    arguments = ["/bin/sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo; printf 'no end'"]
    async with started(arguments, HERE, None) as child:
        assert [len(line) async for line in child.lines(20)] == [3_000_000, 6]
        assert await child.wait(5) == 0


async def test_silence_is_noticed_and_nothing_is_lost_by_it() -> None:
    async with started(["/bin/sh", "-c", 'printf half; read x; echo " $x"'], HERE, None) as child:
        with pytest.raises(TimeoutError):
            await anext(child.lines(0.2))
        await child.write(b"line\n")
        assert [line async for line in child.lines(5)] == [b"half line"]


async def test_what_is_given_at_once_is_read_to_its_end() -> None:
    given = b"x" * 2_000_000 + b"\n"
    async with started(["/bin/cat"], HERE, None, stdin=given) as child:
        assert [line async for line in child.lines(5)] == [given[:-1]]
        assert await child.wait(5) == 0


async def test_the_last_errors_are_kept_without_colours() -> None:
    text = "for i in $(seq 3000); do echo line $i >&2; done; printf '\\033[31mred\\033[0m' >&2"
    async with started(["/bin/sh", "-c", text], HERE, None) as child:
        assert await child.wait(10) == 0
        errors = child.errors().splitlines()
    assert errors[-2:] == ["line 3000", "red"]
    assert len(errors) == 10


async def test_an_interrupt_reaches_the_program() -> None:
    async with started(["/bin/sh", "-c", "trap 'echo got it; exit 3' INT; echo ready; while :; do sleep 0.05; done"], HERE, None) as child:
        lines = child.lines(5)
        assert await anext(lines) == b"ready"
        child.interrupt()
        assert [line async for line in lines] == [b"got it"]
        assert await child.wait(5) == 3


async def test_an_interrupt_reaches_the_program_of_a_process_that_ignores_interrupts() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        async with started(["/bin/sh", "-c", "echo ready; exec sleep 300"], HERE, None) as child:
            assert await anext(child.lines(5)) == b"ready"
            child.interrupt()
            assert await child.wait(5) == -signal.SIGINT
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("stubborn", ["", "trap '' TERM;"])
async def test_the_whole_group_ends_with_the_block(stubborn: str) -> None:
    async with started(["/bin/sh", "-c", f"{stubborn} sleep 300 & echo $!; wait; sleep 300"], HERE, None) as child:
        grandchild = int(await anext(child.lines(5)))
    assert child.exit_code is not None
    assert not _runs(child.pid)
    assert not _runs(grandchild)


async def test_the_group_ends_when_the_block_is_cancelled() -> None:
    running: list[int] = []

    async def hold() -> None:
        async with started(["/bin/sh", "-c", "echo ready; sleep 300"], HERE, None) as child:
            await anext(child.lines(5))
            running.append(child.pid)
            await asyncio.sleep(300)

    task = asyncio.create_task(hold())
    while not running:
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert not _runs(running[0])


def _runs(pid: int) -> bool:
    """Whether there is such a process; one that ended and was not waited for does not run."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
