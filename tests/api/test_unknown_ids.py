"""What is asked for by an id that nothing has: null where a question may have no answer, else NOT_FOUND (design 8)."""

import pytest

from tests.api.commands import COMMANDS
from tests.api.recorder import Recorder
from tests.running import Refused, RunningService


@pytest.mark.parametrize("field", ["thread", "run", "providerThread", "contextTransfer", "contextHandoff", "checkpoint"])
def test_a_question_for_one_thing_answers_null(service: RunningService, field: str) -> None:
    assert service.query(f'{{ {field}(id: "nothing:has%2Fthis") {{ id }} }}') == {field: None}


@pytest.mark.parametrize("selection", ["headOrdinal", "history { from }", "latestStable { runId }"])
def test_also_where_more_than_the_thread_itself_is_loaded(service: RunningService, selection: str) -> None:
    assert service.query(f'{{ thread(id: "nothing has this") {{ {selection} }} }}') == {"thread": None}
    assert service.query('{ providerThread(id: "nothing has this") { coverage { handoffIds } } }') == {"providerThread": None}


@pytest.mark.parametrize(
    "question",
    [
        'resolveStartContext(input: {threadId: "nothing", provider: "codex"}) { strategy }',
        'handoffPreviews(input: {threadId: "nothing", provider: "codex"}) { text }',
        'rollbackImpact(threadId: "nothing", toOrdinal: 0) { toOrdinal }',
        'forkTree(rootThreadId: "nothing") { totalCount }',
        'mergeBase(first: "nothing", second: "nothing") { ordinal }',
        'threadDiff(first: "nothing", second: "nothing") { base { ordinal } }',
        'provenance(runId: "nothing") { truncated }',
    ],
)
def test_any_other_question_answers_not_found(service: RunningService, question: str) -> None:
    with pytest.raises(Refused, match="'nothing'") as refused:
        service.query(f"{{ {question} }}")
    assert refused.value.code == "NOT_FOUND"


def test_one_known_thread_is_not_enough_for_two(recorder: Recorder) -> None:
    known = recorder.thread()
    for first, second in ((known, "nothing"), ("nothing", known)):
        with pytest.raises(Refused, match="'nothing'") as refused:
            recorder.service.query("query($a: ID!, $b: ID!) { mergeBase(first: $a, second: $b) { ordinal } }", a=first, b=second)
        assert refused.value.code == "NOT_FOUND"


@pytest.mark.parametrize(
    ("operation", "given"),
    [
        ("forkThread", {"sourceThreadId": "nothing", "latestStable": True}),
        ("mergeBack", {"forkThreadId": "nothing"}),
        ("spawnSubagent", {"parentRunId": "nothing"}),
        ("returnSubagentResult", {"childThreadId": "nothing", "text": "x"}),
        ("startRun", {"threadId": "nothing", "provider": "codex"}),
        ("beginRun", {"runId": "nothing"}),
        ("recordProviderTurn", {"runId": "nothing"}),
        ("finishRun", {"runId": "nothing"}),
        ("reportResumeFailure", {"runId": "nothing", "reason": "x"}),
        ("captureCheckpoint", {"runId": "nothing"}),
        ("appendItems", {"runId": "nothing", "items": []}),
        ("rollbackThread", {"threadId": "nothing", "toOrdinal": 0}),
        ("redactThread", {"threadId": "nothing"}),
        ("reportProviderRollback", {"providerThreadId": "nothing", "succeeded": True}),
        ("recordCompaction", {"providerThreadId": "nothing"}),
        ("submitHandoff", {"handoffId": "nothing", "summaryText": "x"}),
        ("failHandoff", {"handoffId": "nothing", "reason": "x"}),
        ("regenerateHandoff", {"handoffId": "nothing"}),
        ("createManualHandoff", {"runId": "nothing", "summaryText": "x"}),
    ],
)
def test_a_command_on_something_unknown_is_not_found(recorder: Recorder, operation: str, given: dict[str, object]) -> None:
    command = next(command for command in COMMANDS if command.operation == operation)
    with pytest.raises(Refused, match="'nothing'") as refused:
        command.carry_out(recorder, given)
    assert refused.value.code == "NOT_FOUND"


def test_what_a_command_names_besides_is_not_found_either(recorder: Recorder) -> None:
    thread_id = recorder.thread()
    known = recorder.provider_thread_of(recorder.run(recorder.thread()))
    for operation, given in (
        ("startRun", {"threadId": thread_id, "provider": "nothing"}),
        ("forkThread", {"sourceThreadId": thread_id, "runId": "nothing"}),
        ("forkThread", {"sourceThreadId": thread_id, "checkpointId": "nothing"}),
        ("forkThread", {"sourceThreadId": thread_id, "providerThreadId": "nothing"}),
        ("mergeBack", {"forkThreadId": thread_id, "targetThreadId": "nothing"}),
        ("recordCompaction", {"providerThreadId": known, "throughRunId": "nothing"}),
        ("spawnSubagent", {"parentRunId": recorder.running(recorder.thread()), "provider": "nothing", "nativeThreadRef": "x"}),
    ):
        command = next(command for command in COMMANDS if command.operation == operation)
        with pytest.raises(Refused, match="'nothing'") as refused:
            command.carry_out(recorder, given)
        assert refused.value.code == "NOT_FOUND"
