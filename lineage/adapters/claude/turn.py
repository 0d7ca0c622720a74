"""One turn of a running Claude Code, from its message to its end."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lineage.adapters.claude.installed import PINNED, Installed
from lineage.adapters.claude.items import TurnReader
from lineage.adapters.claude.session_file import read_session
from lineage.adapters.claude.start import Start
from lineage.adapters.claude.watching import Watch
from lineage.adapters.errors import AdapterError, TurnFailed
from lineage.adapters.port import Accepted, Compacted, Ended, Observed, Said
from lineage.adapters.program import Child
from lineage.domain.kinds import HistoryMode, TurnItemKind

LOOK_AGAIN_SECONDS = 0.02
STOP_SECONDS = 10
"""How long the program has to end a turn that it was told to stop."""
ABANDON_SECONDS = 3
EXIT_SECONDS = 10
"""How long the program has to end after it closed its output."""
_NOT_FOUND = ("No conversation found", "No message found")
_INTERRUPT = b'{"type":"control_request","request_id":"interrupt","request":{"subtype":"interrupt"}}\n'


@dataclass(frozen=True)
class Manner:
    """How the program is run, whatever the turn."""

    installed: Installed
    projects: Path
    """Where the program keeps its sessions."""
    folder: Path
    environment: Mapping[str, str] | None
    model: str | None
    permission_mode: str
    silence_seconds: float
    start_seconds: float

    def arguments(self) -> list[str]:
        """The program and the options of every turn."""
        return [
            str(self.installed.path),
            "--print",
            "--verbose",
            *("--input-format", "stream-json", "--output-format", "stream-json", "--include-partial-messages"),
            *("--permission-mode", self.permission_mode),
            *(("--model", self.model) if self.model else ()),
            *((PINNED, "off") if self.installed.pins_system_prompt else ()),
        ]


class RunningTurn:
    """The program and its one turn: first hand_over, then events, which leave the turn's end in `end`."""

    def __init__(self, child: Child, manner: Manner, start: Start, turn_ref: str) -> None:
        self._child = child
        self._manner = manner
        self._start = start
        self._turn_ref = turn_ref
        self._reader = TurnReader(manner.folder)
        self._limit: asyncio.Timeout | None = None
        self._is_accepted = False
        self._is_interrupted = False
        self._is_told_to_stop = False
        self._is_silent = False
        self._has_input = True
        self.end = Ended("FAILED", "the turn was not listened to")

    @property
    def pid(self) -> int:
        """The process group of the program."""
        return self._child.pid

    async def hand_over(self, line: bytes) -> Accepted:
        """Gives the program the message and waits until it is in the session, behind the turns that it is to be behind.

        TurnFailed when the program did not take it; the error of the start when it does not go on where it should.
        """
        try:
            async with asyncio.timeout(self._manner.start_seconds):
                path = await self._write(line)
            turns = (await asyncio.to_thread(read_session, path)).turns_to(self._turn_ref)[:-1]
        except TimeoutError:
            raise TurnFailed(f"Claude Code did not take the message within {self._manner.start_seconds:g} seconds") from None
        except OSError as error:
            raise self._not_taken(error) from error
        if turns != self._start.turns:
            expected = f"{len(self._start.turns)} turns, the last of them {self._start.turns[-1:]}"
            found = f"{len(turns)}, the last of them {turns[-1:]}"
            raise self._start.failed(f"Claude Code did not go on in session {self._start.thread_ref} behind {expected}, but behind {found}")
        self._is_accepted = True
        return Accepted(self._start.thread_ref, self._turn_ref, HistoryMode.LEGACY)

    async def events(self) -> AsyncGenerator[Said | Observed | Compacted, None]:
        """What it says and does, until it has nothing more to say or is silent for too long."""
        lines = self._child.lines(None)
        with suppress(StopAsyncIteration):
            while not self._is_silent:
                for event in self._read(await self._next_line(lines)):
                    yield event
        with suppress(TimeoutError):
            await self._child.wait(0 if self._is_silent else EXIT_SECONDS)
        self.end = self._how_it_ended()
        if self.end.status == "FAILED" and self._reader.result and self._reader.failure != self._reader.reason:
            yield Observed(TurnItemKind.FAILURE, self._reader.reason)

    async def interrupt(self) -> None:
        """Tells the program to stop, which takes effect when the message is in the session; a turn that is over then is COMPLETED."""
        self._is_interrupted = True
        if not self._is_accepted or self._is_told_to_stop:
            return
        self._is_told_to_stop = True
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(asyncio.get_running_loop().time() + STOP_SECONDS)
        await self._tell_to_stop()

    async def abandon(self) -> None:
        """Ends the program if it still runs, and what it runs: its commands are not in its process group, and outlive a SIGTERM."""
        if self._child.exit_code is None:
            await self._tell_to_stop()
            self._child.close_input()
            with suppress(TimeoutError):
                await self._child.wait(ABANDON_SECONDS)
        if self._child.exit_code is None:
            self._child.interrupt()
            with suppress(TimeoutError):
                await self._child.wait(ABANDON_SECONDS)

    async def _tell_to_stop(self) -> None:
        if self._has_input:
            with suppress(OSError):
                await self._child.write(_INTERRUPT)
        else:
            self._child.interrupt()

    async def _write(self, line: bytes) -> Path:
        """The session's file, once the message is in it."""
        watch = await asyncio.to_thread(Watch, self._manner.projects, self._start.thread_ref, self._turn_ref)
        await self._child.write(line)
        while True:
            # Asked first, because what the program wrote before it ended counts.
            has_ended = self._child.exit_code is not None
            if path := watch.arrived():
                return path
            if has_ended:
                raise ConnectionError
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    def _not_taken(self, error: OSError) -> AdapterError:
        if any(sign in self._child.errors() for sign in _NOT_FOUND):
            return self._start.failed(f"Claude Code cannot go on in the session from {self._manner.folder}: {self._child.errors()}")
        return TurnFailed(str(error) if self._child.exit_code is None else self._exit())

    async def _next_line(self, lines: AsyncIterator[bytes]) -> bytes:
        """Nothing when the program is silent for too long. StopAsyncIteration when it has closed its output."""
        try:
            async with asyncio.timeout(STOP_SECONDS if self._is_told_to_stop else self._manner.silence_seconds) as self._limit:
                return await anext(lines)
        except TimeoutError:
            self._is_silent = True
            return b""
        finally:
            self._limit = None

    def _read(self, line: bytes) -> list[Said | Observed | Compacted]:
        try:
            event = json.loads(line)
        except ValueError:
            # Something that a hook or a library of the program printed.
            return []
        if event.get("type") == "result":
            # It ends now, as soon as nothing goes on in the background.
            self._has_input = False
            self._child.close_input()
        return list(self._reader.read(event))

    def _how_it_ended(self) -> Ended:
        result = self._reader.result
        if self._is_silent:
            if self._is_interrupted:
                return Ended("INTERRUPTED", f"it did not stop within {STOP_SECONDS} seconds and was ended")
            return Ended("FAILED", f"Claude Code said nothing for {self._manner.silence_seconds:g} seconds")
        if result and not result.get("is_error"):
            return Ended("COMPLETED")
        if self._is_interrupted:
            return Ended("INTERRUPTED")
        if not result:
            return Ended("FAILED", self._exit())
        hint = "; set ANTHROPIC_API_KEY, or start claude and log in" if self._reader.is_logged_out else ""
        return Ended("FAILED", f"{self._reader.reason}{hint}")

    def _exit(self) -> str:
        code, said = self._child.exit_code, self._child.errors()
        if code is None:
            how = "closed its output in the middle of the turn"
        else:
            how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"Claude Code {how}" + (f": {said}" if said else "")
