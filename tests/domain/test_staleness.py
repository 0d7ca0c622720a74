"""When a provider thread is no longer fit to be resumed (design 3, signals)."""

from typing import Any

import pytest

from lineage.domain.facts import ProviderThreadFacts
from lineage.domain.kinds import ProviderThreadStatus, StalenessSignalKind, StartStrategy
from lineage.domain.models import StalenessSignal
from lineage.domain.points import PointList
from lineage.domain.staleness import Policy, ResumeRequest, judge, recommended
from tests.domain.builders import points, profile, provider_thread, ran, took


def signals(
    known: ProviderThreadFacts, history: str, request: ResumeRequest | None = None, length: int = 100, **capabilities: Any
) -> list[StalenessSignal]:
    """Judged by the policy of the design, where every summary has the same length."""
    found = judge(known, points(history), profile(**capabilities), request or ResumeRequest(), Policy(), lambda part: length)
    return list(found.signals)


@pytest.mark.parametrize(
    ("known", "history", "value"),
    [
        pytest.param(provider_thread("C1", ran("1")), "T 1-21", None, id="20 runs elsewhere are not too many"),
        pytest.param(provider_thread("C1", ran("1")), "T 1-22", 21, id="21 are"),
        pytest.param(
            provider_thread("C1", ran("1"), ran("20", rolled_back_at=99)), "T 1-19, T 21-23", 21, id="a rolled-back own run does not count"
        ),
        pytest.param(provider_thread("F1", thread="F", took_along="T 1-2"), "T 1-22", None, id="counted from the last point taken along"),
        pytest.param(
            provider_thread("C1", ran("1"), ran("22"), handoffs=(took("T 2-21", 22),)), "T 1-22", None, id="counted from its last run"
        ),
    ],
)
def test_off_provider_runs(known: ProviderThreadFacts, history: str, value: int | None) -> None:
    found = [signal for signal in signals(known, history) if signal.kind is StalenessSignalKind.OFF_PROVIDER_RUNS]
    assert [(signal.value, signal.threshold) for signal in found] == ([(value, 20)] if value else [])


@pytest.mark.parametrize(
    ("handoffs", "history", "value"),
    [
        pytest.param(4, "T 1-21", None, id="the fifth is not too many"),
        pytest.param(5, "T 1-21", 6, id="the sixth is"),
        pytest.param(5, "T 1-20", None, id="nothing is missing"),
    ],
)
def test_chained_handoffs(handoffs: int, history: str, value: int | None) -> None:
    known = provider_thread("C1", ran("1-20"), handoffs=tuple(took("F 1", ordinal, id=f"H{ordinal}") for ordinal in range(1, handoffs + 1)))
    found = [signal for signal in signals(known, history) if signal.kind is StalenessSignalKind.CHAINED_HANDOFFS]
    assert [(signal.value, signal.threshold) for signal in found] == ([(value, 5)] if value else [])


@pytest.mark.parametrize(
    ("recorded", "asked", "across", "stale"),
    [
        pytest.param("a", "b", False, True, id="they differ"),
        pytest.param("a", "a", False, False, id="they are the same"),
        pytest.param("a", "b", True, False, id="the provider can"),
        pytest.param(None, "b", False, False, id="none was recorded"),
        pytest.param("a", None, False, False, id="none is asked for"),
    ],
)
def test_models_and_runtime_modes_that_cannot_be_resumed(recorded: str | None, asked: str | None, across: bool, stale: bool) -> None:
    by_model = signals(provider_thread("C1", ran("1"), model=recorded), "T 1", ResumeRequest(model=asked), resume_across_models=across)
    assert [signal.kind for signal in by_model] == [StalenessSignalKind.MODEL_INCOMPATIBLE] * stale
    by_mode = signals(
        provider_thread("C1", ran("1"), runtime_mode=recorded), "T 1", ResumeRequest(runtime_mode=asked), resume_across_runtime_modes=across
    )
    assert [signal.kind for signal in by_mode] == [StalenessSignalKind.RUNTIME_MODE_INCOMPATIBLE] * stale


@pytest.mark.parametrize(
    ("known", "kind"),
    [
        (provider_thread("C1", ran("1"), status=ProviderThreadStatus.RESUME_FAILED), StalenessSignalKind.RESUME_FAILED),
        (provider_thread("C1", ran("1"), status=ProviderThreadStatus.DIVERGENT), StalenessSignalKind.DIVERGENT),
        (provider_thread("C1", ran("1"), status=ProviderThreadStatus.CLOSED), StalenessSignalKind.CLOSED),
        (provider_thread("C1", ran("1"), adopted=True), StalenessSignalKind.CONFLICTING_FORK),
        (provider_thread("C1"), StalenessSignalKind.NOTHING_RETAINED),
        (provider_thread("C1", ran("1"), status=ProviderThreadStatus.ROLLED_BACK), None),
        (provider_thread("C1", ran("1")), None),
    ],
)
def test_its_own_state(known: ProviderThreadFacts, kind: StalenessSignalKind | None) -> None:
    assert [signal.kind for signal in signals(known, "T 1")] == ([kind] if kind else [])


