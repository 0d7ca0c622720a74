"""Any OpenAI-compatible chat endpoint as an agent. A model without tools touches no files, so a session's folder means nothing."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import platformdirs

from lineage.adapters.errors import NotConfigured
from lineage.adapters.kept_session import KeptSession
from lineage.adapters.port import Accepted, Ended, Event, Observed, Probe, Said
from lineage.domain.kinds import HandoffDelivery, HistoryMode, TurnItemKind


@dataclass(frozen=True)
class OpenAICompatibleAgent:
    base_url: str = ""
    model: str = ""
    api_key: str = field(default="", repr=False)
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
            yield OpenAICompatibleSession(self.histories, endpoint, model or self.model)


class OpenAICompatibleSession(KeptSession):
    def __init__(self, histories: Path, endpoint: httpx.AsyncClient, model: str) -> None:
        super().__init__(histories)
        self._endpoint, self._model = endpoint, model

    async def turn(self, message: str) -> AsyncGenerator[Event, None]:
        yield Accepted(self.ref, self.take(message))
        said, ended = "", Ended("COMPLETED")
        try:
            async for piece in self.until_interrupted(self._answer()):
                said += piece
                yield Said(piece)
        except httpx.TimeoutException:
            ended = Ended("FAILED", f"{self._endpoint.base_url} said nothing for {self._endpoint.timeout.read:g} seconds")
        except (httpx.HTTPError, ValueError, LookupError) as error:
            ended = Ended("FAILED", f"{self._endpoint.base_url}: {error}")
        if said:
            self.keep(said)
            yield Observed(TurnItemKind.ASSISTANT_MESSAGE, said)
        yield Ended("INTERRUPTED", "it was interrupted") if self.interrupted else ended

    async def _answer(self) -> AsyncGenerator[str, None]:
        asked = {"model": self._model, "messages": self.messages, "stream": True}
        async with self._endpoint.stream("POST", "chat/completions", json=asked) as response:
            if response.is_error:
                raise ValueError(f"it answered {response.status_code}: {(await response.aread()).decode(errors='replace')[:500]}")
            async for line in response.aiter_lines():
                if not line.startswith("data:"):
                    continue
                if (data := line[5:].strip()) == "[DONE]":
                    return
                chunk = json.loads(data)
                if error := chunk.get("error"):
                    raise ValueError(f"it broke off with {error}")
                for choice in chunk["choices"]:
                    if piece := choice["delta"].get("content"):
                        yield piece
        raise ValueError("the answer broke off")
