"""A native session of Codex: a thread in an app server of its own."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lineage.adapters.codex.abilities import Abilities
from lineage.adapters.codex.app_server import AppServer
from lineage.adapters.codex.context import turn_context
from lineage.adapters.codex.history import Thread, drop, last_turns, turns_from
from lineage.adapters.codex.turn import RunningTurn
from lineage.adapters.errors import AdapterError, ForkFailed, ResumeFailed, RevertFailed, TurnFailed
from lineage.adapters.port import Event


@dataclass(frozen=True)
class Manner:
    """How threads are opened: the folder to work in, the model (None: as configured), and what Codex may do without asking."""

    folder: Path
    model: str | None
    approval: str
    sandbox: str

    @classmethod
    def of(cls, folder: Path, model: str | None, approval: str, sandbox: str) -> "Manner":
        return cls(folder.absolute(), model, approval, sandbox)

    def parameters(self) -> dict[str, Any]:
        given = {"cwd": str(self.folder), "approvalPolicy": self.approval, "sandbox": self.sandbox}
        return {**given, "model": self.model} if self.model else given


class CodexSession:
    """See lineage.adapters.port.Session."""

    def __init__(self, server: AppServer, abilities: Abilities, manner: Manner, silence_seconds: float) -> None:
        self._server = server
        self._abilities = abilities
        self._manner = manner
        self._silence_seconds = silence_seconds
        self._opened: Thread | None = None
        self._handoffs: tuple[str, ...] = ()
        self._turn: RunningTurn | None = None
        self._interrupted = False

    @property
    def pid(self) -> int:
        """The process group that its program runs in."""
        return self._server.pid

    async def create(self) -> None:
        """TurnFailed when Codex makes no thread."""
        with _failing_as(TurnFailed, "no thread could be made"):
            self._opened = Thread.of(await self._server.request("thread/start", **self._manner.parameters()))

    async def resume(self, thread_ref: str, last_turn_ref: str | None) -> None:
        with _failing_as(ResumeFailed, f"thread {thread_ref} could not be resumed"):
            self._opened = await self._open("thread/resume", thread_ref)
            if last_turn_ref is not None:
                await self._end_at(last_turn_ref)

    async def fork(self, thread_ref: str, last_turn_ref: str | None) -> None:
        with _failing_as(ForkFailed, f"thread {thread_ref} could not be forked"):
            boundary = {"lastTurnId": last_turn_ref} if last_turn_ref is not None and self._abilities.forks_at_turn else {}
            self._opened = await self._open("thread/fork", thread_ref, **boundary)
            if last_turn_ref is not None:
                await self._end_at(last_turn_ref)

    async def revert(self, before_turn_ref: str, kept_turn_ref: str | None) -> None:
        """Turns between the kept one and the named one go too. It is done already when the thread ends with the kept turn."""
        thread = self._thread
        with _failing_as(RevertFailed, f"thread {thread.id} could not be reverted before turn {before_turn_ref}"):
            if kept_turn_ref is not None:
                await self._end_at(kept_turn_ref)
            else:
                turns = await turns_from(self._server, thread.id, before_turn_ref)
                if not turns and await last_turns(self._server, thread.id, 1):
                    raise _NotThere(f"it does not hold turn {before_turn_ref}")
                await drop(self._server, self._abilities, thread, turns)

    async def roll_back(self, turns: int) -> None:
        thread = self._thread
        with _failing_as(RevertFailed, f"the last {turns} turns of thread {thread.id} could not be dropped"):
            last = await last_turns(self._server, thread.id, turns)
            if len(last) < turns:
                raise _NotThere(f"it holds {len(last)} turns only")
            await drop(self._server, self._abilities, thread, last)

    async def deliver(self, handoffs: Sequence[str]) -> None:
        """They go with the turn (see lineage.adapters.codex.context)."""
        self._handoffs = tuple(handoffs)

    async def turn(self, message: str) -> AsyncGenerator[Event, None]:
        thread = self._thread
        if self._interrupted:
            raise TurnFailed("it was interrupted before the message was sent")
        with _failing_as(TurnFailed, "the message was not taken"):
            started = await self._server.request("turn/start", threadId=thread.id, **self._said(message))
        self._turn = RunningTurn(self._server, thread, started["turn"]["id"], self._manner.folder, self._silence_seconds)
        if self._interrupted:
            await self.interrupt()
        async with aclosing(self._turn.events()) as events:
            async for event in events:
                yield event

    async def interrupt(self) -> None:
        self._interrupted = True
        if self._turn is not None:
            await self._turn.interrupt("it was interrupted")

    @property
    def _thread(self) -> Thread:
        if self._opened is None:
            raise RuntimeError("create, resume or fork comes first")
        return self._opened

    async def _open(self, method: str, thread_ref: str, **parameters: Any) -> Thread:
        without_turns = {"excludeTurns": True} if self._abilities.leaves_out_turns else {}
        answer = await self._server.request(method, threadId=thread_ref, **self._manner.parameters(), **without_turns, **parameters)
        return Thread.of(answer)

    async def _end_at(self, turn_ref: str) -> None:
        """Drops what lies behind this turn: turns of a run that was killed before anybody recorded it, or all after a fork's boundary."""
        turns = await turns_from(self._server, self._thread.id, turn_ref)
        if not turns:
            raise _NotThere(f"it does not hold turn {turn_ref}")
        if not turns[0].holds_message:
            raise _NotThere(f"the message of turn {turn_ref} was not written into it")
        await drop(self._server, self._abilities, self._thread, turns[1:])

    def _said(self, message: str) -> dict[str, Any]:
        texts = [message]
        context = {}
        if self._handoffs and self._abilities.hands_off_by_context:
            context = {"additionalContext": turn_context(self._handoffs)}
        elif self._handoffs:
            # Older versions get them as a preamble, in parts of their own of the user's message (the profile says so).
            texts = [*self._handoffs, message]
        return {"input": [{"type": "text", "text": text} for text in texts], **context}


class _NotThere(AdapterError):
    """The thread does not hold what it is said to hold."""


@contextmanager
def _failing_as(kind: type[AdapterError], what: str) -> Iterator[None]:
    """Tells what failed, and why, as this kind of error."""
    try:
        yield
    except AdapterError as error:
        raise kind(f"codex: {what}: {error}") from error
