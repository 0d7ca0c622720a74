"""The example of the design through HTTP: Codex takes runs 1-5, Claude 6-8, and Codex run 9."""

from typing import Any

import pytest

from tests.running import RunningService, fresh

RESOLUTION = """
  strategy providerThreadId covers { threadId from to } handoffStrategy signals { kind } transferIds
  rejected { strategy } actions { kind nativeThreadRef nativeTurnRef turns handoffId delivery }
"""
HANDOFF = """
  id transferId threadId targetRunId fromProviderThreadIds toProviderThreadId coveredRunOrdinals { from to }
  covered { threadId from to } strategy kind summaryText payload checkpointId status failureReason createdByProvider
"""
TRANSFER = """
  id type sourceThreadId targetThreadId sourceProvider targetProvider status createdBy consumedByRunId
  sourcePoint { threadId ordinal runId } basePoint { threadId ordinal runId } resolution { strategy contextHandoffId providerThreadRef }
"""
COVERAGE = "nativeRunOrdinals handoffIds covered { threadId from to } missing { threadId from to } divergentRunOrdinals"


class Example:
    """The thread, what was answered when each run started, and the ids that the service made."""

    def __init__(self, service: RunningService) -> None:
        self.service = service
        self.thread = fresh("T")
        self.started: dict[int, Any] = {}
        service.mutate("createThread", "thread { id }", id=self.thread)
        for ordinal in range(1, 10):
            self.record(ordinal, "claude" if 6 <= ordinal <= 8 else "codex")
        self.c1 = self.started[1]["providerThread"]["id"]
        self.l1 = self.started[6]["providerThread"]["id"]
        self.h1 = self.started[6]["handoffs"][0]["id"]
        self.h2 = self.started[9]["handoffs"][0]["id"]

    def record(self, ordinal: int, provider: str) -> None:
        run, service = self.run(ordinal), self.service
        selection = f"run {{ id ordinal status }} providerThread {{ id }} handoffs {{ {HANDOFF} }} resolution {{ {RESOLUTION} }}"
        given = {"id": run, "threadId": self.thread, "provider": provider, "message": f"message {ordinal}"}
        self.started[ordinal] = service.mutate("startRun", selection, **given)
        service.mutate("beginRun", "run { id }", runId=run, nativeThreadRef=f"session of {provider}", nativeTurnRef=f"turn {ordinal}")
        items = [
            {"kind": "DECISION", "text": f"decision {ordinal}"},
            {"kind": "FILE_CHANGE", "data": {"path": f"src/{ordinal}.py", "change": "modified", "additions": ordinal, "deletions": 0}},
            {"kind": "REASONING", "text": f"secret thought {ordinal}"},
        ]
        service.mutate("appendItems", "items { id }", runId=run, items=items)
        checkpoint = {"id": f"{run} checkpoint", "workspaceRef": f"commit {ordinal}", "diffSummary": {"files": ordinal}}
        service.mutate("finishRun", "run { id }", runId=run, status="COMPLETED", checkpoint=checkpoint)

    def run(self, ordinal: int) -> str:
        return f"{self.thread} run {ordinal}"

    def of(self, first: int, last: int) -> list[dict[str, Any]]:
        """A segment of its thread, as answers have it."""
        return [{"threadId": self.thread, "from": first, "to": last}]

    def ask(self, field: str, id: str, selection: str) -> Any:
        return self.service.query(f"query($id: ID!) {{ {field}(id: $id) {{ {selection} }} }}", id=id)[field]


@pytest.fixture(scope="module")
def example(service: RunningService) -> Example:
    return Example(service)


def action(kind: str, **given: Any) -> dict[str, Any]:
    return {"kind": kind, "nativeThreadRef": None, "nativeTurnRef": None, "turns": None, "handoffId": None, "delivery": None, **given}


def test_codex_knows_everything_natively_or_by_the_second_handoff(example: Example) -> None:
    found = example.ask("providerThread", example.c1, f"firstRunOrdinal lastRunOrdinal handoffIds coverage {{ {COVERAGE} }}")
    assert found == {
        "firstRunOrdinal": 1,
        "lastRunOrdinal": 9,
        "handoffIds": [example.h2],
        "coverage": {
            "nativeRunOrdinals": [1, 2, 3, 4, 5, 9],
            "handoffIds": [example.h2],
            "covered": example.of(1, 9),
            "missing": [],
            "divergentRunOrdinals": [],
        },
    }


