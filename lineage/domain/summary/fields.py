"""Reading the texts and JSON data of items, whatever callers put into them: nothing here raises."""

import json
from typing import Any

from lineage.domain.summary.diffs import FEW_LINES, leave_out_diffs, left_out

_WORDS = ("text", "title", "summary", "message", "description", "question", "reason", "content")
_CONTROL = frozenset({"id", "resolved", "status"})
_DIFFS = frozenset({"diff", "patch"})
_DEEPEST = 8
_LARGEST = 10**15


def string(data: Any, *names: str) -> str:
    """The first of the fields that is a text with something in it, without diffs; empty when there is none."""
    for name in names:
        value = data.get(name) if isinstance(data, dict) else None
        if isinstance(value, str) and value.strip():
            return prose(value)
    return ""


def number(data: Any, name: str) -> int | None:
    """The field as a whole number; None when it is missing, of another type or absurdly large."""
    value = data.get(name) if isinstance(data, dict) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LARGEST:
        return None
    return value


def identity(data: Any) -> str | None:
    """The field `id` as a text; None when there is no usable one."""
    count = number(data, "id")
    return str(count) if count is not None else string(data, "id") or None


def is_resolved(data: Any) -> bool:
    """Whether the field `resolved` is true; anything but a JSON true leaves the matter open."""
    return isinstance(data, dict) and data.get("resolved") is True


def prose(text: str) -> str:
    """The text with plain line ends, without long diffs and without white space around it."""
    return leave_out_diffs(text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def words(text: str | None, data: Any) -> str:
    """What an item says: its text, else what its data says; empty when it says nothing."""
    if isinstance(text, str) and text.strip():
        return prose(text)
    if isinstance(data, str):
        return prose(data)
    if isinstance(data, dict):
        said = string(data, *_WORDS)
        rest = {name: value for name, value in data.items() if name not in _CONTROL and name not in _DIFFS and value is not None}
        return said or (compact(rest) if rest else "")
    return compact(data) if data is not None and data != [] else ""


def compact(data: Any) -> str:
    """JSON data in one line, always the same for the same data, without long diffs."""
    try:
        return json.dumps(without_diffs(data), ensure_ascii=False, sort_keys=True, separators=(", ", ": "))
    except (TypeError, ValueError):
        return "(data that is not JSON)"


def without_diffs(data: Any, depth: int = 0) -> Any:
    """The same JSON data with long diffs and what lies deeper than eight levels replaced by notes that say so."""
    if depth > _DEEPEST:
        return "(nested deeper)"
    if isinstance(data, str):
        return leave_out_diffs(data)
    if isinstance(data, list | tuple):
        return [without_diffs(value, depth + 1) for value in data]
    if isinstance(data, dict):
        return {name: _field_without_diff(name, value, depth + 1) for name, value in data.items()}
    return data


def _field_without_diff(name: Any, value: Any, depth: int) -> Any:
    if name in _DIFFS and isinstance(value, str) and value.count("\n") >= FEW_LINES:
        return left_out(value.count("\n") + 1)
    return without_diffs(value, depth)


def excerpt(text: str, room: int) -> str:
    """The text itself when it takes no more than this many characters in a list, else its beginning and how many characters more it has."""
    if len(indented(text)) <= room:
        return text
    kept = indented(text)[: max(room - 30, 0)].replace("\n  ", "\n").rstrip()
    return f"{kept}… (+{len(text) - len(kept)} characters)"[:room]


def indented(text: str) -> str:
    """How a text of several lines stands in a list."""
    return text.replace("\n", "\n  ")
