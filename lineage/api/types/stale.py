"""Provider threads that are stale now."""

import strawberry

from lineage.api.arguments import text_argument
from lineage.api.context import Info
from lineage.api.pages import PageInfo, cursor_of, page_size, place_of
from lineage.api.types.provider import ProviderThread
from lineage.api.types.start import Staleness, StalenessSignal
from lineage.service import stale_provider_threads


@strawberry.type(
    description="A provider thread that is not fit to be resumed now. causes are the signals of staleness that keep it from being resumed, "
    "each with its figure and limit; COMPACTED is among them only when it has passed a limit."
)
class StaleProviderThread:
    found: strawberry.Private[stale_provider_threads.StaleProviderThread]

    @strawberry.field
    async def provider_thread(self, info: Info) -> ProviderThread:
        return await info.context.loaders.provider_threads.load(self.found.provider_thread_id)

    @strawberry.field
    def staleness(self) -> Staleness:
        return self.found.staleness

    @strawberry.field
    def causes(self) -> list[StalenessSignal]:
        return list(self.found.causes)


@strawberry.type
class StaleProviderThreadEdge:
    cursor: str
    node: StaleProviderThread


@strawberry.type(
    description="endCursor is where the next page begins, also of a page without edges: one answer judges a limited number of provider "
    "threads, so that a page can have fewer edges than asked for, even none, while hasNextPage is true."
)
class StaleProviderThreadConnection:
    edges: list[StaleProviderThreadEdge]
    page_info: PageInfo


async def stale_page(info: Info, first: int | None, after: str | None, provider: str | None) -> StaleProviderThreadConnection:
    """A page. BAD_INPUT for a size, cursor or provider that cannot be one."""
    size = page_size(first, info.context.settings)
    place = place_of("stale", after, str)
    page = await info.context.dashboards.stale_provider_threads(size, place[0] if place else None, text_argument("provider", provider))
    edges = [
        StaleProviderThreadEdge(cursor=cursor_of("stale", found.provider_thread_id), node=StaleProviderThread(found=found))
        for found in page.stale
    ]
    return StaleProviderThreadConnection(
        edges=edges,
        page_info=PageInfo(
            has_next_page=page.has_next,
            has_previous_page=after is not None,
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=cursor_of("stale", page.last) if page.last is not None else None,
        ),
    )
