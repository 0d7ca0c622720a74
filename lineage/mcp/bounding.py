"""Keeps answers within a number of characters, and lets the rest be asked for."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult
from pydantic import TypeAdapter

from lineage.client.models import Page
from lineage.mcp.answers import Answer, Entry, Listing, Rest, result_of, size_of
from lineage.mcp.cursors import cursor_of, place_of

N = TypeVar("N")

_OFFSETS = TypeAdapter(dict[str, int])
_PLACE = TypeAdapter(tuple[str | None, int])
_FOR_THE_REST = 800
"""Characters that are kept free for the headings and for telling what is left out."""


@dataclass(frozen=True)
class Bound:
    """Answers have at most max_chars characters: of text and of structured content, taken together."""

    max_chars: int

    def lists(
        self, tool: str, answer: Answer, lines: Sequence[str], listings: Sequence[Listing], first: int, after: str | None
    ) -> CallToolResult:
        """An answer of which all is known: its lists from `after` on, at most `first` entries of each, as far as there is room."""
        offsets = place_of(tool, after, _OFFSETS) if after is not None else {}
        room = self._room(answer, lines)
        shown: dict[str, Sequence[Entry]] = {}
        left: dict[str, int] = {}
        places: dict[str, int] = {}
        text = [*lines]
        for listing in listings:
            start = max(0, min(offsets.get(listing.name, 0), len(listing.entries)))
            taken = _fitting(listing.entries[start : start + first], room, at_least=not any(shown.values()))
            room -= sum(entry.size for entry in taken)
            shown[listing.name] = taken
            places[listing.name] = start + len(taken)
            if len(listing.entries) > places[listing.name]:
                left[listing.name] = len(listing.entries) - places[listing.name]
            text += _section(listing.heading, taken)
        rest = Rest(left_out=left, after=cursor_of(tool, places, _OFFSETS)) if left else None
        return self._within(_filled(answer, shown, rest), text)

    async def page(
        self,
        tool: str,
        ask: Callable[[int, str | None], Awaitable[Page[N]]],
        answered: Callable[[Page[N]], tuple[Answer, Sequence[str], Listing]],
        first: int,
        after: str | None,
    ) -> CallToolResult:
        """An answer of which the service gives a page at a time; asked for again, smaller, when it has not the room for all of it."""
        cursor, before = place_of(tool, after, _PLACE) if after is not None else (None, 0)
        page = await ask(first, cursor)
        answer, lines, listing = answered(page)
        taken = _fitting(listing.entries, self._room(answer, lines), at_least=True)
        if len(taken) < len(listing.entries):
            page = await ask(len(taken), cursor)
            answer, lines, listing = answered(page)
            taken = listing.entries
        rest = None
        if page.has_next_page:
            until = before + len(taken)
            rest = Rest(left_out={listing.name: max(page.total_count - until, 1)}, after=cursor_of(tool, (page.end_cursor, until), _PLACE))
        return self._within(_filled(answer, {listing.name: taken}, rest), [*lines, *_section(listing.heading, taken)])

    def _room(self, answer: Answer, lines: Sequence[str]) -> int:
        return self.max_chars - size_of(result_of(answer, lines)) - _FOR_THE_REST

    def _within(self, answer: Answer, lines: Sequence[str]) -> CallToolResult:
        result = result_of(answer, lines)
        if (size := size_of(result)) > self.max_chars:
            raise ToolError(f"TOO_LARGE: one entry alone takes {size} characters, more than the {self.max_chars} of --max-chars")
        return result


def _fitting(entries: Sequence[Entry], room: int, at_least: bool) -> Sequence[Entry]:
    """The first entries that there is room for; one even without room where at_least is set, so that each answer gets further."""
    for count, entry in enumerate(entries):
        room -= entry.size
        if room < 0:
            return entries[: max(count, 1 if at_least else 0)]
    return entries


def _section(heading: str, entries: Sequence[Entry]) -> list[str]:
    return [f"{heading}:", *(f"- {entry.line}" for entry in entries)] if entries else []


def _filled(answer: Answer, shown: dict[str, Sequence[Entry]], rest: Rest | None) -> Answer:
    return answer.model_copy(update={**{name: tuple(entry.value for entry in entries) for name, entries in shown.items()}, "rest": rest})
