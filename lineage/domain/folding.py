"""Texts without case and without the accents of Latin letters, as the full-text index regards them."""

import unicodedata
from functools import lru_cache

_LETTERS = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ł": "l",
    "ħ": "h",
    "ı": "i",
    "ŋ": "n",
    "ŧ": "t",
}
"""Latin letters that are not another letter with an accent."""


@lru_cache(maxsize=4096)
def folded_character(character: str) -> str:
    """What one character is folded to: itself, one other or several; nothing for a combining accent."""
    if character.isascii():
        return character.lower()
    if unicodedata.combining(character) and "\u0300" <= character <= "\u036f":
        return ""
    lower = character.lower()
    if lower in _LETTERS:
        return _LETTERS[lower]
    plain = "".join(part for part in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(part))
    return plain.lower() if plain.isascii() and plain.isalnum() else lower


def folded(text: str) -> str:
    return text.lower() if text.isascii() else "".join(map(folded_character, text))


def folded_with_places(text: str) -> tuple[str, list[int] | None]:
    """The folded text, and for each of its characters the place in the text of what it comes from; None when they are the same."""
    if text.isascii():
        return text.lower(), None
    parts = [folded_character(character) for character in text]
    return "".join(parts), [place for place, part in enumerate(parts) for _ in part]
