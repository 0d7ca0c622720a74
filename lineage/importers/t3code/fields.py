"""Looks into the fields of an event's payload: what is not there, or of another type, is None or empty."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from lineage.importers import loose

Json = Mapping[str, Any]


def text(data: Json, name: str) -> str | None:
    """A text that says something."""
    value = data.get(name)
    return value if isinstance(value, str) and value and not value.isspace() else None


def word(data: Json, name: str) -> str:
    """A word of a closed set, whatever it is; empty where there is none."""
    value = data.get(name)
    return value if isinstance(value, str) else ""


def whole(data: Json, name: str) -> int | None:
    """A whole number of ordinary size."""
    value = data.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53 else None


def mapping(data: Json, name: str) -> Json:
    return loose.mapping(data.get(name))


def mappings(data: Json, name: str) -> list[Json]:
    """The mappings of a list."""
    return list(loose.mappings(data.get(name)))


def texts(data: Json, name: str) -> list[str]:
    """The texts of a list."""
    return [entry for entry in loose.sequence(data.get(name)) if isinstance(entry, str)]


def moment(data: Json, *names: str) -> datetime | None:
    """The first of these fields that is a time, in UTC; one without a zone is taken as UTC."""
    for name in names:
        value = data.get(name)
        if isinstance(value, str):
            try:
                at = datetime.fromisoformat(value)
                return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
            except (ValueError, OverflowError):
                continue
    return None
