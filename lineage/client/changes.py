"""The subscriptions: what changed since a version and what changes from now on, over as many connections as it takes."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any

import httpx

from lineage.client.caller import Caller, data_of, read_as
from lineage.client.documents import document
from lineage.client.errors import Refused, UnexpectedAnswer, Unreachable
from lineage.client.event_stream import events
from lineage.client.inputs import ThreadVersionInput
from lineage.client.models import ThreadChange, TreeChange
from lineage.client.variables import as_variables

_COME_BACK = frozenset({"TIMEOUT", "TOO_SLOW", "UNAVAILABLE"})
"""The codes by which a subscription ends that may go on over another connection."""
_FIRST_PAUSE_SECONDS = 0.2
_LONGEST_PAUSE_SECONDS = 5.0
_SILENCE_SECONDS = 60.0
"""A connection that is silent for so long is given up: the service keeps one alive by a sign every 15 s, unless it is set otherwise."""


class Changes(Caller):
    """Iterators that go on by themselves when the connection breaks, the service restarts, or the caller did not keep up.

    Use them with contextlib.aclosing, or let them come to an end, so that their connection is closed at once.
    """

    _streams: httpx.AsyncClient | None = None

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._streams is not None:
            await self._streams.aclose()
        await super().aclose()

    async def thread_changes(self, thread_id: str, *, after_version: int | None = None) -> AsyncGenerator[ThreadChange, None]:
        """What changes a thread, each version once and in order: first all above after_version, then what happens, without an end.

        A change with up_to_date marks that nothing is missing any more; it comes once a connection. Without after_version only what
        happens from now on. Refused: NOT_FOUND, BAD_INPUT for a version that the thread does not have. Unreachable when the first
        connection fails; later ones are tried again for as long as it takes.
        """
        seen = after_version

        def given() -> dict[str, Any]:
            return {"thread_id": thread_id, "after_version": seen}

        async with aclosing(self._told("thread_changes", "threadChanged", given)) as stream:
            async for found in stream:
                change = read_as(ThreadChange, found)
                seen = change.version
                yield change

    async def tree_changes(
        self, root_thread_id: str, *, after_versions: Sequence[ThreadVersionInput] | None = None
    ) -> AsyncGenerator[TreeChange, None]:
        """The same of a thread and all below it, of those that join it as well; versions of each thread come in order.

        after_versions names the last version that was seen of each thread; threads that are left out are told from their first.
        Refused also by TOO_COMPLEX when the tree is too large.
        """
        seen = None if after_versions is None else {pair.thread_id: pair.version for pair in after_versions}

        def given() -> dict[str, Any]:
            versions = None if seen is None else [ThreadVersionInput(thread_id=id, version=version) for id, version in seen.items()]
            return {"root_thread_id": root_thread_id, "after_versions": versions}

        async with aclosing(self._told("tree_changes", "treeChanged", given)) as stream:
            async for found in stream:
                change = read_as(TreeChange, found)
                if change.versions is not None:
                    seen = {told.thread_id: told.version for told in change.versions}
                elif seen is not None and change.thread_id is not None and change.version is not None:
                    seen[change.thread_id] = change.version
                yield change

    async def _told(self, operation: str, path: str, given: Callable[[], dict[str, Any]]) -> AsyncGenerator[Any, None]:
        """What a subscription tells, over one connection after another, each with the variables of its moment."""
        attempts, pause, connected = 0, _FIRST_PAUSE_SECONDS, False
        while True:
            try:
                async with aclosing(self._stream(operation, path, as_variables(given()))) as stream:
                    async for found in stream:
                        pause, connected = _FIRST_PAUSE_SECONDS, True
                        yield found
            except Refused as refused:
                if refused.code not in _COME_BACK:
                    raise
            except Unreachable:
                attempts += 1
                if not connected and attempts > self._repeats:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    async def _stream(self, operation: str, path: str, variables: Mapping[str, Any]) -> AsyncGenerator[Any, None]:
        """What comes over one connection. Unreachable when it breaks."""
        request = {"query": document(operation), "variables": variables}
        headers = {"Accept": "text/event-stream"}
        try:
            async with self._connections().stream("POST", self.url, json=request, headers=headers) as response:
                if not response.headers.get("content-type", "").startswith("text/event-stream"):
                    await response.aread()
                    data_of(response, self.url)
                    raise UnexpectedAnswer(f"{self.url} did not answer a subscription by a stream of events")
                async with aclosing(events(response.aiter_bytes())) as told:
                    async for event in told:
                        if event.kind == "next":
                            yield _field_of(event.data, path, self.url)
        except httpx.RequestError as error:
            raise Unreachable(f"the service at {self.url} cannot be reached: {error or type(error).__name__}") from error

    def _connections(self) -> httpx.AsyncClient:
        """Connections of their own: a subscription holds its one, and must not keep questions from theirs."""
        if self._streams is None:
            self._streams = httpx.AsyncClient(
                headers=self._http.headers,
                timeout=httpx.Timeout(self._timeout, read=_SILENCE_SECONDS),
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
            )
        return self._streams


def _field_of(data: str, path: str, url: str) -> Any:
    try:
        match json.loads(data):
            case {"errors": [{"message": str(message), "extensions": {"code": str(code)}}, *_]}:
                raise Refused(code, message)
            case {"data": {**fields}} if path in fields:
                return fields[path]
    except ValueError:
        pass
    raise UnexpectedAnswer(f"{url} told {data[:200]!r}, which is no change")
