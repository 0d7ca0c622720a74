"""What a subscription missed, read from the log page by page until nothing is missing any more."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Protocol

from lineage.domain.models import LineageEvent
from lineage.errors import BadInput, LineageError, NotFound, TooComplex
from lineage.live.log import READ_AT_ONCE, Log, Part
from lineage.live.topic import Subject, Versions

LOOKS = 4
LOOK_AGAIN_SECONDS = 0.25
"""Where replicas lag, a client that comes back has seen more than the store tells yet: before it is refused that is looked at again."""


class Joinable(Protocol):
    """What is joined once nothing is missing."""

    def can_be_joined(self, subject: Subject, seen: Versions) -> bool:
        """Whether one that saw these versions would miss nothing. UNAVAILABLE after a stop."""
        ...


async def opened(log: Log, subject: Subject, after: Versions | None, most_threads: int) -> dict[str, int]:
    """The versions up to which a client saw the threads of what it subscribes to. The errors are those of Feed.changes."""
    for thread_id, version in (after or {}).items():
        if version < 0:
            raise BadInput(f"version {version} of thread {thread_id!r} is negative")
    looks = 1 if after is None else LOOKS
    while True:
        looks -= 1
        try:
            now = await versions_of(log, subject, most_threads)
            return dict(now) if after is None else _seen(after, now, subject)
        except (BadInput, NotFound):
            if not looks:
                raise
            await asyncio.sleep(LOOK_AGAIN_SECONDS)


def _seen(after: Versions, now: Versions, subject: Subject) -> dict[str, int]:
    for thread_id, version in after.items():
        if thread_id not in now:
            raise BadInput(f"thread {thread_id!r} is not among {subject.thread_id!r} and the threads below it")
        if version > now[thread_id]:
            raise BadInput(f"thread {thread_id!r} has no version {version} yet: expected 0 to {now[thread_id]}")
    return dict(after)


async def versions_of(log: Log, subject: Subject, most_threads: int) -> dict[str, int]:
    """The versions that the threads have now, parents first. NOT_FOUND; TOO_COMPLEX for a tree that is too large."""
    if not subject.with_below:
        version = await log.version(subject)
        now = None if version is None else {subject.thread_id: version}
    else:
        tree = await log.tree(subject)
        now = None if tree is None else dict(tree.versions)
    if now is None:
        raise NotFound(f"thread {subject.thread_id!r} is not known")
    if len(now) > most_threads:
        raise too_large(subject, most_threads)
    return now


def too_large(subject: Subject, most_threads: int) -> LineageError:
    return TooComplex(f"the tree of {subject.thread_id!r} has more than {most_threads} threads: subscribe to a part of it")


async def catching_up(
    log: Log, joinable: Joinable, subject: Subject, seen: dict[str, int], poll_seconds: float, most_threads: int
) -> AsyncGenerator[LineageEvent, None]:
    """The changes above the versions in seen, which goes along; ends when nothing is missing and the poller is not ahead.

    It may go on for as long as more is written than the client reads: what is missing is read when the client is ready for it.
    """
    while True:
        now = await versions_of(log, subject, most_threads)
        missing = [Part(subject.workspace, id, seen.get(id, 0), version) for id, version in now.items() if version > seen.get(id, 0)]
        if joinable.can_be_joined(subject, seen) and not missing:
            return
        told = False
        for asked in _at_once(missing):
            for _, event in _in_order(await log.changes(asked), asked):
                if event.version == seen.get(event.thread_id, 0) + 1:
                    seen[event.thread_id] = event.version
                    told = True
                    yield event
        if not told:
            await asyncio.sleep(poll_seconds)


def _at_once(missing: Sequence[Part]) -> Iterator[list[Part]]:
    """The same, in parts that are answered whole."""
    asked: list[Part] = []
    room = READ_AT_ONCE
    for part in missing:
        after = part.after
        while after < part.last:
            last = min(part.last, after + room)
            asked.append(part._replace(after=after, last=last))
            room -= last - after
            after = last
            if not room:
                yield asked
                asked, room = [], READ_AT_ONCE
    if asked:
        yield asked


def _in_order(found: list[tuple[str, LineageEvent]], asked: Sequence[Part]) -> list[tuple[str, LineageEvent]]:
    """Parents first, as was asked, each thread by its versions."""
    place = {part.thread_id: index for index, part in enumerate(asked)}
    return sorted(found, key=lambda entry: (place[entry[1].thread_id], entry[1].version))
