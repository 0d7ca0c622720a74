"""threads() by activity, runs and forks, either way: pages that hold everything once, and cursors of one order."""

from typing import Any

import pytest

from tests.running import Refused, RunningService

ORDERS = {"CREATED": "createdAt", "ACTIVITY": "updatedAt", "RUNS": "runCount", "FORKS": "forkCount"}


def page(service: RunningService, **arguments: Any) -> Any:
    text = """query($first: Int, $after: String, $orderBy: ThreadOrder! = CREATED, $direction: Direction! = DESCENDING, $rootsOnly: Boolean! = false) {
      threads(first: $first, after: $after, orderBy: $orderBy, direction: $direction, rootsOnly: $rootsOnly) {
        totalCount pageInfo { hasNextPage endCursor }
        edges { node { id createdAt updatedAt runCount forkCount lineage { relationshipToParent parentThreadId } } }
      }
    }"""
    return service.query(text, **arguments)["threads"]


def by_pages(service: RunningService, first: int, **arguments: Any) -> list[Any]:
    found: list[Any] = []
    after = None
    while True:
        part = page(service, first=first, after=after, **arguments)
        found += [edge["node"] for edge in part["edges"]]
        if not part["pageInfo"]["hasNextPage"]:
            assert part["totalCount"] == len(found)
            return found
        after = part["pageInfo"]["endCursor"]


@pytest.mark.parametrize("direction", ["DESCENDING", "ASCENDING"])
@pytest.mark.parametrize("order", ORDERS)
def test_pages_hold_all_threads_once_in_order(alone: RunningService, expected: dict[str, int], order: str, direction: str) -> None:
    found = by_pages(alone, 2, orderBy=order, direction=direction)
    places = [(node[ORDERS[order]], node["id"]) for node in found]
    assert places == sorted(places, reverse=direction == "DESCENDING")
    assert len(set(places)) == len(places) == page(alone)["totalCount"] >= 4
    assert by_pages(alone, 500, orderBy=order, direction=direction) == found


def test_runs_and_forks_are_counted(alone: RunningService, expected: dict[str, int]) -> None:
    most = page(alone, orderBy="RUNS")["edges"][0]["node"]
    assert (most["runCount"], most["forkCount"]) == (6, 2)
    assert page(alone, orderBy="FORKS")["edges"][0]["node"] == most
    found = by_pages(alone, 500)
    for node in found:
        forks = [one for one in found if one["lineage"] == {"relationshipToParent": "FORK", "parentThreadId": node["id"]}]
        assert node["forkCount"] == len(forks)
        text = "query($id: ID!) { thread(id: $id) { runs(includeRolledBack: true) { totalCount } } }"
        assert node["runCount"] == alone.query(text, id=node["id"])["thread"]["runs"]["totalCount"]


def test_only_roots_in_an_order(alone: RunningService, expected: dict[str, int]) -> None:
    found = by_pages(alone, 1, orderBy="ACTIVITY", rootsOnly=True)
    assert found == [node for node in by_pages(alone, 500, orderBy="ACTIVITY") if node["lineage"]["parentThreadId"] is None]


def test_a_cursor_of_another_order_or_direction_is_refused(alone: RunningService, expected: dict[str, int]) -> None:
    cursor = page(alone, first=1, orderBy="RUNS")["pageInfo"]["endCursor"]
    for other in ({}, {"orderBy": "FORKS"}, {"orderBy": "RUNS", "direction": "ASCENDING"}):
        with pytest.raises(Refused) as refused:
            page(alone, after=cursor, **other)
        assert refused.value.code == "BAD_INPUT"
