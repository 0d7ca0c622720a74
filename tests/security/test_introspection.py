"""The schema can be kept from being asked for; all else goes on."""

import pytest

from lineage.api.errors import code_of
from lineage.api.schema import build_schema
from lineage.settings import Settings


@pytest.mark.parametrize(
    "query",
    [
        "{ __schema { types { name } } }",
        '{ __type(name: "Query") { name } }',
        "query Q { ...F } fragment F on Query { __schema { queryType { name } } }",
        '{ first: __schema { description } second: __type(name: "Thread") { name } }',
    ],
)
async def test_the_schema_is_not_told(query: str) -> None:
    result = await build_schema(Settings(introspection=False)).execute(query)
    assert result.data is None
    assert {code_of(error) for error in result.errors or ()} == {"FORBIDDEN"}
    assert (await build_schema(Settings()).execute(query)).errors is None


async def test_the_names_of_types_are_still_told() -> None:
    result = await build_schema(Settings(introspection=False)).execute("{ __typename }")
    assert (result.data, result.errors) == ({"__typename": "Query"}, None)
