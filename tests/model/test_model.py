"""What the model does beyond answering the conformance cases: atomic commands, safe retries, time travel, hypothetical questions."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from .model import Model
from .refusal import Refused


@pytest.fixture
def model() -> Model:
    """Two providers, and a thread T whose runs r1 and r2 ran on codex."""
    made = Model()
    made.mutate("registerProvider", {"kind": "codex", "nativeFork": True, "nativeRollback": True})
    made.mutate("registerProvider", {"kind": "claude"})
    made.mutate("createThread", {"id": "T"})
    run(made, "T", "r1", "codex")
    run(made, "T", "r2", "codex")
    return made


def run(model: Model, thread_id: str, run_id: str, provider: str) -> dict[str, Any]:
    """Starts, begins and completes a run with a checkpoint; gives startRun's payload."""
    started = model.mutate("startRun", {"id": run_id, "threadId": thread_id, "provider": provider})
    model.mutate("beginRun", {"runId": run_id, "nativeThreadRef": f"ref-{run_id}", "nativeTurnRef": f"turn-{run_id}"})
    model.mutate("finishRun", {"runId": run_id, "checkpoint": {"id": f"cp-{run_id}"}})
    return started


def refusal(model: Model, op: str, given: dict[str, Any]) -> str:
    with pytest.raises(Refused) as caught:
        model.mutate(op, given)
    return caught.value.code


def test_a_refused_command_leaves_nothing_behind(model: Model) -> None:
    before = copy.deepcopy(model.state)
    assert refusal(model, "startRun", {"id": "r2", "threadId": "T", "provider": "codex", "commandId": "k"}) == "CONFLICT"
    assert refusal(model, "forkThread", {"id": "F", "sourceThreadId": "T", "runId": "nowhere"}) == "NOT_FOUND"
    assert model.state == before
    model.mutate("createThread", {"id": "O", "commandId": "k"})


def test_the_exception_of_a_refusal_can_be_given() -> None:
    class Mine(Exception):
        def __init__(self, code: str, message: str) -> None:
            super().__init__(message)
            self.code = code

    model = Model(refused=Mine)
    with pytest.raises(Mine) as caught:
        model.query("tree", id="nowhere")
    assert caught.value.code == "NOT_FOUND"


def test_a_command_repeated_with_its_defaults_written_out_gives_the_first_answer(model: Model) -> None:
    first = model.mutate("createThread", {"title": "one", "commandId": "k"})
    again = model.mutate("createThread", {"title": "one", "createdBy": "USER", "metadata": None, "commandId": "k"})
    assert again == first
    assert len(model.state.threads) == 2
    assert refusal(model, "createThread", {"title": "two", "commandId": "k"}) == "CONFLICT"
    assert refusal(model, "beginRun", {"runId": "r1", "commandId": "k"}) == "CONFLICT"


def test_a_copy_goes_its_own_way(model: Model) -> None:
    twin = model.copy()
    twin.mutate("rollbackThread", {"threadId": "T", "toOrdinal": 0})
    assert twin.query("thread", id="T")["history"] == []
    assert model.query("thread", id="T")["history"] == [{"threadId": "T", "from": 1, "to": 2}]


def test_a_thread_as_of_an_earlier_version_has_what_was_rolled_back_since(model: Model) -> None:
    pt = model.query("run", id="r1")["providerThreadId"]
    model.mutate("rollbackThread", {"threadId": "T", "toOrdinal": 1})
    assert model.query("thread", id="T")["version"] == 8
    now, then, first = (model.as_of("T", version) for version in (8, 7, 1))
    assert [segment["to"] for segment in now["history"]] == [1]
    assert [segment["to"] for segment in then["history"]] == [2]
    assert then["latestStable"]["runId"] == "r2"
    assert then["providerThreads"] == [{"providerThreadId": pt, "covered": [{"threadId": "T", "from": 1, "to": 2}], "missing": []}]
    assert first["history"] == []
    with pytest.raises(Refused, match="BAD_INPUT"):
        model.as_of("T", 9)


def test_a_summary_that_the_hook_calls_too_long_makes_the_provider_thread_stale(model: Model) -> None:
    pt = model.query("run", id="r1")["providerThreadId"]
    run(model, "T", "r3", "claude")
    assert model.query("staleness", id=pt)["recommended"] == "DELTA_INTO_EXISTING"
    model.summary_length = lambda points: 24_001 if points == [("T", 3)] else 0
    judged = model.query("staleness", id=pt)
    assert judged["recommended"] == "FULL_INTO_NEW"
    assert [(one["kind"], one["value"], one["threshold"]) for one in judged["signals"]] == [("SUMMARY_EXCEEDS_POLICY", 24_001, 24_000)]


