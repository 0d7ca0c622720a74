"""One session of Claude Code that takes one turn. The program is started with the turn's message, and ends after it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from lineage.adapters.claude.session_file import SessionFile, find_session, read_session
from lineage.adapters.claude.start import Start, anew, forked, resumed, reverted
from lineage.adapters.claude.turn import Manner, RunningTurn
from lineage.adapters.errors import AdapterError, ForkFailed, ResumeFailed, RevertFailed
from lineage.adapters.port import Event
from lineage.adapters.program import started


class ClaudeSession:
    """See lineage.adapters.port.Session."""

    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self._start: Start | None = None
        self._file: tuple[str, SessionFile] | None = None
        self._handoffs: Sequence[str] = ()
        self._turn: RunningTurn | None = None
        self._is_interrupted = False
        self._running = AsyncExitStack()

    @property
    def pid(self) -> int | None:
        """The process group that its program runs in; None as long as there is no turn."""
        return self._turn.pid if self._turn else None

    async def create(self) -> None:
        self._start = anew()

    async def resume(self, thread_ref: str, last_turn_ref: str | None) -> None:
        file = await self._read(thread_ref, ResumeFailed)
        self._start = await asyncio.to_thread(resumed, file, thread_ref, last_turn_ref)

    async def fork(self, thread_ref: str, last_turn_ref: str | None) -> None:
        file = await self._read(thread_ref, ForkFailed)
        self._start = await asyncio.to_thread(forked, file, thread_ref, last_turn_ref)

    async def revert(self, before_turn_ref: str, kept_turn_ref: str | None) -> None:
        if self._start is None or self._file is None:
            raise RevertFailed("a new session has no turns that could be dropped")
        thread_ref, file = self._file
        if self._start.thread_ref == thread_ref:
            self._start = await asyncio.to_thread(reverted, file, thread_ref, before_turn_ref, kept_turn_ref)
        else:
            # The fork is made with the turn's message, so that it can as well be made of fewer turns.
            self._start = forked(file, thread_ref, kept_turn_ref) if kept_turn_ref else anew()

    async def roll_back(self, turns: int) -> None:
        raise RevertFailed("Claude Code cannot drop turns by their number")

    async def deliver(self, handoffs: Sequence[str]) -> None:
        self._handoffs = handoffs

    async def turn(self, message: str) -> AsyncGenerator[Event, None]:
        start = self._start
        assert start is not None, "one of create, resume and fork comes first"
        turn_ref = str(uuid4())
        try:
            arguments = [*self._manner.arguments(), *start.options, *self._handoff_options()]
            child = await self._running.enter_async_context(started(arguments, self._manner.folder, self._manner.environment))
            self._turn = RunningTurn(child, self._manner, start, turn_ref)
            yield await self._turn.hand_over(_message_line(message, turn_ref))
            if self._is_interrupted:
                await self._turn.interrupt()
            async with aclosing(self._turn.events()) as events:
                async for event in events:
                    yield event
            await self.close()
            yield self._turn.end
        finally:
            await self.close()

    async def interrupt(self) -> None:
        """Takes effect as soon as the message is in the session."""
        self._is_interrupted = True
        if self._turn is not None:
            await self._turn.interrupt()

    async def close(self) -> None:
        """Ends the program if it still runs."""
        try:
            if self._turn is not None:
                await self._turn.abandon()
        finally:
            await self._running.aclose()

    async def _read(self, thread_ref: str, failed: type[AdapterError]) -> SessionFile:
        path = await asyncio.to_thread(find_session, self._manner.projects, thread_ref)
        if path is None:
            raise failed(f"Claude Code has no session {thread_ref} in {self._manner.projects}")
        try:
            file = await asyncio.to_thread(read_session, path)
        except OSError as error:
            raise failed(f"session {path} cannot be read: {error.strerror or error}") from error
        self._file = (thread_ref, file)
        return file

    def _handoff_options(self) -> list[str]:
        """By file, because an argument cannot be longer than 128 KiB and is seen by everyone on the machine."""
        if not self._handoffs:
            return []
        folder = Path(self._running.enter_context(TemporaryDirectory(prefix="lineage-")))
        path = folder / "handoffs.md"
        path.write_text("\n\n".join(self._handoffs), encoding="utf-8")
        return ["--append-system-prompt-file", str(path)]


def _message_line(message: str, turn_ref: str) -> bytes:
    """The message for the program's input. A space keeps the program from taking a message that begins with a slash for a command."""
    text = f" {message}" if message.startswith("/") else message
    content = [{"type": "text", "text": text}]
    line = {"type": "user", "uuid": turn_ref, "session_id": "", "parent_tool_use_id": None, "message": {"role": "user", "content": content}}
    return json.dumps(line).encode() + b"\n"
