"""A document that was asked before is not checked against the schema again."""

from collections.abc import Iterator

import pytest
import strawberry.schema.schema

from lineage.api.schema import build_schema
from lineage.settings import Settings


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The documents that are validated from here on; a cache that is full already is set aside."""
    from strawberry.extensions import validation_cache

    documents: list[str] = []
    validate = strawberry.schema.schema.validate_document

    def noted(schema: object, document: object, rules: object) -> object:
        documents.append(str(document))
        return validate(schema, document, rules)  # type: ignore[arg-type]

    monkeypatch.setattr(strawberry.schema.schema, "validate_document", noted)
    validation_cache._get_validate_cache.cache_clear()
    yield documents
    validation_cache._get_validate_cache.cache_clear()


async def test_a_document_is_validated_once(checked: list[str]) -> None:
    schema = build_schema(Settings())
    for _ in range(3):
        answer = await schema.execute("{ __schema { queryType { name } } }")
        assert answer.errors is None
    assert len(checked) == 1


async def test_a_document_that_is_too_deep_is_refused_each_time(checked: list[str]) -> None:
    schema = build_schema(Settings(max_query_depth=1))
    for _ in range(2):
        answer = await schema.execute('{ thread(id: "t") { lineage { rootThreadId } } }')
        assert answer.errors is not None
        assert "depth" in answer.errors[0].message
