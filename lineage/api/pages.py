"""Pages of lists: opaque cursors, and the checked arguments first and after."""

import base64
import binascii
import json
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
        found = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (ValueError, binascii.Error, UnicodeError):
        found = None
    if not isinstance(found, list) or found[:1] != [kind] or len(found) != len(types) + 1:
        raise BadInput(f"after {cursor!r} is no cursor of this list")
    place = tuple(found[1:])
    if not all(type(part) is wanted for part, wanted in zip(place, types, strict=True)):
        raise BadInput(f"after {cursor!r} is no cursor of this list")
    return place


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
