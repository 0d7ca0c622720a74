"""Plain fields are completed by the service itself: its answers are those that GraphQL's executor alone gives, errors included."""

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import httpx
import pytest
import strawberry
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from lineage.api import plain_fields
from lineage.api.known_documents import KnownDocuments
from lineage.api.plain_fields import PlainFieldsExecutor
from lineage.api.schema import build_schema
from lineage.app import Service
from lineage.settings import Settings
from tests.api.odd_objects import Other, Plain, values_of
from tests.api.random_queries import Queries
from tests.api.recorder import Recorder
from tests.running import RunningService, serving

VARIABLES = ({"yes": True, "no": False}, {"yes": False, "no": True}, {"yes": True, "no": False})
"""One after another: what is remembered of a document is not what only some variables ask for."""


def _answered(executor: type[StrawberryGraphQLCoreExecutionContext], query: str, seed: int) -> Any:
    """data and errors; each time of objects of their own, since some can be looked at once."""
    made: Plain

    @strawberry.type
    class Query:
        @strawberry.field
        def plain(self) -> Plain:
            return made

        @strawberry.field
        async def plains(self) -> list[Plain | None] | None:
            return [made, None, made]

    schema = strawberry.Schema(Query, types=[Other], execution_context_class=executor, extensions=[KnownDocuments().extension])
    answers: list[str] = []
    told: list[Any] = []
    for variables in VARIABLES:
        made = Plain(**values_of(random.Random(seed), 3))
        result = asyncio.run(schema.execute(query, variable_values=variables))
        told.append(sorted(((error.message, error.path, error.locations) for error in result.errors or []), key=str))
        # As text: equal numbers of other types, and fields in another order, are not the same answer.
        answers.append(repr(result.data))
    return answers, told


def _odd_schema() -> Any:
    @strawberry.type
    class Query:
        plain: Plain
        plains: list[Plain | None] | None

    return strawberry.Schema(Query, types=[Other])._schema


