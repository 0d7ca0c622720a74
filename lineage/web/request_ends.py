"""Ends the work on a request that nobody waits for any more, or that takes longer than a request may."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lineage.web.error_responses import error_response


class RequestEnds:
    """Middleware that cancels what works on a request when its client goes away, or when no answer has begun after `seconds` (504).

    Answers that have begun are streams, which find out themselves. A command that is being written is not cut by this: the store ends it.
    """

    def __init__(self, app: ASGIApp, *, seconds: float) -> None:
        self.app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        exchange = _Exchange(receive, send)

        async def answer() -> None:
            await self.app(scope, exchange.receive, exchange.send)

        work = asyncio.create_task(answer())
        exchange.on_gone = work.cancel
        timer = asyncio.get_running_loop().call_later(self._seconds, exchange.take_too_long, work)
        try:
            await work
        except asyncio.CancelledError:
            if not (exchange.late or exchange.gone.is_set()):
                raise
            if exchange.late:
                message = f"the request took longer than the {self._seconds:g} seconds that one may take"
                await error_response(504, "TIMEOUT", message)(scope, receive, send)
        finally:
            timer.cancel()
            await exchange.stop_watching()


class _Exchange:
    """A request's messages, and whether its client is still there once the request is read."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._watch: asyncio.Task[None] | None = None
        self._begun = False
        self.gone = asyncio.Event()
        self.late = False
        self.on_gone: Callable[[], object] = lambda: None

    async def receive(self) -> Message:
        if self._watch is not None:
            await self.gone.wait()
            return {"type": "http.disconnect"}
        message = await self._receive()
        if message["type"] == "http.request" and not message.get("more_body", False):
            self._watch = asyncio.create_task(self._until_gone())
        return message

    async def send(self, message: Message) -> None:
        self._begun = True
        await self._send(message)

    def take_too_long(self, work: "asyncio.Task[None]") -> None:
        if not self._begun:
            self.late = True
            work.cancel()

    async def stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch

    async def _until_gone(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.gone.set()
        if not self._begun:
            self.on_gone()
