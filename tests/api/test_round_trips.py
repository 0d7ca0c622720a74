"""How many statements a request sends to Neo4j: one for a question, two for a command, and no more however much is asked for."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.commands import COMMANDS, Command
from tests.api.recorder import Recorder
from tests.running import RunningService, fresh

ATTEMPTS = 5


def fewest(service: RunningService, work: Callable[[], object]) -> int:
    """The statements that work takes: the fewest in a few attempts, since a service that has just started plans ahead meanwhile."""
    counts = []
    for _ in range(ATTEMPTS):
        before = service.service.store.round_trips
        work()
        counts.append(service.service.store.round_trips - before)
    return min(counts)


class Example:
    """A thread with two switches, a fork of it with a handoff of its own, and a rollback that would reach it."""

    def __init__(self, recorder: Recorder) -> None:
        self.thread = recorder.thread()
        self.run = recorder.run(self.thread)
        second = recorder.start(self.thread, "claude", id=f"{self.thread} 2")
        self.handoff = second["handoffs"][0]["id"]
        self.transfer = second["handoffs"][0]["transferId"]
        recorder.begin(second["run"]["id"])
        recorder.finish(second["run"]["id"])
        recorder.run(self.thread)
        self.provider_thread = recorder.provider_thread_of(self.run)
        recorder.service.mutate("recordCompaction", "providerThread { id }", providerThreadId=self.provider_thread)
        self.fork = recorder.fork(self.thread, second["run"]["id"])
        self.forked_run = recorder.run(self.fork, "codex")
        self.checkpoint = f"checkpoint of {self.run}"


@pytest.fixture(scope="module")
def example(service: RunningService) -> Example:
    return Example(Recorder(service))


QUESTIONS = [
    ("thread(id: $thread) { id title version lineage { rootThreadId } }", 1),
    ("thread(id: $thread) { id version history { threadId from to } headOrdinal }", 1),
    ("thread(id: $fork) { history { threadId from to } headOrdinal }", 1),
    ("threads(first: 2, provider: \"codex\", titleContains: \"x\", rootsOnly: true) { totalCount edges { node { id } } }", 1),
    ("run(id: $run) { id ordinal status contextHandoffId nativeTurnRefs }", 1),
    ("providerThread(id: $providerThread) { id status }", 1),
    ("providerThread(id: $providerThread) { firstRunOrdinal lastRunOrdinal handoffIds coverage { covered { from } missing { from } } }", 1),
    ("providerThread(id: $providerThread) { coverage { missing { from } } staleness { stale signals { kind } } }", 1),
    ("contextTransfer(id: $transfer) { id sourcePoint { ordinal runId } basePoint { ordinal } resolution { contextHandoffId } }", 1),
    ("contextHandoff(id: $handoff) { id summaryText covered { from to } coveredRunOrdinals { from to } }", 1),
    ("checkpoint(id: $checkpoint) { id runId }", 1),
    ("providers { kind }", 1),
    ("resolveStartContext(input: {threadId: $thread, provider: \"codex\"}) { strategy covers { from } actions { kind } }", 1),
    ("resolveStartContext(input: {threadId: $thread, provider: \"claude\"}) { strategy covers { from } actions { kind } }", 1),
    ("resolveStartContext(input: {threadId: $fork, provider: \"claude\"}) { strategy }", 1),
    ("handoffPreviews(input: {threadId: $thread, provider: \"codex\"}) { text }", 1),
    ("rollbackImpact(threadId: $thread, toOrdinal: 1) { rolledBackOrdinals supersededHandoffIds checkpointId }", 1),
    ("rollbackImpact(threadId: $thread, toOrdinal: 1) { detachedThreadIds providerThreads { statusAfter action { kind } } }", 1),
    ("threads(first: 2, orderBy: RUNS, direction: ASCENDING) { totalCount edges { node { id runCount forkCount } } }", 1),
    ("forkTree(rootThreadId: $thread) { totalCount nodes { threadId runCount } }", 1),
    ("provenance(runId: $forkedRun) { edges { fromRunId toRunId via } truncated }", 1),
    ("provenance(runId: $forkedRun) { sources { __typename id } }", 1),
    ("rollbackImpact(threadId: $thread, toOrdinal: 1) { downstreamRuns { id } }", 1),
    # Runs and checkpoints at points, and the runs that provenance and impact name, are only known after the first statement.
    ("threadDiff(first: $thread, second: $fork) { onlyInFirst { from } onlyInSecond { from } }", 2),
    ("mergeBase(first: $thread, second: $fork) { threadId ordinal runId }", 2),
    ("thread(id: $thread) { headOrdinal latestStable { runId } }", 2),
    ("thread(id: $fork) { latestStable { runId checkpointId } }", 2),
    ("handoffPreviews(input: {threadId: $thread, provider: \"claude\"}) { text covers { from } }", 2),
    ("rollbackImpact(threadId: $thread, toOrdinal: 1) { downstreamRuns { id ordinal } }", 2),
    ("provenance(runId: $forkedRun) { sources { id ordinal } }", 2),
    ("contextHandoff(id: $handoff) { id fromProviderThreadIds }", 2),
    # How far hours are summed up decides which are read; facts of the candidates, and items where a summary could be too long.
    ('stats(from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", bucket: DAY, groupBy: [PROVIDER]) { forks }', 2),
    ("providerThread(id: $providerThread) { compactions { at through { runId } } }", 2),
    ("providerThread(id: $providerThread) { coverage { compactedThrough { runId } } staleness { signals { kind } } }", 2),
]  # fmt: skip


@pytest.mark.parametrize(("question", "most"), QUESTIONS, ids=[question for question, _ in QUESTIONS])
def test_a_question_takes_one_round_trip_and_one_more_for_what_hangs_on_its_answer(
    service: RunningService, example: Example, question: str, most: int
) -> None:
    known = {
        "thread": example.thread,
        "fork": example.fork,
        "run": example.run,
        "forkedRun": example.forked_run,
        "providerThread": example.provider_thread,
        "transfer": example.transfer,
        "handoff": example.handoff,
        "checkpoint": example.checkpoint,
    }
    used = {name: id for name, id in known.items() if f"${name})" in question or f"${name}," in question}
    declared = f"({', '.join(f'${name}: ID!' for name in used)})" if used else ""
    assert fewest(service, lambda: service.query(f"query{declared} {{ {question} }}", **used)) == most


FURTHER = {
    "forkThread": 1,
    "mergeBack": 2,
    "spawnSubagent": 1,
    "returnSubagentResult": 1,
    "submitHandoff": 2,
    "failHandoff": 2,
    "redactThread": 4,
    "recordHistory": 16,
}
"""What a command has to look up that is only known after its first statement: the run at the source point, the target's facts and
earlier merges, the parent's facts, earlier results, the run that is to consume the handoff and its provider's profile. redactThread takes
texts from one kind of thing after the other. recordHistory takes as many for 5,000 runs as for one."""


@pytest.mark.parametrize("command", [command for command in COMMANDS if not command.makes_summary], ids=lambda command: command.operation)
def test_a_command_locks_and_loads_by_one_statement_and_writes_and_reads_back_by_another(recorder: Recorder, command: Command) -> None:
    prepared: list[dict[str, Any]] = [command.prepare(recorder) for _ in range(ATTEMPTS)]
    count = fewest(recorder.service, lambda: recorder.service.mutate(command.operation, "__typename", command.input, **prepared.pop()))
    assert count == 2 + FURTHER.get(command.operation, 0)


def test_a_receipt_takes_one_statement_more(recorder: Recorder) -> None:
    create = COMMANDS[1]
    assert fewest(recorder.service, lambda: create.carry_out(recorder, {"commandId": fresh("command")})) == 3


RUNS = 50
FIELDS = """
  id ordinal
  providerThread { id provider firstRunOrdinal handoffIds coverage { missing { from } } }
  contextHandoffs { id status fromProviderThreadIds }
  checkpoint { id }
  items(first: 5) { totalCount edges { node { text } } }
