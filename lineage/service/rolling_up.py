"""Summing hours up, once they are over: what statistics read in the place of the facts themselves.

A command writes nothing but facts of its own, so that commands never wait for each other because of statistics. An hour is summed up when
no command of it can be at work any more; what writes in bulk (imports) marks its threads, whose facts are then made from their records,
and the hours that change by that are summed up again.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from lineage.domain.stats.dividing import HOUR, Part, hour_of, hours_between
from lineage.domain.stats.figures import SIZE_BOUNDS
from lineage.errors import LineageError, Timeout
from lineage.service.stats import as_rows, native, tallied
from lineage.store.restating import restate_some
from lineage.store.store import Store, Transaction

log = logging.getLogger(__name__)

HOURS_AT_ONCE = 168
THREADS_AT_ONCE = 64
SETTLED_AFTER = timedelta(minutes=10)
"""How long after its end an hour is summed up: by far longer than a command takes, and than clocks of services differ."""
FIRST_AFTER_SECONDS = 5


class RollUp:
    """Sums up the hours of workspaces. query_timeout is how long a transaction may take, in seconds."""

    def __init__(self, store: Store, query_timeout: float) -> None:
        self._store = store
        self._settled_after = max(SETTLED_AFTER, 2 * timedelta(seconds=query_timeout))
        self._hours_at_once = HOURS_AT_ONCE
        self._threads_at_once = THREADS_AT_ONCE
        self._wanted: set[str] = set()
        self._woken = asyncio.Event()

    def want(self, workspace: str) -> None:
        """Statistics of this workspace are asked for: from now on every service on this store sums its hours up."""
        if workspace not in self._wanted:
            self._wanted.add(workspace)
            self._woken.set()

    async def keep_up(self, every_seconds: float) -> None:
        """Sums up what is over, again and again, until it is cancelled. Several services may do so on one store."""
        await asyncio.sleep(FIRST_AFTER_SECONDS)
        while True:
            self._woken.clear()
            try:
                known = (await self._store.read("", "rolled_up_workspaces"))["rolledUp"]
            except LineageError as error:
                log.warning("hours could not be summed up: %s", error)
                known = []
            for workspace in sorted({*known, *self._wanted}):
                try:
                    await self.catch_up(workspace, datetime.now(UTC))
                except LineageError as error:
                    log.warning("hours of workspace %s could not be summed up: %s", workspace, error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), every_seconds)

    async def catch_up(self, workspace: str, now: datetime) -> int:
        """Counts what happened in threads that were written in bulk, then sums up all that is over at this moment. How many hours that
        were, those in which nothing happened not always counted."""
        while await self._count_some(workspace):
            pass
        done = 0
        while (hours := await self._next(workspace, now)) is not None:
            done += hours
        return done

    async def _count_some(self, workspace: str) -> bool:
        """Whether there may be more to count. Fewer threads are taken at once when they take too long."""
        try:
            return await self._store.write(workspace, "count", partial(restate_some, most=self._threads_at_once)) > 0
        except Timeout:
            if self._threads_at_once == 1:
                raise
            self._threads_at_once = max(1, self._threads_at_once // 8)
            return True

    async def _next(self, workspace: str, now: datetime) -> int | None:
        """The number of the next hours that are summed up; None when there are none. Fewer are taken at once when they take too long."""
        try:
            return await self._store.write(workspace, "roll_up", partial(self._some, hour_of(now - self._settled_after)))
        except Timeout:
            if self._hours_at_once == 1:
                raise
            self._hours_at_once = max(1, self._hours_at_once // 8)
            return 0

    async def _some(self, over: datetime, transaction: Transaction) -> int | None:
        """Under the lock: first the hours that were changed, then the next ones before over."""
        rollup = (await transaction.run("hold_rollup"))["rollup"]
        through, earliest = native(rollup["through"]), native(rollup["earliest"])
        if through is not None and rollup["late"]:
            seen, hours = self._changed(rollup["late"], through)
            await _write(transaction, hours, through, seen)
            return len(hours)
        first = over if earliest is None else max(hour_of(earliest), through or hour_of(earliest))
        end = min(over, first + self._hours_at_once * HOUR)
        if first < end:
            hours = list(hours_between(first, end))
            await _write(transaction, hours, end, [])
            return len(hours)
        if through is None or through < over:
            await _write(transaction, [], over, [])
        return None

    def _changed(self, late: Sequence[dict[str, Any]], through: datetime) -> tuple[list[str], list[datetime]]:
        """Marks with the hours that they name, as many as are dealt with at once; hours that are not summed up yet need no mark."""
        seen: list[str] = []
        hours: set[datetime] = set()
        for mark in late:
            named = {hour for hour in map(native, mark["hours"]) if hour < through}
            if seen and len(hours | named) > self._hours_at_once:
                break
            seen.append(mark["id"])
            hours |= named
        return seen, sorted(hours)


async def _write(transaction: Transaction, hours: Sequence[datetime], through: datetime, seen: Sequence[str]) -> None:
    """Puts the sums of these hours in the place of those that are there, and takes the marks away that were seen."""
    parts = [Part(number, hour, hour + HOUR) for number, hour in enumerate(hours)]
    found = await transaction.run("stats_facts", statsLive=as_rows(parts), sizeBounds=list(SIZE_BOUNDS))
    rows = [
        {"start": hours[key], "provider": provider, "model": model or "", "figures": tally.sums, "longest": tally.longest}
        for key, provider, model, tally in tallied(found)
    ]
    await transaction.run("write_hours", hours=list(hours), hourRows=rows, through=through, seen=list(seen))
