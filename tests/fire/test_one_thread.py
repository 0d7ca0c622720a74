"""Sixteen writers of one thread: ordinals have no gaps and no repeats under any number of writers (design 8)."""

from collections import Counter
from queue import Empty, SimpleQueue
from threading import Condition

from lineage.service.verify import verify
from tests.fire.writers import Writer, at_once
from tests.running import RunningService, fresh

RUNS = 200
WRITERS = 16
CONTENDERS = 2
"""How many of the waiting writers go for the next run when one ends."""
THREAD = "query ($id: ID!) { thread(id: $id) { version headOrdinal runs(first: 500) { totalCount edges { node { id ordinal status } } } } }"


def test_runs_of_one_thread_are_numbered_without_gap_or_repeat(busy: RunningService, writers: list[Writer]) -> None:
    thread = fresh("contested")
    busy.mutate("createThread", "thread { id }", id=thread)
    tickets: SimpleQueue[int] = SimpleQueue()
    for number in range(RUNS):
        tickets.put(number)

    ended = Condition()

    def work(number: int, writer: Writer) -> tuple[list[int], Counter[str]]:
        """Starts, begins and ends a run for each ticket that it gets; the ordinals, and by which codes it was kept waiting."""
        ordinals, refused = list[int](), Counter[str]()
        while True:
            try:
                tickets.get_nowait()
            except Empty:
                return ordinals, refused
            # A quarter of the writers expect that nothing happened since their own last run.
            guarded = {"expectedVersion": 1 + 3 * (ordinals[-1] if ordinals else 0)} if number % 4 == 0 else {}
            started, code = writer.send("startRun", "run { id ordinal }", threadId=thread, provider="codex", **guarded)
            while started is None:
                refused[str(code)] += 1
                with ended:
                    ended.wait(timeout=2)
                started, code = writer.send("startRun", "run { id ordinal }", threadId=thread, provider="codex")
            ordinals.append(started["run"]["ordinal"])
            for operation in ("beginRun", "finishRun"):
                _, code = writer.send(operation, runId=started["run"]["id"])
                assert code is None, f"{operation} of the only active run was refused with {code}"
            with ended:
                ended.notify(CONTENDERS)

    results = at_once(writers[:WRITERS], work)
    assert sorted(ordinal for ordinals, _ in results for ordinal in ordinals) == list(range(1, RUNS + 1))
    refused = sum((codes for _, codes in results), Counter[str]())
    assert set(refused) == {"ACTIVE_RUN", "CONFLICT"}
    recorded = busy.query(THREAD, id=thread)["thread"]
    assert (recorded["version"], recorded["headOrdinal"], recorded["runs"]["totalCount"]) == (1 + 3 * RUNS, RUNS, RUNS)
    runs = [edge["node"] for edge in recorded["runs"]["edges"]]
    assert [run["ordinal"] for run in runs] == list(range(1, RUNS + 1))
    assert {run["status"] for run in runs} == {"COMPLETED"}
    assert busy.run(verify(busy.service.store, busy.service.settings.workspace)) == []
