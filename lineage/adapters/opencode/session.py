"""A native session of OpenCode, on a server of its own.

Turns are dropped by deleting their messages. OpenCode's own revert would wait for the next message to drop them, and until
then also take back what the turns did to the files of the folder.
"""

import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, contextmanager, suppress
from pathlib import Path

from lineage.adapters.errors import AdapterError, ForkFailed, ResumeFailed, RevertFailed, TurnFailed
from lineage.adapters.opencode.exchange import exchanging
from lineage.adapters.opencode.history import MARK, History, history_of
from lineage.adapters.opencode.model import chosen_model
from lineage.adapters.opencode.server import Json, Server
from lineage.adapters.opencode.turn import Conduct, RunningTurn
from lineage.adapters.port import Event

TITLE_CHARACTERS = 60


class OpenCodeSession:
    """See lineage.adapters.port.Session."""

    def __init__(self, server: Server, model: str | None, conduct: Conduct) -> None:
        self._server = server
        self._model = model
        self._conduct = conduct
        self._id: str | None = None
        self._handoffs: tuple[str, ...] = ()
        self._turn: RunningTurn | None = None
        self._interrupted = False

    @property
    def pid(self) -> int:
        """The process group that its program runs in."""
        return self._server.pid

    async def create(self) -> None:
        """OpenCode's session is made with the first message, which gives it its title."""

    async def resume(self, thread_ref: str, last_turn_ref: str | None) -> None:
        with _failing_as(ResumeFailed, f"session {thread_ref} could not be resumed"):
            _, history = await self._look_into(thread_ref)
            if last_turn_ref is not None:
                await self._drop(thread_ref, history.from_on(_end_of(history, last_turn_ref)))
        self._id = thread_ref

    async def fork(self, thread_ref: str, last_turn_ref: str | None) -> None:
        with _failing_as(ForkFailed, f"session {thread_ref} could not be forked"):
            source, history = await self._look_into(thread_ref)
            end = len(history.ids) if last_turn_ref is None else _end_of(history, last_turn_ref)
            # A fork ends before the message that is named. One that the session does not hold would copy all of it.
            behind = history.from_on(end)[:1]
            fork = await self._server.post(f"/session/{thread_ref}/fork", {"messageID": behind[0]} if behind else {})
            try:
                await self._complete_fork(fork, source, history, end)
            except AdapterError:
                with suppress(AdapterError):
                    await self._server.delete(f"/session/{fork['id']}")
                raise
        self._id = fork["id"]

    async def revert(self, before_turn_ref: str, kept_turn_ref: str | None) -> None:
        """Turns between the kept one and the named one go too. It is done already when the session ends with the kept turn."""
        session_id = self._id or ""
        with _failing_as(RevertFailed, f"session {session_id} could not be reverted before turn {before_turn_ref}"):
            _, history = await self._look_into(session_id)
            start = history.start_of(before_turn_ref) if kept_turn_ref is None else _end_of(history, kept_turn_ref)
            if start is None and history.ids:
                raise _NotThere(f"it does not hold turn {before_turn_ref}")
            await self._drop(session_id, history.from_on(start or 0))

    async def roll_back(self, turns: int) -> None:
        raise RevertFailed("opencode: sessions are reverted to a turn, not by a number of turns")

    async def deliver(self, handoffs: Sequence[str]) -> None:
        """They go with the message, as its system text: the model is given that of the newest message only."""
        self._handoffs = tuple(handoffs)

    async def turn(self, message: str) -> AsyncGenerator[Event, None]:
        with _failing_as(TurnFailed, "the message was not sent"):
            model = await chosen_model(self._server, self._model)
            session_id = self._id = self._id or await self._made_for(message)
        if self._interrupted:
            raise TurnFailed("it was interrupted before the message was sent")
        others: Json = {"model": model} if model else {}
        if self._handoffs:
            others["system"] = "\n\n".join(self._handoffs)
        async with exchanging(self._server) as exchange:
            self._turn = RunningTurn(self._server, session_id, self._conduct, exchange)
            async with aclosing(self._turn.events(message, others)) as events:
                async for event in events:
                    yield event

    async def interrupt(self) -> None:
        self._interrupted = True
        if self._turn is not None:
            await self._turn.stop("INTERRUPTED", "it was interrupted")

    async def _made_for(self, message: str) -> str:
        # For a session without a title, OpenCode asks a model for one.
        title = message.strip().partition("\n")[0][:TITLE_CHARACTERS] or "lineage"
        made: str = (await self._server.post("/session", {"title": title}))["id"]
        return made

    async def _look_into(self, session_id: str) -> tuple[Json, History]:
        if not re.fullmatch(r"ses_[0-9A-Za-z]+", session_id):
            raise _NotThere(f"{session_id!r} is no reference to a session of OpenCode")
        session = await self._server.get(f"/session/{session_id}")
        # A session works where it was made, wherever the server was started.
        if real(Path(session["directory"])) != self._conduct.folder:
            raise _NotThere(f"it works in {session['directory']}, not in {self._conduct.folder}")
        return session, history_of(session, await self._server.get(f"/session/{session_id}/message"))

    async def _drop(self, session_id: str, message_ids: Sequence[str]) -> None:
        """The last message first: whenever this is cut short, the session holds the beginning of what it held."""
        for message_id in reversed(message_ids):
            await self._server.delete(f"/session/{session_id}/message/{message_id}")

    async def _complete_fork(self, fork: Json, source: Json, history: History, end: int) -> None:
        """Drops what was added to the source meanwhile, and keeps under which names the turns were known."""
        _, copied = await self._look_into(fork["id"])
        if len(copied.ids) < end:
            raise _NotThere(f"its copy holds {len(copied.ids)} messages instead of {end}")
        await self._drop(fork["id"], copied.from_on(end))
        names = history.names_in(copied.up_to(end))
        metadata = {**(source.get("metadata") or {}), MARK: {"turns": names}}
        await self._server.patch(f"/session/{fork['id']}", {"metadata": metadata})


def real(folder: Path) -> Path:
    """The folder itself, not a link to it: that is how OpenCode names it."""
    return folder.resolve()


def _end_of(history: History, turn_ref: str) -> int:
    end = history.end_of(turn_ref)
    if end is None:
        raise _NotThere(f"it does not hold turn {turn_ref}")
    return end


class _NotThere(AdapterError):
    """The session does not hold what it is said to hold."""


@contextmanager
def _failing_as(kind: type[AdapterError], what: str) -> Iterator[None]:
    """Tells what failed, and why, as this kind of error."""
    try:
        yield
    except AdapterError as error:
        raise kind(f"opencode: {what}: {error}") from error
