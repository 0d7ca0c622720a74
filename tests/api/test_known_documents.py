"""Documents that were asked before are neither parsed nor validated again, and only so many are kept."""

import asyncio
import gc
from typing import Any

import pytest
import strawberry
from graphql import parse
from strawberry.schema import schema as of_strawberry

from lineage.api import plain_fields
from lineage.api.known_documents import Known, KnownDocuments
from lineage.api.plain_fields import PlainFieldsExecutor
from lineage.api.schema import build_schema
from lineage.errors import TooComplex
from lineage.settings import Settings

KNOWN = Known(parse("{ one }"), [])


@strawberry.type
class Thing:
    name: str


@strawberry.type
class Query:
    @strawberry.field
    def thing(self) -> Thing:
        return Thing(name="a name")


def a_schema(known: KnownDocuments) -> strawberry.Schema:
    return strawberry.Schema(Query, execution_context_class=PlainFieldsExecutor, extensions=[known.extension])


def asked(schema: strawberry.Schema, query: str) -> Any:
    result = asyncio.run(schema.execute(query))
    return result.data, [error.message for error in result.errors or []]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done, in order."""
    done: list[str] = []

    def counted(name: str) -> Any:
        real = getattr(of_strawberry, name)
        return lambda *given, **more: (done.append(name), real(*given, **more))[1]

    for name in ("parse", "validate_document"):
        monkeypatch.setattr(of_strawberry, name, counted(name))
    return done


def test_a_document_is_parsed_and_validated_once(work: list[str]) -> None:
    schema = a_schema(KnownDocuments())
    assert [asked(schema, "{ thing { name } }") for _ in range(3)] == [({"thing": {"name": "a name"}}, [])] * 3
    assert work == ["parse", "validate_document"]
    asked(schema, "{ thing { other: name } }")
    assert work == ["parse", "validate_document"] * 2


def test_what_is_wrong_with_a_document_is_told_each_time(work: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strawberry.Schema.process_errors", lambda *_: None)
    schema = a_schema(KnownDocuments())
    first, *others = [asked(schema, "{ nothing }") for _ in range(3)]
    assert first[0] is None
    assert "nothing" in first[1][0]
    assert others == [first, first]
    assert work == ["parse", "validate_document"]
    assert asked(schema, "{ thing {") == asked(schema, "{ thing {")
    assert work[2:] == ["parse", "parse"]


def test_what_is_above_the_limits_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []
    monkeypatch.setattr(KnownDocuments, "keep", lambda self, text, known: kept.append(text))
    schema = build_schema(Settings(auth="off", max_query_fields=3))
    result = asyncio.run(schema.execute("{ a: __typename b: __typename c: __typename d: __typename }"))
    assert result.errors is not None
    assert isinstance(result.errors[0].original_error, TooComplex)
    assert kept == []
    asyncio.run(schema.execute("{ __typename }"))
    assert kept == ["{ __typename }"]


def test_those_that_were_asked_last_are_kept() -> None:
    documents = KnownDocuments(most=2)
    for text in ("one", "two"):
        documents.keep(text, KNOWN)
    assert documents.find("one") is KNOWN
    documents.keep("three", KNOWN)
    assert [text for text in ("one", "two", "three") if documents.find(text)] == ["one", "three"]


def test_only_so_many_characters_are_kept() -> None:
    documents = KnownDocuments(most_characters=10)
    for text in ("1234", "5678", "90"):
        documents.keep(text, KNOWN)
    assert len(documents) == 3
    documents.keep("abc", KNOWN)
    assert [text for text in ("1234", "5678", "90", "abc") if documents.find(text)] == ["5678", "90", "abc"]
    documents.keep("longer than all of them", KNOWN)
    documents.keep("abc", KNOWN)
    assert len(documents) == 3


def test_what_is_remembered_of_a_document_goes_with_it() -> None:
    gc.collect()
    before = len(plain_fields._READERS)
    schema = a_schema(KnownDocuments(most=1))
    for number in range(5):
        asked(schema, f"{{ thing {{ name{number}: name }} }}")
    # Syntax trees hold themselves.
    gc.collect()
    assert len(plain_fields._READERS) == before + 1


def test_a_document_that_is_too_deep_is_refused_each_time() -> None:
    schema = build_schema(Settings(auth="off", max_query_depth=1))
    answers = [asked(schema, '{ thread(id: "t") { lineage { rootThreadId } } }') for _ in range(2)]
    assert "depth" in answers[0][1][0]
    assert answers[1] == answers[0]
