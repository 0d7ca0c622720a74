"""Any OpenAI-compatible chat endpoint as an agent. A session is a JSON file with its turns, each with its id and its messages."""

import asyncio
import json
import os
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import platformdirs

from lineage.adapters.errors import AdapterError, ForkFailed, NotConfigured, ResumeFailed, RevertFailed
from lineage.adapters.port import Accepted, Ended, Event, Observed, Probe, Said
from lineage.domain.kinds import HandoffDelivery, HistoryMode, TurnItemKind


@dataclass(frozen=True)
class OpenAICompatibleAgent:
    """See lineage.adapters.port.Agent. A model without tools touches no files, so the folder of a session means nothing."""

    base_url: str = field(default_factory=lambda: os.environ.get("LINEAGE_OPENAI_BASE_URL", ""))
    model: str = field(default_factory=lambda: os.environ.get("LINEAGE_OPENAI_MODEL", ""))
    api_key: str = field(default_factory=lambda: os.environ.get("LINEAGE_OPENAI_API_KEY", ""), repr=False)
    histories: Path = field(default_factory=lambda: platformdirs.user_data_path("lineage") / "openai-compatible")
    turn_silence_seconds: float = 600

    provider = "openai-compatible"
    keeps_handoffs = reverts_at_once = forks_keep_turn_refs = True

    async def probe(self) -> Probe:
        if not self.base_url:
            raise NotConfigured("There is no endpoint to ask: set LINEAGE_OPENAI_BASE_URL, such as http://127.0.0.1:11434/v1.")
        profile = {"nativeFork": True, "nativeRevert": True, "nativeRollback": False, "handoffDelivery": HandoffDelivery.SYSTEM}
        return Probe("1", HistoryMode.PAGINATED, profile)

    @asynccontextmanager
    async def session(self, folder: Path, model: str | None) -> AsyncIterator["OpenAICompatibleSession"]:
        await self.probe()
        if not (model or self.model):
            raise NotConfigured("There is no model to ask for: name one, or set LINEAGE_OPENAI_MODEL.")
        headers = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        async with httpx.AsyncClient(base_url=self.base_url, headers=headers, timeout=self.turn_silence_seconds) as endpoint:
            yield OpenAICompatibleSession(endpoint, model or self.model, self.histories)


class OpenAICompatibleSession:
    """See lineage.adapters.port.Session."""

    def __init__(self, endpoint: httpx.AsyncClient, model: str, histories: Path) -> None:
        self._endpoint, self._model, self._histories = endpoint, model, histories
        self._ref = uuid4().hex
        self._turns: list[dict[str, Any]] = []
        self._handoffs: Sequence[str] = ()
        self._interrupted = asyncio.Event()

    async def create(self) -> None:
        """The file comes with the first turn."""

    async def resume(self, thread_ref: str, last_turn_ref: str | None) -> None:
        self._turns, self._ref = self._stored(thread_ref, last_turn_ref, ResumeFailed), thread_ref

    async def fork(self, thread_ref: str, last_turn_ref: str | None) -> None:
        self._turns = self._stored(thread_ref, last_turn_ref, ForkFailed)

    async def revert(self, before_turn_ref: str, kept_turn_ref: str | None) -> None:
        ids = [turn["id"] for turn in self._turns]
        if before_turn_ref in ids:
            self._store(self._turns[: ids.index(before_turn_ref)])
        elif kept_turn_ref is None or ids[-1:] != [kept_turn_ref]:
            raise RevertFailed(f"Session {self._ref} holds no turn {before_turn_ref} that could be dropped.")

    async def roll_back(self, turns: int) -> None:
        raise RevertFailed("Sessions of openai-compatible are reverted to a turn, not by a number of turns.")

    async def deliver(self, handoffs: Sequence[str]) -> None:
        self._handoffs = handoffs

    async def turn(self, message: str) -> AsyncGenerator[Event, None]:
        messages = [{"role": "system", "content": text} for text in self._handoffs] + [{"role": "user", "content": message}]
        turn_ref = uuid4().hex
        self._store([*self._turns, {"id": turn_ref, "messages": messages}])
        yield Accepted(self._ref, turn_ref)
        said = ""
        try:
            async with aclosing(self._answer()) as pieces:
                while piece := await self._unless_interrupted(anext(pieces, None)):
                    said += piece
                    yield Said(piece)
            ended = Ended("INTERRUPTED", "it was interrupted") if self._interrupted.is_set() else Ended("COMPLETED")
        except httpx.TimeoutException:
            ended = Ended("FAILED", f"{self._endpoint.base_url} said nothing for {self._endpoint.timeout.read:g} seconds")
        except (httpx.HTTPError, ValueError, LookupError) as error:
            ended = Ended("FAILED", f"{self._endpoint.base_url}: {error}")
        if said:
            messages.append({"role": "assistant", "content": said})
            self._store(self._turns)
            yield Observed(TurnItemKind.ASSISTANT_MESSAGE, said)
        yield ended

    async def interrupt(self) -> None:
        self._interrupted.set()

    async def _answer(self) -> AsyncGenerator[str, None]:
        """The pieces of the model's answer. ValueError when the endpoint refuses, or the answer breaks off."""
        asked = {"model": self._model, "messages": [message for turn in self._turns for message in turn["messages"]], "stream": True}
        async with self._endpoint.stream("POST", "chat/completions", json=asked) as response:
            if response.is_error:
                raise ValueError(f"it answered {response.status_code}: {(await response.aread()).decode(errors='replace')[:500]}")
            async for line in response.aiter_lines():
                if not line.startswith("data:"):
                    continue
                if (data := line[5:].strip()) == "[DONE]":
                    return
                if error := (chunk := json.loads(data)).get("error"):
                    raise ValueError(f"it broke off with {error}")
                for choice in chunk["choices"]:
                    if piece := choice["delta"].get("content"):
                        yield piece
        raise ValueError("the answer broke off")

    async def _unless_interrupted(self, waiting: Awaitable[str | None]) -> str | None:
        """What is waited for; None as soon as the turn is to stop."""
        piece, stop = asyncio.ensure_future(waiting), asyncio.ensure_future(self._interrupted.wait())
        try:
            await asyncio.wait((piece, stop), return_when=asyncio.FIRST_COMPLETED)
            return None if stop.done() else piece.result()
        finally:
            piece.cancel()
            stop.cancel()
            await asyncio.gather(piece, stop, return_exceptions=True)

    def _stored(self, thread_ref: str, last_turn_ref: str | None, failed: type[AdapterError]) -> list[dict[str, Any]]:
        # References come from the service: only what can have been made here may become a path.
        if not re.fullmatch("[0-9a-f]{32}", thread_ref):
            raise failed(f"There is no session {thread_ref!r}: references of sessions are 32 hexadecimal digits.")
        try:
            turns: list[dict[str, Any]] = json.loads((self._histories / f"{thread_ref}.json").read_bytes())
            ids = [turn["id"] for turn in turns]
            return turns[: ids.index(last_turn_ref) + 1] if last_turn_ref else turns
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise failed(f"Session {thread_ref} cannot be taken up to turn {last_turn_ref or 'its last'}: {error}") from error

    def _store(self, turns: list[dict[str, Any]]) -> None:
        """Puts these turns in the place of what was stored, at once."""
        self._turns = turns
        self._histories.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._histories / f"{self._ref}.new"
        new.write_text(json.dumps(turns, ensure_ascii=False))
        new.replace(self._histories / f"{self._ref}.json")
