"""What a full-text search finds."""

from datetime import datetime
from typing import Any

import strawberry

from lineage.api.arguments import id_argument, text_argument
from lineage.api.context import Info
from lineage.api.pages import PageInfo, cursor_of, page_info, page_size, place_of
from lineage.api.types.handoff import ContextHandoff
from lineage.api.types.run import Run, TurnItem
from lineage.api.types.thread import Thread
from lineage.domain.kinds import SearchKind
from lineage.domain.search_highlights import Snippet
from lineage.service.search import MOST_HITS, AskedSearch, Hit, SearchPlace, asked_search, hits_page, hits_total


@strawberry.type(description="A stretch of a text in characters, counted from 0 as Unicode's code points; end is exclusive.")
class TextRange:
    start: int
    end: int


@strawberry.type(description="The part of a text around the first place where a word of the query stands in it.")
class SearchSnippet:
    text: str
    offset: int = strawberry.field(description="Where the snippet begins in the whole text, in characters.")
    highlights: list[TextRange] = strawberry.field(
        description="Where words, phrases and beginnings of the query stand in the snippet, as whole words, neither case nor accents "
        "regarded; of a beginning the whole word."
    )

    @classmethod
    def of(cls, snippet: Snippet) -> "SearchSnippet":
        ranges = [TextRange(start=found.start, end=found.end) for found in snippet.highlights]
        return cls(text=snippet.text, offset=snippet.offset, highlights=ranges)


@strawberry.type(description="A text that holds all that the query asks for, and what it belongs to.")
class SearchHit:
    hit: strawberry.Private[Hit]

    @strawberry.field(description="Which text it is: a thread's title, a run's message, a handoff's summary or a turn item's text.")
    def kind(self) -> SearchKind:
        return self.hit.kind

    @strawberry.field(description="The id of the thread, run, handoff or turn item.")
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.hit.id)

    @strawberry.field(description="How well it fits the query among the texts there are now; above 0, comparable in one answer only.")
    def score(self) -> float:
        return self.hit.place.score

    @strawberry.field
    def snippet(self) -> SearchSnippet:
        assert self.hit.snippet is not None, "snippets are loaded when they are asked for"
        return SearchSnippet.of(self.hit.snippet)

    @strawberry.field(description="Whether the run was rolled back: the one that was found, an item's, or the one that a handoff is for.")
    def rolled_back(self) -> bool:
        return self.hit.rolled_back

    @strawberry.field(description="The thread that it is, or that it belongs to.")
    def thread_id(self) -> strawberry.ID:
        return strawberry.ID(self.hit.thread_id)

    @strawberry.field(description="The run that it is, that an item belongs to, or that a handoff is for; null for threads.")
    def run_id(self) -> strawberry.ID | None:
        return strawberry.ID(self.hit.run_id) if self.hit.run_id is not None else None

    @strawberry.field(description="The thread of threadId.")
    async def thread(self, info: Info) -> Thread | None:
        return await info.context.loaders.threads.load(self.hit.thread_id)

    @strawberry.field(description="The run of runId.")
    async def run(self, info: Info) -> Run | None:
        return await info.context.loaders.runs.load(self.hit.run_id) if self.hit.run_id is not None else None

    @strawberry.field(description="The handoff; null for other kinds.")
    async def handoff(self, info: Info) -> ContextHandoff | None:
        return await info.context.loaders.handoffs.load(self.hit.id) if self.hit.kind is SearchKind.HANDOFF else None

    @strawberry.field(description="The turn item; null for other kinds.")
    async def item(self, info: Info) -> TurnItem | None:
        return await info.context.loaders.items.load(self.hit.id) if self.hit.kind is SearchKind.TURN_ITEM else None


@strawberry.type
class SearchEdge:
    cursor: str
    node: SearchHit


@strawberry.type
class SearchConnection:
    asked: strawberry.Private[AskedSearch]
    edges: list[SearchEdge]
    page_info: PageInfo

    @strawberry.field(description="How many texts there are in all. Counting them takes a statement of its own.")
    async def total_count(self, info: Info) -> int:
        return await hits_total(info.context.questions.read, self.asked)

    @strawberry.field(
        description="What of the query was not looked for: English words that nearly every text holds, and what has no letter or digit."
    )
    def ignored(self) -> list[str]:
        return list(self.asked.search.ignored)


async def search_connection(
    info: Info,
    query: str,
    kinds: list[SearchKind] | None,
    thread_id: strawberry.ID | None,
    root_thread_id: strawberry.ID | None,
    first: int | None,
    after: str | None,
) -> SearchConnection:
    """A page of hits. BAD_INPUT for a query that cannot be read, and for a cursor or size that is none."""
    size = page_size(first, info.context.settings, MOST_HITS)
    place = place_of("search", after, float, datetime, str, str)
    asked = asked_search(
        text_argument("query", query) or "",
        kinds,
        id_argument("threadId", thread_id) if thread_id is not None else None,
        id_argument("rootThreadId", root_thread_id) if root_thread_id is not None else None,
        info.context.workspace,
    )
    hits = await hits_page(info.context.questions.read, asked, size, SearchPlace(*place) if place else None, _wants_snippets(info))
    edges = [SearchEdge(cursor=_cursor(hit.place), node=SearchHit(hit=hit)) for hit in hits[:size]]
    return SearchConnection(asked=asked, edges=edges, page_info=page_info([edge.cursor for edge in edges], len(hits) > size, after))


def _wants_snippets(info: Info) -> bool:
    """Whether the selection has them anywhere: the texts need not be read otherwise."""
    pending: list[Any] = list(info.selected_fields)
    while pending:
        selection = pending.pop()
        if getattr(selection, "name", None) == "snippet":
            return True
        pending += selection.selections
    return False


def _cursor(place: SearchPlace) -> str:
    return cursor_of("search", place.score, place.created_at.isoformat(), place.label, place.id)
