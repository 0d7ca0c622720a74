"""A chain of 500 forks, each of the one before it: what takes one round trip at the fifth takes one at the last."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.scale.conftest import CHAIN_LEVELS, LargeTrees
from tests.scale.planting import PlantedThread, segments

HISTORY = "query ($id: ID!) { thread(id: $id) { history { threadId from to } headOrdinal latestStable { threadId ordinal } } }"
ANCESTORS = "query ($id: ID!) { thread(id: $id) { ancestors { id } lineage { rootThreadId } } }"
COVERAGE = """query ($id: ID!) {
  providerThread(id: $id) { coverage { covered { threadId from to } missing { threadId from to } } staleness { stale recommended } }
}"""
MERGE_BASE = "query ($first: ID!, $second: ID!) { mergeBase(first: $first, second: $second) { threadId ordinal } }"
DIFF = """query ($first: ID!, $second: ID!) {
  threadDiff(first: $first, second: $second) { base { threadId ordinal } onlyInFirst { threadId from to } onlyInSecond { threadId from to } }
}"""
RESOLVE = """query ($input: StartContextInput!) {
  resolveStartContext(input: $input) { strategy providerThreadId covers { threadId from to } transferIds actions { kind } }
}"""
IMPACT = "query ($id: ID!) { rollbackImpact(threadId: $id, toOrdinal: 0) { rolledBackOrdinals downstreamRuns { id } checkpointId } }"
PROVENANCE = "query ($id: ID!) { provenance(runId: $id) { sources { id } edges { fromRunId } truncated } }"


def written(points: list[tuple[str, int]]) -> list[dict[str, Any]]:
    return [{"threadId": thread_id, "from": first, "to": last} for thread_id, first, last in segments(points)]


def test_history_goes_through_every_level(large: LargeTrees, chain: list[PlantedThread]) -> None:
    last = chain[-1]
    assert large.query(HISTORY, id=last.id)["thread"] == {
        "history": written(last.history),
        "headOrdinal": 0,
        "latestStable": {"threadId": chain[-3].id, "ordinal": 1},
    }


def test_ancestors_are_every_level_up_to_the_root(large: LargeTrees, chain: list[PlantedThread]) -> None:
    found = large.query(ANCESTORS, id=chain[-1].id)["thread"]
    assert [thread["id"] for thread in found["ancestors"]] == [thread.id for thread in reversed(chain[:-1])]
    assert found["lineage"] == {"rootThreadId": chain[0].id}


def test_a_native_fork_knows_what_every_level_took_along(large: LargeTrees, chain: list[PlantedThread]) -> None:
    thread = chain[-3]
    found = large.query(COVERAGE, id=f"{thread.id}/codex/1")["providerThread"]
    assert found["coverage"] == {"covered": written(thread.history), "missing": []}
    assert found["staleness"] == {"stale": False, "recommended": "NONE"}


def test_merge_base_and_difference_of_threads_far_apart(large: LargeTrees, chain: list[PlantedThread]) -> None:
    middle, last = chain[CHAIN_LEVELS // 2], chain[-1]
    base = {"threadId": middle.id, "ordinal": 1}
    assert large.query(MERGE_BASE, first=middle.id, second=last.id)["mergeBase"] == base
    assert large.query(DIFF, first=last.id, second=middle.id)["threadDiff"] == {
        "base": base,
        "onlyInFirst": written(last.history[len(middle.history) :]),
        "onlyInSecond": [],
    }


def test_start_decisions_see_the_whole_chain(large: LargeTrees, chain: list[PlantedThread]) -> None:
    def resolve(thread: PlantedThread, provider: str) -> Any:
        return large.query(RESOLVE, input={"threadId": thread.id, "provider": provider})["resolveStartContext"]

    last, before = chain[-1], chain[-3]
    assert resolve(last, "codex") == {
        "strategy": "NATIVE",
        "providerThreadId": None,
        "covers": [],
        "transferIds": [f"{last.id}/fork"],
        "actions": [{"kind": "FORK_THREAD"}, {"kind": "SEND_TURN"}],
    }
    assert resolve(last, "gemini")["covers"] == written(last.history)
    assert resolve(before, "claude")["strategy"] == "FULL_INTO_NEW"
    assert resolve(before, "codex") == {
        "strategy": "NONE",
        "providerThreadId": f"{before.id}/codex/1",
        "covers": [],
        "transferIds": [],
        "actions": [{"kind": "RESUME_THREAD"}, {"kind": "SEND_TURN"}],
    }


def test_content_of_the_root_reaches_every_level(large: LargeTrees, chain: list[PlantedThread]) -> None:
    begun = chain[:-1:2]
    impact = large.query(IMPACT, id=chain[0].id)["rollbackImpact"]
    assert impact["rolledBackOrdinals"] == [1]
    assert [run["id"] for run in impact["downstreamRuns"]] == [f"{thread.id}/1" for thread in begun[1:]]
    provenance = large.query(PROVENANCE, id=f"{begun[-1].id}/1")["provenance"]
    assert [run["id"] for run in provenance["sources"]] == [f"{thread.id}/1" for thread in reversed(begun[:-1])]
    assert (len(provenance["edges"]), provenance["truncated"]) == (CHAIN_LEVELS // 2 - 1, False)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        pytest.param(HISTORY, lambda thread, _: {"id": thread}, id="history"),
        pytest.param(ANCESTORS, lambda thread, _: {"id": thread}, id="ancestors"),
        pytest.param(COVERAGE, lambda thread, _: {"id": f"{thread}/codex/1"}, id="coverage"),
        pytest.param(MERGE_BASE, lambda thread, root: {"first": thread, "second": root}, id="mergeBase"),
        pytest.param(DIFF, lambda thread, root: {"first": thread, "second": root}, id="threadDiff"),
        pytest.param(RESOLVE, lambda thread, _: {"input": {"threadId": thread, "provider": "claude"}}, id="resolveStartContext"),
        pytest.param(IMPACT, lambda thread, _: {"id": thread}, id="rollbackImpact"),
        pytest.param(PROVENANCE, lambda thread, _: {"id": f"{thread}/1"}, id="provenance"),
    ],
)
def test_round_trips_do_not_grow_with_the_levels(
    large: LargeTrees, chain: list[PlantedThread], text: str, given: Callable[[str, str], dict[str, Any]]
) -> None:
    _, deep = large.counted(text, **given(chain[-5].id, chain[0].id))
    _, shallow = large.counted(text, **given(chain[4].id, chain[0].id))
    assert deep == shallow <= 3


def test_commands_work_at_the_end_of_the_chain(large: LargeTrees, chain: list[PlantedThread]) -> None:
    mutate = large.running.mutate
    last, run = chain[-1], f"{chain[-1].id}/1"
    started = mutate(
        "startRun", "resolution { strategy } handoffs { covered { threadId from to } }", id=run, threadId=last.id, provider="gemini"
    )
    assert started == {"resolution": {"strategy": "FULL_INTO_NEW"}, "handoffs": [{"covered": written(last.history)}]}
    mutate("beginRun", "run { status }", runId=run)
    mutate("finishRun", "run { status }", runId=run, checkpoint={"id": f"{run}/checkpoint"})
    merged = mutate(
        "mergeBack", "transfer { sourcePoint { threadId } basePoint { threadId } }", forkThreadId=last.id, targetThreadId=chain[0].id
    )
    assert merged["transfer"] == {"sourcePoint": {"threadId": last.id}, "basePoint": {"threadId": chain[0].id}}
    rolled_back = mutate("rollbackThread", "impact { rolledBackOrdinals }", threadId=last.id, toOrdinal=0)
    assert rolled_back == {"impact": {"rolledBackOrdinals": [1]}}
