"""What a backup has besides an export: rows that belong to no tree's facts, with any properties, so that none is left out.

receipt    of a command that was carried out: a retry after a restore gets the same answer
tombstone  of what was pruned: late writes go on to be told GONE
token      of who may ask: its secret's digest, never the secret
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import orjson
from neo4j.time import DateTime

from lineage.store.records.model import Row
from lineage.store.records.receipts import tree_receipts
from lineage.store.store import Store

Ask = Callable[..., Awaitable[Any]]
AT_ONCE = 1000

RECEIPT, TOMBSTONE, TOKEN = "receipt", "tombstone", "token"
NO_TREE = ""
"""The root of receipts of commands that wrote to no tree or to several."""


async def loose_rows(store: Store, workspace: str) -> AsyncIterator[tuple[str, Row]]:
    """What of a workspace is to be read before its trees: a receipt tells of something that is there when that is read later."""
    async for receipts in tree_receipts(_asking(store, workspace), NO_TREE):
        for row in receipts:
            yield RECEIPT, row
    for properties in (await store.read(workspace, "tokens"))["foundTokens"]:
        yield TOKEN, {"set": dict(properties)}


async def tombstones(store: Store, workspace: str) -> AsyncIterator[Row]:
    """The tombstones of a workspace, to be read after its trees: what was pruned meanwhile has its own then."""
    after = ["", ""]
    while True:
        found = (await store.read(workspace, "stored_tombstones", tombstonesAfter=after, tombstonesFirst=AT_ONCE))["storedTombstones"]
        for row in found:
            yield row
        if len(found) < AT_ONCE:
            return
        after = [found[-1]["set"]["kind"], found[-1]["set"]["id"]]


def line_of(name: str, row: Row) -> bytes:
    """A row as a line."""
    properties = {name: _told(value) for name, value in sorted(row["set"].items()) if name != "workspace"}
    return orjson.dumps({"type": name, "properties": properties}, option=orjson.OPT_APPEND_NEWLINE)


def timed_rows(values: Iterable[dict[str, Any]]) -> list[Row]:
    """Rows of receipts or tombstones from their lines, ready to be written: {set, at: [seconds, nanoseconds]}."""
    rows = []
    for value in values:
        properties = dict(value["properties"])
        at = datetime.fromisoformat(properties.pop("at"))
        since = at - _EPOCH
        rows.append({"set": properties, "at": [since.days * 86_400 + since.seconds, since.microseconds * 1000]})
    return rows


def token_rows(workspace: str, values: Iterable[dict[str, Any]]) -> list[Row]:
    """Tokens from their lines, ready to be written."""
    return [{"workspace": workspace, **{name: _read(value) for name, value in told["properties"].items()}} for told in values]


def _asking(store: Store, workspace: str) -> Ask:
    return lambda *names, **parameters: store.read(workspace, *names, **parameters)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _told(value: Any) -> Any:
    """A time as {"time": text}, so that it is told from text; anything else as it is."""
    if isinstance(value, DateTime | datetime):
        return {"time": value.isoformat()}
    return value


def _read(value: Any) -> Any:
    return datetime.fromisoformat(value["time"]) if isinstance(value, dict) else value
