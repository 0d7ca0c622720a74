"""Pages of threads."""

from datetime import datetime

from lineage.api.arguments import text_argument
from lineage.api.context import Info, selects
from lineage.api.pages import cursor_of, page_info, page_size, place_of
from lineage.api.types.thread import ThreadConnection, ThreadEdge
from lineage.domain.kinds import Direction, ThreadOrder
from lineage.service.thread_lists import PLACED_BY, ThreadFilter, ThreadList

_TIMES = (ThreadOrder.CREATED, ThreadOrder.ACTIVITY)


async def thread_page(
    info: Info, first: int | None, after: str | None, order: ThreadOrder, direction: Direction, wanted: ThreadFilter
) -> ThreadConnection:
    """A page. BAD_INPUT for a size or filter that cannot be one, and for a cursor of another order or direction."""
    size = page_size(first, info.context.settings)
    kind = "threads" if (order, direction) == (ThreadOrder.CREATED, Direction.DESCENDING) else f"threads {order} {direction}"
    place = place_of(kind, after, datetime if order in _TIMES else int, str)
    checked = ThreadFilter(
        wanted.roots_only, text_argument("provider", wanted.provider), text_argument("titleContains", wanted.title_contains)
    )
    asked = ThreadList(order, direction, size, (place[0], place[1]) if place else None)
    page = await info.context.dashboards.threads_page(asked, checked, selects(info, "totalCount"))
    placed_by = PLACED_BY[order]
    edges = []
    for thread in page.threads[:size]:
        by = placed_by(thread)
        edges.append(ThreadEdge(cursor=cursor_of(kind, by.isoformat() if isinstance(by, datetime) else by, thread.id), node=thread))
    return ThreadConnection(
        edges=edges, page_info=page_info([edge.cursor for edge in edges], len(page.threads) > size, after), total_count=page.total
    )
