"""Texts never become Cypher: whatever clients send is data, in every text that the API takes (design 8)."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from typing import Any
from uuid import uuid4

import pytest
from graphql import GraphQLInputObjectType, GraphQLInputType, get_named_type, is_required_argument
from neo4j import Driver, GraphDatabase

from lineage.app import Service
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.api.commands import COMMANDS
from tests.api.nasty_strings import nasty_strings
from tests.api.raw_requests import ask, refusal_of
from tests.api.recorder import Recorder
from tests.api.test_bad_fields import SCHEMA, fields, put
from tests.running import Neo4jAddress, RunningService, serving

NASTY = nasty_strings(1000)
TEXTS = frozenset({"ID", "String", "JSON"})
RUNS = 200
ALIASES = 100


def recorded(text: Callable[[], str]) -> tuple[dict[str, Any], set[str]]:
    """A history whose every text, id and key is the next one, and all of those."""
    given: set[str] = set()

    def take() -> str:
        given.add(found := text())
        return found

    session = {"id": take(), "provider": take(), "nativeThreadRef": take()}
    runs = [
        {
            "id": take(),
            "providerThreadId": session["id"],
            "startedAt": "2026-01-01T10:00:00Z",
            "finishedAt": "2026-01-01T10:01:00Z",
            "model": take(),
            "message": take(),
            "nativeTurnRefs": [take()],
            "items": [{"kind": "GOAL", "text": take(), "data": {take(): take()}}],
        }
        for _ in range(RUNS)
    ]
    return {"threads": [{"id": take(), "title": take(), "metadata": {take(): take()}, "providerThreads": [session], "runs": runs}]}, given


class Shape:
    """What a workspace's graph is made of, apart from the texts in it."""

    def __init__(self, driver: Driver, workspace: str) -> None:
        nodes = driver.execute_query(
            "MATCH (n {workspace: $workspace}) UNWIND labels(n) AS label RETURN label, keys(n) AS keys, count(*) AS count",
            workspace=workspace,
        ).records
        links = driver.execute_query(
            "MATCH (n {workspace: $workspace})-[r]->() RETURN type(r) AS type, keys(r) AS keys, count(*) AS count", workspace=workspace
        ).records
        self.counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
        for row in nodes:
            self.counts[row["label"], tuple(sorted(row["keys"]))] += row["count"]
        for row in links:
            self.counts[row["type"], tuple(sorted(row["keys"]))] += row["count"]


@pytest.fixture(scope="module")
def driver(neo4j_address: Neo4jAddress) -> Iterator[Driver]:
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver:
        yield driver


