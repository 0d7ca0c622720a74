"""Ranges of runs."""

import strawberry

from lineage.domain import points


@strawberry.type(description="An inclusive range of run ordinals together with the thread that they count in.")
class RunSegment:
    thread_id: strawberry.ID

    @strawberry.field(name="from")
    def first_ordinal(self, root: strawberry.Parent[points.RunSegment]) -> int:
        return root.first

    @strawberry.field(name="to")
    def last_ordinal(self, root: strawberry.Parent[points.RunSegment]) -> int:
        return root.last


@strawberry.type(description="An inclusive range of the ordinals of one thread's runs.")
class OrdinalRange:
    first: int = strawberry.field(name="from")
    last: int = strawberry.field(name="to")
