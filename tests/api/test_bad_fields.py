"""Every field of every command's input, given what it cannot be (design 8): BAD_INPUT that names it, and nothing written."""

import math
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLSchema,
    build_schema,
    get_named_type,
)

from tests.api.commands import COMMANDS, Command
from tests.api.graph import Graph
from tests.api.raw_requests import refusal_of
from tests.api.recorder import Recorder
from tests.running import RunningService

SCHEMA = build_schema((Path(__file__).parents[2] / "schema.graphql").read_text(encoding="utf-8"))

UNSTORABLE = ["a null \x00 character", "half a \ud83d character"]
NO_TEXT = [5, 1.5, True, ["a"], {"a": 1}]
DEEP: Any = []
for _ in range(120):
    DEEP = [DEEP]
BAD: dict[str, list[Any]] = {
    "ID": ["", "x" * 257, *UNSTORABLE, 1.5, True, ["a"], {"a": 1}],
    "String": [*UNSTORABLE, *NO_TEXT],
    "Int": ["1", 1.5, True, 2**31, -(2**31) - 1, [], math.nan],
    "Boolean": ["true", 1, 0, [], {}],
    "JSON": [*({"text": text} for text in UNSTORABLE), {"a \x00 key": 1}, math.nan, {"n": [math.inf]}, -math.inf, DEEP],
}
"""What no field of a type takes."""

NAMES = {"provider", "kind", "model", "runtimeMode", "nativeThreadRef", "nativeTurnRef", "createdByProvider"}
"""Texts that are 1 to 256 characters long, as ids are."""

FIELDS: dict[str, list[Any]] = {
    "RegisterProviderInput.maxHandoffChars": [0, -1],
    "StartRunInput.provider": [None],
    "StartRunInput.message": ["x" * 200_001],
    "StalenessPolicyInput.maxOffProviderRuns": [-1],
    "StalenessPolicyInput.maxChainedHandoffs": [-1],
    "StalenessPolicyInput.maxDeltaRanges": [-1],
    "StalenessPolicyInput.maxCompactedRuns": [-1],
    "RecordCompactionInput.summary": ["x" * 200_001],
    "RecordCompactionInput.tokensBefore": [-1],
    "RecordCompactionInput.tokensAfter": [-1],
    "FinishRunInput.status": ["PREPARING", "RUNNING", "ROLLED_BACK"],
    "RollbackThreadInput.toOrdinal": [-1, None],
    "ManualHandoffInput.coveredFrom": [0, -1, 2, None],
    "ManualHandoffInput.coveredTo": [0, -1, None],
    "ManualHandoffInput.summaryText": ["", " \n", "x" * 24_001],
    "SubmitHandoffInput.summaryText": ["", " \n", "x" * 24_001],
    "AppendItemsInput.items": [
        None,
        "x",
        [None],
        [{}],
        [{"kind": "GOAL"}] * 1001,
        [{"id": "a", "kind": "GOAL"}, {"id": "a", "kind": "GOAL"}],
    ],
    "TurnItemInput.text": ["x" * (64 * 1024 + 1), "é" * (32 * 1024 + 1)],
    "TurnItemInput.data": ["x" * (64 * 1024 - 1)],
    "CreateThreadInput.title": ["x" * 10_001],
}
"""What a single field does not take besides."""


def fields(schema: GraphQLSchema, kind: GraphQLInputType, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, list[Any]]]:
    """Each field of an input, at any depth: where it is, its name with its type's, and what it does not take."""
    found = get_named_type(kind)
    assert isinstance(found, GraphQLInputObjectType)
    for name, field in found.fields.items():
        inner = get_named_type(field.type)
        bad = list(BAD.get(inner.name, []))
        if name in NAMES:
            bad += ["", "x" * 257]
        if isinstance(inner, GraphQLEnumType):
            bad += ["NO_SUCH_WORD", next(iter(inner.values)).lower(), 1, ""]
        if isinstance(field.type, GraphQLNonNull):
            bad.append(None)
        if isinstance(field.type, GraphQLList):
            # One value stands for a list of it; a list of good values is no wrong one.
            bad = [value for value in bad if not isinstance(value, list)]
        if isinstance(inner, GraphQLInputObjectType):
            bad = ["x", 1, {"noSuchField": 1}]
            yield from fields(schema, field.type, (*path, name))
        yield (*path, name), f"{found.name}.{name}", [*bad, *FIELDS.get(f"{found.name}.{name}", [])]


def put(given: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The input with a value at a path; in a list at its first entry, beside what that needs."""
    changed = deepcopy(given)
    place: Any = changed
    for name in path[:-1]:
        place = place.setdefault(name, {})
        place = place[0] if isinstance(place, list) else place
    place[path[-1]] = value
    return changed


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.operation)
def test_no_field_takes_what_it_cannot_be(command: Command, alone: RunningService, graph: Graph) -> None:
    given = command.prepare(Recorder(alone))
    before = graph.content()
    assert refusal_of(alone, command.operation, command.selection, command.input, {**given, "noSuchField": 1}) is not None
    wrong: list[str] = []
    for path, name, values in fields(SCHEMA, SCHEMA.get_type(command.input)):  # type: ignore[arg-type]
        for value in values:
            refused = refusal_of(alone, command.operation, command.selection, command.input, put(given, path, value))
            if refused is None or refused.code != "BAD_INPUT" or not _names(path[-1], refused.message):
                wrong.append(f"{name} = {str(value)[:40]!a}: {refused}")
    assert wrong == []
    assert graph.content() == before


def _names(field: str, message: str) -> bool:
    """Whether a message tells which field is meant."""
    return field in message or (field == "items" and "item" in message) or (field in ("text", "data") and "item" in message)


def test_list_fields_of_inputs_are_known_to_this_test() -> None:
    lists = {
        f"{kind.name}.{name}"
        for kind in SCHEMA.type_map.values()
        if isinstance(kind, GraphQLInputObjectType)
        for name, field in kind.fields.items()
        if isinstance(field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type, GraphQLList)
    }
    assert lists == {
        "AppendItemsInput.items",
        "RecordHistoryInput.threads",
        "RecordedRunInput.items",
        "RecordedRunInput.nativeTurnRefs",
        "RecordedThreadInput.providerThreads",
        "RecordedThreadInput.runs",
    }
