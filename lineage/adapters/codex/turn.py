"""One turn in a thread, from the confirmation that its message is in the thread to its end."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

from lineage.adapters.codex.app_server import AppServer, Lost, Message, Refused
from lineage.adapters.codex.approvals import answer_to
from lineage.adapters.codex.history import Thread
from lineage.adapters.codex.items import failure_text, observed, observed_item
from lineage.adapters.errors import TurnFailed
from lineage.adapters.port import Accepted, Ended, Event, Said

STOP_SECONDS = 10
"""How long Codex has to end a turn that it was told to stop."""


class RunningTurn:
    """A turn that turn/start has confirmed."""

    def __init__(self, server: AppServer, thread: Thread, turn_id: str, folder: Path, silence_seconds: float) -> None:
        self._server = server
        self._thread = thread
        self._id = turn_id
        self._folder = folder
        self._silence_seconds = silence_seconds
        self._stop_reason: str | None = None
        self._stop_at = 0.0
        self._silent = False
        self._accepted = False
        self._over = False
        self._open_items: dict[str, Message] = {}

    async def interrupt(self, reason: str) -> None:
        """Tells Codex to stop; the turn's end is then waited for no longer than STOP_SECONDS."""
        self._stop_reason = reason
        self._stop_at = asyncio.get_running_loop().time() + STOP_SECONDS
        self._server.wake()
        # It is refused when the turn has just ended, and there is nothing to stop when Codex is gone.
        with suppress(Refused, Lost):
            await self._server.request("turn/interrupt", threadId=self._thread.id, turnId=self._id)

    async def events(self) -> AsyncGenerator[Event, None]:
        """Accepted first, Ended last. TurnFailed instead of Accepted."""
        early: list[Event] = []
        try:
            while not self._over:
                for event in await self._next_events():
                    if isinstance(event, Accepted):
                        for told in (event, *early):
                            yield told
                    elif self._accepted:
                        yield event
                    elif isinstance(event, Ended):
                        raise TurnFailed(event.reason or "codex ended the turn without taking the message")
                    else:
                        early.append(event)
        finally:
            if not self._over:
                await self._abandon()

    async def _next_events(self) -> list[Event]:
        """What the next message of Codex says of this turn; its end when Codex is gone, says nothing for too long, or does not stop."""
        try:
            message = await self._server.next(self._patience())
        except Lost as error:
            return self._end(self._ended_badly(str(error)))
        except TimeoutError:
            if self._stop_reason is not None:
                return self._end(self._ended_badly(f"{self._stop_reason}; it did not stop within {STOP_SECONDS} seconds and was ended"))
            self._silent = True
            await self.interrupt(f"codex said nothing for {self._silence_seconds:g} seconds")
            return []
        if "id" in message:
            answer, noted = answer_to(message)
            with suppress(Lost):
                await self._server.answer(message, answer)
            return list(noted)
        return await self._of_notification(message) if self._is_mine(message) else []

    async def _of_notification(self, message: Message) -> list[Event]:
        params = message["params"]
        match message["method"]:
            case "item/agentMessage/delta":
                return [Said(params["delta"])]
            case "item/completed" if params["item"]["type"] == "userMessage" and not self._accepted:
                # From here on the message is in the thread, also when Codex is killed: it has written it into the thread's file.
                self._accepted = True
                return [Accepted(self._thread.id, self._id, self._thread.history_mode)]
            case "turn/completed":
                return self._end(self._as_ended(params["turn"]))
            case "item/started":
                self._open_items[params["item"]["id"]] = params["item"]
                return []
            case "item/completed":
                self._open_items.pop(params["item"]["id"], None)
        return list(observed(message, self._folder))

    def _patience(self) -> float:
        if self._stop_reason is None:
            return self._silence_seconds
        return max(self._stop_at - asyncio.get_running_loop().time(), 0)

    async def _abandon(self) -> None:
        """Stops the turn that nobody listens to any more, so that its end is in the thread before the session is closed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self.interrupt("nobody listens to the turn any more")
                while not self._over:
                    await self._next_events()

    def _is_mine(self, message: Message) -> bool:
        """Whether it is about this turn: subagents have threads of their own."""
        params = message.get("params") or {}
        turn_id = params.get("turnId") or (params.get("turn") or {}).get("id")
        return params.get("threadId") == self._thread.id and turn_id == self._id

    def _as_ended(self, turn: Message) -> Ended:
        if self._silent:
            return Ended("FAILED", self._stop_reason)
        match turn["status"]:
            case "completed":
                return Ended("COMPLETED")
            case "interrupted":
                return Ended("INTERRUPTED", self._stop_reason or "codex interrupted the turn")
            case _:
                return Ended("FAILED", failure_text(turn.get("error")))

    def _ended_badly(self, reason: str) -> Ended:
        """A turn whose end Codex did not tell: INTERRUPTED when somebody had asked for that."""
        return Ended("FAILED" if self._stop_reason is None or self._silent else "INTERRUPTED", reason)

    def _end(self, ended: Ended) -> list[Event]:
        """The end, behind the commands that still run then: Codex completes their items when they end, which nobody hears any more."""
        self._over = True
        running = [item for item in self._open_items.values() if item["type"] == "commandExecution"]
        return [*(told for item in running for told in observed_item(item, self._folder)), ended]
