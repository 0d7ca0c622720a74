"""Which error is told when several hold (design 8): wrong input, NOT_FOUND, CONFLICT, INVALID_TRANSITION, other BAD_INPUT, ACTIVE_RUN,
UNSTABLE_SOURCE, ROLLED_BACK_SOURCE, UNSUPPORTED."""

from typing import Any

import pytest

from tests.api.commands import COMMANDS
from tests.api.recorder import Recorder
from tests.running import Refused, RunningService


class World:
    """Threads, runs and a provider that give several reasons to refuse a command at once."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.mute = recorder.provider(acceptsHandoff=False)
        self.thread = recorder.thread()
        self.ended = recorder.run(self.thread)
        recorder.run(self.thread, checkpoint=False)
        self.dropped = recorder.run(self.thread, status="FAILED", checkpoint=False)
        recorder.service.mutate("rollbackThread", "thread { id }", threadId=self.thread, toOrdinal=2)
        self.busy = recorder.thread()
        recorder.run(self.busy)
        started = recorder.start(self.busy, "claude", summarySource="PROVIDER_LEFT")
        self.preparing, self.pending = started["run"]["id"], started["handoffs"][0]["id"]
        self.ready = self.ready_handoff()

    def ready_handoff(self) -> str:
        """A handoff of a run that has begun."""
        recorder = self.recorder
        thread_id = recorder.thread()
        recorder.run(thread_id)
        started = recorder.start(thread_id, "claude")
        recorder.begin(started["run"]["id"])
        return str(started["handoffs"][0]["id"])

    def empty_child_of_a_dropped_run(self) -> str:
        recorder = self.recorder
        thread_id = recorder.thread()
        run_id = recorder.running(thread_id)
        child_id = recorder.spawn(run_id)
        recorder.finish(run_id)
        recorder.service.mutate("rollbackThread", "thread { id }", threadId=thread_id, toOrdinal=0)
        return child_id

    def mute_run(self) -> str:
        """A run that is preparing on a provider that accepts no handoff."""
        recorder = self.recorder
        thread_id = recorder.thread()
        recorder.run(thread_id, self.mute)
        return str(recorder.start(thread_id, self.mute)["run"]["id"])


@pytest.fixture(scope="module")
def world(service: RunningService) -> World:
    return World(Recorder(service))


def code_of(world: World, operation: str, given: dict[str, Any]) -> str:
    command = next(command for command in COMMANDS if command.operation == operation)
    with pytest.raises(Refused) as refused:
        command.carry_out(world.recorder, given)
    return refused.value.code


LONG = "x" * 257


def test_start_run(world: World) -> None:
    assert code_of(world, "startRun", {"id": LONG, "threadId": "nothing", "provider": "nothing"}) == "BAD_INPUT"
    assert code_of(world, "startRun", {"id": world.ended, "threadId": "nothing", "provider": "codex"}) == "NOT_FOUND"
    assert code_of(world, "startRun", {"id": world.ended, "threadId": world.busy, "provider": "nothing"}) == "NOT_FOUND"
    assert code_of(world, "startRun", {"id": world.ended, "threadId": world.busy, "provider": "codex"}) == "CONFLICT"
    assert code_of(world, "startRun", {"threadId": world.busy, "provider": "codex", "expectedVersion": 1}) == "CONFLICT"
    assert code_of(world, "startRun", {"threadId": world.busy, "provider": world.mute}) == "ACTIVE_RUN"
    assert code_of(world, "startRun", {"threadId": world.thread, "provider": world.mute}) == "UNSUPPORTED"


def test_fork_thread(world: World) -> None:
    assert code_of(world, "forkThread", {"sourceThreadId": "nothing"}) == "BAD_INPUT"
    assert code_of(world, "forkThread", {"sourceThreadId": "nothing", "runId": "nothing", "latestStable": True}) == "BAD_INPUT"
    assert code_of(world, "forkThread", {"id": world.busy, "sourceThreadId": world.thread, "runId": "nothing"}) == "NOT_FOUND"
    assert code_of(world, "forkThread", {"id": world.busy, "sourceThreadId": world.thread, "runId": world.preparing}) == "CONFLICT"
    assert code_of(world, "forkThread", {"sourceThreadId": world.thread, "runId": world.preparing}) == "BAD_INPUT"
    assert code_of(world, "forkThread", {"sourceThreadId": world.thread, "runId": world.dropped}) == "UNSTABLE_SOURCE"


def test_merge_back(world: World) -> None:
    assert code_of(world, "mergeBack", {"id": LONG, "forkThreadId": "nothing"}) == "BAD_INPUT"
    taken = world.recorder.start(fork := world.recorder.fork(world.thread, world.ended), "claude")["resolution"]["transferIds"][0]
    assert code_of(world, "mergeBack", {"id": taken, "forkThreadId": world.thread, "targetThreadId": "nothing"}) == "NOT_FOUND"
    assert code_of(world, "mergeBack", {"id": taken, "forkThreadId": world.thread}) == "CONFLICT"
    assert code_of(world, "mergeBack", {"id": taken, "forkThreadId": fork}) == "CONFLICT"
    assert code_of(world, "mergeBack", {"forkThreadId": world.thread}) == "BAD_INPUT"
    assert code_of(world, "mergeBack", {"forkThreadId": fork}) == "UNSTABLE_SOURCE"


def test_begin_and_finish_run(world: World) -> None:
    taken = {"id": f"checkpoint of {world.ended}"}
    assert code_of(world, "beginRun", {"runId": world.ended, "nativeTurnRef": ""}) == "BAD_INPUT"
    assert code_of(world, "beginRun", {"runId": world.ended}) == "INVALID_TRANSITION"
    assert code_of(world, "finishRun", {"runId": "nothing", "status": "RUNNING"}) == "BAD_INPUT"
    assert code_of(world, "finishRun", {"runId": "nothing", "checkpoint": taken}) == "NOT_FOUND"
    assert code_of(world, "finishRun", {"runId": world.ended, "checkpoint": taken}) == "CONFLICT"
    assert code_of(world, "finishRun", {"runId": world.ended}) == "INVALID_TRANSITION"
    assert code_of(world, "captureCheckpoint", {"runId": "nothing", **taken}) == "NOT_FOUND"
    assert code_of(world, "captureCheckpoint", {"runId": world.preparing, **taken}) == "CONFLICT"
    assert code_of(world, "captureCheckpoint", {"runId": world.dropped}) == "INVALID_TRANSITION"


def test_append_items(world: World) -> None:
    world.recorder.service.mutate(
        "appendItems", "items { id }", runId=world.ended, items=[{"id": f"item of {world.ended}", "kind": "GOAL"}]
    )
    taken = {"id": f"item of {world.ended}", "kind": "GOAL"}
    assert code_of(world, "appendItems", {"runId": "nothing", "items": [{"kind": "GOAL", "text": "x" * 65_537}]}) == "BAD_INPUT"
    assert code_of(world, "appendItems", {"runId": "nothing", "items": [taken, taken]}) == "BAD_INPUT"
    assert code_of(world, "appendItems", {"runId": "nothing", "items": [taken]}) == "NOT_FOUND"
    assert code_of(world, "appendItems", {"runId": world.ended, "items": [taken]}) == "CONFLICT"


def test_rollback_thread(world: World) -> None:
    assert code_of(world, "rollbackThread", {"threadId": "nothing", "toOrdinal": -1}) == "BAD_INPUT"
    assert code_of(world, "rollbackThread", {"threadId": "nothing", "toOrdinal": 9, "expectedVersion": 1}) == "NOT_FOUND"
    assert code_of(world, "rollbackThread", {"threadId": world.busy, "toOrdinal": 9, "expectedVersion": 1}) == "CONFLICT"
    assert code_of(world, "rollbackThread", {"threadId": world.busy, "toOrdinal": 9}) == "BAD_INPUT"
    assert code_of(world, "rollbackThread", {"threadId": world.busy, "toOrdinal": 0}) == "ACTIVE_RUN"


def test_spawn_subagent(world: World) -> None:
    native = {"provider": "codex", "nativeThreadRef": "session"}
    assert code_of(world, "spawnSubagent", {"parentRunId": "nothing", "provider": "codex"}) == "BAD_INPUT"
    assert code_of(world, "spawnSubagent", {"parentRunId": "nothing", "nativeThreadRef": "session"}) == "BAD_INPUT"
    assert code_of(world, "spawnSubagent", {"id": world.thread, "parentRunId": world.ended, **native, "provider": "nothing"}) == "NOT_FOUND"
    assert code_of(world, "spawnSubagent", {"id": world.thread, "parentRunId": world.ended, **native}) == "CONFLICT"
    assert code_of(world, "spawnSubagent", {"parentRunId": world.ended, **native}) == "INVALID_TRANSITION"


def test_return_subagent_result(world: World) -> None:
    child_id = world.empty_child_of_a_dropped_run()
    assert code_of(world, "returnSubagentResult", {"childThreadId": world.busy, "text": "x"}) == "BAD_INPUT"
    assert code_of(world, "returnSubagentResult", {"childThreadId": child_id, "text": "x"}) == "UNSTABLE_SOURCE"
    world.recorder.run(child_id)
    assert code_of(world, "returnSubagentResult", {"childThreadId": child_id, "text": "x"}) == "ROLLED_BACK_SOURCE"


def test_handoffs(world: World) -> None:
    too_long = "x" * 24_001
    assert code_of(world, "submitHandoff", {"handoffId": "nothing", "summaryText": " "}) == "BAD_INPUT"
    assert code_of(world, "submitHandoff", {"handoffId": world.ready, "summaryText": too_long}) == "INVALID_TRANSITION"
    assert code_of(world, "submitHandoff", {"handoffId": world.pending, "summaryText": too_long}) == "BAD_INPUT"
    assert code_of(world, "failHandoff", {"handoffId": world.ready, "reason": "x"}) == "INVALID_TRANSITION"
    assert code_of(world, "regenerateHandoff", {"handoffId": world.ready}) == "INVALID_TRANSITION"


def test_manual_handoffs(world: World) -> None:
    upside_down, elsewhere = {"coveredFrom": 2, "coveredTo": 1}, {"coveredFrom": 7, "coveredTo": 9}
    assert code_of(world, "createManualHandoff", {"runId": "nothing", "summaryText": "x", **upside_down}) == "BAD_INPUT"
    assert code_of(world, "createManualHandoff", {"runId": world.ended, "summaryText": "x", **elsewhere}) == "INVALID_TRANSITION"
    mute = world.mute_run()
    assert code_of(world, "createManualHandoff", {"runId": mute, "summaryText": "x", **elsewhere}) == "BAD_INPUT"
    assert code_of(world, "createManualHandoff", {"runId": mute, "summaryText": "x"}) == "UNSUPPORTED"


def test_report_resume_failure_and_provider_rollback(world: World) -> None:
    assert code_of(world, "reportResumeFailure", {"runId": world.ended, "reason": "x" * 200_001}) == "BAD_INPUT"
    assert code_of(world, "reportResumeFailure", {"runId": world.ended, "reason": "x"}) == "INVALID_TRANSITION"
    provider_thread_id = world.recorder.provider_thread_of(world.preparing)
    assert code_of(world, "reportProviderRollback", {"providerThreadId": provider_thread_id, "succeeded": True}) == "INVALID_TRANSITION"


def test_record_compaction(world: World) -> None:
    recorder = world.recorder
    thread_id = recorder.thread()
    run_id = recorder.run(thread_id)
    id = recorder.provider_thread_of(run_id)
    recorder.service.mutate("recordCompaction", "providerThread { id }", providerThreadId=id, summary="x")
    assert code_of(world, "recordCompaction", {"providerThreadId": "nothing", "summary": "x" * 200_001}) == "BAD_INPUT"
    assert code_of(world, "recordCompaction", {"providerThreadId": "nothing", "throughRunId": world.ended}) == "NOT_FOUND"
    assert code_of(world, "recordCompaction", {"providerThreadId": id, "throughRunId": "nothing"}) == "NOT_FOUND"
    assert code_of(world, "recordCompaction", {"providerThreadId": id, "throughRunId": world.ended}) == "BAD_INPUT"
    assert code_of(world, "recordCompaction", {"providerThreadId": id}) == "CONFLICT"
    recorder.service.mutate("rollbackThread", "thread { id }", threadId=thread_id, toOrdinal=0)
    assert code_of(world, "recordCompaction", {"providerThreadId": id, "throughRunId": run_id}) == "CONFLICT"
    assert code_of(world, "recordCompaction", {"providerThreadId": id, "throughRunId": world.ended}) == "INVALID_TRANSITION"
    assert code_of(world, "recordCompaction", {"providerThreadId": id}) == "INVALID_TRANSITION"