"""


@pytest.fixture(scope="module")
def long_thread(service: RunningService) -> str:
    """A thread of 50 runs on three providers in turn, each with a checkpoint and an item, most with a handoff."""
    recorder = Recorder(service)
    thread_id = recorder.thread()
    generous = {"maxChainedHandoffs": 1000, "maxOffProviderRuns": 1000}
    for number in range(RUNS):
        run_id = recorder.running(thread_id, ("codex", "claude", "gemini")[number % 3], policy=generous)
        recorder.append(run_id, f"goal {number}")
        recorder.finish(run_id)
    return thread_id


def test_a_page_of_runs_with_all_that_hangs_on_them_takes_the_same_round_trips_at_any_size(
    service: RunningService, long_thread: str
) -> None:
    def ask(first: int) -> None:
        text = f"query($id: ID!, $first: Int!) {{ thread(id: $id) {{ runs(first: $first) {{ edges {{ node {{ {FIELDS} }} }} }} }} }}"
        found = service.query(text, id=long_thread, first=first)["thread"]["runs"]["edges"]
        assert len(found) == first
        assert all(run["node"]["checkpoint"] and run["node"]["items"]["totalCount"] == 1 for run in found)

    counts = {first: fewest(service, lambda first=first: ask(first)) for first in (2, 10, RUNS)}  # type: ignore[misc]
    assert set(counts.values()) == {5}, counts


def test_a_list_of_threads_with_their_relations_takes_the_same_round_trips_at_any_size(service: RunningService, long_thread: str) -> None:
    relations = "history { from } providerThreads { id coverage { handoffIds } } children { id } transfers { id } checkpoints { id }"

    def ask(first: int) -> None:
        service.query(f"query($first: Int!) {{ threads(first: $first) {{ edges {{ node {{ {relations} }} }} }} }}", first=first)

    counts = {first: fewest(service, lambda first=first: ask(first)) for first in (1, 8)}  # type: ignore[misc]
    assert set(counts.values()) == {2}, counts
