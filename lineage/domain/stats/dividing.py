"""How a range of time is divided: into buckets, and these into hours that are summed up and parts that have to be looked at."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from lineage.domain.kinds import StatsInterval
from lineage.errors import BadInput

HOUR = timedelta(hours=1)
EARLIEST, LATEST = datetime(1, 1, 2, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bucket, from start to before end. bucket is its place in the list of buckets."""

    bucket: int
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Division:
    """summed begins and ends with hours that are summed up; live is what has to be counted from the facts."""

    summed: tuple[Part, ...]
    live: tuple[Part, ...]


def hour_of(at: datetime) -> datetime:
    """The start of the hour."""
    return at.replace(minute=0, second=0, microsecond=0)


def hours_between(start: datetime, end: datetime) -> Iterator[datetime]:
    """The starts of the hours from one start of an hour to before another."""
    while start < end:
        yield start
        start += HOUR


def buckets(start: datetime, end: datetime, interval: StatsInterval, most: int) -> list[tuple[datetime, datetime]]:
    """The buckets of a range, the first and last cut at its ends. BAD_INPUT for a range that is none, or for more buckets than most."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)
    if not EARLIEST <= start < end <= LATEST:
        raise BadInput(f"from {start.isoformat()} to {end.isoformat()} is no range: expected a from before to, in the years 1 to 9998")
    found: list[tuple[datetime, datetime]] = []
    at = start
    while at < end:
        if len(found) == most:
            raise BadInput(f"the range has more than {most} buckets: expected a shorter range or longer buckets than {interval}")
        after = min(_after(at, interval), end)
        found.append((at, after))
        at = after
    return found


def _after(at: datetime, interval: StatsInterval) -> datetime:
    """The start of the next bucket."""
    if interval is StatsInterval.HOUR:
        return hour_of(at) + HOUR
    day = hour_of(at).replace(hour=0)
    if interval is StatsInterval.DAY:
        return day + timedelta(days=1)
    if interval is StatsInterval.WEEK:
        return day + timedelta(days=7 - day.weekday())
    first = day.replace(day=1)
    return (first + timedelta(days=32)).replace(day=1)


def divided(spans: Sequence[tuple[datetime, datetime]], through: datetime | None, late: Collection[datetime]) -> Division:
    """Divides buckets by what is summed up: every whole hour before through but those that were changed since (late)."""
    if through is None:
        return Division((), tuple(Part(number, *span) for number, span in enumerate(spans)))
    changed = sorted(late)
    summed: list[Part] = []
    live: list[Part] = []
    place = 0
    for number, (start, end) in enumerate(spans):
        at = start
        whole_until = min(hour_of(end), through)
        first_whole = start if start == hour_of(start) else hour_of(start) + HOUR
        if first_whole < whole_until:
            _live(live, number, at, first_whole)
            at = first_whole
            while place < len(changed) and changed[place] < at:
                place += 1
            while place < len(changed) and changed[place] < whole_until:
                if at < changed[place]:
                    summed.append(Part(number, at, changed[place]))
                _live(live, number, changed[place], changed[place] + HOUR)
                at = changed[place] + HOUR
                place += 1
            if at < whole_until:
                summed.append(Part(number, at, whole_until))
            at = whole_until
        _live(live, number, at, end)
    return Division(tuple(summed), tuple(live))


def _live(parts: list[Part], bucket: int, start: datetime, end: datetime) -> None:
    """Adds a part, to the one before where they touch."""
    if start >= end:
        return
    if parts and parts[-1].bucket == bucket and parts[-1].end == start:
        parts[-1] = Part(bucket, parts[-1].start, end)
    else:
        parts.append(Part(bucket, start, end))