def test_claude_misses_the_last_run(example: Example) -> None:
    found = example.ask("providerThread", example.l1, f"firstRunOrdinal lastRunOrdinal handoffIds coverage {{ {COVERAGE} }}")
    assert found == {
        "firstRunOrdinal": 6,
        "lastRunOrdinal": 8,
        "handoffIds": [example.h1],
        "coverage": {
            "nativeRunOrdinals": [6, 7, 8],
            "handoffIds": [example.h1],
            "covered": example.of(1, 8),
            "missing": example.of(9, 9),
            "divergentRunOrdinals": [],
        },
    }


def test_runs_that_stay_with_their_provider_inject_nothing(example: Example) -> None:
    for ordinal in (2, 3, 4, 5, 7, 8):
        started = example.started[ordinal]
        provider, provider_thread = ("claude", example.l1) if ordinal > 5 else ("codex", example.c1)
        assert started["providerThread"]["id"] == provider_thread
        assert started["handoffs"] == []
        assert started["resolution"] == {
            "strategy": "NONE",
            "providerThreadId": provider_thread,
            "covers": [],
            "handoffStrategy": None,
            "signals": [],
            "transferIds": [],
            "rejected": [],
            "actions": [action("RESUME_THREAD", nativeThreadRef=f"session of {provider}"), action("SEND_TURN")],
        }


def test_the_first_run_creates_a_provider_thread_and_nothing_else(example: Example) -> None:
    resolution = example.started[1]["resolution"]
    assert (resolution["strategy"], resolution["providerThreadId"], resolution["covers"]) == ("NONE", None, [])
    assert resolution["actions"] == [action("CREATE_THREAD"), action("SEND_TURN")]


def test_the_switch_to_claude_creates_a_provider_thread_with_a_summary_of_all(example: Example) -> None:
    resolution = example.started[6]["resolution"]
    assert (resolution["strategy"], resolution["providerThreadId"]) == ("FULL_INTO_NEW", None)
    assert (resolution["covers"], resolution["handoffStrategy"]) == (example.of(1, 5), "FULL_THREAD_SUMMARY")
    assert (resolution["signals"], resolution["transferIds"]) == ([], [])
    delivery = action("DELIVER_HANDOFF", handoffId=example.h1, delivery="SYSTEM")
    assert resolution["actions"] == [action("CREATE_THREAD"), delivery, action("SEND_TURN")]


def test_the_switch_back_to_codex_resumes_with_what_it_missed(example: Example) -> None:
    resolution = example.started[9]["resolution"]
    assert (resolution["strategy"], resolution["providerThreadId"]) == ("DELTA_INTO_EXISTING", example.c1)
    assert (resolution["covers"], resolution["handoffStrategy"]) == (example.of(6, 8), "DELTA_SINCE_TARGET_LAST_SEEN")
    assert resolution["actions"] == [
        action("RESUME_THREAD", nativeThreadRef="session of codex"),
        action("DELIVER_HANDOFF", handoffId=example.h2, delivery="DEVELOPER"),
        action("SEND_TURN"),
    ]


