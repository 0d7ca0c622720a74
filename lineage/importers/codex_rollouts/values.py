"""Values out of a file, where any of them may be of any JSON type: what is not as expected is None, or empty."""

from datetime import UTC, datetime
from typing import Any

from lineage.importers.loose import Json, mapping, number, sequence

_LARGEST = 2**53


def text_in(data: Any, *names: str) -> str | None:
    """The first of these fields that is a text with something in it."""
    if isinstance(data, dict):
        for name in names:
            value = data.get(name)
            if isinstance(value, str) and value:
                return value
    return None


def number_in(data: Any, name: str) -> int | None:
    """A whole number that JSON programs agree on."""
    value = number(data.get(name)) if isinstance(data, dict) else None
    return value if value is not None and abs(value) < _LARGEST else None


def mapping_in(data: Any, name: str) -> Json:
    return mapping(data.get(name)) if isinstance(data, dict) else {}


def list_in(data: Any, name: str) -> list[Any]:
    return sequence(data.get(name)) if isinstance(data, dict) else []


def time_in(data: Any, name: str) -> datetime | None:
    """A time as ISO 8601 tells it, in UTC; one without a zone is taken as UTC."""
    value = data.get(name) if isinstance(data, dict) else None
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value)
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def texts_of(content: Any) -> list[str]:
    """The texts of a message's or an output's parts; a bare text is one part. Images and the like say nothing."""
    if isinstance(content, str):
        return [content]
    if isinstance(content, list):
        return [part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)]
    return []


def shortened(word: Any) -> str:
    """A type's name for a fault, whatever stands in its place."""
    return word[:60] if isinstance(word, str) else f"of JSON type {type(word).__name__}"
