"""The lines of an export, one by one, as JSON."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from lineage.exporters.jsonl import FORMAT

MOST_LINE_BYTES = 64 << 20
"""A line that is longer is not read: no row of an export is."""

# Written as an integer, these lose digits when they are read as orjson does.
_LONG_NUMBER = re.compile(rb"\d{19}")


def recognizes(path: Path, head: bytes) -> bool:
    """Whether a file that begins with these bytes is an export of this project, of whatever version of the format."""
    return isinstance(version_of(head.split(b"\n", 1)[0]), int)


def version_of(line: bytes) -> Any:
    """The version of the format that a first line tells; None when it is no first line of an export."""
    first = parsed(line)
    return first.get("format") if isinstance(first, dict) and first.get("type") == "lineage" else None


def is_readable(line: bytes) -> bool:
    return bool(version_of(line) == FORMAT)


@dataclass(frozen=True, slots=True)
class Line:
    """A line by its number from 1. whole: it ends in a line break."""

    number: int
    bytes: bytes
    whole: bool


def lines_of(file: BinaryIO) -> Iterator[Line]:
    """The lines that say anything. One that is too long ends them, as a broken one."""
    number = 0
    while line := file.readline(MOST_LINE_BYTES):
        number += 1
        if line.strip() or not line.endswith(b"\n"):
            yield Line(number, line, line.endswith(b"\n"))
        if len(line) == MOST_LINE_BYTES and not line.endswith(b"\n"):
            return


def parsed(line: bytes) -> Any:
    """The JSON of a line, long numbers with all their digits; None when it is none."""
    try:
        return json.loads(line) if _LONG_NUMBER.search(line) else orjson.loads(line)
    except ValueError:
        pass
    except RecursionError:
        return None
    try:
        # What orjson refuses and Python's own writes: NaN and Infinity.
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