@pytest.mark.parametrize(
    ("ordinal", "strategy", "kind", "first", "last", "base", "resolution"),
    [
        (6, "FULL_THREAD_SUMMARY", "PORTABLE_CONTEXT", 1, 5, None, "PORTABLE_CONTEXT"),
        (9, "DELTA_SINCE_TARGET_LAST_SEEN", "DELTA_CONTEXT", 6, 8, 5, "DELTA_CONTEXT"),
    ],
)
def test_each_handoff_and_its_transfer(
    example: Example, ordinal: int, strategy: str, kind: str, first: int, last: int, base: int | None, resolution: str
) -> None:
    handoff = example.ask("contextHandoff", example.started[ordinal]["handoffs"][0]["id"], HANDOFF)
    assert handoff == example.started[ordinal]["handoffs"][0], "what startRun answered is what is recorded"
    left, entered = (example.c1, example.l1) if ordinal == 6 else (example.l1, example.c1)
    assert {name: handoff[name] for name in ("threadId", "targetRunId", "strategy", "kind", "status")} == {
        "threadId": example.thread,
        "targetRunId": example.run(ordinal),
        "strategy": strategy,
        "kind": kind,
        "status": "READY",
    }
    assert (handoff["fromProviderThreadIds"], handoff["toProviderThreadId"]) == ([left], entered)
    assert (handoff["coveredRunOrdinals"], handoff["covered"]) == ({"from": first, "to": last}, example.of(first, last))
    assert (handoff["createdByProvider"], handoff["failureReason"]) == (None, None)
    transfer = example.ask("contextTransfer", handoff["transferId"], TRANSFER)
    providers = ("codex", "claude") if ordinal == 6 else ("claude", "codex")
    assert transfer == {
        "id": handoff["transferId"],
        "type": "PROVIDER_HANDOFF",
        "sourceThreadId": example.thread,
        "targetThreadId": example.thread,
        "sourceProvider": providers[0],
        "targetProvider": providers[1],
        "status": "CONSUMED",
        "createdBy": "SYSTEM",
        "consumedByRunId": example.run(ordinal),
        "sourcePoint": {"threadId": example.thread, "ordinal": last, "runId": example.run(last)},
        "basePoint": {"threadId": example.thread, "ordinal": base, "runId": example.run(base)} if base else None,
        "resolution": {"strategy": resolution, "contextHandoffId": handoff["id"], "providerThreadRef": None},
    }


@pytest.mark.parametrize(("ordinal", "first", "last"), [(6, 1, 5), (9, 6, 8)])
def test_each_summary_tells_what_happened_in_its_runs_and_names_the_newest_checkpoint(
    example: Example, ordinal: int, first: int, last: int
) -> None:
    handoff = example.started[ordinal]["handoffs"][0]
    for other in range(1, 10):
        covered = first <= other <= last
        assert (f"decision {other}" in handoff["summaryText"]) == covered
        assert (f"src/{other}.py" in handoff["summaryText"]) == covered
        assert f"secret thought {other}" not in handoff["summaryText"]
    assert f"commit {last}" in handoff["summaryText"]
    assert handoff["checkpointId"] == f"{example.run(last)} checkpoint"
    assert handoff["payload"]["covered"] == example.of(first, last)
    assert [decision["text"] for decision in handoff["payload"]["decisions"]] == [f"decision {run}" for run in range(last, first - 1, -1)]


def test_the_last_run_names_its_handoff(example: Example) -> None:
    selection = "ordinal status provider providerThreadId contextHandoffId contextHandoffs { id } checkpoint { id } nativeTurnRefs"
    assert example.ask("run", example.run(9), selection) == {
        "ordinal": 9,
        "status": "COMPLETED",
        "provider": "codex",
        "providerThreadId": example.c1,
        "contextHandoffId": example.h2,
        "contextHandoffs": [{"id": example.h2}],
        "checkpoint": {"id": f"{example.run(9)} checkpoint"},
        "nativeTurnRefs": ["turn 9"],
    }


def test_the_thread_as_a_whole(example: Example) -> None:
    selection = "version headOrdinal history { threadId from to } latestStable { ordinal } providerThreads { id } handoffs { id }"
    assert example.ask("thread", example.thread, selection) == {
        "version": 1 + 9 * 3,
        "headOrdinal": 9,
        "history": example.of(1, 9),
        "latestStable": {"ordinal": 9},
        "providerThreads": [{"id": example.c1}, {"id": example.l1}],
        "handoffs": [{"id": example.h1}, {"id": example.h2}],
    }


def test_the_next_run_on_claude_would_get_only_what_it_missed(example: Example) -> None:
    text = f"query($input: StartContextInput!) {{ resolveStartContext(input: $input) {{ {RESOLUTION} }} }}"
    resolution = example.service.query(text, input={"threadId": example.thread, "provider": "claude"})["resolveStartContext"]
    assert (resolution["strategy"], resolution["providerThreadId"], resolution["covers"]) == (
        "DELTA_INTO_EXISTING",
        example.l1,
        example.of(9, 9),
    )
