"""Provenance where there are as many steps between runs as there are pairs of them, by the rules alone (design 6)."""

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from lineage.domain.kinds import ThreadRelationshipKind
from lineage.domain.points import Point, RunSegment
from lineage.domain.provenance import Consumed, ContentFlow, FlowRun, Step, origins_of, reached_from

RUNS = 10_000
VIA = ThreadRelationshipKind.PROVIDER_HANDOFF


def clean_starts(runs: int) -> ContentFlow:
    """A thread whose every run consumed a handoff that covers all runs before it."""
    return ContentFlow(
        threads=["T"],
        runs={Point("T", ordinal): FlowRun(f"T{ordinal}", rolled_back=False) for ordinal in range(1, runs + 1)},
        consumed={
            Point("T", ordinal): [Consumed(f"H{ordinal}", VIA, (RunSegment("T", 1, ordinal - 1),))] for ordinal in range(2, runs + 1)
        },
    )


def test_fifty_million_steps_are_not_taken_one_by_one() -> None:
    found = origins_of(clean_starts(RUNS), Point("T", RUNS), max_depth=None, max_steps=100)
    assert found.sources == tuple(Point("T", ordinal) for ordinal in range(1, RUNS))
    assert found.steps == tuple(Step(Point("T", ordinal), Point("T", RUNS), VIA, f"H{RUNS}") for ordinal in range(1, 101))
    assert found.truncated


def test_what_the_content_of_ten_thousand_runs_reached() -> None:
    flow = clean_starts(RUNS)
    fork = Point("F", 1)
    taken = ContentFlow(["T", "F"], {**flow.runs, fork: FlowRun("F1", rolled_back=False)}, {fork: Point("T", RUNS)}, flow.consumed)
    assert reached_from(taken, "T", range(2, RUNS + 1)) == (fork,)
    assert reached_from(flow, "T", range(2, RUNS + 1)) == ()


points = st.builds(Point, st.sampled_from("TF"), st.integers(1, 7))
parts = st.builds(
    lambda thread, first, more: RunSegment(thread, first, first + more), st.sampled_from("TF"), st.integers(1, 6), st.integers(0, 4)
)
flows = st.builds(
    lambda known, continued, consumed: ContentFlow(
        threads=["T", "F"],
        runs={point: FlowRun(f"{point.thread_id}{point.ordinal}", rolled_back=False) for point in known},
        continued=continued,
        consumed={
            point: [Consumed(f"H{place}", VIA, tuple(covers)) for place, covers in enumerate(found)] for point, found in consumed.items()
        },
    ),
    st.sets(points, min_size=1),
    st.dictionaries(points, points),
    st.dictionaries(points, st.lists(st.lists(parts, max_size=3), max_size=2)),
)


def steps_into(flow: ContentFlow, target: Point) -> list[Point]:
    """Where each step into a run comes from, one by one."""
    before = flow.continued.get(target)
    sources = [before] if before is not None else []
    sources += [
        Point(thread, ordinal)
        for handoff in flow.consumed.get(target, ())
        for thread, first, last in handoff.covers
        for ordinal in range(first, last + 1)
    ]
    return [source for source in sources if source in flow.runs]


@settings(deadline=None)
@given(flows, st.none() | st.integers(0, 3), st.integers(0, 30))
def test_sources_and_steps_are_those_of_a_search_that_takes_each_step(flow: ContentFlow, max_depth: int | None, max_steps: int) -> None:
    run = min(flow.runs)
    level, found, steps, cut, depth = [run], [run], [], False, 0
    while level:
        into = [(source, target) for target in level for source in steps_into(flow, target)]
        if max_depth is not None and depth >= max_depth:
            cut = cut or bool(into)
            break
        steps += into
        level = [source for source in dict.fromkeys(source for source, _ in into) if source not in found]
        found += level
        depth += 1
    origins = origins_of(flow, run, max_depth, max_steps)
    assert list(origins.sources) == found[1:]
    assert [(step.source, step.target) for step in origins.steps] == list(islice(steps, max_steps))
    assert origins.truncated == (cut or len(steps) > max_steps)
