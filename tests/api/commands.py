"""Each mutation of the API with a situation in which it can be carried out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.api.recorder import Recorder
from tests.running import fresh

THREAD = "thread { id title createdBy version createdAt updatedAt }"
RUN = "run { id threadId ordinal status provider model message nativeTurnRefs createdAt startedAt finishedAt }"
TRANSFER = "transfer { id type status sourceThreadId targetThreadId createdBy createdAt consumedByRunId }"
PROVIDER_THREAD = "providerThread { id threadId provider status nativeThreadRef nativeRollback }"
HANDOFF = "id transferId strategy kind status summaryText payload failureReason targetRunId createdAt updatedAt"
CHECKPOINT = "id threadId runId workspaceRef diffSummary createdAt"
RESOLUTION = "resolution { strategy transferIds covers { threadId from to } actions { kind handoffId } }"
START = f"{RUN} {PROVIDER_THREAD} handoffs {{ {HANDOFF} }} {RESOLUTION}"
IMPACT = "impact { threadId toOrdinal rolledBackOrdinals supersededHandoffIds checkpointId }"


@dataclass(frozen=True)
class Command:
    """prepare records what has to be there and gives an input, without ids where they may be left out. other is a change to that
    input that asks for something else, and defaults are what the input leaves out, spelled out. later changes what the command did."""

    operation: str
    selection: str
    prepare: Callable[[Recorder], dict[str, Any]]
    other: dict[str, Any]
    later: Callable[[Recorder, dict[str, Any], Any], None]
    defaults: dict[str, Any] = field(default_factory=dict)
    makes_summary: bool = False
    input_type: str = ""

    @property
    def input(self) -> str:
        return self.input_type or f"{self.operation[0].upper()}{self.operation[1:]}Input"

    def carry_out(self, recorder: Recorder, given: dict[str, Any]) -> Any:
        """The payload. Refused for an error."""
        return recorder.service.mutate(self.operation, self.selection, self.input, **given)


def _thread_with_run(recorder: Recorder) -> tuple[str, str]:
    thread_id = recorder.thread()
    return thread_id, recorder.run(thread_id)


def _waiting(recorder: Recorder) -> tuple[str, str, str]:
    """A thread, a run of it that is preparing, and the pending handoff that it is to consume."""
    thread_id, _ = _thread_with_run(recorder)
    started = recorder.start(thread_id, "claude", summarySource="PROVIDER_LEFT")
    return thread_id, started["run"]["id"], started["handoffs"][0]["id"]


def _finished_run(thread_id: str) -> dict[str, Any]:
    """A thread with a run that ended, as recordHistory takes it."""
    run = {"id": f"{thread_id}-run", "providerThreadId": f"{thread_id}-session", "startedAt": "2026-01-01T10:00:00Z"}
    return {
        "id": thread_id,
        "providerThreads": [{"id": f"{thread_id}-session", "provider": "codex", "nativeThreadRef": "ref"}],
        "runs": [{**run, "finishedAt": "2026-01-01T10:01:00Z", "items": [{"kind": "GOAL", "text": "a goal"}]}],
    }


def _fork(recorder: Recorder) -> dict[str, Any]:
    thread_id, run_id = _thread_with_run(recorder)
    return {"sourceThreadId": thread_id, "runId": run_id}


def _merge(recorder: Recorder) -> dict[str, Any]:
    thread_id, run_id = _thread_with_run(recorder)
    fork_id = recorder.fork(thread_id, run_id)
    recorder.run(fork_id)
    return {"forkThreadId": fork_id}


def _result(recorder: Recorder) -> dict[str, Any]:
    thread_id = recorder.thread()
    run_id = recorder.running(thread_id)
    child_id = recorder.spawn(run_id)
    recorder.finish(run_id)
    recorder.run(child_id)
    return {"childThreadId": child_id, "text": "found it"}


def _rolled_back(recorder: Recorder) -> dict[str, Any]:
    thread_id, run_id = _thread_with_run(recorder)
    recorder.service.mutate("rollbackThread", "thread { id }", threadId=thread_id, toOrdinal=0)
    return {"providerThreadId": recorder.provider_thread_of(run_id), "succeeded": True}


def _start_on(recorder: Recorder, given: dict[str, Any], answer: Any) -> None:
    recorder.run(answer["thread"]["id"])


def _end(recorder: Recorder, given: dict[str, Any], answer: Any) -> None:
    recorder.finish(given["runId"], checkpoint=False)


def _give_up(recorder: Recorder, given: dict[str, Any], answer: Any) -> None:
    """Ends the run before it begins, which supersedes its handoffs."""
    handoff_id = answer["handoff"]["id"]
    found = recorder.service.query("query($id: ID!) { contextHandoff(id: $id) { targetRunId } }", id=handoff_id)
    recorder.finish(found["contextHandoff"]["targetRunId"], "FAILED", checkpoint=False)


def _end_start(recorder: Recorder, given: dict[str, Any], answer: Any) -> None:
    recorder.begin(answer["run"]["id"])
    recorder.finish(answer["run"]["id"])


def _merge_again(recorder: Recorder, given: dict[str, Any], answer: Any) -> None:
    recorder.run(given["forkThreadId"])
    recorder.service.mutate("mergeBack", "transfer { id }", forkThreadId=given["forkThreadId"])


def _return_again(recorder: Recorder, given: dict[str, Any], answer: Any) -> None:
    recorder.run(given["childThreadId"])
    recorder.service.mutate("returnSubagentResult", "transfer { id }", childThreadId=given["childThreadId"], text="more")


def _roll_back_all(recorder: Recorder, given: dict[str, Any], answer: Any) -> None:
    found = recorder.service.query("query($id: ID!) { run(id: $id) { threadId } }", id=given["runId"])
    recorder.service.mutate("rollbackThread", "thread { id }", threadId=found["run"]["threadId"], toOrdinal=0)


COMMANDS = [
    Command(
        "registerProvider",
        "provider { kind nativeFork acceptsHandoff handoffDelivery maxHandoffChars }",
        lambda recorder: {"kind": fresh("provider"), "nativeFork": True},
        {"nativeFork": False},
        lambda recorder, given, answer: recorder.service.mutate(
            "registerProvider", "provider { kind }", kind=given["kind"], maxHandoffChars=9
        ),
        {"nativeRollback": False, "acceptsHandoff": True, "handoffDelivery": "PREAMBLE", "maxHandoffChars": 24000},
    ),
    Command(
        "createThread",
        THREAD,
        lambda recorder: {"title": "a title", "metadata": {"b": 1, "a": [None, 1.5, "x"]}},
        {"title": "another"},
        _start_on,
        {"createdBy": "USER", "id": None},
    ),
    Command("forkThread", f"{THREAD} {TRANSFER}", _fork, {"title": "another"}, _start_on, {"latestStable": False, "checkpointId": None}),
    Command("mergeBack", TRANSFER, _merge, {"createdBy": "SYSTEM"}, _merge_again, {"createdBy": "USER", "targetThreadId": None}),
    Command(
        "spawnSubagent",
        f"{THREAD} {TRANSFER} {PROVIDER_THREAD}",
        lambda recorder: {"parentRunId": recorder.running(recorder.thread()), "provider": "codex", "nativeThreadRef": "child session"},
        {"title": "another"},
        _start_on,
        {"nativeRefStrength": "STRONG", "title": None},
    ),
    Command("returnSubagentResult", TRANSFER, _result, {"text": "found another"}, _return_again),
    Command(
        "startRun",
        START,
        lambda recorder: {"threadId": _thread_with_run(recorder)[0], "provider": "claude", "message": "go on"},
        {"message": "go back"},
        _end_start,
        {"cleanContext": False, "summarySource": "DETERMINISTIC", "policy": None},
        makes_summary=True,
    ),
    Command(
        "beginRun",
        RUN,
        lambda recorder: {"runId": recorder.start(recorder.thread())["run"]["id"], "nativeTurnRef": "turn 1"},
        {"nativeTurnRef": "turn 2"},
        _end,
        {"historyMode": None},
    ),
    Command(
        "recordProviderTurn",
        RUN,
        lambda recorder: {"runId": recorder.running(recorder.thread())},
        {"nativeTurnRef": "turn 2"},
        _end,
        {"nativeTurnRef": None},
    ),
    Command(
        "finishRun",
        f"run {{ id status finishedAt checkpoint {{ {CHECKPOINT} }} }}",
        lambda recorder: {
            "runId": recorder.running(recorder.thread()),
            "checkpoint": {"workspaceRef": "commit", "diffSummary": {"files": 1}},
        },
        {"status": "FAILED"},
        _roll_back_all,
        {"status": "COMPLETED", "reason": None},
    ),
    Command(
        "reportResumeFailure",
        START,
        lambda recorder: {"runId": _waiting(recorder)[1], "reason": "gone"},
        {"reason": "forgotten"},
        _end_start,
        {"summarySource": "DETERMINISTIC"},
        makes_summary=True,
    ),
    Command(
        "captureCheckpoint",
        f"checkpoint {{ {CHECKPOINT} }}",
        lambda recorder: {"runId": recorder.run(recorder.thread(), checkpoint=False), "workspaceRef": "commit"},
        {"workspaceRef": "another"},
        _roll_back_all,
        {"diffSummary": None},
    ),
    Command(
        "appendItems",
        "items { id runId kind text data createdAt }",
        lambda recorder: {"runId": recorder.running(recorder.thread()), "items": [{"kind": "GOAL", "text": "a goal", "data": {"n": 1}}]},
        {"items": [{"kind": "GOAL", "text": "another"}]},
        lambda recorder, given, answer: recorder.append(given["runId"], "more"),
    ),
    Command(
        "rollbackThread",
        f"{THREAD} {IMPACT}",
        lambda recorder: {"threadId": _thread_with_run(recorder)[0], "toOrdinal": 0},
        {"toOrdinal": 1},
        _start_on,
        {"expectedVersion": None},
    ),
    Command(
        "redactThread",
        THREAD,
        lambda recorder: {"threadId": _thread_with_run(recorder)[0]},
        {"expectedVersion": 2},
        _start_on,
        {"expectedVersion": None},
    ),
    Command(
        "reportProviderRollback",
        PROVIDER_THREAD,
        _rolled_back,
        {"succeeded": False},
        lambda recorder, given, answer: recorder.run(answer["providerThread"]["threadId"]),  # type: ignore[arg-type]
        {"reason": None},
    ),
    Command(
        "recordCompaction",
        PROVIDER_THREAD,
        lambda recorder: {
            "providerThreadId": recorder.provider_thread_of(_thread_with_run(recorder)[1]),
            "summary": "what mattered",
            "tokensBefore": 90_000,
            "tokensAfter": 4_000,
        },
        {"summary": "what else mattered"},
        lambda recorder, given, answer: recorder.run(answer["providerThread"]["threadId"]),  # type: ignore[arg-type]
        {"throughRunId": None},
    ),
    Command(
        "recordHistory",
        "recordedRuns threads { id title createdBy version createdAt updatedAt }",
        lambda recorder: {"threads": [_finished_run(fresh("thread"))]},
        {"threads": []},
        lambda recorder, given, answer: recorder.run(answer["threads"][0]["id"]),  # type: ignore[arg-type]
    ),
    Command(
        "submitHandoff",
        f"handoff {{ {HANDOFF} createdByProvider }}",
        lambda recorder: {"handoffId": _waiting(recorder)[2], "summaryText": "what happened", "payload": {"by": "hand"}},
        {"summaryText": "what else happened"},
        _give_up,
        {"createdByProvider": None},
    ),
    Command(
        "failHandoff",
        f"handoff {{ {HANDOFF} }}",
        lambda recorder: {"handoffId": _waiting(recorder)[2], "reason": "no answer"},
        {"reason": "no"},
        _give_up,
    ),
    Command(
        "regenerateHandoff",
        f"handoff {{ {HANDOFF} }}",
        lambda recorder: {"handoffId": _waiting(recorder)[2]},
        {"summarySource": "CONFIGURED"},
        _give_up,
        {"summarySource": "DETERMINISTIC"},
        makes_summary=True,
    ),
    Command(
        "createManualHandoff",
        f"handoff {{ {HANDOFF} }}",
        lambda recorder: {"runId": _waiting(recorder)[1], "summaryText": "by hand", "coveredFrom": 1, "coveredTo": 1},
        {"summaryText": "by another hand"},
        _give_up,
        makes_summary=True,
        input_type="ManualHandoffInput",
    ),
]
