"""Percentiles of lengths of which only classes are known."""

from bisect import bisect_left
from random import Random

import pytest

from lineage.domain.stats.figures import SIZE_BOUNDS, Tally
from lineage.domain.stats.sizes import percentile


def tally_of(lengths: list[int]) -> Tally:
    tally = Tally()
    for length in lengths:
        sized = bisect_left(SIZE_BOUNDS, length)
        tally.add("HANDOFF_READY", "FULL_THREAD_SUMMARY", 1, sized, length, length)
    return tally


def test_without_summaries_there_is_none() -> None:
    assert percentile(Tally().sizes, 0, 0.5) is None


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("part", [0.01, 0.5, 0.9, 0.99, 1.0])
def test_a_percentile_lies_in_the_class_of_the_true_one_and_not_above_the_longest(seed: int, part: float) -> None:
    dice = Random(seed)
    lengths = sorted(int(dice.lognormvariate(8, 1.5)) + 1 for _ in range(dice.randrange(1, 60)))
    tally = tally_of(lengths)
    found = percentile(tally.sizes, tally.longest, part)
    true = lengths[max(0, -int(-part * len(lengths) // 1) - 1)]
    place = bisect_left(SIZE_BOUNDS, true)
    assert found is not None
    assert (SIZE_BOUNDS[place - 1] if place else 0) <= found <= (SIZE_BOUNDS[place] if place < len(SIZE_BOUNDS) else max(lengths))
    assert found <= max(lengths)


def test_sums_of_parts_are_those_of_the_whole() -> None:
    whole, one, other = tally_of([10, 300, 9000]), tally_of([10]), tally_of([300, 9000])
    one.include(other.sums, other.longest)
    assert (one.sums, one.longest) == (whole.sums, whole.longest)
    assert one.characters == 9310
