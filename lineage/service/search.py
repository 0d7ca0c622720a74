"""Full-text search: which titles, messages, summaries and items of a workspace hold the words that are asked for."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from lineage.domain.kinds import SearchKind
from lineage.domain.search import Search, search_of
from lineage.domain.search_highlights import Snippet, snippet_of
from lineage.errors import BadInput
from lineage.store.fulltext import LABELS, lucene_query
from lineage.store.store import Row

MOST_HITS = 100
"""In one page: each may have a text of a few hundred thousand characters to be read."""

_KINDS = {label: kind for kind, label in LABELS.items()}


class SearchPlace(NamedTuple):
    """Where a hit stands among all: by score, the best first, then the newest, then by what it is and its id."""

    score: float
    created_at: datetime
    label: str
    id: str


class Hit(NamedTuple):
    """A text that was found: what it belongs to, and its snippet where it was asked for.

    thread_id and run_id are those of what it belongs to, for a handoff of the run that it is for; rolled_back tells of that run.
    """

    place: SearchPlace
    kind: SearchKind
    id: str
    thread_id: str
    run_id: str | None
    rolled_back: bool
    snippet: Snippet | None


@dataclass(frozen=True, slots=True)
class AskedSearch:
    """A search with what it is confined to, and the query to the index that asks for it."""

    search: Search
    text: str
    thread_id: str | None
    root_id: str | None


def asked_search(query: str, kinds: Sequence[SearchKind] | None, thread_id: str | None, root_id: str | None, workspace: str) -> AskedSearch:
    """What is asked of the index. BAD_INPUT as search_of says, and for an empty list of kinds."""
    if kinds is not None and not kinds:
        raise BadInput("kinds is empty: expected at least one, or none of it for all")
    search = search_of(query)
    return AskedSearch(search, lucene_query(search, dict.fromkeys(kinds or SearchKind), workspace), thread_id, root_id)


async def hits_page(
    read: Callable[..., Awaitable[Row]], asked: AskedSearch, first: int, after: SearchPlace | None, with_snippets: bool
) -> list[Hit]:
    """The hits of a page, with one more when another page follows.

    A page begins after the text that the place names, wherever it stands now: scores move a little with every text that is written.
    When that text is gone, the page begins about where its place was, since scores move when texts go.
    """
    loaded = await read("search_page", **page_parameters(asked, first, after, with_snippets))
    return [_hit(row, asked.search) for row in sorted(loaded["searchPage"], key=lambda row: row["place"])]


def page_parameters(asked: AskedSearch, first: int, after: SearchPlace | None, with_snippets: bool) -> dict[str, Any]:
    """The parameters of search_page."""
    return {
        "searchText": asked.text,
        "searchThreadId": asked.thread_id,
        "searchRootId": asked.root_id,
        "searchAfter": list(after) if after else None,
        "searchFirst": first,
        "searchWithTexts": with_snippets,
    }


async def hits_total(read: Callable[..., Awaitable[Row]], asked: AskedSearch) -> int:
    """How many texts are found."""
    loaded = await read("search_total", searchText=asked.text, searchThreadId=asked.thread_id, searchRootId=asked.root_id)
    total: int = loaded["searchTotal"]
    return total


def _hit(row: Row, search: Search) -> Hit:
    return Hit(
        place=SearchPlace(row["score"], row["createdAt"].to_native(), row["label"], row["id"]),
        kind=_KINDS[row["label"]],
        id=row["id"],
        thread_id=row["threadId"],
        run_id=row["runId"],
        rolled_back=row["rolledBack"],
        snippet=snippet_of(row["text"], search) if row["text"] is not None else None,
    )
