"""Ranges of ordinals do what sets of ordinals do."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lineage.domain.ranges import (
    Ranges,
    above,
    contains,
    difference,
    highest,
    intersection,
    lowest,
    ordinals_in,
    ranges_of,
    size,
    union,
    up_to,
)

ORDINALS = st.sets(st.integers(1, 30))


def is_canonical(ranges: Ranges) -> bool:
    """Sorted, none empty, none touching the next."""
    return all(low <= high for low, high in ranges) and all(before[1] + 1 < after[0] for before, after in pairwise(ranges))


@given(st.lists(st.integers(1, 30)))
def test_ranges_hold_exactly_the_given_ordinals(ordinals: list[int]) -> None:
    ranges = ranges_of(ordinals)
    assert is_canonical(ranges)
    assert ordinals_in(ranges) == sorted(set(ordinals))
    assert size(ranges) == len(set(ordinals))


@given(ORDINALS)
def test_lowest_and_highest(ordinals: set[int]) -> None:
    ranges = ranges_of(sorted(ordinals))
    assert lowest(ranges) == min(ordinals, default=None)
    assert highest(ranges) == max(ordinals, default=None)


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 8)).map(lambda part: (part[0], part[0] + part[1]))))
def test_the_union_of_overlapping_ranges(parts: list[tuple[int, int]]) -> None:
    ranges = union(parts)
    assert is_canonical(ranges)
    assert set(ordinals_in(ranges)) == {ordinal for low, high in parts for ordinal in range(low, high + 1)}


@given(ORDINALS, ORDINALS)
def test_intersection_and_difference(first: set[int], second: set[int]) -> None:
    one, other = ranges_of(sorted(first)), ranges_of(sorted(second))
    both, only_first = intersection(one, other), difference(one, other)
    assert is_canonical(both)
    assert set(ordinals_in(both)) == first & second
    assert is_canonical(only_first)
    assert set(ordinals_in(only_first)) == first - second


@given(ORDINALS, st.integers(0, 31))
def test_cutting_at_an_ordinal(ordinals: set[int], at: int) -> None:
    ranges = ranges_of(sorted(ordinals))
    assert set(ordinals_in(up_to(ranges, at))) == {ordinal for ordinal in ordinals if ordinal <= at}
    assert set(ordinals_in(above(ranges, at))) == {ordinal for ordinal in ordinals if ordinal > at}
    assert contains(ranges, at) == (at in ordinals)
