"""The process `opencode serve`: requests with their answers, and the stream of its events."""

import asyncio
import json
import math
import re
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from lineage.adapters.errors import AdapterError, CannotUse
from lineage.adapters.program import Child, started

USER = "lineage"
_LISTENING = re.compile(rb"listening on (http://\S+)")
HEARTBEAT_SECONDS = 40
"""The stream of events is broken when nothing at all comes for so long: a heartbeat comes every ten seconds."""

_WITH_LIFELINE = """
exec 3<&0
trap : TERM
"$@" </dev/null 3<&- &
served=$!
{ cat <&3 >/dev/null; kill "$served"; } >/dev/null 2>&1 &
exec 3<&-
wait "$served"
wait "$served"
"""
"""Runs a program until it ends or standard input is closed, as happens when this process is killed: a server would run on.

SIGTERM, which goes to the whole group, ends the first wait, and the second one lets the program end in its own time.
"""

Json = dict[str, Any]


class Refused(AdapterError):
    """OpenCode answered a request with an error."""


class Lost(AdapterError):
    """OpenCode ended, or does not answer any more."""


class Server:
    """A running server. Requests may be sent while others wait for their answers."""

    def __init__(self, child: Child, client: httpx.AsyncClient) -> None:
        self._child = child
        self._client = client

    @property
    def pid(self) -> int:
        return self._child.pid

    async def get(self, path: str) -> Any:
        """The answer. Refused, Lost."""
        return await self._request("GET", path)

    async def post(self, path: str, body: Json | None = None) -> Any:
        return await self._request("POST", path, body)

    async def patch(self, path: str, body: Json) -> Any:
        return await self._request("PATCH", path, body)

    async def delete(self, path: str) -> Any:
        return await self._request("DELETE", path)

    async def ask(self, path: str, body: Json) -> Any:
        """The answer to a POST that may take as long as it likes."""
        return await self._request("POST", path, body, timeout=None)

    async def events(self) -> AsyncGenerator[Json, None]:
        """What happens in the server from now on; the first is `server.connected`. Ends with Lost."""
        try:
            async with self._client.stream("GET", "/event", timeout=httpx.Timeout(HEARTBEAT_SECONDS)) as response:
                async for line in response.aiter_lines():
                    if line.startswith("data:"):
                        yield json.loads(line[5:])
        except httpx.HTTPError as error:
            raise self._lost(error) from error
        raise Lost("opencode closed its stream of events")

    async def _request(self, method: str, path: str, body: Json | None = None, **limits: None) -> Any:
        try:
            response = await self._client.send(self._client.build_request(method, path, json=body, **limits))
        except httpx.HTTPError as error:
            raise self._lost(error) from error
        try:
            answer = response.json() if response.content else None
        except ValueError:
            raise Refused(f"opencode does not know {method} {path}") from None
        if response.is_error:
            raise Refused(error_text(answer))
        return answer

    def _lost(self, error: httpx.HTTPError) -> Lost:
        if isinstance(error, httpx.TimeoutException):
            return Lost("opencode did not answer in time")
        last_words = self._child.errors()
        said = f"; its last words: {last_words}" if last_words else ""
        return Lost(f"opencode ended, or cannot be reached ({str(error) or type(error).__name__}){said}")


def error_text(error: Any) -> str:
    """What an error of OpenCode says: {"name": …, "data": {"message": …}}, or other data."""
    if not isinstance(error, dict):
        return "opencode gave no reason"
    data = error.get("data") or {}
    name = error.get("name") or "opencode gave no reason"
    return str(data.get("message") or error.get("message") or (f"{name} {json.dumps(data)[:500]}" if data else name))


@asynccontextmanager
async def serving(
    program: Path, folder: Path, environment: Mapping[str, str] | None, start_seconds: float, answer_seconds: float
) -> AsyncIterator[Server]:
    """A server that works in this folder and ends with the block; only who knows its password is answered. CannotUse."""
    password = secrets.token_urlsafe(32)
    # A program that replaced itself in a turn would not be the one that was looked at.
    given = {"OPENCODE_SERVER_USERNAME": USER, "OPENCODE_SERVER_PASSWORD": password, "OPENCODE_DISABLE_AUTOUPDATE": "1"}
    command = [str(program), "serve", "--hostname", "127.0.0.1", "--port", "0"]
    async with started(["/bin/sh", "-c", _WITH_LIFELINE, "sh", *command], folder, {**(environment or {}), **given}) as child:
        address = await _address(child, start_seconds)
        reading = asyncio.create_task(_read_on(child))
        try:
            # The proxies of the environment are for other hosts than this one.
            async with httpx.AsyncClient(base_url=address, auth=(USER, password), timeout=answer_seconds, trust_env=False) as client:
                yield Server(child, client)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


async def _address(child: Child, start_seconds: float) -> str:
    said = []
    with suppress(TimeoutError):
        async with asyncio.timeout(start_seconds):
            async for line in child.lines(start_seconds):
                if listening := _LISTENING.search(line):
                    return listening[1].decode()
                said.append(line.decode(errors="replace"))
            raise CannotUse(f"opencode serve ended before it could be reached; it said: {_last_words(said, child)}")
    raise CannotUse(f"opencode serve could not be reached within {start_seconds:g} seconds; it said: {_last_words(said, child)}")


def _last_words(said: list[str], child: Child) -> str:
    return "\n".join([*said[-5:], child.errors()]).strip()[-1000:] or "nothing"


async def _read_on(child: Child) -> None:
    """Reads what it prints, so that it never waits for a reader."""
    async for _ in child.lines(silence_seconds=math.inf):
        pass
