"""Agent programs as processes: where one is, its version, and a child whose lines are read and which ends with its whole group."""

import asyncio
import os
import re
import shutil
import signal
from asyncio.subprocess import PIPE, Process, SubprocessStreamProtocol
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from lineage.adapters.errors import ProgramMissing, WrongVersion

VERSION_SECONDS = 30
WRITE_SECONDS = 30
"""How long a child may leave a full pipe unread."""
TERM_SECONDS = 2
"""How long a child has between SIGTERM and SIGKILL."""
KILL_SECONDS = 1
"""How long the system has to tell that a child is gone after SIGKILL."""
ERRORS_SECONDS = 0.5
READ_BYTES = 256 * 1024
ERROR_BYTES = 8 * 1024
ERROR_LINES = 10
_COLOURS = re.compile(rb"\x1b\[[0-9;]*m")
_VERSION = re.compile(r"(?<![\d.])\d+(?:\.\d+)+")


def surroundings(environment: Mapping[str, str] | None) -> dict[str, str]:
    """This process's environment with these variables added."""
    return {**os.environ, **(environment or {})}


def find(name: str | Path | None, default: str, environment: Mapping[str, str] | None) -> Path:
    """Where a program is: a path as given, a name on the PATH of that environment; None is the default name. ProgramMissing."""
    wanted = str(name or default)
    found = shutil.which(wanted, path=surroundings(environment).get("PATH", ""))
    if found is None:
        where = "there is no such program file" if os.sep in wanted else "it is not on the PATH"
        raise ProgramMissing(f"The program {wanted} was not found: {where}. Install it, or give the path where it is.")
    return Path(found).absolute()


async def version_of(path: Path, environment: Mapping[str, str] | None) -> tuple[int, ...]:
    """The version that `--version` tells: "codex-cli 0.171.0" is (0, 171, 0).

    ProgramMissing when the program cannot be started; WrongVersion when it tells no version, or none within half a minute.
    """
    printed: list[str] = []
    async with started([str(path), "--version"], Path.cwd(), environment, stdin=b"") as child:
        with suppress(TimeoutError):
            async with asyncio.timeout(VERSION_SECONDS):
                async for line in child.lines(VERSION_SECONDS):
                    printed.append(line.decode(errors="replace"))
                await child.wait(TERM_SECONDS)
        said = "\n".join(printed) or child.errors()
    match = _VERSION.search("\n".join(printed))
    if match is None:
        raise WrongVersion(f"{path} --version told no version such as 1.2.3; it said: {said[:500] or 'nothing'}")
    return tuple(int(part) for part in match[0].split("."))


class Child:
    """A running program. Made by `started`."""

    def __init__(self, process: Process, group: int) -> None:
        self._process = process
        self._group = group
        self._ready: deque[bytes] = deque()
        self._partial: list[bytes] = []
        self._last_errors = bytearray()
        self._tasks = [asyncio.create_task(self._keep_errors())]

    @property
    def pid(self) -> int:
        return self._group

    @property
    def exit_code(self) -> int | None:
        """None while it runs; negative is the signal that ended it."""
        return self._process.returncode

    async def lines(self, silence_seconds: float | None) -> AsyncIterator[bytes]:
        """The lines of its standard output, of any length and without their ends, until it closes it.

        TimeoutError when nothing at all was printed for so long (None: it may be silent for ever); no line is lost by that, or by
        closing the iterator: another call goes on where this one was.
        """
        stream = self._process.stdout
        assert stream is not None
        while True:
            while self._ready:
                yield self._ready.popleft()
            async with asyncio.timeout(silence_seconds):
                chunk = await stream.read(READ_BYTES)
            if not chunk:
                break
            first, *others = chunk.split(b"\n")
            self._partial.append(first)
            for other in others:
                self._ready.append(b"".join(self._partial))
                self._partial = [other]
        if rest := b"".join(self._partial):
            self._partial = []
            yield rest

    async def write(self, data: bytes) -> None:
        """Writes to its standard input. ConnectionError when it has ended, TimeoutError when it does not read."""
        stream = self._process.stdin
        assert stream is not None
        stream.write(data)
        async with asyncio.timeout(WRITE_SECONDS):
            await stream.drain()

    def close_input(self) -> None:
        """Closes its standard input, at which programs that read requests from it end by themselves."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def wait(self, seconds: float) -> int:
        """Its exit code, once it has ended. TimeoutError when it still runs after so long."""
        async with asyncio.timeout(seconds):
            code = await self._process.wait()
        # What it said last is still on its way; something that it left behind may hold the pipe open.
        await asyncio.wait(self._tasks[:1], timeout=ERRORS_SECONDS)
        return code

    def errors(self) -> str:
        """The last lines that it wrote to standard error so far, without colours."""
        return "\n".join(_COLOURS.sub(b"", self._last_errors).decode(errors="replace").splitlines()[-ERROR_LINES:])

    def interrupt(self) -> None:
        """SIGINT to its group, as Ctrl-C sends it at a terminal."""
        self._signal(signal.SIGINT)

    def _feed_at_once(self, data: bytes) -> None:
        self._tasks.append(asyncio.create_task(self._feed(data)))

    async def _feed(self, data: bytes) -> None:
        stream = self._process.stdin
        assert stream is not None
        with suppress(ConnectionError):
            stream.write(data)
            await stream.drain()
        stream.close()

    async def _keep_errors(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        while chunk := await stream.read(ERROR_BYTES):
            self._last_errors += chunk
            del self._last_errors[:-ERROR_BYTES]

    async def _end(self) -> None:
        try:
            self._signal(signal.SIGTERM)
            with suppress(TimeoutError):
                await self.wait(TERM_SECONDS)
        finally:
            # What the program started may outlive it in the group, and a cancellation may have cut the wait short.
            self._signal(signal.SIGKILL)
            with suppress(TimeoutError):
                await self.wait(KILL_SECONDS)
            for task in self._tasks:
                task.cancel()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._group, number)


@asynccontextmanager
async def started(
    arguments: Sequence[str], folder: Path, environment: Mapping[str, str] | None, stdin: bytes | None = None
) -> AsyncIterator[Child]:
    """A program started in this folder, in a process group of its own that is ended with the block.

    arguments[0] is its path. stdin is given to it at once and then closed; None leaves standard input open for `write`.
    ProgramMissing when the system cannot start it.
    """
    loop = asyncio.get_running_loop()
    try:
        transport, protocol = await loop.subprocess_exec(
            lambda: SubprocessStreamProtocol(limit=READ_BYTES, loop=loop),
            *arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd=folder,
            env=surroundings(environment),
            start_new_session=True,
            preexec_fn=_hear_interrupts if signal.getsignal(signal.SIGINT) is signal.SIG_IGN else None,
        )
    except OSError as error:
        raise ProgramMissing(f"{arguments[0]} cannot be started in {folder}: {error.strerror or error}") from error
    child = Child(Process(transport, protocol, loop), transport.get_pid())
    if stdin is not None:
        child._feed_at_once(stdin)
    try:
        yield child
    finally:
        try:
            await child._end()
        finally:
            transport.close()


def _hear_interrupts() -> None:
    """In the child: who was started in the background ignores SIGINT, and its children would, too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
