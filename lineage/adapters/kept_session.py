"""Sessions of agents that keep none themselves: a JSON file each, with its turns, and each turn with its id and its messages."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any
from uuid import uuid4

from lineage.adapters.errors import AdapterError, ForkFailed, ResumeFailed, RevertFailed

Message = dict[str, str]
"""A role and a content, as chat endpoints take them."""


class KeptSession:
    """All that lineage.adapters.port.Session asks for but the turn itself, which takes a message, says pieces, and keeps the answer."""

    def __init__(self, folder: Path) -> None:
        self.ref = uuid4().hex
        self._folder = folder
        self._turns: list[dict[str, Any]] = []
        self._handoffs: Sequence[str] = ()
        self._interrupted = asyncio.Event()

    async def create(self) -> None:
        """The file comes with the first turn."""

    async def resume(self, thread_ref: str, last_turn_ref: str | None) -> None:
        self._turns, self.ref = self._stored(thread_ref, last_turn_ref, ResumeFailed), thread_ref

    async def fork(self, thread_ref: str, last_turn_ref: str | None) -> None:
        self._turns = self._stored(thread_ref, last_turn_ref, ForkFailed)

    async def revert(self, before_turn_ref: str, kept_turn_ref: str | None) -> None:
        ids = [turn["id"] for turn in self._turns]
        if before_turn_ref in ids:
            self._store(self._turns[: ids.index(before_turn_ref)])
        elif kept_turn_ref is None or ids[-1:] != [kept_turn_ref]:
            raise RevertFailed(f"Session {self.ref} holds no turn {before_turn_ref} that could be dropped.")

    async def roll_back(self, turns: int) -> None:
        raise RevertFailed("Kept sessions are reverted to a turn, not by a number of turns.")

    async def deliver(self, handoffs: Sequence[str]) -> None:
        self._handoffs = handoffs

    async def interrupt(self) -> None:
        self._interrupted.set()

    @property
    def interrupted(self) -> bool:
        """Whether the turn is to stop."""
        return self._interrupted.is_set()

    @property
    def messages(self) -> list[Message]:
        """Those of all turns, in order."""
        return [message for turn in self._turns for message in turn["messages"]]

    def take(self, message: str) -> str:
        """Keeps the user's message as a new turn, the handoffs before it; the turn's reference."""
        turn_ref = uuid4().hex
        handed = [{"role": "system", "content": text} for text in self._handoffs]
        self._store([*self._turns, {"id": turn_ref, "messages": [*handed, {"role": "user", "content": message}]}])
        return turn_ref

    def keep(self, answer: str) -> None:
        """Keeps the answer to the last message."""
        self._turns[-1]["messages"].append({"role": "assistant", "content": answer})
        self._store(self._turns)

    async def until_interrupted(self, pieces: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
        """The pieces as they come, until they end or the turn is to stop."""
        stop = asyncio.ensure_future(self._interrupted.wait())
        try:
            async with aclosing(pieces):
                while True:
                    piece = asyncio.ensure_future(anext(pieces, None))
                    try:
                        await asyncio.wait((piece, stop), return_when=asyncio.FIRST_COMPLETED)
                        if stop.done() or (got := piece.result()) is None:
                            return
                    finally:
                        piece.cancel()
                        await asyncio.gather(piece, return_exceptions=True)
                    yield got
        finally:
            stop.cancel()

    def _stored(self, thread_ref: str, last_turn_ref: str | None, failed: type[AdapterError]) -> list[dict[str, Any]]:
        # References come from the service: only what can have been made here may become a path.
        if not re.fullmatch("[0-9a-f]{32}", thread_ref):
            raise failed(f"There is no session {thread_ref!r}: references of sessions are 32 hexadecimal digits.")
        try:
            turns: list[dict[str, Any]] = json.loads((self._folder / f"{thread_ref}.json").read_bytes())
            ids = [turn["id"] for turn in turns]
            return turns[: ids.index(last_turn_ref) + 1] if last_turn_ref else turns
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise failed(f"Session {thread_ref} cannot be taken up to turn {last_turn_ref or 'its last'}: {error}") from error

    def _store(self, turns: list[dict[str, Any]]) -> None:
        """Puts these turns in the place of what was stored, at once."""
        self._turns = turns
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._folder / f"{self.ref}.new"
        new.write_text(json.dumps(turns, ensure_ascii=False))
        new.replace(self._folder / f"{self.ref}.json")
