"""stats: every figure of a story that is known, from the facts, from sums of hours, and counted anew from the records."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lineage.app import Service
from lineage.service.rolling_up import RollUp
from lineage.settings import Settings
from lineage.store.restating import count, restate_some
from tests.running import Refused, RunningService, fresh, serving
from tests.stats.story import ask, plain, together


def everything(service: RunningService) -> list[list[dict[str, Any]]]:
    """The story by each grouping, over a range that does not end while it is asked."""
    end = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(days=1)
    span: dict[str, Any] = {"start": end - timedelta(days=3), "end": end}
    return [ask(service, "HOUR", groups, **span) for groups in ([], ["PROVIDER"], ["MODEL"], ["PROVIDER", "MODEL"])]


def test_every_figure_is_that_of_the_story(alone: RunningService, expected: dict[str, int]) -> None:
    found = together(ask(alone))
    handoffs = {name: count for name, count in found.items() if name.startswith("handoffs")}
    assert {name: count for name, count in found.items() if name not in handoffs} == expected
    text = """{ threads(first: 500) { edges { node { handoffs { id status summaryText strategy } } } } }"""
    recorded = [handoff for edge in alone.query(text)["threads"]["edges"] for handoff in edge["node"]["handoffs"]]
    assert handoffs == {
        "handoffs created": len(recorded),
        "handoffs ready": sum(handoff["summaryText"] is not None for handoff in recorded),
        "handoffs failed": 1,
        "handoffs superseded": sum(handoff["status"] == "SUPERSEDED" for handoff in recorded),
    }
    [bucket] = [bucket for bucket in ask(alone) if plain(bucket)]
    lengths = [len(handoff["summaryText"]) for handoff in recorded if handoff["summaryText"] is not None]
    sizes = bucket["summarySizes"]
    assert (sizes["count"], sizes["max"], sizes["mean"]) == (len(lengths), max(lengths), pytest.approx(sum(lengths) / len(lengths)))
    assert sum(size["count"] for size in sizes["classes"]) == len(lengths)
    assert 0 < sizes["p50"] <= sizes["p90"] <= sizes["p99"] <= sizes["max"]
    assert bucket["mergeBackRate"] == 0.5
    by_strategy = {one["strategy"]: one["created"] for one in bucket["handoffsByStrategy"] if one["created"]}
    strategies = [handoff["strategy"] for handoff in recorded]
    assert by_strategy == {strategy: strategies.count(strategy) for strategy in strategies}


def test_groups_together_are_the_whole(alone: RunningService, expected: dict[str, int]) -> None:
    whole = together(ask(alone))
    by_provider = ask(alone, group_by=["PROVIDER"])
    assert together(by_provider) == whole
    assert {bucket["provider"] for bucket in by_provider} == {"codex", "claude"}
    by_both = ask(alone, group_by=["PROVIDER", "MODEL"])
    assert together(by_both) == whole
    assert {(bucket["provider"], bucket["model"]) for bucket in by_both} == {("codex", "m1"), ("codex", None), ("claude", None)}


def test_every_bucket_is_there_without_groups_and_only_those_with_something_else(alone: RunningService, expected: dict[str, int]) -> None:
    now = datetime.now(UTC)
    span: dict[str, Any] = {"start": now - timedelta(hours=30), "end": now + timedelta(hours=1)}
    assert len(ask(alone, "HOUR", **span)) in (32, 33)
    assert all(plain(bucket) for bucket in ask(alone, "HOUR", ["PROVIDER"], **span))
    assert plain(ask(alone, "HOUR", **span)[0]) == {}


def test_sums_of_hours_say_what_the_facts_do(alone: RunningService, expected: dict[str, int]) -> None:
    before = everything(alone)
    workspace = alone.service.settings.workspace
    roll_up = RollUp(alone.service.store, 1)
    later = datetime.now(UTC) + timedelta(hours=3)
    assert alone.run(roll_up.catch_up(workspace, later)) > 0
    state = alone.run(alone.service.store.read(workspace, "stats_state", statsFrom=later, statsTo=later))["statsState"]
    assert state["through"].to_native() > datetime.now(UTC)
    assert everything(alone) == before
    assert alone.run(roll_up.catch_up(workspace, later)) == 0
    assert everything(alone) == before


def test_counting_anew_from_the_records_says_the_same_and_hours_are_summed_up_again(
    alone: RunningService, expected: dict[str, int]
) -> None:
    before, workspace = everything(alone), alone.service.settings.workspace
    threads = [edge["node"]["id"] for edge in alone.query("{ threads(first: 500) { edges { node { id } } } }")["threads"]["edges"]]
    counted = alone.query("{ threads(first: 500) { edges { node { id runCount forkCount } } } }")
    alone.run(alone.service.store.write(workspace, "import", lambda transaction: count(transaction, threads)))
    assert not any(bucket["isComplete"] for bucket in ask(alone, "DAY"))
    alone.run(alone.service.store.write(workspace, "count", lambda transaction: restate_some(transaction, len(threads))))
    # The records do not say of the handoff that was superseded after it had failed that it did.
    assert _but_failed(everything(alone)) == _but_failed(before)
    assert alone.run(RollUp(alone.service.store, 1).catch_up(workspace, datetime.now(UTC) + timedelta(hours=3))) > 0
    assert _but_failed(everything(alone)) == _but_failed(before)
    assert alone.query("{ threads(first: 500) { edges { node { id runCount forkCount } } } }") == counted


def _but_failed(answers: Any) -> Any:
    if isinstance(answers, dict) and "created" in answers:
        return {name: value for name, value in answers.items() if name != "failed"}
    if isinstance(answers, dict):
        return {name: _but_failed(value) for name, value in answers.items()}
    return [_but_failed(value) for value in answers] if isinstance(answers, list) else answers


PAST = datetime(2020, 5, 4, 10, 30, tzinfo=UTC)


def _record_past(service: RunningService, thread_id: str, runs: int) -> None:
    told = [
        {"id": f"{thread_id} {n}", "providerThreadId": f"{thread_id} session", "status": "COMPLETED",
         "startedAt": (PAST + timedelta(hours=n)).isoformat(), "finishedAt": (PAST + timedelta(hours=n, minutes=40)).isoformat()}
        for n in range(runs)
    ]  # fmt: skip
    session = {"id": f"{thread_id} session", "provider": "claude"}
    thread = {"id": thread_id, "createdAt": PAST.isoformat(), "providerThreads": [session], "runs": told}
    service.mutate("recordHistory", "recordedRuns", threads=[thread])


def test_what_is_recorded_of_a_past_that_is_summed_up_is_said_to_be_missing_until_it_is_counted(
    alone: RunningService, expected: dict[str, int]
) -> None:
    workspace, roll_up = alone.service.settings.workspace, RollUp(alone.service.store, 1)
    later = datetime.now(UTC) + timedelta(hours=3)
    alone.run(roll_up.catch_up(workspace, later))
    span: dict[str, Any] = {"start": PAST - timedelta(hours=2), "end": PAST + timedelta(hours=10)}
    for many in (1, 2, 3):
        _record_past(alone, f"past {many} of {workspace}", 3)
        assert not any(bucket["isComplete"] for bucket in ask(alone, "HOUR", **span))
        alone.run(roll_up.catch_up(workspace, later))
        buckets = ask(alone, "HOUR", **span)
        assert all(bucket["isComplete"] for bucket in buckets)
        found = [plain(bucket) for bucket in buckets]
        assert [one for one in found if one] == [{"started": many}, *[{"started": many, "completed": many}] * 2, {"completed": many}]


@pytest.mark.parametrize(
    ("start", "end", "bucket"),
    [
        ("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", "DAY"),
        ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "HOUR"),
        ("2026-01-01T00:00:00", "2026-01-02T00:00:00Z", "HOUR"),
        ("2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "HOUR"),
    ],
)
def test_a_bad_range_is_refused_before_anything_is_asked(alone: RunningService, start: str, end: str, bucket: str) -> None:
    before = alone.service.store.round_trips
    with pytest.raises(Refused) as refused:
        alone.query(f'{{ stats(from: "{start}", to: "{end}", bucket: {bucket}) {{ forks }} }}')
    assert refused.value.code == "BAD_INPUT"
    assert alone.service.store.round_trips == before


def test_a_service_sums_up_by_itself_what_it_is_asked_for(settings: Settings) -> None:
    own = settings.model_copy(update={"workspace": fresh("summed"), "roll_up_seconds": 0.2})
    with serving(Service(own)) as service:
        _record_past(service, fresh("past"), 1)
        span: dict[str, Any] = {"start": PAST - timedelta(hours=2), "end": PAST + timedelta(hours=10)}
        assert ask(service, "HOUR", **span)
        deadline = time.monotonic() + 120
        # It is counted first, and summed up a moment after that.
        while (summed := service.run(service.service.store.read("", "rolled_up_workspaces"))["rolledUp"].count(own.workspace)) == 0:
            assert time.monotonic() < deadline, "nobody summed it up"
            time.sleep(0.2)
        assert summed == 1
        assert all(bucket["isComplete"] for bucket in ask(service, "HOUR", **span))
        assert together(ask(service, "HOUR", **span)) == {"started": 1, "completed": 1}


def test_another_workspace_counts_none_of_it(service: RunningService, alone: RunningService, expected: dict[str, int]) -> None:
    assert together(ask(service, start=PAST, end=PAST + timedelta(days=1))) == {}
