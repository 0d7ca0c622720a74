"""Records that grow, come in any order, or meet what the service recorded itself."""

from typing import Any

import pytest

from lineage.domain.kinds import RunStatus, TurnItemKind
from lineage.domain.recording.recorded import RecordedItem, Spawn
from tests.recording.conftest import Recorder, seen
from tests.recording.telling import at, fork, rolled_back, run, subagent, thread


def test_recording_the_same_again_changes_nothing(recorder: Recorder, ids: Any) -> None:
    told = thread(ids("a"), run(ids("1"), 0), run(ids("2"), 1, items=[RecordedItem(TurnItemKind.DECISION, "so be it")]))
    recorder.record(told)
    before = seen(recorder, ids("a"))
    planned = recorder.record(told)
    batches = list(recorder.recording.batches(planned, {ids("a"): told}.__getitem__, {}))
    assert batches == []
    assert seen(recorder, ids("a")) == before


def test_a_longer_version_adds_what_is_new(recorder: Recorder, ids: Any) -> None:
    a, first = ids("a"), run(ids("1"), 0)
    broken = run(ids("2"), 1, ended_as=RunStatus.INTERRUPTED)
    recorder.record(thread(a, first, broken))
    whole = [first, run(ids("2"), 1, items=[RecordedItem(TurnItemKind.ASSISTANT_MESSAGE, "done")]), run(ids("3"), 2)]
    recorder.record(thread(a, *whole))
    grown = seen(recorder, a)
    other = ids("b")
    renamed = [run(ids(f"b{n}"), n - 1, items=step.items) for n, step in enumerate(whole, 1)]
    recorder.record(thread(other, *renamed))
    at_once = seen(recorder, other)
    assert [edge["node"]["status"] for edge in grown["runs"]["edges"]] == ["COMPLETED"] * 3
    assert grown["version"] == at_once["version"] == 10


def test_an_older_version_takes_nothing_away(recorder: Recorder, ids: Any) -> None:
    a, first, second = ids("a"), run(ids("1"), 0), run(ids("2"), 1)
    recorder.record(thread(a, first, second))
    recorder.record(thread(a, first))
    assert seen(recorder, a)["headOrdinal"] == 2


def test_an_older_version_that_ends_within_the_last_run_takes_nothing_away(recorder: Recorder, ids: Any) -> None:
    """As when one session was captured several times while its run went on."""
    a, said = ids("a"), [RecordedItem(TurnItemKind.ASSISTANT_MESSAGE, text) for text in ("I look", "done")]
    whole = thread(a, run(ids("1"), 0), run(ids("2"), 1, items=said))
    recorder.record(whole)
    before = seen(recorder, a)
    recorder.record(thread(a, run(ids("1"), 0), run(ids("2"), 1, items=said[:1], ended_as=RunStatus.INTERRUPTED)))
    assert seen(recorder, a) == before


def test_an_older_version_without_the_rollback_takes_nothing_away(recorder: Recorder, ids: Any) -> None:
    a, steps = ids("a"), [run(ids("1"), 0), run(ids("2"), 1)]
    recorder.record(thread(a, *steps, rolled_back(ids("2"), 3)))
    recorder.record(thread(a, *steps))
    assert [edge["node"]["status"] for edge in seen(recorder, a)["runs"]["edges"]] == ["COMPLETED", "ROLLED_BACK"]


@pytest.mark.parametrize("order", ["parent first", "child first", "together"])
def test_the_order_of_imports_does_not_matter(recorder: Recorder, ids: Any, order: str) -> None:
    a, b, c = ids("a"), ids("b"), ids("c")
    trunk = [run(ids(n), int(n)) for n in "123"]
    parent = thread(a, *trunk)
    child = thread(b, *trunk[:2], run(ids("4"), 6), run(ids("5"), 7), minute=5, departure=fork(a))
    grandchild = thread(c, *trunk[:2], run(ids("4"), 6), run(ids("6"), 9), minute=8, departure=fork(b))
    threads = [parent, child, grandchild]
    if order == "together":
        recorder.record(*threads)
    else:
        for told in threads if order == "parent first" else reversed(threads):
            recorder.record(told)
    told = seen(recorder, c)
    assert told["history"] == [
        {"threadId": a, "from": 1, "to": 2},
        {"threadId": b, "from": 1, "to": 1},
        {"threadId": c, "from": 1, "to": 1},
    ]
    assert told["lineage"] == {"parentThreadId": b, "relationshipToParent": "FORK", "rootThreadId": a}
    assert told["providerThreads"][0]["coverage"]["covered"] == told["history"]
    assert seen(recorder, a)["children"] == [{"id": b}]