@pytest.fixture
def own(settings: Settings) -> Iterator[Callable[[], RunningService]]:
    """Gives services with workspaces of their own."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(serving(Service(settings.model_copy(update={"workspace": f"tests-{uuid4().hex}"}))))


def test_a_thousand_nasty_texts_are_stored_as_they_are_and_nothing_else_is(own: Callable[[], RunningService], driver: Driver) -> None:
    assert len(set(NASTY)) == 1000
    plain, nasty = own(), own()
    plains = iter(range(10_000))
    history, _ = recorded(lambda: f"plain {next(plains)}")
    plain.mutate("registerProvider", "provider { kind }", kind=history["threads"][0]["providerThreads"][0]["provider"])
    plain.mutate("recordHistory", "recordedRuns", **history)
    texts = iter(NASTY * 2)
    history, given = recorded(lambda: next(texts))
    nasty.mutate("registerProvider", "provider { kind }", kind=history["threads"][0]["providerThreads"][0]["provider"])
    nasty.mutate("recordHistory", "recordedRuns", **history)
    assert given == set(NASTY)
    shapes = [Shape(driver, service.service.settings.workspace).counts for service in (plain, nasty)]
    assert shapes[0] == shapes[1]
    assert nasty.run(verify(nasty.service.store, nasty.service.settings.workspace)) == []
    found = nasty.query(
        """query($id: ID!) { thread(id: $id) { title metadata runs(first: 500) { edges { node {
             id message model nativeTurnRefs items { edges { node { text data } } } } } } } }""",
        id=history["threads"][0]["id"],
    )["thread"]
    assert (found["title"], found["metadata"]) == (history["threads"][0]["title"], history["threads"][0]["metadata"])
    read = [edge["node"] for edge in found["runs"]["edges"]]
    assert [{**run, "items": [item["node"] for item in run["items"]["edges"]]} for run in read] == [
        {
            **{name: run[name] for name in ("id", "message", "model", "nativeTurnRefs")},
            "items": [{"text": item["text"], "data": item["data"]} for item in run["items"]],
        }
        for run in history["threads"][0]["runs"]
    ]


@pytest.fixture(scope="module")
def alone_and_checked(alone: RunningService, driver: Driver) -> Iterator[RunningService]:
    """A service whose graph is sound, and holds nothing of what the texts ask for, after all that the tests sent to it."""
    yield alone
    workspace = alone.service.settings.workspace
    assert alone.run(verify(alone.service.store, workspace)) == []
    owned = "MATCH (n) WHERE n:Owned OR n.owned IS NOT NULL RETURN count(n) AS count"
    assert driver.execute_query(owned).records[0]["count"] == 0


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.operation)
def test_every_text_of_every_command_is_data(command: Any, alone_and_checked: RunningService) -> None:
    texts = cycle(NASTY[sum(map(ord, command.operation)) % 1000 :])
    recorder = Recorder(alone_and_checked)
    given = command.prepare(recorder)
    tried = 0
    for path, name, _ in fields(SCHEMA, SCHEMA.get_type(command.input)):  # type: ignore[arg-type]
        kind = _type_at(SCHEMA.get_type(command.input), path)  # type: ignore[arg-type]
        if kind not in TEXTS:
            continue
        text = next(texts)
        value = {text: text} if kind == "JSON" else text
        refused = refusal_of(alone_and_checked, command.operation, command.selection, command.input, put(given, path, value))
        assert refused is None or refused.code in {"NOT_FOUND", "BAD_INPUT", "CONFLICT"}, (name, text, refused)
        tried += 1
        if refused is None:
            given = command.prepare(recorder)
    assert tried > 0


def _type_at(kind: GraphQLInputType, path: tuple[str, ...]) -> str:
    for name in path:
        found = get_named_type(kind)
        assert isinstance(found, GraphQLInputObjectType)
        kind = found.fields[name].type
    return get_named_type(kind).name


def _questions() -> Iterator[Any]:
    """Each argument of each question that takes a text, and a part of the texts that is another one for the next."""
    assert SCHEMA.query_type is not None
    parts = cycle(range(0, len(NASTY), ALIASES))
    for name, field in SCHEMA.query_type.fields.items():
        for argument, definition in field.args.items():
            if get_named_type(definition.type).name in TEXTS:
                start = next(parts)
                yield pytest.param(name, argument, NASTY[start : start + ALIASES], id=f"{name}.{argument}")


@pytest.mark.parametrize(("question", "argument", "texts"), list(_questions()))
def test_every_text_of_every_question_is_data(question: str, argument: str, texts: list[str], alone_and_checked: RunningService) -> None:
    assert SCHEMA.query_type is not None
    field = SCHEMA.query_type.fields[question]
    needed = {
        name: 0 if get_named_type(definition.type).name == "Int" else '"none"'
        for name, definition in field.args.items()
        if name != argument and is_required_argument(definition)
    }
    told = "".join(f", {name}: {value}" for name, value in needed.items())
    variables = {f"v{number}": text for number, text in enumerate(texts)}
    header = ", ".join(f"${name}: {field.args[argument].type}" for name in variables)
    body = " ".join(f"a_{name}: {question}({argument}: ${name}{told}) {{ __typename }}" for name in variables)
    answer = ask(alone_and_checked, f"query({header}) {{ {body} }}", **variables)
    codes = {error["extensions"]["code"] for error in answer.get("errors", [])}
    assert codes <= {"NOT_FOUND", "BAD_INPUT"}, answer["errors"][:1]
