"""What recorded runs were given: handoffs, merge-backs, and what was missing."""

from typing import Any

from lineage.domain.kinds import HandoffStrategy, ThreadRelationshipKind
from lineage.domain.recording.recorded import RecordedHandoff
from tests.recording.conftest import Recorder, seen
from tests.recording.telling import fork, run, session, thread


def test_a_switch_with_its_handoff(recorder: Recorder, ids: Any) -> None:
    a, codex, claude = ids("a"), ids("codex"), ids("claude")
    handoff = RecordedHandoff(
        ids("h"), ids("x"), ThreadRelationshipKind.PROVIDER_HANDOFF, [ids("1"), ids("2")], HandoffStrategy.FULL_THREAD_SUMMARY, "so far"
    )
    told = thread(
        a,
        run(ids("1"), 0, codex),
        run(ids("2"), 1, codex),
        run(ids("3"), 2, claude, handoffs=[handoff]),
        sessions=[session(codex), session(claude, 2, "claude")],
    )
    recorder.record(told)
    found = {one["provider"]: one["coverage"] for one in seen(recorder, a)["providerThreads"]}
    assert found["claude"]["missing"] == []
    assert found["codex"]["missing"] == [{"threadId": a, "from": 3, "to": 3}]
    start = recorder.service.query(
        "query($i: StartContextInput!) { resolveStartContext(input: $i) { strategy covers { from to } } }",
        i={"threadId": a, "provider": "codex"},
    )["resolveStartContext"]
    assert start == {"strategy": "DELTA_INTO_EXISTING", "covers": [{"from": 3, "to": 3}]}


def test_a_switch_without_a_handoff_is_marked(recorder: Recorder, ids: Any) -> None:
    a, codex, claude = ids("a"), ids("codex"), ids("claude")
    missing = RecordedHandoff(
        ids("h"), ids("x"), ThreadRelationshipKind.PROVIDER_HANDOFF, [ids("2")], HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN, None
    )
    steps = [run(ids("1"), 0, claude), run(ids("2"), 1, codex), run(ids("3"), 2, claude, handoffs=[missing])]
    recorder.record(thread(a, *steps, sessions=[session(claude, provider="claude"), session(codex, 1)]))
    told = seen(recorder, a)
    (transfer,) = told["transfers"]
    assert (transfer["status"], transfer["sourcePoint"]["runId"], transfer["basePoint"]["runId"]) == ("FAILED", ids("2"), ids("1"))
    assert {one["provider"]: one["coverage"]["missing"] for one in told["providerThreads"]}["claude"] == [
        {"threadId": a, "from": 2, "to": 2}
    ]


def test_a_merge_back_from_a_fork(recorder: Recorder, ids: Any) -> None:
    a, b = ids("a"), ids("b")
    first = run(ids("1"), 0)
    back = RecordedHandoff(
        ids("h"),
        ids("x"),
        ThreadRelationshipKind.MERGE_BACK,
        [ids("2")],
        HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN,
        "found it",
        from_thread_id=b,
    )
    parent = thread(a, first, run(ids("3"), 9, handoffs=[back]))
    recorder.record(parent, thread(b, run(ids("2"), 6), minute=5, departure=fork(a, run_id=ids("1"))))
    told = seen(recorder, a)
    (transfer,) = (found for found in told["transfers"] if found["type"] != "FORK")
    assert (transfer["type"], transfer["status"], transfer["sourcePoint"]["runId"]) == ("MERGE_BACK", "CONSUMED", ids("2"))
    assert told["handoffs"][0]["covered"] == [{"threadId": b, "from": 1, "to": 1}]


def test_a_fork_that_another_provider_began_with_a_handoff(recorder: Recorder, ids: Any) -> None:
    a, b = ids("a"), ids("b")
    handoff = RecordedHandoff(ids("h"), f"{b}:fork", ThreadRelationshipKind.FORK, [ids("1")], HandoffStrategy.FULL_THREAD_SUMMARY, "so far")
    child = thread(b, run(ids("2"), 6, handoffs=[handoff]), minute=5, provider="claude", departure=fork(a, run_id=ids("1")))
    recorder.record(thread(a, run(ids("1"), 0)), child)
    told = seen(recorder, b)
    assert told["providerThreads"][0]["coverage"]["missing"] == []
    assert told["transfers"][0]["resolution"]["strategy"] == "PORTABLE_CONTEXT"


def test_a_fork_that_another_provider_began_with_nothing(recorder: Recorder, ids: Any) -> None:
    a, b = ids("a"), ids("b")
    child = thread(b, run(ids("2"), 6), minute=5, provider="claude", departure=fork(a, run_id=ids("1")))
    recorder.record(thread(a, run(ids("1"), 0)), child)
    assert seen(recorder, b)["providerThreads"][0]["coverage"]["missing"] == [{"threadId": a, "from": 1, "to": 1}]
