"""Full-text search over the API: what is found, what it is told to be, and what is refused."""

from typing import Any

import pytest

from lineage.store.records.writing import delete_trees
from lineage.store.store import Transaction
from tests.api.recorder import Recorder
from tests.api.test_round_trips import fewest
from tests.running import Refused, RunningService, fresh
from tests.search.asking import found, search, unique


@pytest.fixture(scope="module")
def recorder(service: RunningService) -> Recorder:
    return Recorder(service)


def item(recorder: Recorder, run_id: str, text: str) -> str:
    """The id of an item with this text, appended to a running run."""
    given = [{"kind": "DECISION", "text": text}]
    return str(recorder.service.mutate("appendItems", "items { id }", runId=run_id, items=given)["items"][0]["id"])


def test_each_kind_of_text_is_found_as_soon_as_it_is_written(recorder: Recorder) -> None:
    word = unique()
    thread_id = recorder.thread(title=f"A title with {word}")
    assert found(recorder.service, word) == [("THREAD", thread_id)]
    run_id = recorder.running(thread_id, message=f"A message with {word}")
    assert set(found(recorder.service, word)) == {("THREAD", thread_id), ("RUN", run_id)}
    item_id = item(recorder, run_id, f"A decision with {word}")
    recorder.finish(run_id)
    started = recorder.start(thread_id, "claude")
    hits = {hit["kind"]: hit for hit in search(recorder.service, word)["hits"]}
    assert {kind: hit["id"] for kind, hit in hits.items()} == {
        "THREAD": thread_id,
        "RUN": run_id,
        "TURN_ITEM": item_id,
        "HANDOFF": started["handoffs"][0]["id"],
    }
    assert {kind: (hit["threadId"], hit["thread"]["id"]) for kind, hit in hits.items()} == dict.fromkeys(hits, (thread_id, thread_id))
    assert {kind: hit["runId"] for kind, hit in hits.items()} == {
        "THREAD": None,
        "RUN": run_id,
        "TURN_ITEM": run_id,
        "HANDOFF": started["run"]["id"],
    }
    assert hits["TURN_ITEM"]["item"] == {"id": item_id, "text": f"A decision with {word}"}
    assert hits["RUN"]["run"]["message"] == f"A message with {word}"
    assert word in hits["HANDOFF"]["handoff"]["summaryText"]
    assert (hits["THREAD"]["run"], hits["RUN"]["item"], hits["RUN"]["handoff"]) == (None, None, None)
    assert not any(hit["rolledBack"] for hit in hits.values())
    for hit in hits.values():
        (place,) = hit["snippet"]["highlights"]
        assert hit["snippet"]["text"][place["start"] : place["end"]] == word


@pytest.mark.parametrize(
    ("text", "queries", "others"),
    [
        ("日本語のテキスト検索", ["日本語", "検索", "テキスト", "テキ*", '"語の"'], ["本日", "中国"]),
        ("검색 기능을 고치다", ["검색", "기능*"], ["검"]),
        ("Résumé of the naïve Ångström", ["resume", "RÉSUMÉ", "résu*", "naive", "angstrom"], ["sume"]),
        ("une e\u0301cole, die Straße", ["école", "e\u0301cole", "strasse", "STRAßE"], ["col"]),
        ("Привет, мир", ["привет", "МИР"], ["при"]),
        ("calls fooBar_baz(x)", ["fooBar_baz", "foobar_baz", "foo*", "fooBar_b*", "x"], ["baz"]),
        ("in src/app.py and C++", ["src/app.py", "app.py", "src", "app*", "src/ap*", "c++"], ["app_py"]),
        ("it isn't 404: not found", ["isn't", "404", '"404: not found"', "not found"], ["40"]),
    ],
    ids=["japanese", "korean", "accents", "two forms", "cyrillic", "identifier", "path", "numbers"],
)
def test_words_are_found_in_any_language_and_in_code(recorder: Recorder, text: str, queries: list[str], others: list[str]) -> None:
    word = unique()
    thread_id = recorder.thread(title=f"{text} {word}")
    for query in queries:
        hits = search(recorder.service, f"{query} {word}")["hits"]
        assert [hit["id"] for hit in hits] == [thread_id], query
        assert len(hits[0]["snippet"]["highlights"]) >= 2, query
    assert [query for query in others if found(recorder.service, f"{query} {word}")] == []


def test_all_words_have_to_be_there_and_a_phrase_just_so(recorder: Recorder) -> None:
    word = unique()
    recorder.thread(title=f"{word} one two")
    thread_id = recorder.thread(title=f"{word} two one three")
    assert found(recorder.service, f"one three {word}") == [("THREAD", thread_id)]
    assert found(recorder.service, f'{word} "two one"') == [("THREAD", thread_id)]
    assert found(recorder.service, f'{word} "two three"') == []
    # A word of one language in another's words is a search of both, not of either.
    assert found(recorder.service, f"{word} four") == []


def test_words_of_the_query_language_of_the_index_are_only_words(recorder: Recorder) -> None:
    word = unique()
    thread_id = recorder.thread(title=f"{word} title OR workspace")
    assert found(recorder.service, f'{word} "title" OR') == [("THREAD", thread_id)]
    for query in (f"{word} OR other", f"workspace:{word}x", f'{word}" OR title:"x', f"-{word} {word}x", f"{word}x~2", f"[a TO {word}]x"):
        try:
            assert found(recorder.service, query) == [], query
        except Refused as refused:
            assert refused.code == "BAD_INPUT"


