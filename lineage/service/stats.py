"""stats: what happened in a range of time, from sums of past hours and, for the rest, from the facts themselves."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from lineage.domain.kinds import StatsDimension, StatsInterval
from lineage.domain.stats.dividing import Part, buckets, divided
from lineage.domain.stats.figures import SIZE_BOUNDS, Tally
from lineage.domain.stats.telling import StatsBucket, bucket_of
from lineage.store.store import Row, Store

Group = tuple[int, str | None, str | None]
"""A bucket's place, provider and model."""


async def stats(
    store: Store,
    workspace: str,
    start: datetime,
    end: datetime,
    interval: StatsInterval,
    group_by: Collection[StatsDimension],
    most: int,
) -> list[StatsBucket]:
    """The buckets of a range by time, then by provider and model. BAD_INPUT for a range that is none or has more than most buckets.

    Without groups each bucket of the range is there, also where nothing happened; with groups only those in which something did.
    """
    spans = buckets(start, end, interval, most)
    state = (await store.read(workspace, "stats_state", statsFrom=spans[0][0], statsTo=spans[-1][1]))["statsState"]
    division = divided(spans, native(state["through"]), [native(hour) for hour in state["late"]])
    by_provider, by_model = StatsDimension.PROVIDER in group_by, StatsDimension.MODEL in group_by
    found = await store.read(
        workspace,
        "stats_hours",
        "stats_facts",
        statsHours=as_rows(division.summed),
        statsLive=as_rows(division.live),
        byProvider=by_provider,
        byModel=by_model,
        sizeBounds=list(SIZE_BOUNDS),
    )
    tallies: defaultdict[Group, Tally] = defaultdict(Tally)
    if not by_provider and not by_model:
        for number in range(len(spans)):
            tallies[number, None, None] = Tally()
    for bucket, provider, model, sums, longest in found["statsHours"]:
        tallies[bucket, provider, model or None].include(sums, longest)
    for key, provider, model, tally in tallied(found):
        tallies[key, provider if by_provider else None, model if by_model else None].include(tally.sums, tally.longest)
    order = sorted(tallies, key=lambda group: (group[0], group[1] or "", group[2] or ""))
    return [bucket_of(*spans[group[0]], group[1], group[2], tallies[group], state["complete"]) for group in order]


def as_rows(parts: Sequence[Part]) -> list[list[Any]]:
    """Parts of time as the queries take them."""
    return [[part.bucket, part.start, part.end] for part in parts]


def tallied(found: Row) -> list[tuple[int, str, str | None, Tally]]:
    """What stats_facts gives, by key, provider and model."""
    tallies: defaultdict[tuple[int, str, str | None], Tally] = defaultdict(Tally)
    for key, figure, detail, provider, model, sized, count, characters, longest in found["statsFacts"]:
        tallies[key, provider or "", model].add(figure, detail, count, sized, characters or 0, longest or 0)
    return [(*group, tally) for group, tally in tallies.items()]


def native(at: Any) -> Any:
    """A time as Python has it; None stays None."""
    return at.to_native() if at is not None else None