def test_a_rollback_that_comes_with_a_longer_version(recorder: Recorder, ids: Any) -> None:
    steps = [run(ids("1"), 0), run(ids("2"), 1)]
    recorder.record(thread(ids("a"), *steps))
    recorder.record(thread(ids("a"), *steps, rolled_back(ids("2"), 3), run(ids("3"), 4)))
    assert [edge["node"]["status"] for edge in seen(recorder, ids("a"))["runs"]["edges"]] == ["COMPLETED", "ROLLED_BACK", "COMPLETED"]


def test_a_subagent_that_comes_after_its_parent(recorder: Recorder, ids: Any) -> None:
    a, b = ids("a"), ids("b")
    parent = thread(a, run(ids("1"), 0, spawns=[Spawn(ids("call"), result="it is blue", returned_at=at(0.4))]))
    child = thread(b, run(ids("3"), 0.2), minute=0.1, departure=subagent(a, call_id=ids("call")))
    recorder.record(child)
    recorder.record(parent)
    assert [handoff["summaryText"] for handoff in seen(recorder, a)["handoffs"]] == ["it is blue"]
    assert seen(recorder, b)["lineage"]["parentThreadId"] == a


def test_what_the_service_records_afterwards_is_kept(recorder: Recorder, ids: Any) -> None:
    a = ids("a")
    recorder.record(thread(a, run(ids("1"), 0)))
    recorder.service.mutate("startRun", "run { id }", threadId=a, provider="codex", id=ids("live"))
    recorder.service.mutate("beginRun", "run { id }", runId=ids("live"), nativeThreadRef=f"ref-{a}")
    recorder.service.mutate("finishRun", "run { id }", runId=ids("live"))
    planned = recorder.record(thread(a, run(ids("1"), 0), run(ids("2"), 1)))
    assert [(id, kind) for id, kind, _ in planned.faults] == [(a, "CONTINUED_ELSEWHERE")]
    assert [edge["node"]["id"] for edge in seen(recorder, a)["runs"]["edges"]] == [ids("1"), ids("live")]


def test_a_fork_made_by_the_service_does_not_keep_its_parent_from_growing(recorder: Recorder, ids: Any) -> None:
    a = ids("a")
    recorder.record(thread(a, run(ids("1"), 0)))
    recorder.service.mutate("forkThread", "thread { id }", sourceThreadId=a, runId=ids("1"), id=ids("mine"))
    recorder.record(thread(a, run(ids("1"), 0), run(ids("2"), 1)))
    assert seen(recorder, a)["headOrdinal"] == 2
    assert seen(recorder, ids("mine"))["history"] == [{"threadId": a, "from": 1, "to": 1}]


def test_a_tree_is_not_taken_apart_for_an_older_thread_with_a_run_of_it(recorder: Recorder, ids: Any) -> None:
    """The agent whose parent is not there stays a root: only the fork of it would belong to the older thread then."""
    first = run(ids("1"), 0)
    recorder.record(thread(ids("b"), first, departure=subagent(ids("gone"))))
    recorder.record(thread(ids("c"), first, run(ids("2"), 6), minute=5))
    before = seen(recorder, ids("c"))
    planned = recorder.record(thread(ids("a"), first, run(ids("3"), 2), minute=-5))
    assert planned.faults == [(ids("a"), "CONTINUED_ELSEWHERE", "has a run of a tree that it would take apart")]
    assert seen(recorder, ids("c")) == before
