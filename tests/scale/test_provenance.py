"""Provenance over 10,000 runs: a chain of native turns, and handoffs that each cover all that was before (design 6)."""

from tests.scale.conftest import CLEAN_RUNS, LONG_RUNS, LargeTrees
from tests.scale.planting import PlantedThread

STEPS = """query ($id: ID!, $maxDepth: Int) {
  provenance(runId: $id, maxDepth: $maxDepth) { edges { fromRunId toRunId } truncated }
}"""
SOURCES = "query ($id: ID!) { provenance(runId: $id) { sources { id } edges { native } truncated } }"
PROVENANCE = """query ($id: ID!, $maxDepth: Int) {
  provenance(runId: $id, maxDepth: $maxDepth) { runId sources { id } edges { fromRunId toRunId handoffId native } truncated }
}"""


def ids(thread: PlantedThread) -> list[str]:
    """The runs of a thread's history, the newest first."""
    return [f"{thread_id}/{ordinal}" for thread_id, ordinal in reversed(thread.history)]


def test_every_run_before_the_last_is_a_source(large: LargeTrees, long: PlantedThread) -> None:
    last, *before = ids(long)
    answer, round_trips = large.counted(PROVENANCE, id=last)
    found = answer["provenance"]
    assert [run["id"] for run in found["sources"]] == before
    assert (len(before), round_trips) == (LONG_RUNS - 1, 1)
    steps = [
        {"fromRunId": source, "toRunId": target, "handoffId": None, "native": True}
        for target, source in zip([last, *before], before, strict=False)
    ]
    assert (found["edges"], found["truncated"]) == (steps, False)


def test_a_greatest_depth_cuts_the_steps_and_says_so(large: LargeTrees, long: PlantedThread) -> None:
    last, *before = ids(long)
    found = large.query(STEPS, id=last, maxDepth=6000)["provenance"]
    assert [step["fromRunId"] for step in found["edges"]] == before[:6000]
    assert found["truncated"] is True
    assert large.query("query ($id: ID!) { provenance(runId: $id, maxDepth: 10000) { truncated } }", id=last) == {
        "provenance": {"truncated": False}
    }


def test_more_steps_than_an_answer_holds_are_cut_but_no_source_is(large: LargeTrees, clean: PlantedThread) -> None:
    last, *before = ids(clean)
    found = large.query(SOURCES, id=last)["provenance"]
    limit = large.running.service.settings.max_provenance_edges
    assert limit < CLEAN_RUNS * (CLEAN_RUNS - 1) // 2
    assert sorted(run["id"] for run in found["sources"]) == sorted(before)
    assert (len(found["edges"]), found["truncated"]) == (limit, True)
    assert {edge["native"] for edge in found["edges"]} == {False}


def test_steps_behind_the_greatest_depth_are_left_out(large: LargeTrees, clean: PlantedThread) -> None:
    last, *before = ids(clean)
    found = large.query(STEPS, id=last, maxDepth=1)["provenance"]
    assert {(step["fromRunId"], step["toRunId"]) for step in found["edges"]} == {(source, last) for source in before}
    assert (len(found["edges"]), found["truncated"]) == (len(before), True)
    first = before[-1]
    assert large.query(PROVENANCE, id=first)["provenance"] == {"runId": first, "sources": [], "edges": [], "truncated": False}
