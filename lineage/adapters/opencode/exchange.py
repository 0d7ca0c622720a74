"""A message with its answer on one connection, and what happens meanwhile on another, heard in one place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from lineage.adapters.errors import AdapterError, TurnFailed
from lineage.adapters.opencode.server import Json, Lost, Server

CONNECT_SECONDS = 30


@dataclass(frozen=True)
class Answered:
    """The end of the request that the message was sent with."""

    answer: Json | AdapterError


Heard = Json | Answered | Lost
"""An event of the server, the message's answer, or why no more events come."""


class Exchange:
    """Made by `exchanging`."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._heard: asyncio.Queue[Heard] = asyncio.Queue()
        self.tasks = [asyncio.create_task(self._listen())]

    async def next(self, seconds: float) -> Heard:
        """What is heard next; an event without a type after `wake`. TimeoutError when it is nothing for so long."""
        async with asyncio.timeout(seconds):
            return await self._heard.get()

    def send(self, path: str, body: Json) -> None:
        """Sends the message, to be Answered."""
        self.tasks.append(asyncio.create_task(self._send(path, body)))

    def wake(self) -> None:
        """Lets the task that waits in `next` look around."""
        self._heard.put_nowait({"type": "", "properties": {}})

    async def _listen(self) -> None:
        try:
            async for event in self._server.events():
                self._heard.put_nowait(event)
        except Lost as error:
            self._heard.put_nowait(error)

    async def _send(self, path: str, body: Json) -> None:
        try:
            answer = await self._server.ask(path, body)
        except AdapterError as error:
            answer = error
        self._heard.put_nowait(Answered(answer))


@asynccontextmanager
async def exchanging(server: Server) -> AsyncIterator[Exchange]:
    """An exchange that hears all events from its beginning on, and whose connections end with the block. TurnFailed."""
    exchange = Exchange(server)
    try:
        try:
            first = await exchange.next(CONNECT_SECONDS)
        except TimeoutError:
            raise TurnFailed("opencode does not tell its events") from None
        if isinstance(first, Lost):
            raise TurnFailed(str(first))
        yield exchange
    finally:
        for task in exchange.tasks:
            task.cancel()
        await asyncio.gather(*exchange.tasks, return_exceptions=True)
