"""Requests and questions that are wrong by themselves: each a clear error with its code, and nothing written (design 8)."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.graph import Graph
from tests.api.raw_requests import Refusal, ask, post, refusal, refusal_in
from tests.api.recorder import Recorder
from tests.running import RunningService

CREATE = "mutation($input: CreateThreadInput!) { createThread(input: $input) { thread { id } } }"


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_written(graph: Graph, thread_id: str) -> Iterator[None]:
    before = graph.content()
    yield
    assert graph.content() == before


@pytest.fixture(scope="module")
def thread_id(alone: RunningService) -> str:
    """A thread with a run that has an item."""
    recorder = Recorder(alone)
    thread_id = recorder.thread()
    recorder.append(recorder.run(thread_id), "a goal")
    return thread_id


def body(variables: str) -> str:
    return f'{{"query": {json.dumps(CREATE)}, "variables": {variables}}}'


def refused(answer: httpx.Response) -> Refusal:
    found = refusal_in(answer.json())
    assert found is not None
    return found


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(body(json.dumps({"input": {"title": "x" * 10_000_000}})), id="one of 10 MB"),
        pytest.param(body(json.dumps({"input": {"title": "x" * (1024 * 1024)}})), id="one just over the limit"),
    ],
)
def test_a_body_that_is_too_large(alone: RunningService, content: str) -> None:
    answer = post(alone, content)
    assert answer.status_code == 413
    assert refused(answer).code == "BAD_INPUT"
    assert "1048576 bytes" in refused(answer).message


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(b"", "empty", id="nothing"),
        pytest.param(b"{", "not JSON", id="half an object"),
        pytest.param(b"[1]", "object", id="a list of numbers"),
        pytest.param(b'"query"', "string", id="a string"),
        pytest.param(b"null", "null", id="null"),
        pytest.param(b'{"query": "\xff"}', "UTF-8", id="no UTF-8"),
        pytest.param(b"{}", "query", id="no query"),
        pytest.param(b'{"query": 1}', "query", id="a query that is a number"),
        pytest.param(b'{"query": "{ providers { kind } }", "variables": [1]}', "variables", id="variables that are a list"),
        pytest.param(body('{"input": {"metadata": ' + "[" * 5000 + "]" * 5000 + "}}"), "nested", id="JSON that is too deep"),
        pytest.param(body('{"input": {"metadata": ' + "9" * 5000 + "}}"), "digits", id="a number that is too long"),
    ],
)
def test_a_body_that_is_no_request(alone: RunningService, content: str | bytes, told: str) -> None:
    answer = post(alone, content)
    assert 400 <= answer.status_code < 500
    assert refused(answer).code == "BAD_INPUT"
    assert told in refused(answer).message


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_is_no_json_number(alone: RunningService, number: str) -> None:
    found = refused(post(alone, body(f'{{"input": {{"metadata": {{"n": {number}}}}}}}')))
    assert found.code == "BAD_INPUT"
    assert "metadata" in found.message


@pytest.mark.parametrize(
    "query",
    [
        "{ thread { id } }",
        "{ thread(id: null) { id } }",
        "{ thread(id: 1.5) { id } }",
        "{ thread(id: [1]) { id } }",
        '{ thread(id: "\\uD83D") { id } }',
        '{ thread(id: "x") }',
        '{ thread(id: "x") { noSuchField } }',
        "{ threads(first: 1.5) { totalCount } }",
        "{ threads(first: 2147483648) { totalCount } }",
        '{ threads(rootsOnly: "yes") { totalCount } }',
        '{ thread(id: "x") { children(relationship: COUSIN) { id } } }',
        '{ thread(id: "x") { transfers(status: [OVER]) { id } } }',
        "mutation { createThread { thread { id } } }",
        "mutation { rollbackThread(input: {threadId: 5}) { thread { id } } }",
        "query Q($n: Int!) { threads(first: $n) { totalCount } }",
        "{ noSuchField }",
        "no GraphQL at all",
    ],
)
def test_a_document_that_is_wrong(alone: RunningService, query: str) -> None:
    found = refusal(alone, query)
    assert found is not None
    assert found.code == "BAD_INPUT"
    assert len(found.message) > 10


IDS = ["", "x" * 257, "a null \x00 character", "half a \ud83d character"]
ID_QUESTIONS = [
    ("id", "{ thread(id: $id) { id } }"),
    ("id", "{ thread(id: $id) { headOrdinal } }"),
    ("id", "{ run(id: $id) { id } }"),
    ("id", "{ providerThread(id: $id) { id } }"),
    ("id", "{ providerThread(id: $id) { coverage { providerThreadId } } }"),
    ("id", "{ contextTransfer(id: $id) { id } }"),
    ("id", "{ contextHandoff(id: $id) { id } }"),
    ("id", "{ checkpoint(id: $id) { id } }"),
    ("threadId", "{ rollbackImpact(threadId: $id, toOrdinal: 0) { toOrdinal } }"),
    ("rootThreadId", "{ forkTree(rootThreadId: $id) { totalCount } }"),
    ("first", '{ mergeBase(first: $id, second: "x") { ordinal } }'),
    ("second", '{ mergeBase(first: "x", second: $id) { ordinal } }'),
    ("first", '{ threadDiff(first: $id, second: "x") { base { ordinal } } }'),
    ("second", '{ threadDiff(first: "x", second: $id) { base { ordinal } } }'),
    ("runId", "{ provenance(runId: $id) { truncated } }"),
    ("threadId", '{ resolveStartContext(input: {threadId: $id, provider: "codex"}) { strategy } }'),
    ("threadId", '{ handoffPreviews(input: {threadId: $id, provider: "codex"}) { text } }'),
]


@pytest.mark.parametrize(("argument", "question"), ID_QUESTIONS, ids=[question for _, question in ID_QUESTIONS])
def test_an_id_that_cannot_be_one(alone: RunningService, argument: str, question: str) -> None:
    for id in IDS:
        found = refusal(alone, f"query($id: ID!) {question}", id=id)
        assert found is not None, id[:20].encode("unicode_escape")
        assert found.code == "BAD_INPUT"
        assert argument in found.message


@pytest.mark.parametrize("argument", ["provider", "titleContains"])
@pytest.mark.parametrize("text", IDS[2:], ids=["null character", "lone surrogate"])
def test_a_filter_that_holds_no_text(alone: RunningService, argument: str, text: str) -> None:
    found = refusal(alone, f"query($text: String!) {{ threads({argument}: $text) {{ totalCount }} }}", text=text)
    assert found is not None
    assert found.code == "BAD_INPUT"
    assert argument in found.message


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("{ rollbackImpact(threadId: $id, toOrdinal: -1) { toOrdinal } }", "toOrdinal -1"),
        ("{ rollbackImpact(threadId: $id, toOrdinal: 2) { toOrdinal } }", "toOrdinal 2"),
        ("{ forkTree(rootThreadId: $id, maxDepth: -1) { totalCount } }", "maxDepth -1"),
        ("{ forkTree(rootThreadId: $id, first: 0) { totalCount } }", "first is 0"),
        ("{ forkTree(rootThreadId: $id, first: 20001) { totalCount } }", "expected 1 to 20000"),
        ("{ thread(id: $id) { asOf(version: 0) { version } } }", "no version 0"),
        ("{ thread(id: $id) { asOf(version: -3) { version } } }", "no version -3"),
        ("{ thread(id: $id) { asOf(version: 99) { version } } }", "no version 99"),
        *(
            (f"{{ {before} {page}(first: {first}) {{ totalCount }} {after} }}", f"first is {first}: expected 1 to 500")
            for first in (0, -1, 501)
            for before, page, after in (
                ("", "threads", ""),
                ("thread(id: $id) {", "runs", "}"),
                ("thread(id: $id) {", "events", "}"),
                ("thread(id: $id) { runs { edges { node {", "items", "} } } }"),
            )
        ),
    ],
)
def test_a_number_out_of_its_range_is_never_clamped(alone: RunningService, thread_id: str, question: str, told: str) -> None:
    found = refusal(alone, f"query($id: ID!) {question}" if "$id" in question else question, id=thread_id)
    assert found is not None
    assert found.code == "BAD_INPUT"
    assert told in found.message


def cursor(*place: Any) -> str:
    """As the service writes cursors."""
    return base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":")).encode()).decode()


LISTS = {
    "threads": "query($after: String) { threads(after: $after) { totalCount } }",
    "runs": "query($after: String, $id: ID!) { thread(id: $id) { runs(after: $after) { totalCount } } }",
    "events": "query($after: String, $id: ID!) { thread(id: $id) { events(after: $after) { totalCount } } }",
    "items": "query($after: String, $id: ID!) { thread(id: $id) { runs { edges { node { items(after: $after) { totalCount } } } } } }",
    "tree": "query($after: String, $id: ID!) { forkTree(rootThreadId: $id, after: $after) { totalCount } }",
}
NOW = "2026-01-01T00:00:00+00:00"
GIVEN = {
    "threads": cursor("threads", NOW, "x"),
    "runs": cursor("runs", 0),
    "events": cursor("events", 0),
    "items": cursor("items", 0),
    "tree": cursor("tree", 0, 0),
}
MANGLED = {
    "threads": [
        cursor("threads", "yesterday", "x"),
        cursor("threads", "2026-01-01", "x"),
        cursor("threads", NOW, "\ud83d"),
        cursor("threads", NOW, 1),
        cursor("threads", 1, "x"),
        cursor("threads", NOW),
        cursor("threads", NOW, "x", "y"),
    ],
    "runs": [cursor("runs", 2**63), cursor("runs", True), cursor("runs", 1.5), cursor("runs", "1"), cursor("runs", None), cursor("runs")],
    "events": [cursor("events", -(2**70))],
    "items": [cursor("items", [1])],
    "tree": [cursor("tree", 1), cursor("tree", 1, 2**64)],
}
NO_CURSORS = ["", "x", "é", "\ud83d", "WyJ", cursor(), cursor(1), base64.b64encode(b"[" * 5000).decode(), base64.b64encode(b"{}").decode()]


@pytest.mark.parametrize("name", LISTS)
def test_a_cursor_that_the_list_did_not_give(alone: RunningService, thread_id: str, name: str) -> None:
    foreign = [found for of, found in GIVEN.items() if of != name]
    spoiled = [f"{GIVEN[name]}!", f" {GIVEN[name]}", GIVEN[name][:-2]]
    wrong = []
    for after in [*NO_CURSORS, *foreign, *MANGLED[name], *spoiled]:
        found = refusal(alone, LISTS[name], after=after, **({} if name == "threads" else {"id": thread_id}))
        if found is None or found.code != "BAD_INPUT" or "cursor" not in found.message:
            wrong.append((after[:60], found))
    assert wrong == []
    assert refusal(alone, LISTS[name], after=GIVEN[name], **({} if name == "threads" else {"id": thread_id})) is None


def nested(depth: int) -> str:
    """A query of this many levels."""
    return '{ providerThread(id: "x") { ' + "forkedFrom { " * (depth - 2) + "id" + " }" * depth


def listing(words: int) -> str:
    """A query with this many words in a list, and some tokens more."""
    return '{ thread(id: "x") { transfers(status: [' + "PENDING " * words + "]) { id } } }"


@pytest.mark.parametrize(
    ("allowed", "too_much"),
    [
        pytest.param(nested(20), nested(30), id="depth"),
        pytest.param(nested(20), nested(2000), id="depth beyond what is parsed"),
        pytest.param(
            "{ " + " ".join(f"a{n}: __typename" for n in range(100)) + " }",
            "{ " + " ".join(f"a{n}: __typename" for n in range(101)) + " }",
            id="aliases",
        ),
        pytest.param(listing(4900), listing(5000), id="tokens"),
        pytest.param("{ " + "__typename " * 50 + "}", "{ " + "__typename " * 4900 + "}", id="fields to compare"),
        pytest.param(
            '{ providerThread(id: "x") { ...F } } fragment F on ProviderThread { id }',
            '{ providerThread(id: "x") { ...F } } fragment F on ProviderThread { ' + "forkedFrom { " * 30 + "id" + " }" * 31,
            id="depth in a fragment",
        ),
    ],
)
def test_a_document_above_the_limits_is_too_complex(alone: RunningService, allowed: str, too_much: str) -> None:
    assert "errors" not in ask(alone, allowed)
    for _ in range(2):
        found = refusal(alone, too_much)
        assert found is not None
        assert found.code == "TOO_COMPLEX"