def test_a_run_that_lost_a_merge_back_to_a_rollback_can_only_be_ended_or_decided_anew(model: Model) -> None:
    model.mutate("forkThread", {"id": "F", "sourceThreadId": "T", "runId": "r2"})
    run(model, "F", "f1", "codex")
    merged = model.mutate("mergeBack", {"forkThreadId": "F"})["transfer"]["id"]
    started = model.mutate("startRun", {"id": "r3", "threadId": "T", "provider": "codex"})
    lost = started["handoffs"][0]["id"]
    assert model.mutate("rollbackThread", {"threadId": "F", "toOrdinal": 0})["impact"]["supersededHandoffIds"] == [lost]
    assert refusal(model, "beginRun", {"runId": "r3"}) == "INVALID_TRANSITION"
    assert refusal(model, "createManualHandoff", {"runId": "r3", "summaryText": "x"}) == "INVALID_TRANSITION"
    again = model.mutate("reportResumeFailure", {"runId": "r3", "reason": "gone"})
    assert merged not in again["resolution"]["transferIds"]
    assert model.query("transfer", id=merged)["status"] == "SUPERSEDED"
    model.mutate("beginRun", {"runId": "r3"})


def test_of_two_merge_backs_of_a_pair_a_failed_resume_takes_up_the_newer(model: Model) -> None:
    model.mutate("forkThread", {"id": "F", "sourceThreadId": "T", "runId": "r2"})
    run(model, "F", "f1", "codex")
    older = model.mutate("mergeBack", {"forkThreadId": "F"})["transfer"]["id"]
    model.mutate("startRun", {"id": "r3", "threadId": "T", "provider": "codex"})
    run(model, "F", "f2", "codex")
    newer = model.mutate("mergeBack", {"forkThreadId": "F"})["transfer"]["id"]
    assert model.query("transfer", id=older)["status"] == "RESOLVED_PORTABLE"
    again = model.mutate("reportResumeFailure", {"runId": "r3", "reason": "gone"})
    assert again["resolution"]["transferIds"] == [newer]
    superseded = model.query("transfer", id=older)
    assert (superseded["status"], superseded["resolution"]["strategy"]) == ("SUPERSEDED", "DELTA_CONTEXT")


def compacted(model: Model, provider_thread_id: str) -> str | None:
    through = model.query("coverage", id=provider_thread_id)["compactedThrough"]
    return through["runId"] if through is not None else None


def test_a_fork_keeps_the_compactions_that_were_before_its_source_point_when_it_started(model: Model) -> None:
    source = model.query("run", id="r1")["providerThreadId"]
    forked = {}
    for name, compacted_before in (("early", False), ("late", True)):
        if compacted_before:
            model.mutate("recordCompaction", {"providerThreadId": source, "throughRunId": "r1"})
        model.mutate("forkThread", {"id": name, "sourceThreadId": "T", "runId": "r2"})
        forked[name] = run(model, name, f"{name}-1", "codex")["providerThread"]["id"]
    model.mutate("recordCompaction", {"providerThreadId": source})
    model.mutate("rollbackThread", {"threadId": "T", "toOrdinal": 0})
    assert [compacted(model, id_) for id_ in (source, forked["early"], forked["late"])] == [None, None, "r1"]


def test_a_compaction_is_recorded_once_for_a_run_of_its_provider_thread(model: Model) -> None:
    source = model.query("run", id="r1")["providerThreadId"]
    model.mutate("recordCompaction", {"providerThreadId": source, "summary": "x"})
    model.mutate("recordCompaction", {"providerThreadId": source, "summary": "x"})
    assert compacted(model, source) == "r2"
    assert refusal(model, "recordCompaction", {"providerThreadId": source, "summary": "y"}) == "CONFLICT"
    started = run(model, "T", "r3", "claude")
    assert refusal(model, "recordCompaction", {"providerThreadId": source, "throughRunId": "r3"}) == "BAD_INPUT"
    model.mutate("rollbackThread", {"threadId": "T", "toOrdinal": 2})
    assert refusal(model, "recordCompaction", {"providerThreadId": started["providerThread"]["id"]}) == "INVALID_TRANSITION"
