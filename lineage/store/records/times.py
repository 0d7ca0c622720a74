"""The times of rows as the queries take them: two whole numbers each, for which the driver needs a fiftieth of the time."""

from datetime import UTC, datetime
from typing import Any

from lineage.store.records.model import Row

THREAD_TIMES = ("createdAt", "updatedAt", "redactedAt")
PROVIDER_THREAD_TIMES = ("createdAt",)
RUN_TIMES = ("createdAt", "startedAt", "finishedAt")
CHECKPOINT_TIMES = ("createdAt",)
ITEM_TIMES = ("createdAt",)
TRANSFER_TIMES = ("createdAt", "consumedAt")
HANDOFF_TIMES = ("createdAt", "updatedAt")
EVENT_TIMES = ("at",)
COMPACTION_TIMES = ("at",)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def since_1970(at: datetime) -> list[int]:
    """[seconds, nanoseconds]"""
    since = at - _EPOCH
    return [since.days * 86_400 + since.seconds, since.microseconds * 1000]


def timed(row: Row, times: tuple[str, ...], links: tuple[str, ...] = ()) -> Row:
    """A row's set without its times, and beside it these links and each time that it has, as [seconds since 1970, nanoseconds]."""
    properties = row["set"]
    told: Row = {"set": {name: value for name, value in properties.items() if name not in times}}
    for name in times:
        if (at := properties.get(name)) is not None:
            told[name] = since_1970(at)
    for name in links:
        told[name] = row[name]
    return told


def listed(row: Row, names: tuple[str, ...], times: tuple[str, ...], sent: frozenset[str]) -> list[Any]:
    """The properties of these names in order, and each time as [seconds since 1970, nanoseconds]. KeyError for what is not sent."""
    properties = row["set"]
    if not properties.keys() <= sent:
        raise KeyError(*sorted(properties.keys() - sent))
    found = [properties.get(name) for name in names]
    for name in times:
        at = properties.get(name)
        found.append(since_1970(at) if at is not None else None)
    return found
