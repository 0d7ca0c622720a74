"""Pages of lists: opaque cursors, and the checked arguments first and after."""

import base64
import json
from datetime import datetime
from typing import Any

import strawberry

from lineage.errors import BadInput
from lineage.settings import Settings


@strawberry.type
class PageInfo:
    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


def cursor_of(kind: str, *place: Any) -> str:
    """An opaque cursor for a place in a list of this kind."""
    return base64.urlsafe_b64encode(json.dumps([kind, *place], separators=(",", ":")).encode()).decode()


def place_of(kind: str, cursor: str | None, *types: type) -> tuple[Any, ...] | None:
    """The place that a cursor of this kind names; None without one. BAD_INPUT for a cursor that no list of this kind gave."""
    if cursor is None:
        return None
    try:
        of, *parts = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        place = tuple(_part(part, wanted) for part, wanted in zip(parts, types, strict=True))
        given = of == kind and cursor_of(kind, *parts) == cursor
    except (ValueError, TypeError, RecursionError):
        given = False
    if not given:
        raise BadInput(f"after {cursor!r} is no cursor of this list")
    return place


def _part(value: Any, wanted: type) -> Any:
    """A part of a place as the store takes it. ValueError or TypeError for one that no cursor holds."""
    if wanted is datetime:
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError(value)
        return moment
    if type(value) is not wanted or (isinstance(value, int) and value.bit_length() > 63):
        raise TypeError(value)
    if isinstance(value, str):
        value.encode()
    return value


def page_size(first: int | None, settings: Settings, most: int | None = None) -> int:
    """How many entries a page has: first, else the default. BAD_INPUT for one below 1 or above the limit."""
    limit = most or settings.max_page_size
    if first is None:
        return min(settings.default_page_size, limit)
    if not 1 <= first <= limit:
        raise BadInput(f"first is {first}: expected 1 to {limit}")
    return first


def page_info(cursors: list[str], has_next: bool, after: str | None) -> PageInfo:
    return PageInfo(
        has_next_page=has_next,
        has_previous_page=after is not None,
        start_cursor=cursors[0] if cursors else None,
        end_cursor=cursors[-1] if cursors else None,
    )
