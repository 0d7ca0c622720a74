"""Values from files whose types may be anything: each function gives what it was asked for, or nothing."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

Json = dict[str, Any]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_MICROSECOND = int((datetime(9999, 12, 31, tzinfo=UTC) - EPOCH).total_seconds()) * 1_000_000


def parsed(data: bytes) -> Any:
    """What this JSON says. ValueError when it is none. Halves of surrogate pairs, which some programs write, become question marks."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        try:
            text = json.dumps(json.loads(data.decode(errors="replace")), ensure_ascii=False)
        except RecursionError:
            raise ValueError("it is nested too deeply") from None
        return orjson.loads(text.encode(errors="replace"))


def mapping(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def mappings(value: Any) -> list[Json]:
    """The objects in a list."""
    return [entry for entry in sequence(value) if isinstance(entry, dict)]


def text(value: Any) -> str | None:
    """A text that is not empty."""
    return value if isinstance(value, str) and value else None


def number(value: Any) -> int | None:
    """A whole number, also one that was written as a text or a fraction."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None


def from_milliseconds(value: Any) -> datetime | None:
    """The time that lies so many milliseconds after the beginning of 1970."""
    count = number(value)
    return None if count is None else _from_microseconds(count * 1000)


def from_nanoseconds(value: Any) -> datetime | None:
    """The same for nanoseconds; 0 says that there is no time."""
    count = number(value)
    return None if not count else _from_microseconds(count // 1000)


def _from_microseconds(count: int) -> datetime | None:
    return EPOCH + timedelta(microseconds=count) if 0 <= count <= _LAST_MICROSECOND else None
