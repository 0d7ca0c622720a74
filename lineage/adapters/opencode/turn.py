"""One turn in a session, from its message to its end."""

import asyncio
import itertools
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from uuid import uuid4

from lineage.adapters.errors import AdapterError, TurnFailed
from lineage.adapters.opencode.consent import answer_permission, leave_questions
from lineage.adapters.opencode.exchange import Answered, Exchange
from lineage.adapters.opencode.history import MARK, message_mark
from lineage.adapters.opencode.items import Narration
from lineage.adapters.opencode.server import Json, Lost, Server, error_text
from lineage.adapters.port import Accepted, Ended, Event, Observed
from lineage.domain.kinds import HistoryMode, TurnItemKind

STOP_SECONDS = 8
"""How long OpenCode has to end a turn that it was told to stop."""
STOP_AGAIN_SECONDS = 1
"""It is told again after so long: being told before it has begun with the turn has no effect."""
SETTLE_SECONDS = 5
"""How long events are waited for when the turn's answer is there, and the answer when no more events come."""


@dataclass(frozen=True)
class Conduct:
    """How turns are held: see OpenCodeAgent."""

    folder: Path
    silence_seconds: float
    retries: int
    allowing: bool


class RunningTurn:
    """A turn of one session. interrupt may be called from another task than the one that reads its events."""

    def __init__(self, server: Server, session_id: str, conduct: Conduct, exchange: Exchange) -> None:
        self._server = server
        self._session_id = session_id
        self._conduct = conduct
        self._exchange = exchange
        self._narration = Narration(session_id, conduct.folder)
        self._mark = uuid4().hex
        self._until = _now() + conduct.silence_seconds
        self._stopped: Ended | None = None
        self._outcome: Json | AdapterError | None = None
        self._error: str | None = None
        self._message_id: str | None = None
        self._idle = self._over = False

    async def events(self, message: str, others: Json) -> AsyncGenerator[Event, None]:
        """Accepted first, Ended last; TurnFailed instead of Accepted. others is what the request holds besides the message."""
        part = {"type": "text", "text": message, "metadata": {MARK: {"message": self._mark}}}
        self._exchange.send(f"/session/{self._session_id}/message", {"parts": [part], **others})
        try:
            while not self._over:
                for event in await self._next_events():
                    yield event
        finally:
            if not self._over:
                await self._abandon()

    async def stop(self, status: Literal["FAILED", "INTERRUPTED"], reason: str) -> None:
        """Tells OpenCode to stop; the turn's end, as it is told here, is then waited for no longer than STOP_SECONDS."""
        if self._stopped is None and self._outcome is None:
            self._stopped = Ended(status, reason)
            self._until = _now() + STOP_SECONDS
            self._exchange.wake()
            await self._abort()

    async def _next_events(self) -> list[Event]:
        """What is heard next of this turn; its end when nothing is heard for too long."""
        left = max(self._until - _now(), 0)
        try:
            heard = await self._exchange.next(min(left, STOP_AGAIN_SECONDS) if self._stopped else left)
        except TimeoutError:
            return await self._when_silent()
        told: list[Event] = []
        if isinstance(heard, Answered):
            self._end_soon(heard.answer)
        elif isinstance(heard, Lost):
            self._end_soon(heard)
        else:
            told = await self._of_event(heard)
        return [*told, *await self._finish()] if self._idle and self._outcome is not None else told

    def _end_soon(self, outcome: Json | AdapterError) -> None:
        self._until = _now() + (SETTLE_SECONDS if self._outcome is None else 0)
        if self._outcome is None or isinstance(self._outcome, Lost):
            self._outcome = outcome

    async def _when_silent(self) -> list[Event]:
        if self._until > _now():
            await self._abort()
        elif self._stopped or self._outcome is not None:
            return await self._finish()
        else:
            await self.stop("FAILED", f"opencode said nothing for {self._conduct.silence_seconds:g} seconds")
        return []

    async def _of_event(self, event: Json) -> list[Event]:
        properties = event["properties"]
        if "sessionID" in properties and not self._stopped and self._outcome is None:
            self._until = _now() + self._conduct.silence_seconds
        match event["type"]:
            case "permission.asked":
                if not self._conduct.allowing:
                    self._narration.refuse((properties.get("tool") or {}).get("callID"))
                return [await answer_permission(self._server, properties, self._conduct.allowing)]
            case "question.asked":
                return list(await leave_questions(self._server, properties))
        if properties.get("sessionID") == self._session_id:
            await self._take_state(event)
            part = properties.get("part") or {}
            if self._message_id is None and message_mark(part) == self._mark:
                return [self._accept(part["messageID"])]
        return list(self._narration.hear(event)) if self._message_id else []

    async def _take_state(self, event: Json) -> None:
        """What the event says of the session as a whole."""
        properties = event["properties"]
        match event["type"], properties.get("status"):
            case "session.error", _:
                self._error = error_text(properties.get("error"))
            case "session.idle", _:
                self._idle = True
            case "session.status", {"type": "busy"}:
                self._idle = False
            case "session.status", {"type": "retry", "attempt": attempt, "message": reason} if attempt > self._conduct.retries:
                await self.stop("FAILED", f"{reason} (given up at attempt {attempt})")

    def _accept(self, message_id: str) -> Accepted:
        self._message_id = message_id
        return Accepted(self._session_id, message_id, HistoryMode.PAGINATED)

    async def _abort(self) -> None:
        with suppress(AdapterError, TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self._server.post(f"/session/{self._session_id}/abort")

    async def _abandon(self) -> None:
        """Stops the turn that nobody listens to any more, so that its end is in the session before the server ends."""
        with suppress(AdapterError, TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self.stop("INTERRUPTED", "nobody listens to the turn any more")
                while not self._over:
                    await self._next_events()

    async def _finish(self) -> list[Event]:
        """The last events. TurnFailed when the message is not in the session."""
        self._over = True
        ended = self._ended()
        told = [] if self._idle and self._message_id else await self._missed()
        if self._message_id is None:
            raise TurnFailed(f"opencode: the message was not taken: {ended.reason}")
        if ended.status == "FAILED":
            told.append(Observed(TurnItemKind.FAILURE, ended.reason))
        return [*told, ended]

    async def _missed(self) -> list[Event]:
        """What the session holds of the turn though no event told it, in time or at all."""
        try:
            messages: list[Json] = await self._server.get(f"/session/{self._session_id}/message")
        except AdapterError:
            return []
        told: list[Event] = []
        for message in messages:
            if self._message_id is None and any(message_mark(part) == self._mark for part in message["parts"]):
                told.append(self._accept(message["info"]["id"]))
        later = itertools.dropwhile(lambda message: message["info"]["id"] != self._message_id, messages)
        return [*told, *(event for message in later for event in self._narration.read(message))]

    def _ended(self) -> Ended:
        outcome = self._outcome if self._outcome is not None else Lost("opencode did not end the turn when it was told to")
        if isinstance(outcome, AdapterError):
            return self._stopped or Ended("FAILED", self._error or str(outcome))
        if error := outcome["info"].get("error"):
            return self._stopped or Ended("FAILED", error_text(error))
        if outcome["info"].get("finish") is None:
            return self._stopped or Ended("FAILED", self._error or "opencode ended the turn without an answer")
        return Ended("COMPLETED")


def _now() -> float:
    return asyncio.get_running_loop().time()
