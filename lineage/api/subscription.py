"""The subscriptions of the API: what changed since a version, a marker, and what changes from then on."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

import strawberry

from lineage.api.arguments import id_argument
from lineage.api.context import Info
from lineage.api.types.changes import ThreadChange, ThreadVersionInput, TreeChange
from lineage.errors import BadInput
from lineage.live.topic import Subject


@strawberry.type
class Subscription:
    @strawberry.subscription(
        description="What changes a thread: first all that came after afterVersion, in order, then one marker with upToDate, then changes "
        "as they happen. Without afterVersion only what happens from now on. A client that comes back gives the last version that it saw."
    )
    async def thread_changed(
        self, info: Info, thread_id: strawberry.ID, after_version: int | None = None
    ) -> AsyncGenerator[ThreadChange, None]:
        thread_id = id_argument("threadId", thread_id)
        after = None if after_version is None else {str(thread_id): after_version}
        async with aclosing(info.context.feed.changes(Subject(info.context.workspace, thread_id, False), after)) as changes:
            async for told in changes:
                info.context.forget()
                yield ThreadChange.told(thread_id, told)

    @strawberry.subscription(
        description="The same of a thread and all below it, also of those that join it later: forks and subagents' threads, from their "
        "first version. rootThreadId may be any thread: those below it count. afterVersions names the last version of each thread that "
        "was seen, threads that are left out are told from their first; without it only what happens from now on. Versions of each "
        "thread come in order."
    )
    async def tree_changed(
        self, info: Info, root_thread_id: strawberry.ID, after_versions: list[ThreadVersionInput] | None = None
    ) -> AsyncGenerator[TreeChange, None]:
        root_thread_id = id_argument("rootThreadId", root_thread_id)
        subject = Subject(info.context.workspace, root_thread_id, True)
        async with aclosing(info.context.feed.changes(subject, _seen(after_versions))) as changes:
            async for told in changes:
                info.context.forget()
                yield TreeChange.told(root_thread_id, told)
                # A large tree's versions are not kept while nothing happens.
                del told


def _seen(given: list[ThreadVersionInput] | None) -> dict[str, int] | None:
    """Versions by threads. BAD_INPUT for an id that cannot be one, and for a thread that is named twice."""
    if given is None:
        return None
    seen: dict[str, int] = {}
    for pair in given:
        thread_id = id_argument("afterVersions.threadId", pair.thread_id)
        if thread_id in seen:
            raise BadInput(f"afterVersions names thread {thread_id!r} more than once")
        seen[thread_id] = pair.version
    return seen
