"""The part of a text that shows why it was found, and where in it the words of a search stand.

What is highlighted is told by the text alone: each place where a term of the search stands in it as whole words, neither case nor the
accents of Latin letters regarded, of a beginning the whole word that begins so. Places are counted in characters (Unicode's
code points) from 0, ends are exclusive.
"""

import re
import unicodedata
from typing import NamedTuple

from lineage.domain.folding import folded, folded_with_places
from lineage.domain.search import SINGLE, Search, Term

SNIPPET_CHARACTERS = 240
BEFORE_FIRST = 60
"""Characters shown before the first highlight, where there are as many."""


class Highlight(NamedTuple):
    start: int
    end: int


class Snippet(NamedTuple):
    """A part of a text: text begins offset characters into it, and of it highlights are ranges."""

    text: str
    offset: int
    highlights: tuple[Highlight, ...]


def snippet_of(text: str, search: Search) -> Snippet:
    """The part of the text around the first place where one of the search's terms stands; its beginning when none is seen."""
    plain, places = folded_with_places(text)
    found = _pattern(search)
    first = found.search(plain)
    start, end = _window(text, _place(first.start(), places, text) if first else 0)
    highlights = []
    for match in found.finditer(plain, first.start() if first else len(plain)):
        begins, ends = _place(match.start(), places, text), _end(match.end(), places, text)
        if begins >= end:
            break
        highlights.append(Highlight(begins - start, min(ends, end) - start))
    return Snippet(text[start:end], start, tuple(highlights))


def _pattern(search: Search) -> re.Pattern[str]:
    return re.compile("|".join(_pattern_of(term) for term in sorted(search.terms, key=lambda term: -len(term.text))))


def _pattern_of(term: Term) -> str:
    if term.begins:
        return rf"(?<![^\W{SINGLE}]){re.escape(term.text)}[^\W{SINGLE}]*(?:['.’][^\W{SINGLE}]+)*"
    words = [re.escape(folded(word)) for word in term.words]
    # Before and after characters that are words of their own another word may stand.
    before = "" if re.match(f"[{SINGLE}]", words[0]) else rf"(?<![^\W{SINGLE}])"
    after = "" if re.search(f"[{SINGLE}]$", words[-1]) else rf"(?![^\W{SINGLE}])"
    return before + r"[\W_]*?".join(words) + after


def _place(place: int, places: list[int] | None, text: str) -> int:
    return place if places is None else places[place] if place < len(places) else len(text)


def _end(end: int, places: list[int] | None, text: str) -> int:
    """Where what ends there in the folded text ends in the text, with the accents that belong to its last letter."""
    if places is None:
        return end
    found = places[end - 1] + 1
    while found < len(text) and unicodedata.combining(text[found]):
        found += 1
    return found


def _window(text: str, first: int) -> tuple[int, int]:
    """From where to where the text is shown, cut at white space where there is some near."""
    if len(text) <= SNIPPET_CHARACTERS:
        return 0, len(text)
    start = max(0, min(first - BEFORE_FIRST, len(text) - SNIPPET_CHARACTERS))
    end = min(len(text), start + SNIPPET_CHARACTERS)
    if start and (space := re.search(r"\s", text[start:first])):
        start += space.end()
    if end < len(text) and (tail := re.search(r"\s\S*$", text[max(first + 1, end - BEFORE_FIRST) : end])):
        end = max(first + 1, end - BEFORE_FIRST) + tail.start()
    return start, end
