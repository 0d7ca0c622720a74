"""Pages of hits hold each hit once, whatever is written meanwhile, and nothing of other workspaces."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from neo4j import Driver, GraphDatabase

from lineage.domain.kinds import SearchKind
from lineage.domain.search import TOO_COMMON
from lineage.service.search import asked_search, hits_page, hits_total
from tests.running import Neo4jAddress, RunningService, fresh
from tests.search.asking import search, unique

Write = Callable[[str, list[tuple[str, str]]], None]


@pytest.fixture(scope="module")
def driver(neo4j_address: Neo4jAddress) -> Iterator[Driver]:
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as found:
        yield found


@pytest.fixture
def write(driver: Driver) -> Iterator[Write]:
    """Writes threads of a workspace, by ids and titles; they are deleted in the end."""
    workspaces: set[str] = set()

    def written(workspace: str, titles: list[tuple[str, str]]) -> None:
        workspaces.add(workspace)
        driver.execute_query(
            "UNWIND $rows AS row CREATE (t:Thread {workspace: $workspace, id: row[0], title: row[1], rootId: row[0]}) "
            "SET t.createdAt = datetime(), t.updatedAt = datetime(), t.createdBy = 'USER', t.version = 1, t.depth = 0, t.made = 1",
            rows=titles,
            workspace=workspace,
            database_="neo4j",
        )

    yield written
    driver.execute_query("MATCH (t:Thread) WHERE t.workspace IN $all DETACH DELETE t", all=list(workspaces), database_="neo4j")


def ids(service: RunningService, workspace: str, query: str, first: int = 100) -> list[str]:
    """The ids of the threads that a workspace's search finds, as many as there are in all."""

    async def read(*names: str, **parameters: Any) -> Any:
        return await service.service.store.read(workspace, *names, **parameters)

    asked = asked_search(query, [SearchKind.THREAD], None, None, workspace)
    hits = service.run(hits_page(read, asked, first, None, False))
    assert service.run(hits_total(read, asked)) == len(hits)
    return [hit.id for hit in hits]


def test_each_hit_stands_on_one_page(service: RunningService, write: Write) -> None:
    word = unique()
    titles = [(f"{word} {number}", " ".join([word] * (1 + number % 3) + ["x"] * (number % 4))) for number in range(23)]
    write(service.service.settings.workspace, titles)
    whole = search(service, word)
    assert (whole["totalCount"], len(whole["hits"]), whole["pageInfo"]["hasNextPage"]) == (23, 23, False)
    scores = [hit["score"] for hit in whole["hits"]]
    assert scores == sorted(scores, reverse=True) and len(set(scores)) < 23
    seen, after = [], None
    while True:
        page = search(service, word, first=5, after=after)
        assert page["totalCount"] == 23
        assert page["pageInfo"]["hasPreviousPage"] is (after is not None)
        seen += [hit["id"] for hit in page["hits"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert seen == [hit["id"] for hit in whole["hits"]]


def test_what_is_written_between_pages_moves_scores_but_loses_and_repeats_no_hit(service: RunningService, write: Write) -> None:
    word = unique()
    workspace = service.service.settings.workspace
    write(workspace, [(f"{word} {number}", f"{word} {'x ' * number}") for number in range(12)])
    first = search(service, word, first=4)
    write(workspace, [(f"{word} new {number}", f"{'y ' * 60}{word}") for number in range(300)])
    again = search(service, word, first=4)
    assert [hit["id"] for hit in again["hits"]] == [hit["id"] for hit in first["hits"]]
    assert again["hits"][0]["score"] != first["hits"][0]["score"]
    rest = search(service, word, first=8, after=first["pageInfo"]["endCursor"])
    assert [hit["id"] for hit in first["hits"] + rest["hits"]] == [f"{word} {number}" for number in range(12)]


@pytest.mark.parametrize(
    ("own", "strangers"),
    [
        ("Team A: {}", ["team-a {}", "Team A: {} B", "x Team A: {}"]),
        ("{}", ["{} two", "title:{}"]),
        ("!?{}", ["{}"]),
        ('"quoted" \\ {}*', ["quoted {}"]),
    ],
    ids=["same words", "prefix", "symbols", "syntax"],
)
def test_a_workspace_finds_all_of_its_own_and_nothing_of_those_with_names_of_the_same_words(
    service: RunningService, write: Write, own: str, strangers: list[str]
) -> None:
    word = unique()
    name = own.format(word)
    write(name, [("own 1", f"x x x x x x x x x {word}"), ("own 2", f"x x {word}")])
    for stranger in strangers:
        write(stranger.format(word), [(f"stranger {number}", f"{word} {word}") for number in range(400)])
    assert ids(service, name, word) == ["own 2", "own 1"]
    # A workspace cannot be named by a text or by a query.
    write(strangers[0].format(word), [("forged", f'workspace:"{name}" {name} {word}')])
    assert ids(service, name, f'workspace:"{word}" {word}') == []
    assert len(ids(service, strangers[0].format(word), word, first=500)) == 401


def test_a_name_of_symbols_or_common_words_alone_is_a_workspace_like_others(service: RunningService, write: Write) -> None:
    word = unique()
    for name in ("!?", "the", " ", "🎉"):
        write(name, [(fresh(name), word)])
    for name in ("!?", "the", " ", "🎉"):
        (id,) = ids(service, name, word)
        assert id.startswith(f"{name}:")


def test_words_that_are_not_looked_for_are_those_that_the_index_leaves_out(service: RunningService, write: Write, driver: Driver) -> None:
    word = unique()
    others = {"he", "from", "we", "can", "so", "do", "all"}
    write(fresh("common"), [(word, " ".join([*sorted(TOO_COMMON), *sorted(others)]))])

    def finds(common: str) -> bool:
        text = f'title:"{common}"'
        query = "CALL db.index.fulltext.queryNodes('searched_texts', $text) YIELD node WITH node WHERE node.id = $id RETURN count(node) AS count"
        return bool(driver.execute_query(query, text=text, id=word, database_="neo4j").records[0]["count"])

    assert {common for common in TOO_COMMON | others if finds(common)} == others
