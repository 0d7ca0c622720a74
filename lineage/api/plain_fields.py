"""Large answers are mostly plain fields: attributes that are texts, numbers, names and lists of them. These are completed at once.

GraphQL's executor makes a path, an info object and several calls for each field of each object, whatever it is. Here fields whose
resolver only reads an attribute, and whose value is just what its type says, are read and completed by functions that are put together
once for each document. Whatever is not as it should be is left to GraphQL's executor, which resolves it anew: nulls where none may
be, values of other types, errors and whatever has to be awaited come about there alone, with the paths and messages that they have.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from enum import Enum
from inspect import isawaitable
from math import isfinite
from operator import attrgetter
from typing import Any
from weakref import ref

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLBoolean,
    GraphQLEnumType,
    GraphQLField,
    GraphQLFloat,
    GraphQLID,
    GraphQLInt,
    GraphQLLeafType,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    GraphQLString,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    Undefined,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext
from strawberry.types.field import StrawberryField

Completer = Callable[[Any], Any]
"""What an answer holds for a value. NotPlain, or any other exception, where GraphQL's executor has to look itself."""
DEFINITION = "strawberry-definition"
LARGEST_INT = 2**31 - 1
SCALARS = (str, int, float, bool, datetime, dict, list)
"""What is given to custom scalars here: nothing that has to be awaited and no exception."""


Readers = dict[tuple[object, ...], Completer | None]
"""The readers of an operation's fields, by the type of the object and the nodes that ask for the field."""
_READERS: dict[tuple[int, int], tuple[ref[OperationDefinitionNode], Readers]] = {}


def _readers_of(schema: GraphQLSchema, operation: OperationDefinitionNode) -> Readers:
    """What is remembered of an operation for as long as its document is: what is asked below fields whatever the variables are."""
    key = (id(schema), id(operation))
    if key not in _READERS:
        _READERS[key] = ref(operation, lambda _: _READERS.pop(key, None)), {}
    return _READERS[key][1]


def _has_directives(selections: SelectionSetNode | None, fragments: Mapping[str, FragmentDefinitionNode]) -> bool:
    """Whether what is selected may depend on variables. fragments have no cycles."""
    for node in selections.selections if selections else ():
        if node.directives:
            return True
        below = fragments[node.name.value] if isinstance(node, FragmentSpreadNode) else node
        assert isinstance(below, FieldNode | InlineFragmentNode | FragmentDefinitionNode)
        if _has_directives(below.selection_set, fragments):
            return True
    return False


class NotPlain(Exception):
    """A value is not just what its type says."""


class PlainFieldsExecutor(StrawberryGraphQLCoreExecutionContext):
    """GraphQL's executor, which completes plain fields at once. Its answers are those of its base class."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # By the identity of the field set, which the executor keeps for as long as it works.
        self._plans: dict[tuple[str, int], tuple[Any, list[tuple[str, Completer | None]]]] = {}
        self._readers = _readers_of(self.schema, self.operation)

    def build_per_event_executor(self, payload: Any) -> Any:
        """For one event of a subscription. What is remembered of fields is of this event's: a copy would keep that of all events."""
        executor: Any = super().build_per_event_executor(payload)
        executor._plans, executor._relevant_sub_fields = {}, {}
        return executor

    def execute_fields(self, parent_type: GraphQLObjectType, source_value: Any, path: Any, grouped_field_set: Any, *more: Any) -> Any:
        if self.middleware_manager and self.middleware_manager.middlewares:
            return super().execute_fields(parent_type, source_value, path, grouped_field_set, *more)
        results: dict[str, Any] = {}
        others: dict[str, Any] = {}
        for name, read in self._plan(parent_type, grouped_field_set):
            if read is not None:
                try:
                    results[name] = read(source_value)
                    continue
                except Exception:
                    pass
            # Its place among the others.
            results[name] = Undefined
            others[name] = grouped_field_set[name]
        if not others:
            return results
        executed = super().execute_fields(parent_type, source_value, path, others, *more)
        if self.is_awaitable(executed):
            return self._joined_later(results, executed)
        return _joined(results, executed)

    @staticmethod
    async def _joined_later(results: dict[str, Any], executed: Any) -> dict[str, Any]:
        return _joined(results, await executed)

    def _plan(self, parent_type: GraphQLObjectType, grouped_field_set: Any) -> list[tuple[str, Completer | None]]:
        key = (parent_type.name, id(grouped_field_set))
        found = self._plans.get(key)
        if found is None:
            plan = [(name, self._reader(parent_type, details)) for name, details in grouped_field_set.items()]
            found = self._plans[key] = (grouped_field_set, plan)
        return found[1]

    def _reader(self, parent_type: GraphQLObjectType, details: Any) -> Completer | None:
        """Reads a field of an object and completes what it finds there; None for a field that is not plain."""
        key = (parent_type.name, *(id(each.node) for each in details))
        if key in self._readers:
            return self._readers[key]
        reader = self._new_reader(parent_type, details)
        if not any(_has_directives(each.node.selection_set, self.fragment_definitions) for each in details):
            self._readers[key] = reader
        return reader

    def _new_reader(self, parent_type: GraphQLObjectType, details: Any) -> Completer | None:
        node = details[0].node
        if node.name.value == "__typename":
            return lambda _: parent_type.name
        field = self.schema.get_field(parent_type, node.name.value)
        attribute = _attribute(field) if field is not None and not node.arguments else None
        if field is None or attribute is None:
            return None
        complete = self._completer(field.type, details)
        if complete is None:
            return None
        return _reading(attribute, complete)

    def _completer(self, kind: GraphQLOutputType, details: Any) -> Completer | None:
        if is_non_null_type(kind):
            return self._not_null(kind.of_type, details)
        complete = self._not_null(kind, details)
        return complete and _or_null(complete)

    def _not_null(self, kind: GraphQLOutputType, details: Any) -> Completer | None:
        if is_list_type(kind):
            complete = self._completer(kind.of_type, details)
            return complete and _each(complete)
        if is_leaf_type(kind):
            return _leaf(kind)
        if is_object_type(kind) and kind.is_type_of is None:
            return self._object(kind, details)
        return None

    def _object(self, kind: GraphQLObjectType, details: Any) -> Completer | None:
        """Completes objects of which only plain fields are asked."""
        fields, deferred, _ = self.collect_subfields(kind, details)
        if deferred:
            return None
        readers: list[tuple[str, Completer]] = []
        for name, given in fields.items():
            reader = self._reader(kind, given)
            if reader is None:
                return None
            readers.append((name, reader))
        return _object(readers)


