"""How a range of time is divided into buckets, and these into what is summed up and what is not."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from random import Random

import pytest

from lineage.domain.kinds import StatsInterval
from lineage.domain.stats.dividing import HOUR, buckets, divided, hour_of, hours_between
from lineage.errors import BadInput


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "end", "interval", "expected"),
    [
        ("2026-01-01T10:20", "2026-01-01T12:00", "HOUR", ["2026-01-01T10:20", "2026-01-01T11:00"]),
        ("2026-01-31T23:59", "2026-02-02T00:01", "DAY", ["2026-01-31T23:59", "2026-02-01T00:00", "2026-02-02T00:00"]),
        ("2025-12-31T05:00", "2026-01-12T00:00", "WEEK", ["2025-12-31T05:00", "2026-01-05T00:00"]),
        (
            "2025-12-30T00:00",
            "2026-03-01T00:00:01",
            "MONTH",
            ["2025-12-30T00:00", "2026-01-01T00:00", "2026-02-01T00:00", "2026-03-01T00:00"],
        ),
    ],
)
def test_buckets_begin_with_hours_days_mondays_and_months(start: str, end: str, interval: str, expected: list[str]) -> None:
    found = buckets(at(start), at(end), StatsInterval(interval), 10)
    assert [begin for begin, _ in found] == [at(text) for text in expected]
    assert [stop for _, stop in found] == [*(at(text) for text in expected[1:]), at(end)]


def test_buckets_are_those_of_utc_wherever_the_range_is_told_from() -> None:
    there = timezone(timedelta(hours=5, minutes=30))
    found = buckets(datetime(2026, 1, 1, tzinfo=there), datetime(2026, 1, 2, tzinfo=there), StatsInterval.DAY, 10)
    assert [begin for begin, _ in found] == [at("2025-12-31T18:30"), at("2026-01-01T00:00")]


@pytest.mark.parametrize(("start", "end"), [("2026-01-01", "2026-01-01"), ("2026-01-02", "2026-01-01"), ("0001-01-01", "2026-01-01")])
def test_a_range_that_is_none_is_refused(start: str, end: str) -> None:
    with pytest.raises(BadInput, match="is no range"):
        buckets(at(start), at(end), StatsInterval.MONTH, 100_000)


def test_more_buckets_than_allowed_are_refused() -> None:
    assert len(buckets(at("2026-01-01"), at("2026-01-01T10:00"), StatsInterval.HOUR, 10)) == 10
    with pytest.raises(BadInput, match="more than 10 buckets"):
        buckets(at("2026-01-01"), at("2026-01-01T10:01"), StatsInterval.HOUR, 10)


@pytest.mark.parametrize("seed", range(100))
def test_summed_and_live_parts_are_the_buckets_and_only_whole_unchanged_hours_are_summed(seed: int) -> None:
    dice = Random(seed)
    start = at("2026-01-01") + timedelta(minutes=dice.choice([0, 0, 60, dice.randrange(5000)]))
    end = start + timedelta(minutes=dice.choice([1, 60, 600, dice.randrange(1, 20_000)]))
    spans = buckets(start, end, dice.choice(list(StatsInterval)[:3]), 10_000)
    through = at("2026-01-01") + dice.randrange(300) * HOUR if dice.random() < 0.9 else None
    late = {at("2026-01-01") + dice.randrange(300) * HOUR for _ in range(dice.choice([0, 0, 5, 60]))}
    division = divided(spans, through, late)
    for number, span in enumerate(spans):
        parts = sorted((part.start, part.end) for part in (*division.summed, *division.live) if part.bucket == number)
        assert (parts[0][0], parts[-1][1]) == span
        assert all(one[1] == other[0] for one, other in pairwise(parts))
    summed = [hour for part in division.summed for hour in hours_between(part.start, part.end)]
    whole = [hour for begin, stop in spans for hour in hours_between(hour_of(begin + HOUR - timedelta(microseconds=1)), hour_of(stop))]
    assert summed == [hour for hour in whole if through is not None and hour < through and hour not in late]
