"""What recorded threads come to in the graph, asked through the API."""

from typing import Any

import pytest

from lineage.domain.kinds import RunStatus
from lineage.domain.recording.recorded import Compacted, RecordedCheckpoint, Spawn
from tests.recording.conftest import Recorder, seen
from tests.recording.telling import at, fork, rolled_back, run, subagent, thread


def test_a_linear_session(recorder: Recorder, ids: Any) -> None:
    a = ids("a")
    steps = [run(ids("1"), 0, model="m1"), run(ids("2"), 1, ended_as=RunStatus.FAILED, failure_reason="no"), run(ids("3"), 2)]
    recorder.record(thread(a, *steps, title="a talk"))
    told = seen(recorder, a)
    assert (told["title"], told["version"], told["headOrdinal"]) == ("a talk", 10, 3)
    runs = [edge["node"] for edge in told["runs"]["edges"]]
    assert [(found["ordinal"], found["status"]) for found in runs] == [(1, "COMPLETED"), (2, "FAILED"), (3, "COMPLETED")]
    assert runs[0]["nativeTurnRefs"] == [f"turn-{ids('1')}"]
    assert runs[0]["startedAt"].startswith("2026-03-01T12:00:00")
    assert told["providerThreads"][0]["coverage"]["covered"] == [{"threadId": a, "from": 1, "to": 3}]
    assert told["providerThreads"][0]["coverage"]["missing"] == []


def test_a_fork_inherits_natively(recorder: Recorder, ids: Any) -> None:
    a, b = ids("a"), ids("b")
    trunk = [run(ids(n), int(n)) for n in "123"]
    recorder.record(thread(a, *trunk), thread(b, *trunk[:2], run(ids("4"), 6), minute=5))
    told = seen(recorder, b)
    assert told["history"] == [{"threadId": a, "from": 1, "to": 2}, {"threadId": b, "from": 1, "to": 1}]
    (provider_thread,) = told["providerThreads"]
    assert provider_thread["forkedFrom"] == {"id": a}
    assert provider_thread["forkedAt"] == {"runId": ids("2")}
    assert provider_thread["coverage"]["covered"] == told["history"]
    (transfer,) = told["transfers"]
    assert (transfer["type"], transfer["status"], transfer["resolution"]["providerThreadRef"]) == ("FORK", "CONSUMED", f"ref-{a}")
    sources = recorder.service.query("query($id: ID!) { provenance(runId: $id) { sources { id } } }", id=ids("4"))["provenance"]["sources"]
    assert [found["id"] for found in sources] == [ids("2"), ids("1")]


def test_a_fork_of_a_fork_at_an_inherited_run(recorder: Recorder, ids: Any) -> None:
    a, b, c = ids("a"), ids("b"), ids("c")
    trunk = [run(ids(n), int(n)) for n in "12"]
    recorder.record(
        thread(a, *trunk),
        thread(b, *trunk, run(ids("3"), 6), minute=5, departure=fork(a)),
        thread(c, trunk[0], run(ids("4"), 9), minute=8, departure=fork(b)),
    )
    told = seen(recorder, c)
    assert told["lineage"]["parentThreadId"] == b
    assert told["history"] == [{"threadId": a, "from": 1, "to": 1}, {"threadId": c, "from": 1, "to": 1}]
    assert told["providerThreads"][0]["coverage"]["missing"] == []


def test_a_native_rollback(recorder: Recorder, ids: Any) -> None:
    a = ids("a")
    steps = [run(ids("1"), 0), run(ids("2"), 1), run(ids("3"), 2), rolled_back(ids("2"), 3), run(ids("4"), 4)]
    recorder.record(thread(a, *steps))
    told = seen(recorder, a)
    assert [edge["node"]["status"] for edge in told["runs"]["edges"]] == ["COMPLETED", "ROLLED_BACK", "ROLLED_BACK", "COMPLETED"]
    (provider_thread,) = told["providerThreads"]
    assert (provider_thread["status"], provider_thread["nativeRollback"]) == ("ACTIVE", "DONE")
    assert provider_thread["coverage"]["divergentRunOrdinals"] == []
    sources = recorder.service.query("query($id: ID!) { provenance(runId: $id) { sources { id } } }", id=ids("4"))["provenance"]["sources"]
    assert [found["id"] for found in sources] == [ids("1")]


