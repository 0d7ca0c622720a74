"""The summary as text, whole or within a limit."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from lineage.domain.summary.fields import excerpt, indented
from lineage.domain.summary.model import Section

HEADING = "Earlier work, newest first"
MARK = "[shortened]"

_ROOM_FOR_A_LIST = 200
_SHORTEST_LINE = 12


def whole_text(sections: Sequence[Section], heading: str, run_count: int) -> str:
    """Every line of every section below the heading; a single one does without heading and list."""
    lines = [f"{section.title}: {line}" for section in sections for line in section.lines]
    if not lines:
        return f"{run_count} run{'' if run_count == 1 else 's'}, nothing recorded."
    return lines[0] if len(lines) == 1 else _listed(sections, heading)


def shortened_text(sections: Sequence[Section], heading: str, run_count: int, limit: int) -> str:
    """The most important part of the text within a limit of at least one character, ended by a mark that says so.

    No entry takes more than a quarter while another one lacks room; then what is at the end goes: the least important section,
    and the oldest of a section first. Within a small limit all stands in one line, within a tiny one there is no room for
    the mark: then an ellipsis is all that says so.
    """
    several = sum(len(section.lines) for section in sections) > 1
    if several and limit >= _ROOM_FOR_A_LIST + 2 * len(heading):
        ending = f"\n\n{MARK}"
        return _list_within(sections, heading, limit - len(ending)) + ending
    line = _in_one_line(sections) if several else whole_text(sections, heading, run_count)
    if limit < len(MARK):
        return _cut(line, limit)
    room = limit - len(f" {MARK}")
    return f"{_cut(line, room)} {MARK}" if room > 0 else MARK


def _list_within(sections: Sequence[Section], heading: str, room: int) -> str:
    def with_entries_of(most: int) -> str:
        return _listed([replace(part, lines=tuple(excerpt(line, most) for line in part.lines)) for part in sections], heading)

    quarter = room // 4
    if len(with_entries_of(quarter)) > room:
        return _beginning(with_entries_of(quarter), room)
    too_wide = bisect_left(range(quarter + 1, room), True, key=lambda most: len(with_entries_of(most)) > room)
    return with_entries_of(quarter + too_wide)


def _beginning(listed: str, room: int) -> str:
    """As much of the list as there is room for, without a first few letters of an entry and titles that have no entry left."""
    head, _, last = listed[: room - 1].rpartition("\n")
    if _is_entry(last) and len(last) >= _SHORTEST_LINE:
        return f"{head}\n{last.rstrip()}…"
    while head and not _is_entry(head.rpartition("\n")[2]):
        head = head.rpartition("\n")[0]
    return head


def _is_entry(line: str) -> bool:
    return line.startswith(("- ", "  "))


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


def _in_one_line(sections: Sequence[Section]) -> str:
    return "; ".join(" ".join(f"{part.title}: {'; '.join(part.lines)}".split()) for part in sections if part.lines)


def _listed(sections: Sequence[Section], heading: str) -> str:
    lists = ["\n".join([f"{part.title}:", *(f"- {indented(line)}" for line in part.lines)]) for part in sections if part.lines]
    return "\n\n".join([heading, *lists])
