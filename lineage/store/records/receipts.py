"""The receipts of commands that wrote to a lineage tree: no facts of it, but what makes retries safe (design 8)."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from lineage.store.records.model import Row

RECEIPTS_AT_ONCE = 200


async def tree_receipts(ask: Callable[..., Awaitable[Any]], root_id: str) -> AsyncIterator[list[Row]]:
    """Some at a time, by their commands' ids: [{set}], times as text."""
    after = ""
    while True:
        found: list[Row] = (await ask("tree_receipts", root=root_id, receiptsAfter=after, receiptsFirst=RECEIPTS_AT_ONCE))["treeReceipts"]
        if found:
            yield found
        if len(found) < RECEIPTS_AT_ONCE:
            return
        after = found[-1]["set"]["commandId"]
