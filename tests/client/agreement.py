"""Where the client and a schema differ: operations, methods' parameters, inputs and answers."""

import inspect
import types
import typing
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from keyword import iskeyword
from pathlib import Path
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLArgument,
    GraphQLInputField,
    GraphQLSchema,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    get_named_type,
    is_enum_type,
    is_input_object_type,
    is_list_type,
    is_non_null_type,
    parse,
    print_ast,
    validate,
)
from graphql.utilities import type_from_ast, value_from_ast_untyped
from pydantic import BaseModel
from pydantic.alias_generators import to_snake

import lineage.client
from lineage.client import LineageClient, inputs
from lineage.client.documents import document
from lineage.client.models import Part

OPERATIONS = Path(lineage.client.__file__).parent / "operations"
REQUIRED: Any = inspect.Parameter.empty
"""The default of what has none."""

SCALARS = {"ID": str, "String": str, "Int": int, "Float": float, "Boolean": bool, "DateTime": datetime}

Given = Mapping[str, GraphQLArgument | GraphQLInputField]


def methods() -> dict[str, Callable[..., Any]]:
    """The client's questions and commands by their names."""
    found = inspect.getmembers(LineageClient, inspect.iscoroutinefunction)
    return {name: method for name, method in found if not name.startswith("_") and name != "aclose"}


def iterators() -> dict[str, Callable[..., Any]]:
    """The client's iterators of changes by their names."""
    found = inspect.getmembers(LineageClient, inspect.isasyncgenfunction)
    return {name: method for name, method in found if not name.startswith("_")}


def missing_methods(schema: GraphQLSchema) -> set[str]:
    """Queries, mutations and subscriptions that have no method, by the names that those would have."""
    assert schema.query_type and schema.mutation_type and schema.subscription_type
    told = {_iterator_of(name) for name in schema.subscription_type.fields} - set(iterators())
    return {to_snake(name) for name in [*schema.query_type.fields, *schema.mutation_type.fields]} - set(methods()) | told


def _iterator_of(subscription: str) -> str:
    """What the iterator over a subscription's changes is called: thread_changes for threadChanged."""
    return to_snake(subscription).removesuffix("changed") + "changes"


def method_differences(schema: GraphQLSchema, name: str) -> Iterator[str]:
    """Everything in which a method and its operation are not as this schema needs them."""
    method = {**methods(), **iterators()}[name]
    if not (OPERATIONS / f"{name}.graphql").is_file():
        yield "there is no operation"
        return
    parsed = parse(document(name))
    if errors := validate(schema, parsed):
        yield from (error.message for error in errors)
        return
    operation = next(node for node in parsed.definitions if isinstance(node, OperationDefinitionNode))
    arguments: dict[str, Any] = {}
    nullable = False
    kind: Any = {"mutation": schema.mutation_type, "subscription": schema.subscription_type}.get(
        operation.operation.value, schema.query_type
    )
    selections: SelectionSetNode | None = operation.selection_set
    for field in _path(parsed, operation, name):
        definition = kind.fields[field.name.value]
        yield from _unbound(schema, operation, field, definition.args)
        arguments |= definition.args
        nullable = nullable or not is_non_null_type(definition.type)
        kind, selections, answer = get_named_type(definition.type), field.selection_set, definition.type
    if list(arguments) == ["input"]:
        arguments = get_named_type(arguments["input"].type).fields
    hints = typing.get_type_hints(method)
    given = {
        parameter.name: (hints[parameter.name], parameter.default) for parameter in list(inspect.signature(method).parameters.values())[1:]
    }
    yield from given_as_needed(given, arguments)
    if nullable and is_non_null_type(answer):
        answer = answer.of_type
    returned = hints["return"]
    if typing.get_origin(returned) is AsyncGenerator:
        returned = typing.get_args(returned)[0]
    yield from _answered(parsed, returned, answer, selections, "the answer")


def _path(parsed: DocumentNode, operation: OperationDefinitionNode, name: str) -> Iterator[FieldNode]:
    """The fields that lead to the answer: the operation's own, and below it another where the operation is named after both."""
    (root,) = fields_of(parsed, operation.selection_set).values()
    yield root
    if operation.operation.value != "subscription" and to_snake(root.name.value) != name:
        (below,) = fields_of(parsed, root.selection_set).values()
        assert f"{to_snake(root.name.value)}_{to_snake(below.name.value)}" == name
        yield below


def _unbound(schema: GraphQLSchema, operation: OperationDefinitionNode, field: FieldNode, needed: Mapping[str, Any]) -> Iterator[str]:
    """Arguments of a field that do not come from a variable of the same name and type."""
    declared = {variable.variable.name.value: type_from_ast(schema, variable.type) for variable in operation.variable_definitions or ()}
    bound = {node.name.value: node.value.name.value for node in field.arguments or () if isinstance(node.value, VariableNode)}
    for name, argument in needed.items():
        if bound.get(name) != name:
            yield f"{field.name.value} takes {name}, which the operation does not hand on"
        elif str(declared[name]) != str(argument.type):
            yield f"${name} is {declared[name]}, {field.name.value} takes {argument.type}"


def given_as_needed(given: Mapping[str, tuple[Any, Any]], needed: Given) -> Iterator[str]:
    """Where parameters, each with its annotation and default, differ from the arguments or input fields that they stand for."""
    names = {to_snake(name) + "_" * iskeyword(name): name for name in needed}
    yield from (f"{name} is missing, it is {needed[names[name]].type}" for name in sorted(set(names) - set(given)))
    yield from (f"{name} stands for nothing in the schema" for name in sorted(set(given) - set(names)))
    for name in sorted(set(names) & set(given)):
        annotation, default = given[name]
        argument = needed[names[name]]
        wanted = _default_of(argument)
        if default != wanted:
            yield f"{name} has the default {_shown(default)}, the schema's is {_shown(wanted)}"
        yield from _typed(annotation, argument.type, name, Sequence)


