"""What each method sends: every argument, under its name in the schema and in a form that the schema takes."""

import inspect
import typing
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLSchema, OperationDefinitionNode, build_schema, get_variable_values, parse
from pydantic.alias_generators import to_camel

from lineage.client import LineageClient, Refused
from lineage.client.inputs import Input
from tests.client.agreement import methods
from tests.client.loopback import loopback, refusal

ANY = {"a": None, "b": [1, "two"]}


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    return build_schema((Path(__file__).parents[2] / "schema.graphql").read_text(encoding="utf-8"))


def _given(annotation: Any, name: str) -> tuple[Any, Any]:
    """A value that suits an annotation, and the JSON that it is sent as."""
    annotation = (
        next((part for part in typing.get_args(annotation) if part is not type(None)), annotation)
        if type(None) in typing.get_args(annotation)
        else annotation
    )
    if annotation is Any:
        return ANY, ANY
    if typing.get_origin(annotation) is Sequence:
        value, sent = _given(typing.get_args(annotation)[0], name)
        return [value], [sent]
    if annotation is datetime:
        at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
        return at, at.isoformat()
    if issubclass(annotation, StrEnum):
        last = list(annotation)[-1]
        return last, last.value
    if issubclass(annotation, Input):
        parts = {part: _given(field.annotation, part) for part, field in annotation.model_fields.items()}
        return annotation(**{part: value for part, (value, _) in parts.items()}), {
            to_camel(part): sent for part, (_, sent) in parts.items()
        }
    plain = {str: f"the {name}", int: 7, bool: True}[annotation]
    return plain, plain


@pytest.mark.parametrize("name", methods())
async def test_every_argument_is_sent(schema: GraphQLSchema, name: str) -> None:
    hints = typing.get_type_hints(methods()[name])
    parameters = [parameter for parameter in inspect.signature(methods()[name]).parameters if parameter != "self"]
    given = {parameter: _given(hints[parameter], parameter) for parameter in parameters}
    async with loopback(refusal("BAD_INPUT", "seen")) as server, LineageClient(server.url) as client:
        with pytest.raises(Refused, match="seen"):
            await getattr(client, name)(**{parameter: value for parameter, (value, _) in given.items()})
    (body,) = server.bodies
    sent = {to_camel(parameter.removesuffix("_")): sent for parameter, (_, sent) in given.items()}
    assert body["variables"] == ({"input": sent} if "input" in body["variables"] else sent)
    operation = parse(body["query"]).definitions[0]
    assert isinstance(operation, OperationDefinitionNode)
    assert not isinstance(get_variable_values(schema, operation.variable_definitions or (), body["variables"]), list)
