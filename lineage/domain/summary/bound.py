"""How long a summary can become, known from numbers that are kept while items come in."""

from typing import Any

from lineage.domain.summary.fields import indented, is_resolved, prose, words
from lineage.domain.summary.gathering import OPEN, RESULTS, STATED
from lineage.domain.summary.model import Entry, SummaryItem
from lineage.domain.summary.outputs import SHOWN
from lineage.domain.summary.plan import DONE_ROOM, list_of, single_point
from lineage.domain.summary.sections import TITLES
from lineage.domain.summary.text import HEADING
from lineage.domain.summary.wording import (
    DIFF_SUMMARY_ROOM,
    LABEL_ROOM,
    MESSAGE_ROOM,
    REFERENCE_ROOM,
    REMARK_ROOM,
    command_result,
    file_change,
    statement,
)

_AROUND_LINE = len("- \n")
_AROUND_SECTION = len("\n\n:\n")
_NUMBER = 19


def longest_possible(runs_item_characters: int, run_count: int) -> int:
    """An upper bound, in characters, of the text of `summarize` without a limit and with the default heading.

    runs_item_characters is the sum of `item_characters` over all items of the runs and of `message_characters` over their
    messages. Any checkpoint is allowed for. Ordinals are taken to fit 64 bits.
    """
    nothing_recorded = len(f"{run_count} runs, nothing recorded.")
    return runs_item_characters + max(_WITHOUT_ITEMS, nothing_recorded)


def item_characters(kind: str, text: str | None, data: Any) -> int:
    """The most that this item adds to a summary's text, in characters; the last answer and tool output are in the bound already."""
    if kind == "USER_MESSAGE":
        said = statement(SummaryItem(kind, text, data))
        return message_characters(said.text) if said else 0
    return sum(_line_room(line) for line in _lines(SummaryItem(kind, text, data)))


def message_characters(message: str | None) -> int:
    """The most that a user's message adds: one among the items, or that of a run without any."""
    said = prose(message or "")
    return _AROUND_LINE + LABEL_ROOM + min(len(indented(said)), MESSAGE_ROOM) if said else 0


def _lines(item: SummaryItem) -> list[str]:
    entries: list[Entry | None] = []
    if item.kind in STATED or (item.kind in OPEN and not is_resolved(item.data)):
        entries = [statement(item)]
    elif item.kind == "FILE_CHANGE":
        entries = [file_change(item)]
    elif item.kind in RESULTS:
        entries = [command_result(item)]
    elif item.kind == "TODO":
        listed = list_of(item.data)
        if listed is not None:
            return [words(item.text, None), *(entry.text for entry, done in listed if not done)]
        point = single_point(item)
        entries = [point[0] if point and not point[1] else None]
    return [entry.text for entry in entries if entry]


def _line_room(line: str) -> int:
    return _AROUND_LINE + len(indented(line)) if line else 0


_CHECKPOINT = REFERENCE_ROOM + len(", run ") + _NUMBER + len("; workspace ") + REFERENCE_ROOM + len("; ") + DIFF_SUMMARY_ROOM
_ANSWER = _AROUND_LINE + LABEL_ROOM + MESSAGE_ROOM
_OUTPUTS = SHOWN * (_AROUND_LINE + REMARK_ROOM)
_UNFINISHED = _AROUND_LINE + len("run  was interrupted") + _NUMBER
_WITHOUT_ITEMS = (
    len(HEADING)
    + sum(_AROUND_SECTION + len(title) for title in TITLES.values())
    + (_AROUND_LINE + _CHECKPOINT)
    + _ANSWER
    + _OUTPUTS
    + _UNFINISHED
    + (_AROUND_LINE + DONE_ROOM)
)
