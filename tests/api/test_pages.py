"""Pages of runs, items, events and fork trees: everything once, in order, and the end is told."""

from typing import Any

import pytest

from tests.api.recorder import Recorder
from tests.running import RunningService

PAGE = "totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }"


@pytest.fixture(scope="module")
def thread_id(service: RunningService) -> str:
    """A thread with runs 1 to 7, of which 3 to 5 are rolled back; run 1 has 5 items."""
    recorder = Recorder(service)
    thread_id = recorder.thread()
    run_id = recorder.run(thread_id)
    recorder.append(run_id, "a", "b")
    recorder.append(run_id, "c", "d", "e")
    for _ in range(4):
        recorder.run(thread_id)
    service.mutate("rollbackThread", "thread { id }", threadId=thread_id, toOrdinal=2)
    for _ in range(2):
        recorder.run(thread_id)
    return thread_id


def whole(service: RunningService, thread_id: str, selection: str, path: tuple[str | int, ...], first: int) -> list[Any]:
    """All nodes of a connection, page after page; path leads from the thread to the connection."""
    found: list[Any] = []
    after = None
    while True:
        page: Any = service.query(
            f"query($id: ID!, $first: Int!, $after: String) {{ thread(id: $id) {{ {selection} }} }}", id=thread_id, first=first, after=after
        )["thread"]
        for name in path:
            page = page[name]
        found += [edge["node"] for edge in page["edges"]]
        assert len(page["edges"]) <= first
        assert page["pageInfo"]["hasPreviousPage"] == (after is not None)
        assert page["pageInfo"]["startCursor"] == page["edges"][0]["cursor"]
        after = page["pageInfo"]["endCursor"]
        assert after == page["edges"][-1]["cursor"]
        if not page["pageInfo"]["hasNextPage"]:
            assert page["totalCount"] == len(found)
            return found


@pytest.mark.parametrize("first", [1, 2, 3, 4, 5, 500])
def test_runs_oldest_first_without_the_rolled_back_ones(service: RunningService, thread_id: str, first: int) -> None:
    selection = f"runs(first: $first, after: $after) {{ {PAGE} edges {{ cursor node {{ ordinal status }} }} }}"
    assert [run["ordinal"] for run in whole(service, thread_id, selection, ("runs",), first)] == [1, 2, 6, 7]


@pytest.mark.parametrize("first", [1, 3, 7, 8])
def test_runs_with_the_rolled_back_ones(service: RunningService, thread_id: str, first: int) -> None:
    selection = f"runs(first: $first, after: $after, includeRolledBack: true) {{ {PAGE} edges {{ cursor node {{ ordinal status }} }} }}"
    runs = whole(service, thread_id, selection, ("runs",), first)
    assert [run["ordinal"] for run in runs] == [1, 2, 3, 4, 5, 6, 7]
    assert [run["ordinal"] for run in runs if run["status"] == "ROLLED_BACK"] == [3, 4, 5]


@pytest.mark.parametrize("first", [1, 2, 5, 6])
def test_items_in_the_order_in_which_they_were_appended(service: RunningService, thread_id: str, first: int) -> None:
    items = f"items(first: $first, after: $after) {{ {PAGE} edges {{ cursor node {{ text }} }} }}"
    selection = f"runs(first: 1) {{ edges {{ node {{ {items} }} }} }}"
    found = whole(service, thread_id, selection, ("runs", "edges", 0, "node", "items"), first)
    assert [item["text"] for item in found] == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("first", [5, 23, 500])
def test_events_one_for_each_version(service: RunningService, thread_id: str, first: int) -> None:
    selection = f"version events(first: $first, after: $after) {{ {PAGE} edges {{ cursor node {{ version type }} }} }}"
    events = whole(service, thread_id, selection, ("events",), first)
    version = service.query("query($id: ID!) { thread(id: $id) { version } }", id=thread_id)["thread"]["version"]
    assert [event["version"] for event in events] == list(range(1, version + 1))
    assert [event["type"] for event in events[:4]] == ["thread.created", "run.started", "run.begun", "run.finished"]
    assert [event["version"] for event in events if event["type"] == "thread.rolled_back"] == [17]


def test_pages_of_different_sizes_and_places_in_one_question(service: RunningService, thread_id: str) -> None:
    page = "totalCount edges { node { ordinal } }"
    found = service.query(
        f"query($id: ID!) {{ thread(id: $id) {{ a: runs(first: 1) {{ {page} }} b: runs(first: 2) {{ {page} }} "
        f"c: runs(includeRolledBack: true, first: 2) {{ {page} }} }} }}",
        id=thread_id,
    )["thread"]
    assert [[edge["node"]["ordinal"] for edge in found[name]["edges"]] for name in "abc"] == [[1], [1, 2], [1, 2]]
    assert [found[name]["totalCount"] for name in "abc"] == [4, 4, 7]


def test_what_is_empty_has_no_cursors(service: RunningService) -> None:
    thread_id = Recorder(service).thread()
    found = service.query(f"query($id: ID!) {{ thread(id: $id) {{ runs {{ {PAGE} edges {{ cursor }} }} }} }}", id=thread_id)
    nothing = {"hasNextPage": False, "hasPreviousPage": False, "startCursor": None, "endCursor": None}
    assert found["thread"]["runs"] == {"totalCount": 0, "pageInfo": nothing, "edges": []}


@pytest.fixture(scope="module")
def tree(service: RunningService) -> list[str]:
    """A root, three forks of it, a fork of the second and a subagent of the third, in the order of the tree."""
    recorder = Recorder(service)
    root = recorder.thread()
    run_id = recorder.run(root)
    forks = [recorder.fork(root, run_id) for _ in range(3)]
    third = recorder.spawn(recorder.running(forks[2]))
    second = recorder.fork(forks[1], recorder.run(forks[1]))
    return [root, *forks, third, second]


@pytest.mark.parametrize("first", [1, 2, 3, 5, 6, 7])
def test_a_fork_tree_by_depth_and_then_by_creation(service: RunningService, tree: list[str], first: int) -> None:
    found: list[str] = []
    after = None
    while True:
        arguments = "rootThreadId: $id, first: $first, after: $after"
        text = f"query($id: ID!, $first: Int!, $after: String) {{ forkTree({arguments}) {{ {PAGE} nodes {{ threadId depth }} }} }}"
        page = service.query(text, id=tree[0], first=first, after=after)["forkTree"]
        assert page["totalCount"] == len(tree)
        found += [node["threadId"] for node in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert found == tree


def test_a_fork_tree_down_to_a_depth_and_from_a_thread_within(service: RunningService, tree: list[str]) -> None:
    text = (
        "query($id: ID!, $depth: Int) { forkTree(rootThreadId: $id, maxDepth: $depth) { totalCount nodes { threadId depth childCount } } }"
    )
    root, one, two, three, third, second = tree
    assert [node["threadId"] for node in service.query(text, id=root, depth=0)["forkTree"]["nodes"]] == [root]
    assert [node["threadId"] for node in service.query(text, id=root, depth=1)["forkTree"]["nodes"]] == [root, one, two, three]
    below = service.query(text, id=two)["forkTree"]
    assert below["nodes"] == [{"threadId": two, "depth": 0, "childCount": 1}, {"threadId": second, "depth": 1, "childCount": 0}]
    assert below["totalCount"] == 2
    assert service.query(text, id=third)["forkTree"]["totalCount"] == 1
