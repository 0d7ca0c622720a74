"""The types of the properties of rows, and how their values are written as text.

Formats that say at their beginning which columns or keys will come take them from the shapes of the rows. A property that a shape
lacks is not lost: such formats put it into one more column, as JSON.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Any

import orjson

from lineage.store.records import shapes
from lineage.store.records.model import Row
from lineage.store.records.shapes import Read, Shape


class Type(Enum):
    TEXT = auto()
    """Ids, words and JSON too."""
    INTEGER = auto()
    BOOLEAN = auto()
    TIME = auto()
    """A datetime in UTC, written by instant()."""


Properties = Mapping[str, Type]

READ_AS: Mapping[Read, Type] = {shapes.number: Type.INTEGER, shapes.flag: Type.BOOLEAN, shapes.time: Type.TIME}
OTHER = "other"
"""The column for what a shape lacks."""


def properties_of(shape: Shape) -> Properties:
    """The types of all properties that a thing of a kind can have."""
    return {name: READ_AS.get(read, Type.TEXT) for name, read in {**shape.always, **shape.maybe}.items()}


def instant(value: datetime) -> str:
    """A time in UTC as text: 2026-01-31T09:30:00.000000Z."""
    return f"{value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def other(row: Row, known: Properties) -> str | None:
    """The properties of a row that the list lacks, as a JSON object with its keys in order; None when there are none."""
    left = {name: value for name, value in row.items() if name not in known and value is not None}
    return orjson.dumps(left, default=_text, option=orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATETIME).decode() if left else None


def _text(value: Any) -> str:
    return instant(value) if isinstance(value, datetime) else str(value)


def written(value: Any) -> str | None:
    """A property's value as text: true and false for booleans, instants for times; None for none."""
    match value:
        case None:
            return None
        case bool():
            return "true" if value else "false"
        case datetime():
            return instant(value)
        case _:
            return str(value)
