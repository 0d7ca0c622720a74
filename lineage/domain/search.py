"""What a search asks for: a small language of words, "phrases" and beginnings*, read into terms that a text must all hold.

Words stand apart by white space. A text is found when it holds every word, in any order; what stands in double quotes has to stand
in it just so; a word that ends in * stands for all words that begin so. Nothing else has a meaning: AND, -, ~, ( and : are text.

A word of a text is a run of letters, digits and underscores, also over a dot or an apostrophe inside it (app.py, fooBar_baz, don't);
each Chinese character and each Hiragana is a word of its own. Neither case nor the accents of Latin letters are regarded. Words
of the query that consist of several, such as src/app.py, are phrases.
"""

import re
from dataclasses import dataclass

from lineage.domain.folding import folded
from lineage.errors import BadInput

MOST_CHARACTERS = 500
MOST_TERMS = 16
SHORTEST_BEGINNING = 2

TOO_COMMON = frozenset(
    (
        *("a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of", "on", "or"),
        *("such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with"),
    )
)
"""English words that are not looked for, since nearly every text holds them."""

SINGLE = "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Characters that are words of their own, as part of a regular expression's class."""

WORD = re.compile(rf"[{SINGLE}]|[^\W{SINGLE}]+(?:[.'’][^\W{SINGLE}]+)*")
"""A word of a text."""

_PIECE = re.compile(r'"(?P<phrase>[^"]*)(?P<end>"|$)|(?P<word>[^\s"]+)')
_SINGLE = re.compile(rf"[{SINGLE}]")


@dataclass(frozen=True, slots=True)
class Term:
    """Words that have to follow each other in a text; or with begins, one of them, the beginning of a word, without case and accents."""

    text: str
    begins: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """Its words, those without a letter or digit left out."""
        return tuple(word for word in WORD.findall(self.text) if any(map(str.isalnum, word)))


@dataclass(frozen=True, slots=True)
class Search:
    """The terms that a text must hold; and what the query has besides that is not looked for."""

    terms: tuple[Term, ...]
    ignored: tuple[str, ...]


def search_of(query: str) -> Search:
    """The search that a query asks for.

    BAD_INPUT for one that is empty or too long or has too many terms, for a quote that does not end, for a * elsewhere than at the end
    of a word or after too little, and for one that leaves nothing to look for.
    """
    if len(query) > MOST_CHARACTERS:
        raise BadInput(f"query has {len(query)} characters: expected at most {MOST_CHARACTERS}")
    terms: list[Term] = []
    for piece in _PIECE.finditer(query):
        if piece["word"] is not None:
            terms += _word(piece["word"])
        elif not piece["end"]:
            raise BadInput(f'query has a phrase without an end: expected a second " after {piece["phrase"]!r}')
        else:
            terms.append(Term(piece["phrase"]))
    looked_for = tuple(dict.fromkeys(term for term in terms if _can_be_found(term)))
    ignored = tuple(dict.fromkeys(part for term in terms for part in _ignored(term)))
    if not looked_for:
        raise BadInput(
            f"query has only what is not looked for ({', '.join(ignored)}): expected a word that is less common"
            if ignored
            else "query is empty: expected words to look for"
        )
    if len(looked_for) > MOST_TERMS:
        raise BadInput(f"query has {len(looked_for)} words and phrases: expected at most {MOST_TERMS}")
    return Search(looked_for, ignored)


def _word(word: str) -> list[Term]:
    """A word as it stands between white space. Of a path with a *, what comes before its last part is a phrase."""
    if "*" not in word:
        return [Term(word)]
    stem = word[:-1]
    words = list(WORD.finditer(stem))
    if "*" in stem or not words or words[-1].end() != len(stem):
        raise BadInput(f"query has * in {word!r}: expected it at the end of a word only, as in cach*")
    last = words[-1]
    if _SINGLE.match(last[0]):
        # A word ends after each such character, so that any text may follow.
        return [Term(stem)]
    beginning = folded(last[0])
    if len(beginning) < SHORTEST_BEGINNING:
        raise BadInput(f"query has {word!r}: expected at least {SHORTEST_BEGINNING} letters or digits before *")
    before = stem[: last.start()]
    return [*([Term(before)] if WORD.search(before) else []), Term(beginning, begins=True)]


def _can_be_found(term: Term) -> bool:
    return term.begins or any(word.lower() not in TOO_COMMON for word in term.words)


def _ignored(term: Term) -> list[str]:
    if term.begins:
        return []
    common = [word for word in term.words if word.lower() in TOO_COMMON]
    return common if term.words else [term.text.strip()] if term.text.strip() else []
