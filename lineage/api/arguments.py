"""Arguments of questions, checked by themselves before anything is read."""

from datetime import datetime
from typing import Any

import strawberry
from pydantic import TypeAdapter, ValidationError

from lineage.errors import BadInput
from lineage.service.inputs import Id, Text

_ID: TypeAdapter[strawberry.ID] = TypeAdapter(Id)
_TEXT: TypeAdapter[str] = TypeAdapter(Text)


def id_argument(name: str, value: str) -> strawberry.ID:
    """The id, when it can be one. BAD_INPUT for one that is empty, longer than 256 characters or holds what the store cannot keep."""
    return strawberry.ID(_checked(_ID, name, value))


def text_argument(name: str, value: str | None) -> str | None:
    """The text, when the store can hold such a one. BAD_INPUT otherwise."""
    return _checked(_TEXT, name, value) if value is not None else None


def moment(name: str, value: datetime) -> datetime:
    """The time, when it says where. BAD_INPUT for one without an offset from UTC."""
    if value.tzinfo is None:
        raise BadInput(f"{name}: expected a time with its offset from UTC, such as 2026-01-31T00:00:00Z")
    return value


def _checked(kind: TypeAdapter[Any], name: str, value: str) -> str:
    try:
        return str(kind.validate_python(value))
    except ValidationError as error:
        raise BadInput(f"{name}: {error.errors()[0]['msg'].removeprefix('Value error, ')}") from None
