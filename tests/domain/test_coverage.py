"""What a provider thread knows (design 2)."""

import pytest

from lineage.domain.coverage import SourceHandoff, coverage_of, handoffs_in_effect, taken_along_from
from lineage.domain.facts import ProviderThreadFacts
from lineage.domain.kinds import HandoffStatus
from lineage.domain.points import segments_in
from tests.domain.builders import point, points, provider_thread, ran, took, written


@pytest.mark.parametrize(
    ("known", "history", "covered", "missing"),
    [
        pytest.param(provider_thread("C1", ran("1-5")), "T 1-8", "T 1-5", "T 6-8", id="its own runs"),
        pytest.param(
            provider_thread("C1", ran("1-5"), ran("9")),
            "T 1-9",
            "T 1-5, T 9",
            "T 6-8",
            id="runs between its first and last are not its own",
        ),
        pytest.param(provider_thread("C1", ran("1-5"), ran("9"), handoffs=(took("T 6-8", 9),)), "T 1-9", "T 1-9", "", id="a handoff"),
        pytest.param(
            provider_thread("C1", ran("1"), ran("3", rolled_back_at=9), handoffs=(took("T 2", 3, rolled_back=True),)),
            "T 1-2",
            "T 1",
            "T 2",
            id="a handoff delivered in a dropped turn",
        ),
        pytest.param(
            provider_thread("C1", ran("3"), handoffs=(took("T 1-2", 3, status=HandoffStatus.SUPERSEDED),)),
            "T 1-3",
            "T 3",
            "T 1-2",
            id="a superseded handoff",
        ),
        pytest.param(
            provider_thread("F1", ran("1"), thread="F", took_along="T 1-2, T 4"),
            "T 1-5, F 1",
            "T 1-2, T 4, F 1",
            "T 3, T 5",
            id="taken along",
        ),
        pytest.param(provider_thread("C1", ran("1-5")), "", "", "", id="an empty history"),
    ],
)
def test_the_history_is_split_by_what_it_knows(known: ProviderThreadFacts, history: str, covered: str, missing: str) -> None:
    coverage = coverage_of(known, points(history))
    assert (written(coverage.covered), written(coverage.missing)) == (covered, missing)


def test_native_and_divergent_runs_and_live_handoffs_are_told_apart() -> None:
    known = provider_thread(
        "C1",
        ran("1-2"),
        ran("4", rolled_back_at=9),
        ran("5", rolled_back_at=9, dropped=True),
        ran("7"),
        handoffs=(took("T 3", 4, id="H1", rolled_back=True), took("T 6", 7, id="H2")),
    )
    coverage = coverage_of(known, points("T 1-3, T 6-7"))
    assert coverage.native_run_ordinals == (1, 2, 7)
    assert coverage.divergent_run_ordinals == (4,)
    assert coverage.handoff_ids == ("H2",)


def test_a_native_fork_takes_along_what_was_present_up_to_the_boundary_and_what_came_with_it() -> None:
    source = provider_thread(
        "F1",
        ran("1-2"),
        ran("3", rolled_back_at=9),
        ran("4", rolled_back_at=8, dropped=True),
        ran("6"),
        thread="F",
        took_along="T 1-3",
        handoffs=(took("T 4", 2), took("T 5", 4, rolled_back=True), took("T 6", 3, status=HandoffStatus.SUPERSEDED), took("G 1", 6)),
    )
    assert written(segments_in(taken_along_from(source, point("F 5")))) == "F 1-3, T 1-4, T 6"


def test_a_session_builds_on_the_handoffs_of_what_it_took_along_and_then_on_its_own() -> None:
    forked = provider_thread(
        "F2",
        ran("1", rolled_back_at=5),
        ran("2"),
        thread="F",
        took_along="T 1-4, E 1",
        handoffs=(took("T 5", 1, id="dropped", rolled_back=True), took("T 5", 2, id="own")),
    )
    of_sources = [
        SourceHandoff(1, point("E 1"), 1, "near, second"),
        SourceHandoff(1, point("E 1"), 0, "near, first"),
        SourceHandoff(1, point("E 2"), 0, "behind the boundary"),
        SourceHandoff(2, point("T 4"), 0, "far, later"),
        SourceHandoff(2, point("T 3"), 0, "far"),
    ]
    assert handoffs_in_effect(forked, of_sources) == ("far", "far, later", "near, first", "near, second", "own")
