"""By which runs' content a run was reached (design 6)."""

import pytest

from lineage.domain.kinds import ThreadRelationshipKind
from lineage.domain.points import Point
from lineage.domain.provenance import Consumed, ContentFlow, FlowRun, origins_of, reached_from
from tests.domain.builders import point, segments

KIND = ThreadRelationshipKind


def flow(
    continued: dict[str, str], consumed: dict[str, tuple[str, str, ThreadRelationshipKind]], rolled_back: tuple[str, ...] = ()
) -> ContentFlow:
    """Runs T 1-4, F 1-2 and G 1, the threads made in this order; consumed gives id, coverage and kind of one handoff by its consumer."""
    runs = ("T 1", "T 2", "T 3", "T 4", "F 1", "F 2", "G 1")
    return ContentFlow(
        threads=("T", "F", "G"),
        runs={point(name): FlowRun(name, name in rolled_back) for name in runs},
        continued={point(after): point(before) for after, before in continued.items()},
        consumed={point(by): (Consumed(id, kind, segments(covers)),) for by, (id, covers, kind) in consumed.items()},
    )


EXAMPLE = flow(
    continued={"T 2": "T 1", "T 4": "T 2", "F 1": "T 2", "F 2": "F 1"},
    consumed={"T 3": ("H1", "T 1-2", KIND.PROVIDER_HANDOFF), "T 4": ("H2", "T 3", KIND.PROVIDER_HANDOFF), "G 1": ("H3", "F 1", KIND.FORK)},
)
"""T 1, 2 and 4 on one provider thread and 3 on another; F forked natively at T 2; G by a summary of F 1."""


def names(*found: Point) -> list[str]:
    return [f"{thread_id} {ordinal}" for thread_id, ordinal in found]


def test_every_run_whose_content_can_have_reached_a_run_the_nearest_first() -> None:
    assert names(*origins_of(EXAMPLE, point("T 4"), None, 100).sources) == ["T 2", "T 3", "T 1"]
    assert names(*origins_of(EXAMPLE, point("G 1"), None, 100).sources) == ["F 1", "T 2", "T 1"]
    assert origins_of(EXAMPLE, point("T 1"), None, 100).sources == ()


def test_each_step_says_by_what_the_content_came() -> None:
    steps = origins_of(EXAMPLE, point("F 2"), None, 100).steps
    assert [(*names(step.source, step.target), step.via, step.native) for step in steps] == [
        ("F 1", "F 2", None, True),
        ("T 2", "F 1", KIND.FORK, True),
        ("T 1", "T 2", None, True),
    ]
    (step,) = origins_of(EXAMPLE, point("G 1"), 1, 100).steps
    assert (step.via, step.handoff_id, step.native) == (KIND.FORK, "H3", False)


@pytest.mark.parametrize(
    ("depth", "sources", "truncated"),
    [(0, [], True), (1, ["F 1"], True), (2, ["F 1", "T 2"], True), (3, ["F 1", "T 2", "T 1"], False), (4, ["F 1", "T 2", "T 1"], False)],
)
def test_a_depth_cuts_and_says_so(depth: int, sources: list[str], truncated: bool) -> None:
    found = origins_of(EXAMPLE, point("G 1"), depth, 100)
    assert (names(*found.sources), found.truncated) == (sources, truncated)


def test_a_limit_of_steps_says_that_it_cut() -> None:
    found = origins_of(EXAMPLE, point("T 4"), None, 2)
    assert (len(found.steps), found.truncated) == (2, True)
    assert not origins_of(EXAMPLE, point("T 4"), None, 5).truncated


def test_rolled_back_runs_count_as_sources() -> None:
    dropped = flow({"T 2": "T 1", "F 1": "T 2"}, {}, rolled_back=("T 2",))
    assert names(*origins_of(dropped, point("F 1"), None, 100).sources) == ["T 2", "T 1"]


@pytest.mark.parametrize(
    ("starts", "rolled_back", "reached"),
    [
        pytest.param((2,), (), ["F 1", "F 2", "G 1"], id="by thread creation and ordinal"),
        pytest.param((4,), (), [], id="nothing went on from it"),
        pytest.param((2,), ("F 1",), ["F 2", "G 1"], id="rolled-back ones pass content on but are not told"),
    ],
)
def test_runs_of_other_threads_that_content_reached(starts: tuple[int, ...], rolled_back: tuple[str, ...], reached: list[str]) -> None:
    example = ContentFlow(
        EXAMPLE.threads,
        {at: FlowRun(run.id, run.id in rolled_back) for at, run in EXAMPLE.runs.items()},
        EXAMPLE.continued,
        EXAMPLE.consumed,
    )
    assert names(*reached_from(example, "T", starts)) == reached


def test_content_that_comes_back_to_the_thread_by_a_merge_goes_on_from_there() -> None:
    merged = flow({"F 1": "T 1", "T 2": "T 1"}, {"T 2": ("M", "F 1", KIND.MERGE_BACK), "G 1": ("H", "T 2", KIND.FORK)})
    assert names(*reached_from(merged, "T", (1,))) == ["F 1", "G 1"]
