"""From a line's JSON to a row, checked by itself: its properties and links are there and of their types."""

from collections.abc import Mapping
from typing import Any

from lineage.store.records.kinds import KINDS
from lineage.store.records.model import Row


def row_of(name: str, value: Mapping[str, Any]) -> Row:
    """The row of a kind. ValueError says what is wrong with it, without its values. KeyError for a kind that there is not."""
    kind = KINDS[name]
    row: Row = {"set": kind.shape.read(value.get("properties"))}
    for link, read in kind.links.items():
        if link not in value:
            raise ValueError(f"has no {link!r}")
        try:
            row[link] = read(value[link])
        except ValueError as error:
            raise ValueError(f"has a {link!r} that is not {error}") from error
    for field in value:
        if field not in kind.links and field not in ("type", "properties"):
            raise ValueError(f"has a field {field!r}, which is not known")
    return row


def key_of(name: str, row: Row) -> tuple[str, ...]:
    """What tells a row from all others of its tree."""
    properties = row["set"]
    if name == "compaction":
        return name, row["providerThreadId"], row["runId"]
    if name == "event":
        return name, properties["threadId"], str(properties["version"])
    return name, properties["id"]
