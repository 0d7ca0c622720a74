"""The process `codex app-server`: requests with their answers, and everything else that it says in the order in which it says it."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from lineage.adapters.errors import AdapterError, NotConfigured
from lineage.adapters.program import Child, started

CLOSE_SECONDS = 5
"""How long it has to write its session files down and end once its input is closed."""

Message = dict[str, Any]


class Refused(AdapterError):
    """Codex answered a request with an error."""


class Lost(AdapterError):
    """Codex ended, or does not answer any more."""


class AppServer:
    """A running app server. Requests may be sent while another task waits in `next`."""

    def __init__(self, child: Child, answer_seconds: float) -> None:
        self._child = child
        self._answer_seconds = answer_seconds
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._lost: Lost | None = None

    @property
    def pid(self) -> int:
        return self._child.pid

    async def request(self, method: str, **params: Any) -> Message:
        """The result. Refused; Lost when there is no answer."""
        number = next(self._numbers)
        self._waiting[number] = answer = asyncio.get_running_loop().create_future()
        try:
            await self._send({"id": number, "method": method, "params": params})
            async with asyncio.timeout(self._answer_seconds):
                got = await answer
        except TimeoutError:
            raise Lost(f"codex did not answer {method} within {self._answer_seconds:g} seconds") from None
        finally:
            self._waiting.pop(number, None)
        if "error" in got:
            raise Refused(f"codex refused {method}: {_error_text(got['error'])}")
        return got["result"] or {}

    async def notify(self, method: str) -> None:
        await self._send({"method": method})

    async def answer(self, request: Message, result: Message | None) -> None:
        """Answers a request of Codex; None says that it is not supported."""
        error = {"code": -32601, "message": f"{request['method']} is not supported"}
        await self._send({"id": request["id"], **({"error": error} if result is None else {"result": result})})

    async def next(self, silence_seconds: float) -> Message:
        """The next notification or request of Codex; empty after `wake`. TimeoutError after so long a silence; Lost."""
        if self._lost is not None and self._said.empty():
            raise self._lost
        async with asyncio.timeout(silence_seconds):
            message = await self._said.get()
        if self._lost is not None and not message and self._said.empty():
            raise self._lost
        return message

    def wake(self) -> None:
        """Lets the task that waits in `next` look around."""
        self._said.put_nowait({})

    async def _send(self, message: Message) -> None:
        if self._lost is not None:
            raise self._lost
        try:
            await self._child.write(json.dumps(message).encode() + b"\n")
        except (ConnectionError, TimeoutError) as error:
            raise self._lost or Lost(f"codex does not take requests any more ({error or 'its pipe is full'})") from error

    async def listen(self) -> None:
        """Reads until Codex closes its output."""
        async for line in self._child.lines(None):
            with suppress(ValueError):
                self._take(json.loads(line))
        with suppress(TimeoutError):
            await self._child.wait(1)
        self._lost = Lost(_how_it_ended(self._child))
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._lost)
        self.wake()

    def _take(self, message: Message) -> None:
        if "method" in message:
            self._said.put_nowait(message)
        elif (answer := self._waiting.get(message.get("id", 0))) is not None and not answer.done():
            answer.set_result(message)


@asynccontextmanager
async def opened(
    program: Path, folder: Path, environment: Mapping[str, str] | None, answer_seconds: float, client_version: str
) -> AsyncIterator[AppServer]:
    """An app server that was greeted; it and whatever it started end with the block. ProgramMissing, NotConfigured."""
    async with started([str(program), "app-server"], folder, environment) as child:
        server = AppServer(child, answer_seconds)
        listening = asyncio.create_task(server.listen())
        try:
            client = {"name": "lineage", "title": "Lineage", "version": client_version}
            try:
                await server.request("initialize", clientInfo=client, capabilities={"experimentalApi": True})
                await server.notify("initialized")
            except (Lost, Refused) as error:
                raise NotConfigured(f"codex app-server does not start: {error}") from error
            yield server
        finally:
            child.close_input()
            # Its session files are written when it ends by itself; a signal could cut their last lines off.
            with suppress(TimeoutError):
                await child.wait(CLOSE_SECONDS)
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


def _error_text(error: Any) -> str:
    text = error.get("message") if isinstance(error, dict) else None
    return text if isinstance(text, str) and text else json.dumps(error)


def _how_it_ended(child: Child) -> str:
    code = child.exit_code
    way = "closed its output" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"
    errors = child.errors()
    return f"codex ended ({way})" + (f"; it said last: {errors}" if errors else "")
