"""Changes of threads as subscriptions tell them."""

from datetime import datetime
from typing import Self

import strawberry
from strawberry.scalars import JSON

from lineage.api.context import Info
from lineage.api.types.thread import Thread
from lineage.domain.models import LineageEvent
from lineage.live.feed import UpToDate


@strawberry.input(description="The last version of a thread that the client saw; 0 for none.")
class ThreadVersionInput:
    thread_id: strawberry.ID
    version: int


@strawberry.type(description="A thread and one of its versions.")
class ThreadVersion:
    thread_id: strawberry.ID
    version: int


@strawberry.type(
    description="One change of a thread; or, with upToDate, the marker that everything up to version was told and what follows happens now."
)
class ThreadChange:
    thread_id: strawberry.ID
    version: int = strawberry.field(description="The version that the change made: each is one above the one before.")
    type: str | None = strawberry.field(description="What happened, as in Thread.events; null with upToDate.")
    at: datetime | None
    payload: JSON | None
    command: str | None = strawberry.field(default=None, description="The command that made it, as in Thread.events.")
    actor: str | None = strawberry.field(default=None, description="Who sent the command, as in Thread.events.")
    up_to_date: bool

    @strawberry.field(description="The thread as it is by now, which may be further than version.")
    async def thread(self, info: Info) -> Thread | None:
        return await info.context.loaders.threads.load(self.thread_id)

    @classmethod
    def told(cls, thread_id: str, told: LineageEvent | UpToDate) -> Self:
        """What the feed tells of this thread."""
        id = strawberry.ID(thread_id)
        if isinstance(told, UpToDate):
            return cls(thread_id=id, version=told.versions[thread_id], type=None, at=None, payload=None, up_to_date=True)
        return cls(
            thread_id=id,
            version=told.version,
            type=told.type,
            at=told.at,
            payload=told.payload,
            command=told.command,
            actor=told.actor,
            up_to_date=False,
        )


@strawberry.type(
    description="One change of a thread of a tree; or, with upToDate, the marker that everything up to versions was told and what follows "
    "happens now."
)
class TreeChange:
    root_thread_id: strawberry.ID
    thread_id: strawberry.ID | None = strawberry.field(description="The thread that changed; null with upToDate.")
    version: int | None = strawberry.field(description="The version that the change made: of each thread one above the one before.")
    type: str | None = strawberry.field(description="What happened, as in Thread.events; null with upToDate.")
    at: datetime | None
    payload: JSON | None
    command: str | None = strawberry.field(default=None, description="The command that made it, as in Thread.events.")
    actor: str | None = strawberry.field(default=None, description="Who sent the command, as in Thread.events.")
    up_to_date: bool
    versions: list[ThreadVersion] | None = strawberry.field(
        description="With upToDate: the tree's threads, each with the version up to which it was told; else null."
    )

    @strawberry.field(description="The thread that changed as it is by now, which may be further than version; null with upToDate.")
    async def thread(self, info: Info) -> Thread | None:
        return await info.context.loaders.threads.load(self.thread_id) if self.thread_id is not None else None

    @classmethod
    def told(cls, root_thread_id: str, told: LineageEvent | UpToDate) -> Self:
        """What the feed tells of this tree."""
        root = strawberry.ID(root_thread_id)
        if isinstance(told, UpToDate):
            versions = [ThreadVersion(thread_id=strawberry.ID(id), version=version) for id, version in told.versions.items()]
            return cls(
                root_thread_id=root, thread_id=None, version=None, type=None, at=None, payload=None, up_to_date=True, versions=versions
            )
        return cls(
            root_thread_id=root,
            thread_id=strawberry.ID(told.thread_id),
            version=told.version,
            type=told.type,
            at=told.at,
            payload=told.payload,
            command=told.command,
            actor=told.actor,
            up_to_date=False,
            versions=None,
        )