def _default_of(argument: GraphQLArgument | GraphQLInputField) -> Any:
    """What the service takes when it is left out; REQUIRED when it may not be."""
    if argument.ast_node and argument.ast_node.default_value:
        return value_from_ast_untyped(argument.ast_node.default_value)
    return REQUIRED if is_non_null_type(argument.type) else None


def _shown(default: Any) -> str:
    return "none" if default is REQUIRED else repr(default)


def input_differences(schema: GraphQLSchema) -> Iterator[str]:
    """Where the models of inputs differ from the input types of the same names."""
    for model in inputs.Input.__subclasses__():
        needed: Any = schema.type_map[model.__name__]
        given = {name: (field.annotation, REQUIRED if field.is_required() else field.default) for name, field in model.model_fields.items()}
        yield from (f"{model.__name__}: {problem}" for problem in given_as_needed(given, needed.fields))


def _answered(parsed: DocumentNode, annotation: Any, kind: Any, selections: SelectionSetNode | None, at: str) -> Iterator[str]:
    """Where a model differs from what is selected: names, lists and nullability, at any depth."""
    model = _innermost(annotation)
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        yield from _typed(annotation, kind, at, tuple)
        return
    yield from _typed(annotation, kind, at, tuple, of_model=True)
    named: Any = get_named_type(kind)
    selected = {name: (named.fields[field.name.value].type, field.selection_set) for name, field in fields_of(parsed, selections).items()}
    if issubclass(model, Part):
        selected = _flattened(schema_fields=named.fields, parsed=parsed, selected=selected)
    fields = {field.alias or name: field.annotation for name, field in model.model_fields.items()}
    yield from (f"{at}: {name} is selected, {model.__name__} has no such field" for name in sorted(set(selected) - set(fields)))
    yield from (f"{at}: {name} of {model.__name__} is not selected" for name in sorted(set(fields) - set(selected)))
    for name in sorted(set(selected) & set(fields)):
        yield from _answered(parsed, fields[name], *selected[name], at=f"{at}.{name}")


def _flattened(schema_fields: Mapping[str, Any], parsed: DocumentNode, selected: dict[str, Any]) -> dict[str, Any]:
    """The selection as a page shows it: the nodes of edges as a list of their own, and pageInfo's fields beside them."""
    kind, selections = selected.pop("pageInfo")
    for name, field in fields_of(parsed, selections).items():
        selected[name] = (get_named_type(kind).fields[name].type, field.selection_set)
    if "edges" in selected:
        of_edges, selections = selected.pop("edges")
        node = fields_of(parsed, selections)["node"]
        edge: Any = get_named_type(of_edges)
        selected["nodes"] = (type(of_edges)(type(of_edges.of_type)(edge.fields["node"].type)), node.selection_set)
    return selected


def _typed(annotation: Any, kind: Any, at: str, of_list: type, of_model: bool = False) -> Iterator[str]:
    """Where an annotation differs from a type, models' own fields left aside."""
    nullable = not is_non_null_type(kind)
    kind = kind if nullable else kind.of_type
    if str(kind) == "JSON":
        if annotation is not Any:
            yield f"{at} is {annotation}, expected Any for JSON"
        return
    core, optional = _without_none(annotation)
    if optional != nullable:
        yield f"{at} {'may' if optional else 'may not'} be None, the schema says {'nullable' if nullable else 'not null'}"
    if is_list_type(kind):
        if typing.get_origin(core) is not of_list and not (of_list is Sequence and typing.get_origin(core) is Sequence):
            yield f"{at} is {core}, the schema has a list"
        else:
            yield from _typed(typing.get_args(core)[0], kind.of_type, at, of_list, of_model)
    elif is_enum_type(kind):
        if not (isinstance(core, type) and issubclass(core, StrEnum) and core.__name__ == kind.name and set(core) == set(kind.values)):
            yield f"{at} is {core}, the schema has the enum {kind.name}"
    elif is_input_object_type(kind):
        if core is not getattr(inputs, kind.name, None):
            yield f"{at} is {core}, the schema has {kind.name}"
    elif of_model:
        if not isinstance(core, type):
            yield f"{at} is {core}, the schema has one {kind.name}"
    elif core is not SCALARS.get(kind.name):
        yield f"{at} is {core}, the schema has {kind.name}"


def _without_none(annotation: Any) -> tuple[Any, bool]:
    if typing.get_origin(annotation) in (types.UnionType, typing.Union):
        (core,) = (part for part in typing.get_args(annotation) if part is not type(None))
        return core, True
    return annotation, False


def _innermost(annotation: Any) -> Any:
    core, _ = _without_none(annotation)
    return _innermost(typing.get_args(core)[0]) if typing.get_origin(core) is tuple else core


def fields_of(parsed: DocumentNode, selections: SelectionSetNode | None) -> dict[str, FieldNode]:
    """The fields that a selection has, itself and by fragments, by the names under which they are answered."""
    fragments = {node.name.value: node for node in parsed.definitions if isinstance(node, FragmentDefinitionNode)}
    found: dict[str, FieldNode] = {}
    for node in selections.selections if selections else ():
        if isinstance(node, FieldNode):
            more = {(node.alias or node.name).value: node}
        else:
            assert isinstance(node, FragmentSpreadNode), print_ast(node)
            more = fields_of(parsed, fragments[node.name.value].selection_set)
        assert not set(more) & set(found), f"{sorted(set(more) & set(found))} selected twice"
        found |= more
    return found
