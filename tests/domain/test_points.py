"""Lists and sets of points do what lists and sets of (thread, ordinal) do."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.domain.points import Point, PointList, RunSegment, holds, point_set, points_of, segments_in, together
from tests.domain.builders import points, written

POINT_SETS = st.sets(st.builds(Point, st.sampled_from("TFG"), st.integers(1, 12)))


@st.composite
def histories(draw: st.DrawFn) -> list[Point]:
    """Points as histories have them: some of each of a few threads in turn, ascending within each."""
    found: list[Point] = []
    for thread_id in draw(st.lists(st.sampled_from("TFG"), unique=True)):
        found += [Point(thread_id, ordinal) for ordinal in sorted(draw(st.sets(st.integers(1, 12))))]
    return found


def as_list(history: list[Point]) -> PointList:
    return PointList.joined(RunSegment(id, ordinal, ordinal) for id, ordinal in history)


def naive_stretches(history: list[Point], part: set[Point]) -> int:
    """How often a point of the part follows one of the history that is not in the part, or begins the history."""
    return sum(point in part and (place == 0 or history[place - 1] not in part) for place, point in enumerate(history))


@given(histories())
def test_a_list_holds_its_points_in_order(history: list[Point]) -> None:
    made = as_list(history)
    assert list(made) == history
    assert len(made) == len(history)
    assert bool(made) == bool(history)
    assert made.last == (history[-1] if history else None)
    assert [made.at(place) for place in range(len(history))] == history
    with pytest.raises(IndexError):
        made.at(len(history))


@given(histories())
def test_segments_are_the_longest_parts_with_adjacent_ordinals_of_one_thread(history: list[Point]) -> None:
    found = as_list(history).segments
    assert all(segment.first <= segment.last for segment in found)
    for one, after in pairwise(found):
        assert one.thread_id != after.thread_id or one.last + 1 != after.first


@given(histories(), POINT_SETS)
def test_keeping_and_leaving_out_a_set(history: list[Point], chosen: set[Point]) -> None:
    made, known = as_list(history), points_of(chosen)
    kept, left = made.keep(known), made.without(known)
    assert list(kept) == [point for point in history if point in chosen]
    assert list(left) == [point for point in history if point not in chosen]
    assert kept == as_list(list(kept))
    assert left == as_list(list(left))


@given(histories(), POINT_SETS)
def test_stretches_are_pieces_without_a_gap_in_the_list(history: list[Point], chosen: set[Point]) -> None:
    made = as_list(history)
    assert made.stretches(made.keep(points_of(chosen))) == naive_stretches(history, chosen)


@given(histories(), st.builds(Point, st.sampled_from("TFG"), st.integers(1, 12)))
def test_places_and_cuts(history: list[Point], point: Point) -> None:
    made = as_list(history)
    assert made.after(None) == made
    if point not in history:
        assert point not in made
        assert made.place_of(point) is None
        assert made.before(point) is None
        with pytest.raises(KeyError):
            made.up_to(point)
        with pytest.raises(KeyError):
            made.after(point)
        return
    place = history.index(point)
    assert point in made
    assert made.place_of(point) == place
    assert made.before(point) == (history[place - 1] if place else None)
    assert list(made.up_to(point)) == history[: place + 1]
    assert list(made.after(point)) == history[place + 1 :]
    assert made.up_to(point) + made.after(point) == made


@given(POINT_SETS, POINT_SETS)
def test_sets_of_points(first: set[Point], second: set[Point]) -> None:
    both = together(points_of(first), points_of(second))
    everything = {Point(id, ordinal) for id in "TFG" for ordinal in range(1, 13)}
    assert {point for point in everything if holds(both, point)} == first | second
    assert point_set(segments_in(both)) == both


def test_a_stretch_goes_on_over_a_rolled_back_run_and_across_a_fork() -> None:
    history = points("T 1-4, T 6, F 1-3")
    assert history.stretches(points("T 4, T 6")) == 1
    assert history.stretches(points("T 6, F 1")) == 1
    assert history.stretches(points("T 2, T 4, F 2-3")) == 3
    assert history.ordinals("T") == [1, 2, 3, 4, 6]
    assert history.ordinals("elsewhere") == []
    assert written(history) == "T 1-4, T 6, F 1-3"
    with pytest.raises(KeyError):
        history.stretches(points("T 5"))
