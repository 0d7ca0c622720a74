"""What a search finds."""

from lineage.client.models.answer import Answer, Page
from lineage.domain.kinds import SearchKind


class TextRange(Answer):
    """A stretch of a text in characters, from 0; end is exclusive."""

    start: int
    end: int


class SearchSnippet(Answer):
    """The part of a text around the first place where a word of the query stands; it begins offset characters into the text."""

    text: str
    offset: int
    highlights: tuple[TextRange, ...]


class SearchHit(Answer):
    """A text that was found. id is that of what it belongs to by its kind; thread_id and run_id are those around it."""

    kind: SearchKind
    id: str
    score: float
    rolled_back: bool
    thread_id: str
    run_id: str | None
    snippet: SearchSnippet


class SearchPage(Page[SearchHit]):
    """A page of hits, those that fit best first; ignored is what of the query was not looked for."""

    ignored: tuple[str, ...]
