"""The schema as a service tells it: every place where a caller gives an id, and documents that fill it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLSchema,
    Undefined,
    build_client_schema,
    get_introspection_query,
    get_named_type,
    get_nullable_type,
    is_leaf_type,
    is_list_type,
    is_required_argument,
    is_required_input_field,
)

from tests.running import RunningService

ROOTS = ("query", "mutation", "subscription")
SHOWN_DEPTH = 3


@dataclass(frozen=True)
class Place:
    """Where an id is given: an argument of a root field, or a field of an input that the argument holds. path leads to it; name says it
    without the field where it is an input's, which several fields may take."""

    root: str
    field: str
    path: tuple[str, ...]
    name: str

    def __str__(self) -> str:
        return f"{self.field}.{'.'.join(self.path)}"


def schema_of(service: RunningService) -> GraphQLSchema:
    return build_client_schema(service.query(get_introspection_query()))


def root_fields(schema: GraphQLSchema) -> Iterator[tuple[str, str, GraphQLField]]:
    """Each field that an operation can begin with, with its kind of operation and its name."""
    for root, type in zip(ROOTS, (schema.query_type, schema.mutation_type, schema.subscription_type), strict=True):
        assert type is not None
        for name, field in type.fields.items():
            yield root, name, field


def places(schema: GraphQLSchema) -> list[Place]:
    """Every place in which a root field takes an id."""
    return [
        Place(root, name, path, key)
        for root, name, field in root_fields(schema)
        for argument, given in field.args.items()
        for path, key in _ids_in((argument,), f"{name}.{argument}", given.type)
    ]


def ids_below(schema: GraphQLSchema) -> list[str]:
    """Arguments that take an id of fields that are no root fields."""
    roots = {schema.query_type, schema.mutation_type, schema.subscription_type}
    return [
        f"{type.name}.{name}.{argument}"
        for type in schema.type_map.values()
        if isinstance(type, GraphQLObjectType) and type not in roots and not type.name.startswith("__")
        for name, field in type.fields.items()
        for argument, given in field.args.items()
        if list(_ids_in((argument,), argument, given.type))
    ]


def _ids_in(path: tuple[str, ...], key: str, type: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    named: Any = get_named_type(type)
    if isinstance(named, GraphQLInputObjectType):
        for name, field in named.fields.items():
            yield from _ids_in((*path, name), f"{named.name}.{name}", field.type)
    elif named.name == "ID" or (named.name == "String" and path[-1].lower().endswith(("id", "ids"))):
        yield path, key


@dataclass(frozen=True)
class Filling:
    """What is given where something has to be: ids by the names of places, values by those of arguments and inputs' fields."""

    ids: dict[str, str]
    values: dict[str, Any]

    def document(self, schema: GraphQLSchema, root: str, name: str, place: Place | None = None, id: str = "") -> tuple[str, dict[str, Any]]:
        """A document for one field with all that it needs, and the id in the place; and its variables."""
        type = {"query": schema.query_type, "mutation": schema.mutation_type, "subscription": schema.subscription_type}[root]
        assert type is not None
        field = type.fields[name]
        path = place.path if place is not None else ()
        given = {
            argument: self._value(f"{name}.{argument}", found, path[1:] if path[:1] == (argument,) else None, id)
            for argument, found in field.args.items()
            if is_required_argument(found) or path[:1] == (argument,) or f"{name}.{argument}" in self.values
        }
        declared = ", ".join(f"${argument}: {field.args[argument].type}" for argument in given)
        passed = ", ".join(f"{argument}: ${argument}" for argument in given)
        head = f"({declared})" if given else ""
        return f"{root}{head} {{ {name}{f'({passed})' if given else ''}{selection(field)} }}", given

    def _value(self, key: str, found: GraphQLArgument | GraphQLInputField, path: tuple[str, ...] | None, id: str) -> Any:
        value = self._one(key, get_named_type(found.type), path, id)
        return [value] if is_list_type(get_nullable_type(found.type)) and not isinstance(value, list) else value

    def _one(self, key: str, named: Any, path: tuple[str, ...] | None, id: str) -> Any:
        if path == ():
            return id
        if isinstance(named, GraphQLInputObjectType):
            return {
                name: self._value(f"{named.name}.{name}", field, path[1:] if path and path[0] == name else None, id)
                for name, field in named.fields.items()
                if is_required_input_field(field) or (path and path[0] == name) or f"{named.name}.{name}" in self.values
            }
        if key in self.values:
            return self.values[key]
        if key in self.ids:
            return self.ids[key]
        if isinstance(named, GraphQLEnumType):
            return next(iter(named.values))
        usual = {"String": "x", "Int": 1, "Float": 1.0, "Boolean": True, "DateTime": "2026-01-01T10:00:00Z", "JSON": {}}
        value = usual.get(named.name, Undefined)
        assert value is not Undefined, f"say in the test what to give for {key}, a {named.name}"
        return value


def selection(field: GraphQLField, depth: int = SHOWN_DEPTH) -> str:
    """All that can be shown of a field without arguments, some levels deep."""
    named: Any = get_named_type(field.type)
    if is_leaf_type(named):
        return ""
    if not hasattr(named, "fields"):
        return " { __typename }"
    parts = ["__typename"]
    for name, below in named.fields.items():
        if any(is_required_argument(argument) for argument in below.args.values()):
            continue
        if is_leaf_type(get_named_type(below.type)):
            parts.append(name)
        elif depth > 1 and (name in ("edges", "node", "pageInfo") or depth == SHOWN_DEPTH):
            parts.append(f"{name}{selection(below, depth - 1)}")
    return f" {{ {' '.join(parts)} }}"
