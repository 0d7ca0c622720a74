"""The project's own format: every fact of the graph, one JSON object a line, so that importing it gives the same graph again.

The first line says what the file is. Then come the registered providers, and each lineage tree as a whole: a line for each row,
and one that ends the tree and counts its rows. The last line ends the file and counts the trees, so that a file that was cut
shows it. Equal graphs give equal bytes: nothing in it tells when or where it was written.
"""

from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

import orjson

from lineage.exporters.streaming import Part
from lineage.store.records.kinds import KINDS
from lineage.store.records.model import Records, Row
from lineage.store.records.shapes import CHECKPOINT

FORMAT = 1
"""The version of the format. One that does not read as this one does has another."""
TREE_END = "treeEnd"
END = "end"

_JSON_NAMES = {name: kind.shape.json_names for name, kind in KINDS.items()}


class JsonlExporter:
    """Streams; holds one part at a time."""

    name = "jsonl"
    media_type = "application/x-ndjson; charset=utf-8"
    file_suffix = ".jsonl"
    binary = False

    async def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        yield _line({"type": "lineage", "format": FORMAT})
        trees = rows = 0
        async for part in parts:
            if part.root_id is not None:
                rows += len(part.records)
            if written := b"".join(lines(part.records)):
                yield written
            if part.ends_tree:
                yield _line({"type": TREE_END, "rootId": part.root_id, "rows": rows})
                trees, rows = trees + 1, 0
        yield _line({"type": END, "trees": trees})


def lines(records: Records) -> Iterator[bytes]:
    """A line for each row, kind after kind, but each run's items right after it: so the order does not tell what was read together."""
    items: dict[str, list[Row]] = {}
    for row in records.items:
        items.setdefault(row["set"]["runId"], []).append(row)
    for name, kind in KINDS.items():
        rows: Iterable[Row] = getattr(records, kind.rows)
        if name == "item":
            continue
        for row in rows:
            yield line_of(name, row)
            if name == "run":
                for item in items.get(row["set"]["id"], ()):
                    yield line_of("item", item)


def line_of(name: str, row: Row) -> bytes:
    """A row of a kind as a line."""
    written: dict[str, Any] = {"type": name, "properties": _properties(row["set"], _JSON_NAMES[name])}
    for link in KINDS[name].links:
        written[link] = row.get(link)
    if written.get("checkpoint") is not None:
        written["checkpoint"] = _properties(written["checkpoint"], CHECKPOINT.json_names)
    return _line(written)


def _properties(properties: Row, json_names: frozenset[str]) -> dict[str, Any]:
    return {name: _value(value, name in json_names) for name, value in sorted(properties.items()) if value is not None}


def _value(value: Any, is_json: bool) -> Any:
    if is_json:
        # As it stands: read and written anew, long numbers would lose digits. A line break can only stand between tokens.
        return orjson.Fragment(value.replace("\n", " "))
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return value


def _line(written: dict[str, Any]) -> bytes:
    return orjson.dumps(written, option=orjson.OPT_APPEND_NEWLINE)
