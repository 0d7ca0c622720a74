"""What a provider thread knows (design 2)."""

from dataclasses import replace

import pytest

from lineage.domain.coverage import SourceHandoff, compacted_through, coverage_of, handoffs_in_effect, known_as_summary, taken_along_from
from lineage.domain.facts import ProviderThreadFacts
from lineage.domain.kinds import HandoffStatus
from lineage.domain.points import segments_in
from tests.domain.builders import compacted_there, point, points, provider_thread, ran, took, written


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


@pytest.mark.parametrize(
    ("known", "history", "through"),
    [
        pytest.param(provider_thread("C1", ran("1-5")), "T 1-5", None, id="none"),
        pytest.param(provider_thread("C1", ran("1-5"), compactions=(2, 4)), "T 1-5", "T 4", id="the newest"),
        pytest.param(provider_thread("C1", ran("1-5"), compactions=(4, 2)), "T 1-5", "T 4", id="whatever was recorded last"),
        pytest.param(
            provider_thread("C1", ran("1-3"), ran("4", rolled_back_at=9), compactions=(2, 4)), "T 1-3", "T 2", id="its run is history"
        ),
        pytest.param(provider_thread("C1", ran("4", rolled_back_at=9), compactions=(4,)), "T 1-3", None, id="nothing of it is left"),
        pytest.param(
            provider_thread("F1", thread="F", took_along="T 1-5", origin_compactions=(compacted_there("T 4"),)),
            "T 1-5",
            "T 4",
            id="a fork takes it along",
        ),
        pytest.param(
            provider_thread("F1", thread="F", took_along="T 1-5", origin_compactions=(compacted_there("T 5"),)),
            "T 1-5",
            None,
            id="but not one after the run that it was cut at",
        ),
        pytest.param(
            provider_thread("F1", thread="F", took_along="S 1-5", origin_compactions=(compacted_there("S 5", adopted=True),)),
            "S 1-5",
            "S 5",
            id="which comes with a session that is taken over",
        ),
        pytest.param(
            provider_thread("F1", thread="F", took_along="S 1-5", origin_compactions=(compacted_there("S 6", adopted=True),)),
            "S 1-6",
            None,
            id="nothing comes from behind the boundary",
        ),
        pytest.param(
            provider_thread("F1", thread="F", took_along="T 1-5", origin_compactions=(compacted_there("T 2", made=3, left=2),)),
            "T 1-5",
            None,
            id="nor what was recorded after the fork was made",
        ),
        pytest.param(
            provider_thread(
                "F1", ran("1-2"), thread="F", took_along="T 1-5", compactions=(1,), origin_compactions=(compacted_there("T 4"),)
            ),
            "T 1-5, F 1-2",
            "F 1",
            id="own ones come later than those taken along",
        ),
    ],
)
def test_it_is_compacted_through_the_newest_point_of_the_history(known: ProviderThreadFacts, history: str, through: str | None) -> None:
    expected = point(through) if through else None
    assert compacted_through(known, points(history)) == expected
    whole = replace(known, compactions=(), origin_compactions=())
    assert coverage_of(known, points(history)) == replace(coverage_of(whole, points(history)), compacted_through=expected)


def test_what_it_knows_as_a_summary_is_what_it_held_natively_up_to_there() -> None:
    known = provider_thread("F1", ran("1"), ran("3"), thread="F", took_along="T 1-2, T 4", handoffs=(took("T 3, F 2", 3),))
    history = points("T 1-4, F 1-3")
    assert [known_as_summary(known, history, through) for through in (None, point("T 2"), point("T 4"), point("F 3"))] == [0, 2, 3, 5]
