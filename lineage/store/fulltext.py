"""A search as a query to the full-text index (cypher/schema/006-search), in the language of Lucene's classic parser.

Of the words that the caller gave only two things reach the parser: phrases in quotes, in which a backslash and a quote are
escaped and nothing else has a meaning, and beginnings, which hold only letters, digits, underscores, dots and apostrophes.
"""

import unicodedata
from collections.abc import Iterable

from lineage.domain.kinds import SearchKind
from lineage.domain.search import Search, Term

FIELDS = {
    SearchKind.THREAD: "title",
    SearchKind.RUN: "message",
    SearchKind.HANDOFF: "summaryText",
    SearchKind.TURN_ITEM: "text",
}
"""The property that holds the text; nothing else in the index has one of that name."""

LABELS = {
    SearchKind.THREAD: "Thread",
    SearchKind.RUN: "Run",
    SearchKind.HANDOFF: "ContextHandoff",
    SearchKind.TURN_ITEM: "TurnItem",
}


def lucene_query(search: Search, kinds: Iterable[SearchKind], workspace: str) -> str:
    """What finds the texts of these kinds that hold every term.

    The workspace's name is looked for in a field of its own, without a part in the score: it keeps other workspaces' texts out of
    what Neo4j has to rank. Two names may consist of the same words, so that who reads the answer compares the whole name too.
    """
    terms = " ".join(f"+{_term(term)}" for term in search.terms)
    texts = " ".join(f"{FIELDS[kind]}:({terms})" for kind in kinds)
    return f"+workspace:{_phrase(workspace)}^0 +({texts})"


def _term(term: Term) -> str:
    if term.begins:
        return f"{term.text}*"
    # The index regards an accent that is a character of its own as part of the word.
    forms = dict.fromkeys((unicodedata.normalize("NFC", term.text), unicodedata.normalize("NFD", term.text)))
    return f"({' '.join(map(_phrase, forms))})"


def _phrase(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