def test_clean_context() -> None:
    found = signals(provider_thread("C1", ran("1")), "T 1", ResumeRequest(clean_context=True))
    assert [signal.kind for signal in found] == [StalenessSignalKind.CLEAN_CONTEXT]


@pytest.mark.parametrize(
    ("history", "length", "exceeds"),
    [
        pytest.param("T 1-2", 51, True, id="the delta would be too long"),
        pytest.param("T 1-2", 50, False, id="it just fits"),
        pytest.param("T 1", 51, False, id="nothing is missing"),
        pytest.param("T 1-2, T 4-6", 51, False, id="a full summary can be shortened"),
    ],
)
def test_a_delta_longer_than_the_provider_takes(history: str, length: int, exceeds: bool) -> None:
    found = signals(provider_thread("C1", ran("1"), ran("5")), history, length=length, max_handoff_chars=50)
    assert [(signal.kind, signal.value, signal.threshold) for signal in found] == [
        (StalenessSignalKind.SUMMARY_EXCEEDS_POLICY, 51, 50)
    ] * exceeds


@pytest.mark.parametrize(
    ("known", "history", "accepts_handoff", "strategy"),
    [
        (provider_thread("C1", ran("1")), "", True, StartStrategy.NONE),
        (provider_thread("C1", ran("1"), status=ProviderThreadStatus.CLOSED), "", True, StartStrategy.NONE),
        (provider_thread("C1", ran("1")), "T 1", True, StartStrategy.NONE),
        (provider_thread("C1", ran("1")), "T 1-2", True, StartStrategy.DELTA_INTO_EXISTING),
        (provider_thread("C1", ran("2")), "T 1-3", True, StartStrategy.FULL_INTO_EXISTING),
        (provider_thread("C1", ran("1"), status=ProviderThreadStatus.CLOSED), "T 1", True, StartStrategy.FULL_INTO_NEW),
        (provider_thread("C1", ran("1")), "T 1", False, StartStrategy.NONE),
        (provider_thread("C1", ran("1")), "T 1-2", False, StartStrategy.UNSUPPORTED),
        (provider_thread("C1", ran("1"), status=ProviderThreadStatus.CLOSED), "T 1", False, StartStrategy.UNSUPPORTED),
    ],
)
def test_what_is_recommended(known: ProviderThreadFacts, history: str, accepts_handoff: bool, strategy: StartStrategy) -> None:
    provider = profile(accepts_handoff=accepts_handoff)
    judgement = judge(known, points(history), provider, ResumeRequest(), Policy(), lambda part: 0)
    assert recommended(judgement, points(history), provider) is strategy


def test_the_length_of_a_summary_is_asked_only_for_a_delta() -> None:
    asked: list[PointList] = []

    def length(part: PointList) -> int:
        asked.append(part)
        return 0

    for history in ("T 1-3", "T 1-4", "T 1-6"):
        judge(provider_thread("C1", ran("1-3"), ran("5")), points(history), profile(), ResumeRequest(), Policy(), length)
    assert asked == [points("T 4")]


@pytest.mark.parametrize(
    ("limit", "stale", "strategy"),
    [
        pytest.param(None, False, StartStrategy.DELTA_INTO_EXISTING, id="no limit"),
        pytest.param(3, False, StartStrategy.DELTA_INTO_EXISTING, id="as many as the limit"),
        pytest.param(2, True, StartStrategy.FULL_INTO_NEW, id="more than the limit"),
        pytest.param(0, True, StartStrategy.FULL_INTO_NEW, id="none is allowed"),
    ],
)
def test_a_compaction_only_informs_until_it_passes_a_limit(limit: int | None, stale: bool, strategy: StartStrategy) -> None:
    known = provider_thread("C1", ran("1-2"), ran("4-5"), compactions=(4,), handoffs=(took("T 3", 4),))
    history = points("T 1-6")
    judgement = judge(known, history, profile(), ResumeRequest(), Policy(max_compacted_runs=limit), lambda part: 0)
    (signal,) = judgement.signals
    assert (signal.kind, signal.value, signal.threshold) == (StalenessSignalKind.COMPACTED, 3, limit)
    assert judgement.stale is stale
    assert judgement.against == (signal,) * stale
    assert recommended(judgement, history, profile()) is strategy


def test_a_compaction_is_told_last_and_takes_nothing_from_the_others() -> None:
    known = provider_thread("C1", ran("1"), compactions=(1,), status=ProviderThreadStatus.CLOSED)
    judgement = judge(known, points("T 1"), profile(), ResumeRequest(clean_context=True), Policy(), lambda part: 0)
    assert [signal.kind for signal in judgement.signals] == ["CLOSED", "CLEAN_CONTEXT", "COMPACTED"]
    assert [signal.kind for signal in judgement.against] == ["CLOSED", "CLEAN_CONTEXT"]
