"""The lines of a session file with where they stand. What is no line of the format is passed over, and told."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lineage.importers.loose import parsed
from lineage.importers.reading import DAMAGED, PACKED, unpacked
from lineage.importers.report import FaultKind, FileReport

Line = dict[str, Any]

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def all_lines(path: Path, report: FileReport) -> Iterator[tuple[int, int, Line]]:
    """Each line with its offset in bytes, unpacked, and its place, counted from 1. A packed file ends where it is damaged."""
    offset = place = 0
    try:
        with unpacked(path) as file:
            for raw in file:
                place += 1
                line, wrong = read_line(raw)
                if line is None and wrong and not raw.endswith(b"\n"):
                    report.fault(FaultKind.CUT_LINE, "the last line ends in the middle", place)
                elif wrong:
                    report.fault(FaultKind.NOT_READABLE, wrong, place)
                if line is not None:
                    yield offset, place, line
                offset += len(raw)
    except DAMAGED as error:
        report.fault(FaultKind.NOT_READABLE, f"the file cannot be read to its end: {type(error).__name__}", place)


def lines_at(path: Path, offsets: Sequence[int]) -> Iterator[tuple[int, Line]]:
    """The lines at these offsets, which are sorted. A line that all_lines did not give is passed over."""
    with unpacked(path) as file:
        here = 0
        for offset in offsets:
            if path.suffix in PACKED:
                while here < offset and (passed := file.readline()):
                    here += len(passed)
            else:
                file.seek(offset)
            raw = file.readline()
            here = offset + len(raw)
            line, _ = read_line(raw)
            if line is not None:
                yield offset, line


def read_line(raw: bytes) -> tuple[Line | None, str | None]:
    """The line if it can be read, and what is wrong with it. An empty line is neither."""
    text, wrong = raw.removeprefix(_BYTE_ORDER_MARK).strip(), None
    if text.startswith(b"\0"):
        text, wrong = text.lstrip(b"\0"), "zero bytes, as a power failure leaves them"
    if not text:
        return None, wrong
    try:
        line = parsed(text)
    except ValueError:
        line = None
    return (line, wrong) if isinstance(line, dict) else (None, wrong or "a line that is no JSON object")


def time_of(line: Line) -> datetime | None:
    """When the line was written, in UTC; None when it does not say, or says no time."""
    told = line.get("timestamp")
    if not isinstance(told, str):
        return None
    try:
        time = datetime.fromisoformat(told)
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def text_in(mapping: Any, *names: str) -> str | None:
    """The text at these names, one inside the other; None when anything on the way is missing or of another type."""
    for name in names:
        mapping = mapping.get(name) if isinstance(mapping, dict) else None
    return mapping if isinstance(mapping, str) and mapping else None
