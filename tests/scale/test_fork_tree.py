"""A tree of 5,000 threads, whole and by pages (design 10: one round trip, and nothing is cut silently)."""

from typing import Any

import pytest

from tests.scale.conftest import TREE_THREADS, LargeTrees
from tests.scale.planting import PlantedThread

NODE = """threadId parentThreadId relationshipToParent depth title runCount headOrdinal providers childCount detached
  sourcePoint { threadId ordinal runId }"""
WHOLE = f"query ($id: ID!) {{ forkTree(rootThreadId: $id) {{ totalCount pageInfo {{ hasNextPage }} nodes {{ {NODE} }} }} }}"
PAGE = f"""query ($id: ID!, $maxDepth: Int, $first: Int, $after: String) {{
  forkTree(rootThreadId: $id, maxDepth: $maxDepth, first: $first, after: $after) {{
    totalCount pageInfo {{ hasNextPage hasPreviousPage endCursor }} nodes {{ {NODE} }}
  }}
}}"""


def expected(threads: list[PlantedThread], top: PlantedThread) -> list[dict[str, Any]]:
    """The nodes of the tree below a thread, in order."""
    children: dict[str, list[PlantedThread]] = {}
    for thread in threads:
        if thread.parent is not None:
            children.setdefault(thread.parent.id, []).append(thread)
    level, nodes = [top], []
    while level:
        nodes += [_node(thread, top, len(children.get(thread.id, []))) for thread in level]
        below = {child.id for thread in level for child in children.get(thread.id, [])}
        level = [thread for thread in threads if thread.id in below]
    return nodes


def _node(thread: PlantedThread, top: PlantedThread, children: int) -> dict[str, Any]:
    source = thread.source
    return {
        "threadId": thread.id,
        "parentThreadId": thread.parent.id if thread.parent else None,
        "relationshipToParent": "FORK" if thread.parent else None,
        "depth": thread.depth - top.depth,
        "title": thread.id,
        "runCount": thread.runs,
        "headOrdinal": thread.runs,
        "providers": ["codex"] if thread.runs else [],
        "childCount": children,
        "detached": False,
        "sourcePoint": {"threadId": source[0], "ordinal": source[1], "runId": f"{source[0]}/{source[1]}"} if source else None,
    }


def pages(large: LargeTrees, id: str, first: int, max_depth: int | None = None) -> list[list[dict[str, Any]]]:
    """All pages, from the first to the one after which none follows."""
    found: list[list[dict[str, Any]]] = []
    after = None
    while True:
        page = large.query(PAGE, id=id, maxDepth=max_depth, first=first, after=after)["forkTree"]
        assert page["pageInfo"]["hasPreviousPage"] is (after is not None)
        found.append(page["nodes"])
        if not page["pageInfo"]["hasNextPage"]:
            return found
        after = page["pageInfo"]["endCursor"]


def test_the_whole_tree_is_one_answer_of_one_round_trip(large: LargeTrees, tree: list[PlantedThread]) -> None:
    answer, round_trips = large.counted(WHOLE, id=tree[0].id)
    found = answer["forkTree"]
    assert (found["totalCount"], found["pageInfo"]["hasNextPage"], round_trips) == (TREE_THREADS, False, 1)
    assert found["nodes"] == expected(tree, tree[0])


@pytest.mark.parametrize("first", [1000, 1700])
def test_pages_hold_each_thread_once_and_in_order(large: LargeTrees, tree: list[PlantedThread], first: int) -> None:
    found = pages(large, tree[0].id, first)
    assert [len(page) for page in found] == [first] * (TREE_THREADS // first) + ([TREE_THREADS % first] if TREE_THREADS % first else [])
    assert [node for page in found for node in page] == expected(tree, tree[0])


@pytest.mark.parametrize("max_depth", [0, 1, 3])
def test_levels_below_the_greatest_depth_are_left_out_of_total_and_pages(
    large: LargeTrees, tree: list[PlantedThread], max_depth: int
) -> None:
    nodes = [node for node in expected(tree, tree[0]) if node["depth"] <= max_depth]
    answer = large.query(PAGE, id=tree[0].id, maxDepth=max_depth)["forkTree"]
    assert (answer["totalCount"], answer["nodes"]) == (len(nodes), nodes)
    assert [node for page in pages(large, tree[0].id, 150, max_depth) for node in page] == nodes


def test_a_tree_below_a_fork_counts_its_depth_from_there(large: LargeTrees, tree: list[PlantedThread]) -> None:
    top = tree[3]
    nodes = expected(tree, top)
    assert large.query(WHOLE, id=top.id)["forkTree"] == {"totalCount": len(nodes), "pageInfo": {"hasNextPage": False}, "nodes": nodes}
    assert [node for page in pages(large, top.id, 333) for node in page] == nodes
