"""Server-sent events as they come over a connection (the event stream format of HTML)."""

from collections.abc import AsyncGenerator, AsyncIterator
from typing import NamedTuple


class Event(NamedTuple):
    """What was sent: its kind, and its data with lines joined."""

    kind: str
    data: str


async def events(chunks: AsyncIterator[bytes]) -> AsyncGenerator[Event, None]:
    """The events of a stream; comments, which keep it alive, and fields of other names are left out."""
    kind, data = "message", list[str]()
    async for line in _lines(chunks):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                yield Event(kind, "\n".join(data))
            kind, data = "message", []
        elif name == "event":
            kind = value
        elif name == "data":
            data.append(value)


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    rest = b""
    async for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r").decode()