@pytest.mark.filterwarnings("ignore:coroutine '_coroutine' was never awaited")
@pytest.mark.parametrize("block", range(8))
def test_objects_that_are_not_as_their_types_say_give_the_errors_that_they_give_without(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strawberry.Schema.process_errors", lambda *_: None)
    schema, told, plain = _odd_schema(), 0, 0
    for seed in range(block * 40, (block + 1) * 40):
        times = str(seed % 5) if seed % 2 else None
        query = Queries(schema, seed, lambda *_, times=times: times).query()
        expected = _answered(StrawberryGraphQLCoreExecutionContext, query, seed)
        assert _answered(PlainFieldsExecutor, query, seed) == expected, f"seed {seed}: {query}"
        told, plain = told + any(expected[1]), plain + (not any(expected[1]))
    # Both were tried.
    assert told > 3
    assert plain > 3


def test_plain_fields_are_completed_without_the_executor(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: Any) -> Any:
        raise AssertionError("GraphQL's executor was asked")

    @strawberry.type
    class Query:
        plains: list[Plain]

    values = values_of(random.Random(3), 0, odd=(0,))
    schema = strawberry.Schema(Query, types=[Other], execution_context_class=PlainFieldsExecutor)
    monkeypatch.setattr(PlainFieldsExecutor, "execute_field", refuses)
    query = "{ plains { __typename other: text whole number yes id colour at data texts rows plain { text } } }"
    made = Query(plains=[Plain(**{**values, "text": "one"}), Plain(**{**values, "text": "two"})])
    result = asyncio.run(schema.execute(query, root_value=made))
    assert result.errors is None
    assert result.data is not None
    assert [one["other"] for one in result.data["plains"]] == ["one", "two"]
    assert {one["colour"] for one in result.data["plains"]} == {"RED"}


def test_a_long_subscription_keeps_nothing_of_its_events(monkeypatch: pytest.MonkeyPatch) -> None:
    @strawberry.type
    class Query:
        plain: Plain | None

    @strawberry.type
    class Subscription:
        @strawberry.subscription
        async def plains(self) -> AsyncGenerator[Plain, None]:
            for number in range(50):
                values = values_of(random.Random(number), 1, odd=(0,))
                yield Plain(**{**values, "text": str(number)})

    executors: list[PlainFieldsExecutor] = []
    build = PlainFieldsExecutor.build_per_event_executor

    def built(self: PlainFieldsExecutor, payload: Any) -> Any:
        executors.append(build(self, payload))
        return executors[-1]

    monkeypatch.setattr(PlainFieldsExecutor, "build_per_event_executor", built)
    schema = strawberry.Schema(Query, subscription=Subscription, types=[Other], execution_context_class=PlainFieldsExecutor)

    async def told() -> list[str]:
        texts = []
        async for result in await schema.subscribe("subscription { plains { text plains { text } waitedFor { text } } }"):
            texts.append(result.data["plains"]["text"])
        return texts

    assert asyncio.run(told()) == [str(number) for number in range(50)]
    assert len(executors) == 50
    assert max(len(executor._plans) for executor in executors) < 10
    assert max(len(executor._relevant_sub_fields) for executor in executors) < 10


@pytest.fixture(scope="module")
def without(service: RunningService, settings: Settings) -> Iterator[RunningService]:
    """A service on the same store that completes nothing itself."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lineage.api.schema.PlainFieldsExecutor", StrawberryGraphQLCoreExecutionContext)
        with serving(Service(settings.model_copy(update={"max_query_cost": 10**7}))) as running:
            yield running


@pytest.fixture(scope="module")
def story(service: RunningService) -> dict[str, list[str]]:
    """Ids of a thread with switches, forks, a rollback and items, by the kinds that arguments name."""
    recorder = Recorder(service)
    thread = recorder.thread()
    runs = [recorder.run(thread, provider) for provider in ("codex", "codex", "claude", "codex")]
    items = [{"id": f"{runs[0]} {place}", "kind": "DECISION", "text": "so", "data": {"place": place}} for place in range(3)]
    started = recorder.start(thread, "claude")
    recorder.begin(started["run"]["id"])
    service.mutate("appendItems", "items { id }", runId=started["run"]["id"], items=items)
    recorder.finish(started["run"]["id"])
    fork = recorder.fork(thread, runs[2])
    forked = recorder.run(fork, "claude")
    service.mutate("rollbackThread", "thread { id }", threadId=thread, toOrdinal=4)
    data = service.query(
        "query ($id: ID!) { thread(id: $id) { transfers { id } handoffs { id } checkpoints { id } providerThreads { id } } }", id=thread
    )["thread"]
    return {
        "thread": [thread, fork],
        "run": [*runs, forked],
        **{kind: [one["id"] for one in data[f"{kind}s"]] for kind in ("transfer", "handoff", "checkpoint", "providerThread")},
    }


OF_ID = {"contextTransfer": "transfer", "contextHandoff": "handoff", "checkpoint": "checkpoint", "providerThread": "providerThread"}


def _argument(story: dict[str, list[str]], chance: random.Random, kind: str, field: str, name: str) -> str | None:
    def an(of: str) -> str:
        return f'"{chance.choice(story[of])}"'

    match name:
        case "id":
            return an(OF_ID.get(field, field))
        case "threadId" | "rootThreadId":
            return an("thread")
        case "runId":
            return an("run")
        case "first" | "second" if field in ("mergeBase", "threadDiff"):
            return an("thread")
        case "first":
            return str(chance.randint(1, 4))
        case "toOrdinal" | "ordinal" | "version":
            return str(chance.randint(0, 9))
        case "input":
            return f'{{threadId: {an("thread")}, provider: "{chance.choice(["codex", "claude"])}"}}'
        case "query":
            return '"combining"'
        case "from":
            return '"2026-01-01T00:00:00Z"'
        case "to":
            return '"2026-01-03T00:00:00Z"'
        case "bucket":
            return "DAY"
    return None


@pytest.mark.parametrize("seed", range(6))
def test_the_service_answers_random_queries_as_it_does_without(
    service: RunningService, without: RunningService, story: dict[str, list[str]], seed: int
) -> None:
    schema = build_schema(Settings(auth="off"))._schema
    chance = random.Random(seed)
    queries = Queries(schema, seed, lambda *asked: _argument(story, chance, *asked), depth=4)
    answered = 0
    for _ in range(15):
        query = queries.query()
        for variables in VARIABLES[:2]:
            asked = {"query": query, "variables": variables}
            answers = [httpx.post(each.url, json=asked, timeout=120).json() for each in (service, without)]
            # As text: the order of the fields counts, and so do the types of numbers.
            assert json.dumps(answers[0]) == json.dumps(answers[1]), query
            answered += answers[0].get("data") is not None
    assert answered > 10


def test_the_service_completes_plain_fields(service: RunningService, story: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    completed: list[Any] = []
    text = plain_fields._text

    def counted(value: Any) -> Any:
        completed.append(value)
        return text(value)

    monkeypatch.setattr(plain_fields, "_text", counted)
    thread = story["thread"][0]
    assert service.query("query ($id: ID!) { forkTree(rootThreadId: $id) { nodes { threadId title } } }", id=thread)
    assert thread in completed
