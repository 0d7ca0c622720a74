"""Lineage trees read whole: in pages, in the order that Part tells, and as one state whatever writers do meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from lineage.app import Service
from lineage.errors import NotFound
from lineage.settings import Settings
from lineage.store.records.part import Part
from lineage.store.records.reading import ATTEMPTS, asked_parts, read_workspace
from lineage.store.records.tree_reading import EVENTS_AT_ONCE, ITEMS_AT_ONCE, RUNS_AT_ONCE, THREADS_AT_ONCE
from lineage.store.records.writing import write_records
from tests.api.graph import Graph
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.store.records import Workspace, collected, events, joined, run, session, thread, tree
from tests.verify.story import record_story


@pytest.fixture
def workspace(service: RunningService) -> Workspace:
    return Workspace(service, fresh("records"))


@pytest.fixture(scope="module")
def storied(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("story")}))) as running:
        record_story(running)
        yield running


def test_what_is_read_and_written_elsewhere_is_the_same_graph(storied: RunningService, neo4j_address: Neo4jAddress) -> None:
    source = Workspace(storied, storied.service.settings.workspace)
    copy = Workspace(storied, fresh("copy"))
    copy.write(joined(storied.run(collected(read_workspace(source.store, source.name)))))

    def content(workspace: Workspace) -> list[str]:
        with Graph(neo4j_address, workspace.name) as graph:
            # What was written in bulk waits to be counted, which is all that tells it apart.
            lines = [line.replace(workspace.name, "").replace(" ('uncounted', 'True'),", "") for line in graph.content()]
        return sorted(line for line in lines if not line.startswith(("CommandReceipt", "ThreadLock")))

    assert len(content(source)) > 100
    assert content(copy) == content(source)


def kinds(part: Part) -> list[str]:
    return [name for name in part.records.__slots__ if getattr(part.records, name)]


def test_a_large_thread_comes_in_several_parts_and_in_order(workspace: Workspace) -> None:
    runs = 2 * RUNS_AT_ONCE + 20
    records = tree("T", runs=runs, items=1)
    assert len(records.events) > EVENTS_AT_ONCE
    workspace.write(records)
    parts = workspace.parts("T")
    assert [kinds(part) for part in parts] == [
        ["threads", "provider_threads", "runs", "items"],
        ["runs", "items"],
        ["runs", "items"],
        ["events"],
        ["events"],
        [],
    ]
    assert [part.ends_tree for part in parts] == [False] * 5 + [True]
    found = joined(parts)
    assert (found.runs, found.items, found.events) == (records.runs, records.items, records.events)


def test_runs_with_many_items_come_in_parts_of_their_own(workspace: Workspace) -> None:
    records = tree("T", runs=3, items=ITEMS_AT_ONCE // 2 + 1)
    workspace.write(records)
    parts = [part for part in workspace.parts("T") if part.records.runs]
    assert [len(part.records.runs) for part in parts] == [1, 1, 1]
    assert all({row["set"]["runId"] for row in part.records.items} == {part.records.runs[0]["set"]["id"]} for part in parts)
    assert joined(parts).items == records.items


def test_the_items_of_one_run_are_whole_however_many(workspace: Workspace) -> None:
    records = tree("T", runs=1, items=ITEMS_AT_ONCE + 5)
    workspace.write(records)
    assert workspace.read("T").items == records.items


def test_many_threads_come_parents_first_each_with_its_own(workspace: Workspace) -> None:
    records = tree("T", runs=1)
    forks = THREADS_AT_ONCE + 30
    for place in range(forks):
        id = f"F{place:03}"
        records.threads.append(thread(id, 10 + 2 * place, 4, root="T", source="T 1"))
        records.provider_threads.append(session(f"{id} session", id, 11 + 2 * place))
        records.runs.append(run(f"{id} 1", id, 1, f"{id} session"))
        records.events += events(id, 4)
    workspace.write(records)
    parts = workspace.parts("T")
    ids = [part.thread_id for part in parts if part.records.threads]
    assert ids == ["T", *(f"F{place:03}" for place in range(forks))]
    assert [row["set"]["threadId"] for part in parts for row in part.records.runs] == ids
    for part in parts:
        owners = {row["set"]["threadId"] for row in (*part.records.runs, *part.records.events)}
        assert owners <= {part.thread_id}


def test_all_trees_of_a_workspace_come_by_the_ids_of_their_roots(workspace: Workspace) -> None:
    for id in ("b", "a", "c"):
        workspace.write(tree(id, runs=1))
    parts = workspace.run(collected(read_workspace(workspace.store, workspace.name)))
    assert (parts[0].root_id, parts[0].thread_id) == (None, None)
    assert [part.root_id for part in parts if part.ends_tree] == ["a", "b", "c"]


def test_the_tree_of_a_fork_is_that_of_its_root(workspace: Workspace) -> None:
    records = tree("T")
    records.threads.append(thread("F", 5, root="T", source="T 1"))
    workspace.write(records)

    async def asked(thread_id: str) -> list[Part]:
        return await collected(await asked_parts(workspace.store, workspace.name, thread_id))

    assert {part.root_id for part in workspace.run(asked("F"))[1:]} == {"T"}
    with pytest.raises(NotFound):
        workspace.run(asked("nothing"))


def test_a_tree_that_is_not_there_is_left_out(workspace: Workspace) -> None:
    assert workspace.parts("nothing") == []


@contextmanager
def meddled(running: RunningService, meddle: Any) -> Iterator[list[str]]:
    """Lets something happen each time that the store was asked for threads' runs without their lock; names what was asked for."""
    store, asked = running.service.store, []
    read = store.read

    async def meddling(workspace: str, *names: str, **parameters: Any) -> Any:
        answer = await read(workspace, *names, **parameters)
        if "record_runs" in names:
            asked.append(workspace)
            await meddle(len(asked))
        return answer

    store.read = meddling  # type: ignore[method-assign]
    try:
        yield asked
    finally:
        del store.read


@pytest.mark.parametrize("writers", [1, ATTEMPTS + 5])
def test_a_tree_that_is_written_to_meanwhile_is_one_state(workspace: Workspace, service: RunningService, writers: int) -> None:
    workspace.write(tree("T", runs=1))

    async def write(number: int) -> None:
        if number <= writers:
            await workspace.store.write(workspace.name, "test", lambda transaction: write_records(transaction, tree("T", runs=1 + number)))

    with meddled(service, write) as asked:
        found = workspace.read("T")
    # A tree that moves all the time is read under its lock in the end, which is not counted here.
    assert len(asked) == min(writers + 1, ATTEMPTS)
    runs = 1 + min(writers, ATTEMPTS)
    assert (found.runs, found.items, found.events) == (
        tree("T", runs=runs).runs,
        tree("T", runs=runs).items,
        tree("T", runs=runs).events,
    )
    assert found.threads[0]["set"]["version"] == 1 + 3 * runs
