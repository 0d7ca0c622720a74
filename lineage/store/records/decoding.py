"""From what the queries of cypher/records/ give to rows: times become datetimes again, ranges and turns stand in order."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from lineage.store.records.model import Row
from lineage.store.records.times import (
    CHECKPOINT_TIMES,
    COMPACTION_TIMES,
    EVENT_TIMES,
    HANDOFF_TIMES,
    ITEM_TIMES,
    PROVIDER_THREAD_TIMES,
    RUN_TIMES,
    THREAD_TIMES,
    TRANSFER_TIMES,
)

Record = Mapping[str, Any]


DERIVED = ("workspace", "runCount", "forkCount", "mayBeStale", "uncounted")
"""Properties that are no records: each write counts them anew."""


def _properties(properties: Row, times: tuple[str, ...]) -> Row:
    for name in DERIVED:
        properties.pop(name, None)
    for name in times:
        # The queries name each time that there may be: one that is not there is null.
        if (text := properties[name]) is None:
            del properties[name]
        else:
            properties[name] = datetime.fromisoformat(text)
    return properties


def _in_order(parts: Iterable[list[Any]]) -> list[list[Any]]:
    """[position, thread id, from, to] in order of the position, without it."""
    return [part[1:] for part in sorted(parts)]


def provider(properties: Row) -> Row:
    return {"set": _properties(properties, ())}


def thread(record: Record, lock_made: int | None) -> Row:
    """lock_made is that of the tree, and is only the root's."""
    properties = _properties(record["set"], THREAD_TIMES)
    parent_id = properties.get("parentId")
    return {
        "set": properties,
        "parentId": parent_id,
        "by": record["by"],
        "sourceRunId": record["sourceRunId"],
        "sourceVersion": record["sourceVersion"],
        "lockMade": lock_made if parent_id is None else None,
    }


def provider_threads(records: Iterable[Record]) -> list[Row]:
    """In order of creation; what they took along in the order of threads' ids."""
    rows = [
        {**record, "set": _properties(record["set"], PROVIDER_THREAD_TIMES), "inherits": sorted(record["inherits"])} for record in records
    ]
    return sorted(rows, key=_made)


def runs(records: Iterable[Record]) -> list[Row]:
    """Each thread's by ordinal."""
    rows = [
        {
            "set": _properties(record["set"], RUN_TIMES),
            "providerThreadId": record["providerThreadId"],
            "continues": record["continues"],
            "turns": [reference for _, reference in sorted(record["turns"], key=lambda turn: turn[0])],
            "checkpoint": _properties(record["checkpoint"], CHECKPOINT_TIMES) if record["checkpoint"] is not None else None,
        }
        for record in records
    ]
    return sorted(rows, key=lambda row: row["set"]["ordinal"])


def items(records: Iterable[Record]) -> list[Row]:
    """Each run's by index."""
    rows = [{"set": _properties(record["set"], ITEM_TIMES)} for record in records]
    return sorted(rows, key=lambda row: row["set"]["index"])


def compactions(records: Iterable[Record]) -> list[Row]:
    """In order of creation."""
    rows = [
        {"providerThreadId": record["providerThreadId"], "runId": record["runId"], "set": _properties(record["set"], COMPACTION_TIMES)}
        for record in records
    ]
    return sorted(rows, key=lambda row: (row["set"].get("made", 0), row["providerThreadId"], row["runId"]))


def events(records: Iterable[Record]) -> list[Row]:
    """Each thread's by version."""
    rows = [{"set": _properties(record["set"], EVENT_TIMES)} for record in records]
    return sorted(rows, key=lambda row: row["set"]["version"])


def transfers(records: Iterable[Record]) -> list[Row]:
    """In order of creation."""
    rows = [{**record, "set": _properties(record["set"], TRANSFER_TIMES), "carries": _in_order(record["carries"])} for record in records]
    return sorted(rows, key=_made)


def handoffs(records: Iterable[Record]) -> list[Row]:
    """In order of creation."""
    rows = [{**record, "set": _properties(record["set"], HANDOFF_TIMES), "covers": _in_order(record["covers"])} for record in records]
    return sorted(rows, key=_made)


def _made(row: Row) -> tuple[int, str]:
    return row["set"]["made"], row["set"]["id"]
