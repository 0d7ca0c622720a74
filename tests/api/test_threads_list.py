"""threads(): keyset pages over a workspace, newest first, and its filters."""

from dataclasses import dataclass
from typing import Any

import pytest
from neo4j import GraphDatabase

from tests.api.recorder import Recorder
from tests.running import Neo4jAddress, RunningService


@dataclass(frozen=True)
class Listed:
    """What the workspace holds: root threads r0 to r6, of which r1 and r5 ran on claude, a fork and a subagent's thread."""

    service: RunningService

    def page(self, **arguments: Any) -> Any:
        text = """query($first: Int, $after: String, $rootsOnly: Boolean! = false, $provider: String, $titleContains: String) {
          threads(first: $first, after: $after, rootsOnly: $rootsOnly, provider: $provider, titleContains: $titleContains) {
            totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id createdAt } }
          }
        }"""
        return self.service.query(text, **arguments)["threads"]

    def ids(self, **arguments: Any) -> list[str]:
        return [edge["node"]["id"] for edge in self.page(**arguments)["edges"]]

    def by_pages(self, first: int, **arguments: Any) -> list[str]:
        """All ids, page after page."""
        found: list[str] = []
        after = None
        while True:
            page = self.page(first=first, after=after, **arguments)
            cursors = [edge["cursor"] for edge in page["edges"]]
            assert page["pageInfo"]["hasPreviousPage"] == (after is not None)
            assert (page["pageInfo"]["startCursor"], page["pageInfo"]["endCursor"]) == (cursors[0], cursors[-1])
            assert len(cursors) == first or not page["pageInfo"]["hasNextPage"]
            found += [edge["node"]["id"] for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                assert page["totalCount"] == len(found)
                return found
            after = cursors[-1]


TITLES = ["Write a parser", "GRÜSSE aus der Straße", None, "a parser, again", "%_.*", "Fix the PARSER's tests", ""]


@pytest.fixture(scope="module")
def listed(alone: RunningService, neo4j_address: Neo4jAddress) -> Listed:
    recorder = Recorder(alone)
    for number, title in enumerate(TITLES):
        recorder.thread(id=f"r{number}", title=title)
    run_id = recorder.run("r1", "claude")
    recorder.run("r5", "claude")
    recorder.run("r0")
    recorder.fork("r1", run_id, id="fork", title="a parser from a fork")
    recorder.spawn(recorder.running("r2"), id="subagent")
    _made_at_the_same_moment(neo4j_address, alone, ["r2", "r3", "r4", "r5"])
    return Listed(alone)


def _made_at_the_same_moment(address: Neo4jAddress, service: RunningService, ids: list[str]) -> None:
    with GraphDatabase.driver(address.uri, auth=(address.username, address.password)) as driver:
        text = """UNWIND $ids AS id MATCH (t:Thread {workspace: $workspace, id: id})
                  MATCH (first:Thread {workspace: $workspace, id: $ids[0]}) SET t.createdAt = first.createdAt"""
        driver.execute_query(text, ids=ids, workspace=service.service.settings.workspace, database_="neo4j")


NEWEST_FIRST = ["subagent", "fork", "r6", "r5", "r4", "r3", "r2", "r1", "r0"]


def test_threads_come_newest_first_and_by_id_where_they_were_made_at_the_same_moment(listed: Listed) -> None:
    assert listed.ids() == NEWEST_FIRST


@pytest.mark.parametrize("first", [1, 2, 3, 4, 8, 9, 500])
def test_pages_hold_everything_once(listed: Listed, first: int) -> None:
    assert listed.by_pages(first) == NEWEST_FIRST


def test_a_page_goes_on_after_its_cursor_whatever_is_made_meanwhile(listed: Listed) -> None:
    cursor = listed.page(first=3)["pageInfo"]["endCursor"]
    assert listed.ids(first=3, after=cursor) == ["r5", "r4", "r3"]
    last = listed.page()["pageInfo"]["endCursor"]
    empty = listed.page(after=last)
    assert (empty["edges"], empty["pageInfo"]["hasNextPage"], empty["totalCount"]) == ([], False, len(NEWEST_FIRST))


def test_only_roots(listed: Listed) -> None:
    assert listed.by_pages(3, rootsOnly=True) == [id for id in NEWEST_FIRST if id.startswith("r")]


@pytest.mark.parametrize(("provider", "ids"), [("claude", ["r5", "r1"]), ("codex", ["r2", "r0"]), ("gemini", [])])
def test_only_those_that_a_provider_served(listed: Listed, provider: str, ids: list[str]) -> None:
    assert listed.ids(provider=provider) == ids
    assert listed.page(provider=provider)["totalCount"] == len(ids)


@pytest.mark.parametrize(
    ("part", "ids"),
    [
        ("parser", ["fork", "r5", "r3", "r0"]),
        ("PARSER", ["fork", "r5", "r3", "r0"]),
        ("Parser'", ["r5"]),
        ("grüsse", ["r1"]),
        ("STRASSE", []),
        ("%_.*", ["r4"]),
        (".", ["r4"]),
        ("nowhere", []),
        ("", NEWEST_FIRST),
    ],
)
def test_a_part_of_the_title_in_any_case(listed: Listed, part: str, ids: list[str]) -> None:
    assert listed.ids(titleContains=part) == ids
    assert listed.page(titleContains=part, first=1)["totalCount"] == len(ids)


def test_filters_together_and_over_pages(listed: Listed) -> None:
    assert listed.by_pages(1, titleContains="parser", rootsOnly=True) == ["r5", "r3", "r0"]
    assert listed.by_pages(1, titleContains="parser", provider="codex") == ["r0"]


def test_another_workspace_sees_none_of_them(listed: Listed, service: RunningService) -> None:
    assert service.query('{ threads(titleContains: "GRÜSSE aus der Straße") { totalCount } }')["threads"]["totalCount"] == 0
    assert service.query('{ thread(id: "r0") { id } }') == {"thread": None}
