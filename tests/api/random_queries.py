"""Random queries over a whole schema: fields, aliases, fragments and directives; arguments that are required, and pages' sizes."""

import random
from collections.abc import Callable

from graphql import (
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
    is_composite_type,
    is_non_null_type,
    is_object_type,
    is_union_type,
)

MOST_FIELDS = 6
Argument = Callable[[str, str, str], str | None]
"""What is given for an argument, by the type and name of its field and its own name; None leaves an optional one out."""


class Queries:
    """Queries of a schema, the same for the same seed."""

    def __init__(self, schema: GraphQLSchema, seed: int, argument: Argument, depth: int = 5) -> None:
        self._schema, self._argument, self._depth = schema, argument, depth
        self._chance = random.Random(seed)
        self._fragments: list[str] = []

    def query(self) -> str:
        self._fragments = []
        root = self._schema.query_type
        assert root is not None
        selections = self._selections(root, self._depth)
        return "\n".join([f"query ($yes: Boolean!, $no: Boolean!) {selections}", *self._fragments])

    def _selections(self, kind: GraphQLObjectType | GraphQLUnionType, depth: int) -> str:
        if is_union_type(kind):
            parts = [f"... on {member.name} {self._selections(member, depth)}" for member in kind.types]
            return f"{{ __typename {' '.join(parts)} }}"
        names = [name for name, field in kind.fields.items() if depth > 0 or not is_composite_type(get_named_type(field.type))]
        chosen = self._chance.sample(names, min(len(names), self._chance.randint(1, MOST_FIELDS)))
        fields = [given for name in chosen if (given := self._field(kind, name, kind.fields[name], depth)) is not None]
        if self._chance.random() < 0.2 or not fields:
            fields.insert(self._chance.randint(0, len(fields)), self._chance.choice(["__typename", "kindOfIt: __typename"]))
        if self._chance.random() < 0.2:
            return f"{{ ... {self._directive()} {{ {' '.join(fields)} }} __typename }}"
        if self._chance.random() < 0.2:
            name = f"fragment{len(self._fragments)}"
            self._fragments.append("")
            self._fragments[int(name[8:])] = f"fragment {name} on {kind.name} {{ {' '.join(fields)} }}"
            return f"{{ ...{name} {self._chance.choice(fields)} }}"
        return f"{{ {' '.join(fields)} }}"

    def _field(self, kind: GraphQLObjectType, name: str, field: GraphQLField, depth: int) -> str | None:
        given = []
        for argument, wanted in field.args.items():
            value = self._argument(kind.name, name, argument)
            if value is not None:
                given.append(f"{argument}: {value}")
            elif is_non_null_type(wanted.type):
                return None
        below = get_named_type(field.type)
        selections = self._selections(below, depth - 1) if is_object_type(below) or is_union_type(below) else ""
        # One that is asked for twice has to be asked for alike.
        alias = f"a{self._chance.randrange(10**9)}: " if given or selections or self._chance.random() < 0.15 else ""
        arguments = f"({', '.join(given)})" if given else ""
        return f"{alias}{name}{arguments} {self._directive()} {selections}".strip()

    def _directive(self) -> str:
        return self._chance.choice(["", "", "", "", "", "@include(if: $yes)", "@skip(if: $no)", "@skip(if: $yes)", "@include(if: $no)"])