def test_a_rolled_back_run_is_found_with_what_it_left_and_said_to_be_rolled_back(recorder: Recorder) -> None:
    word = unique()
    thread_id = recorder.thread()
    kept = recorder.running(thread_id, message=f"{word} kept")
    item(recorder, kept, f"{word} kept too")
    recorder.finish(kept)
    recorder.run(thread_id, "claude", message=f"{word} away")
    recorder.service.mutate("rollbackThread", "thread { id }", threadId=thread_id, toOrdinal=1)
    hits = search(recorder.service, word)["hits"]
    rolled_back = {(hit["kind"], hit["rolledBack"]) for hit in hits}
    assert rolled_back == {("RUN", False), ("TURN_ITEM", False), ("RUN", True), ("HANDOFF", True)}


def test_a_search_may_be_confined_to_kinds_a_thread_or_a_tree(recorder: Recorder) -> None:
    word = unique()
    root_id = recorder.thread(title=f"{word} root")
    run_id = recorder.running(root_id, message=f"{word} message")
    item_id = item(recorder, run_id, f"{word} item")
    recorder.finish(run_id)
    fork_id = recorder.fork(root_id, run_id, title=f"{word} fork")
    other_id = recorder.thread(title=f"{word} elsewhere")
    everything = {("THREAD", root_id), ("RUN", run_id), ("TURN_ITEM", item_id), ("THREAD", fork_id), ("THREAD", other_id)}

    def of(**given: Any) -> set[tuple[str, str]]:
        answer = search(recorder.service, word, **given)
        assert answer["totalCount"] == len(answer["hits"])
        return {(hit["kind"], hit["id"]) for hit in answer["hits"]}

    assert of() == everything
    assert of(kinds=["RUN", "TURN_ITEM"]) == {("RUN", run_id), ("TURN_ITEM", item_id)}
    assert of(threadId=root_id) == {("THREAD", root_id), ("RUN", run_id), ("TURN_ITEM", item_id)}
    assert of(rootThreadId=root_id) == everything - {("THREAD", other_id)}
    assert of(threadId=fork_id, rootThreadId=root_id, kinds=["THREAD"]) == {("THREAD", fork_id)}
    assert of(threadId=other_id, rootThreadId=root_id) == set()
    assert of(threadId=fresh("nowhere")) == set()


def test_what_is_deleted_is_found_no_more(recorder: Recorder) -> None:
    word = unique()
    thread_id = recorder.thread(title=word)
    run_id = recorder.running(thread_id, message=word)
    item(recorder, run_id, word)
    assert len(found(recorder.service, word)) == 3
    store, workspace = recorder.service.service.store, recorder.service.service.settings.workspace

    async def delete(transaction: Transaction) -> None:
        await delete_trees(transaction, [thread_id])

    recorder.service.run(store.write(workspace, "delete", delete))
    assert found(recorder.service, word) == []


def test_what_of_a_query_is_not_looked_for_is_told(recorder: Recorder) -> None:
    word = unique()
    thread_id = recorder.thread(title=f"{word} cache")
    answer = search(recorder.service, f"the -> {word}")
    assert (answer["ignored"], [hit["id"] for hit in answer["hits"]]) == (["the", "->"], [thread_id])


@pytest.mark.parametrize(
    "given",
    [
        {"query": ""},
        {"query": "the"},
        {"query": "*x"},
        {"query": '"open'},
        {"query": "x" * 501},
        {"query": "null \x00 character"},
        {"query": "x", "kinds": []},
        {"query": "x", "first": 0},
        {"query": "x", "first": 101},
        {"query": "x", "after": "nothing"},
        {"query": "x", "threadId": ""},
        {"query": "x", "rootThreadId": "x" * 257},
    ],
    ids=lambda given: str(given)[:40],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_read(service: RunningService, given: dict[str, Any]) -> None:
    before = service.service.store.round_trips
    with pytest.raises(Refused) as refused:
        search(service, **given)
    assert refused.value.code == "BAD_INPUT"
    assert service.service.store.round_trips == before


def test_a_page_takes_the_same_statements_however_many_hits_it_has(recorder: Recorder) -> None:
    word = unique()
    thread_id = recorder.thread(title=word)
    for number in range(4):
        run_id = recorder.running(thread_id, ("codex", "claude")[number % 2], message=word)
        item(recorder, run_id, word)
        recorder.finish(run_id)

    def ask(selection: str, first: int) -> int:
        text = f"query($query: String!, $first: Int) {{ search(query: $query, first: $first) {{ {selection} }} }}"
        return fewest(recorder.service, lambda: recorder.service.query(text, query=word, first=first))

    plain = "edges { node { id kind score rolledBack threadId runId snippet { text } } }"
    whole = "edges { node { thread { title } run { message } handoff { summaryText } item { text } } }"
    assert [ask(plain, first) for first in (1, 12)] == [1, 1]
    assert ask(f"totalCount {plain}", 1) == 2
    # Hits of every kind are among twelve: one statement more for threads, runs, handoffs and items each, if they are not read together.
    assert ask(whole, 12) <= 5