def _joined(results: dict[str, Any], executed: dict[str, Any]) -> dict[str, Any]:
    """The executed fields in their places; the executor leaves out those that no type has."""
    results.update(executed)
    return results if Undefined not in results.values() else {name: value for name, value in results.items() if value is not Undefined}


def _attribute(field: GraphQLField) -> str | None:
    """The attribute that a field's resolver only reads; None for any other field."""
    definition = field.extensions.get(DEFINITION)
    if field.args or not getattr(field.resolve, "_is_default", False) or not isinstance(definition, StrawberryField):
        return None
    return definition.python_name if definition.is_basic_field and definition.default_resolver is getattr else None


def _reading(attribute: str, complete: Completer) -> Completer:
    read = attrgetter(attribute)
    return lambda source: complete(read(source))


def _or_null(complete: Completer) -> Completer:
    return lambda value: None if value is None else complete(value)


def _each(complete: Completer) -> Completer:
    def completed(values: Any) -> Any:
        if type(values) is not list and type(values) is not tuple:
            raise NotPlain
        return [complete(value) for value in values]

    return completed


def _object(readers: Iterable[tuple[str, Completer]]) -> Completer:
    def completed(value: Any) -> Any:
        if value is None or isinstance(value, Exception) or isawaitable(value):
            raise NotPlain
        return {name: read(value) for name, read in readers}

    return completed


def _leaf(kind: GraphQLLeafType) -> Completer:
    if kind is GraphQLString or kind is GraphQLID:
        return _text
    if kind is GraphQLBoolean:
        return _boolean
    if kind is GraphQLInt:
        return _whole
    if kind is GraphQLFloat:
        return _number
    return _enum(kind) if isinstance(kind, GraphQLEnumType) else _scalar(kind)


def _text(value: Any) -> Any:
    if type(value) is not str:
        raise NotPlain
    return value


def _boolean(value: Any) -> Any:
    if type(value) is not bool:
        raise NotPlain
    return value


def _whole(value: Any) -> Any:
    if type(value) is not int or not -LARGEST_INT - 1 <= value <= LARGEST_INT:
        raise NotPlain
    return value


def _number(value: Any) -> Any:
    if type(value) is not float or not isfinite(value):
        raise NotPlain
    return value


def _enum(kind: GraphQLEnumType) -> Completer:
    # Members live as long as their class, so their identity tells them apart, also from texts that are equal to them.
    names: dict[int, Any] = {}

    def completed(value: Any) -> Any:
        name = names.get(id(value))
        if name is None:
            if not isinstance(value, Enum):
                raise NotPlain
            name = names[id(value)] = _coerced(kind, value)
        return name

    return completed


def _scalar(kind: GraphQLLeafType) -> Completer:
    def completed(value: Any) -> Any:
        if type(value) not in SCALARS:
            raise NotPlain
        return _coerced(kind, value)

    return completed


def _coerced(kind: GraphQLLeafType, value: Any) -> Any:
    coerced = kind.coerce_output_value(value)
    if coerced is None or coerced is Undefined:
        raise NotPlain
    return coerced
