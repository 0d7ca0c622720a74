"""What several questions of a request ask for at the same time, read by one statement."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from typing import Any

from lineage.service.openings import FACTS, NO_FACTS
from lineage.store.store import Row

TOGETHER = (*FACTS, "runs", "transfers", "handoffs", "checkpoints", "runs_at", "handoff_origins")
"""Queries that take lists alone, and return of each entry what they would return of it alone."""

NOTHING: Mapping[str, Sequence[Any]] = {**NO_FACTS, "runIds": [], "points": [], "originsOf": []}
"""Their parameters when nothing is asked, as far as the store does not know that itself."""

_NAMES = frozenset(TOGETHER)


def can_be_together(names: Sequence[str]) -> bool:
    return _NAMES.issuperset(names)


def entry_key(entry: Any) -> Hashable:
    """What is equal for equal entries of a parameter, which are texts, points or asks."""
    if isinstance(entry, Mapping):
        return tuple(entry[name] for name in sorted(entry))
    return tuple(entry) if isinstance(entry, list) else entry


class ReadingTogether:
    """Collects what is asked for until the event loop comes round. What two ask for is read once."""

    def __init__(self, read: Callable[..., Awaitable[Row]]) -> None:
        self._read = read
        self._asked: list[tuple[tuple[str, ...], Mapping[str, Sequence[Any]]]] = []
        self._reading: asyncio.Task[Row] | None = None

    async def read(self, *names: str, **parameters: Sequence[Any]) -> Row:
        """What these queries of TOGETHER return for the parameters, and for those that others give at this time."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_all())
        self._asked.append((names, parameters))
        # One question that is given up must not take away what others wait for.
        return await asyncio.shield(self._reading)

    async def _read_all(self) -> Row:
        for _ in range(2):
            # Loaders ask a moment later than questions that use none.
            await asyncio.sleep(0)
        asked, self._asked, self._reading = self._asked, [], None
        kinds = {names for names, _ in asked}
        names = kinds.pop() if len(kinds) == 1 else TOGETHER
        if len(asked) == 1:
            return await self._read(*names, **{**NOTHING, **asked[0][1]})
        found: dict[str, dict[Hashable, Any]] = {name: {} for name in NOTHING}
        for _, parameters in asked:
            for name, entries in parameters.items():
                found.setdefault(name, {}).update((entry_key(entry), entry) for entry in entries)
        return await self._read(*names, **{name: list(entries.values()) for name, entries in found.items()})