@pytest.mark.parametrize(
    ("told_of_it", "status", "state", "divergent"),
    [({"pending": True}, "ROLLED_BACK", "PENDING", [2]), ({"native": False}, "DIVERGENT", None, [2]), ({}, "ROLLED_BACK", "DONE", [])],
)
def test_a_rollback_at_the_end(recorder: Recorder, ids: Any, told_of_it: Any, status: str, state: str | None, divergent: list[int]) -> None:
    recorder.record(thread(ids("a"), run(ids("1"), 0), run(ids("2"), 1), rolled_back(ids("2"), 3, **told_of_it)))
    (provider_thread,) = seen(recorder, ids("a"))["providerThreads"]
    assert (provider_thread["status"], provider_thread["nativeRollback"]) == (status, state)
    assert provider_thread["coverage"]["divergentRunOrdinals"] == divergent


def test_a_fork_keeps_what_its_parent_rolled_back_later(recorder: Recorder, ids: Any) -> None:
    a, b = ids("a"), ids("b")
    steps = [run(ids("1"), 0), run(ids("2"), 1), rolled_back(ids("2"), 10), run(ids("3"), 11)]
    recorder.record(thread(a, *steps), thread(b, *steps[:2], run(ids("4"), 6), minute=5))
    assert seen(recorder, b)["history"] == [{"threadId": a, "from": 1, "to": 2}, {"threadId": b, "from": 1, "to": 1}]
    assert seen(recorder, b)["providerThreads"][0]["coverage"]["missing"] == []


def test_a_native_subagent_and_its_result(recorder: Recorder, ids: Any) -> None:
    a, b = ids("a"), ids("b")
    spawn = Spawn(ids("call"), result="it is blue", returned_at=at(0.4))
    parent = thread(a, run(ids("1"), 0, spawns=[spawn]), run(ids("2"), 1))
    child = thread(b, run(ids("3"), 0.2), minute=0.1, departure=subagent(a, call_id=ids("call")))
    recorder.record(parent, child)
    told = seen(recorder, b)
    assert told["history"] == [{"threadId": b, "from": 1, "to": 1}]
    assert told["lineage"]["relationshipToParent"] == "SUBAGENT"
    transfers = {transfer["type"]: transfer for transfer in [*told["transfers"], *seen(recorder, a)["transfers"]]}
    assert {kind: transfer["status"] for kind, transfer in transfers.items()} == {
        "SUBAGENT_SPAWN": "CONSUMED",
        "SUBAGENT_RESULT": "CONSUMED",
    }
    assert transfers["SUBAGENT_RESULT"]["consumedByRunId"] == ids("1")
    (handoff,) = seen(recorder, a)["handoffs"]
    assert (handoff["summaryText"], handoff["covered"]) == ("it is blue", [{"threadId": b, "from": 1, "to": 1}])


def test_a_fork_without_runs_waits(recorder: Recorder, ids: Any) -> None:
    a, b = ids("a"), ids("b")
    recorder.record(thread(a, run(ids("1"), 0)), thread(b, run(ids("1"), 0), minute=5, departure=fork(a)))
    told = seen(recorder, b)
    assert (told["history"], told["transfers"][0]["status"]) == ([{"threadId": a, "from": 1, "to": 1}], "PENDING")


def test_checkpoints_and_compactions(recorder: Recorder, ids: Any) -> None:
    a = ids("a")
    first = run(ids("1"), 0, checkpoint=RecordedCheckpoint(ids("k"), "commit:abc", {"files": 1}))
    recorder.record(thread(a, first, Compacted(a, at(0.8), "we did 1", 9000, 100), run(ids("2"), 1)))
    told = recorder.service.query(
        "query($id: ID!) { thread(id: $id) { latestStable { runId checkpointId } checkpoints { workspaceRef diffSummary } } }", id=a
    )
    assert told["thread"] == {
        "latestStable": {"runId": ids("1"), "checkpointId": ids("k")},
        "checkpoints": [{"workspaceRef": "commit:abc", "diffSummary": {"files": 1}}],
    }
