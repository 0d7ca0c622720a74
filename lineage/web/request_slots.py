"""Bounds how many requests are worked on at a time, so that a flood waits or is turned away and the rest is answered in time."""

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lineage.web.error_responses import error_response

RETRY_AFTER_SECONDS = 1
_BUSY = "the service has as many requests as it can take; try again in a second"


class Slots:
    """`at_once` places, for which `waiting` more may wait `wait_seconds`."""

    def __init__(self, at_once: int, waiting: int, wait_seconds: float) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._most_waiting = waiting
        self._waiting = 0
        self._wait_seconds = wait_seconds

    async def enter(self) -> bool:
        """Takes a place, at once or after a while; False when none came free, or too many wait already."""
        if not self._free.locked():
            return await self._free.acquire()
        if self._waiting >= self._most_waiting:
            return False
        self._waiting += 1
        try:
            async with asyncio.timeout(self._wait_seconds):
                return await self._free.acquire()
        except TimeoutError:
            return False
        finally:
            self._waiting -= 1

    def leave(self) -> None:
        self._free.release()


class RequestSlots:
    """Middleware that works on an HTTP request when there is a place for it, and else answers 503 with Retry-After.

    A request gives its place back with its answer, a stream of events as soon as it begins: open subscriptions have a bound of their own.
    """

    def __init__(self, app: ASGIApp, slots: Slots) -> None:
        self.app = app
        self._slots = slots

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif await self._slots.enter():
            await self._answered(scope, receive, send)
        else:
            headers = {"Retry-After": str(RETRY_AFTER_SECONDS)}
            await error_response(503, "UNAVAILABLE", _BUSY, headers=headers)(scope, receive, send)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        inside = True

        def leave() -> None:
            nonlocal inside
            if inside:
                inside = False
                self._slots.leave()

        async def leave_with_stream(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_event_stream(message):
                leave()
            await send(message)

        try:
            await self.app(scope, receive, leave_with_stream)
        finally:
            leave()


def _is_event_stream(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith("text/event-stream")
