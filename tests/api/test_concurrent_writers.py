"""Many writers at once: ordinals without gap or repeat, losers that are told, nobody that hangs (design 8)."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event
from typing import Any

import pytest

from tests.api.graph import Graph
from tests.api.recorder import Recorder
from tests.running import Refused, RunningService, fresh

WRITERS = 16
RUNS = 200


def test_writers_that_start_begin_and_finish_runs_on_one_thread(service: RunningService) -> None:
    recorder = Recorder(service)
    thread_id = recorder.thread()
    done = Event()
    made = count()

    def write(writer: int) -> Counter[str]:
        """Runs until there are enough of them; what it was told on the way, by codes."""
        told: Counter[str] = Counter()
        while not done.is_set():
            try:
                run_id = recorder.start(thread_id)["run"]["id"]
            except Refused as refused:
                told[refused.code] += 1
                done.wait(1)
                continue
            recorder.begin(run_id)
            recorder.finish(run_id)
            told["finished"] += 1
            if next(made) + 1 >= RUNS:
                done.set()
        return told

    with ThreadPoolExecutor(WRITERS) as writers:
        told = sum((future.result(timeout=300) for future in [writers.submit(write, writer) for writer in range(WRITERS)]), Counter[str]())
    assert set(told) <= {"finished", "ACTIVE_RUN", "CONFLICT"}
    found = service.query(
        "query($id: ID!) { thread(id: $id) { version headOrdinal history { from to } runs(first: 500) { totalCount } } }", id=thread_id
    )
    finished = told["finished"]
    assert finished >= RUNS
    assert found["thread"] == {
        "version": 1 + 3 * finished,
        "headOrdinal": finished,
        "history": [{"from": 1, "to": finished}],
        "runs": {"totalCount": finished},
    }


@pytest.mark.parametrize(
    ("operation", "selection", "given"),
    [
        ("createThread", "thread { id createdAt }", {"title": "once"}),
        ("startRun", "run { id ordinal createdAt } providerThread { id }", {"provider": "codex"}),
    ],
)
def test_one_command_id_sent_by_all_at_the_same_moment(
    alone: RunningService, graph: Graph, operation: str, selection: str, given: dict[str, Any]
) -> None:
    recorder = Recorder(alone)
    given = {**given, "commandId": fresh("command")}
    if operation == "startRun":
        given["threadId"] = recorder.thread()
    before = {label: graph.count(label) for label in ("Thread", "Run", "ProviderThread", "LineageEvent", "CommandReceipt")}
    with ThreadPoolExecutor(WRITERS) as senders:
        sent = [senders.submit(alone.mutate, operation, selection, None, **given) for _ in range(WRITERS)]
        answers = [future.result(timeout=120) for future in sent]
    assert answers == [answers[0]] * WRITERS
    made = {label: graph.count(label) - number for label, number in before.items()}
    runs = int(operation == "startRun")
    assert made == {"Thread": 1 - runs, "Run": runs, "ProviderThread": runs, "LineageEvent": 1, "CommandReceipt": 1}


def test_one_id_taken_by_all_at_the_same_moment_is_made_once(service: RunningService) -> None:
    recorder, id = Recorder(service), fresh("T")

    def create(number: int) -> str:
        try:
            return recorder.thread(id=id, title=f"{number}")
        except Refused as refused:
            return refused.code

    with ThreadPoolExecutor(WRITERS) as writers:
        answers = Counter(writers.map(create, range(WRITERS), timeout=120))
    assert answers == {id: 1, "CONFLICT": WRITERS - 1}
