"""How many objects the answer of a query may hold, estimated before anything is read (design 8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphql import (
    ArgumentNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLCompositeType,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    ValueNode,
    VariableNode,
    Visitor,
    get_named_type,
    is_composite_type,
    is_list_type,
    is_non_null_type,
    visit,
)

from lineage.errors import TooComplex

LISTED = 5
"""How many entries a list without pages is taken to have."""

PAGE = "first"
"""The argument that says how long a page is."""

UNKNOWN = 20
"""How many fields that do not exist a query may name: each is told with what it could have meant, which takes its time."""


@dataclass(frozen=True, slots=True)
class PageSizes:
    """How many entries pages have that are asked for without first."""

    usual: int
    special: Mapping[tuple[str, str], int]
    """Of single fields, by type and field."""


def page_variables(document: DocumentNode) -> tuple[str, ...]:
    """The variables that say how long pages are, each once: on nothing else given does the size of an answer depend."""
    found: dict[str, None] = {}

    class Pages(Visitor):
        def enter_argument(self, node: ArgumentNode, *_: object) -> None:
            if node.name.value == PAGE and isinstance(node.value, VariableNode):
                found[node.value.name.value] = None

    visit(document, Pages())
    return tuple(found)


def answer_size(
    schema: GraphQLSchema, document: DocumentNode, operation_name: str | None, variables: Mapping[str, Any] | None, pages: PageSizes
) -> int:
    """Each object counts one, in a page as often as the page is long, in another list LISTED times. Fragments must not hold themselves.

    TOO_COMPLEX for more than UNKNOWN fields that the schema does not have.
    """
    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    operation = next((node for node in operations if operation_name is None or (node.name and node.name.value == operation_name)), None)
    root = schema.get_root_type(operation.operation) if operation is not None else None
    if operation is None or root is None:
        return 0
    return _Estimate(schema, document, _values(operation, variables or {}), pages).of(root, operation.selection_set, None)


def _values(operation: OperationDefinitionNode, given: Mapping[str, Any]) -> dict[str, Any]:
    """The variables as whole numbers, with the defaults of those that were left out; None for what is none."""
    defaults = {
        node.variable.name.value: int(node.default_value.value)
        for node in operation.variable_definitions or ()
        if isinstance(node.default_value, IntValueNode)
    }
    return {**defaults, **{name: whole_number(value) for name, value in given.items()}}


def whole_number(value: Any) -> int | None:
    """What an argument of type Int makes of a JSON value: 5.0 is 5. None for what it refuses."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None


class _Estimate:
    def __init__(self, schema: GraphQLSchema, document: DocumentNode, variables: Mapping[str, Any], pages: PageSizes) -> None:
        self._schema = schema
        self._fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
        self._variables = variables
        self._pages = pages
        self._of_fragments: dict[tuple[str, int | None], int] = {}
        self._unknown = 0

    def of(self, parent: GraphQLCompositeType, selections: SelectionSetNode, page: int | None) -> int:
        """The objects below one of the parent's type; page is how many entries its lists have, when it is a page itself."""
        size = 0
        for node in selections.selections:
            match node:
                case FieldNode():
                    size += self._of_field(parent, node, page)
                case InlineFragmentNode():
                    condition = node.type_condition
                    kind = self._composite(condition.name.value) if condition is not None else parent
                    size += self.of(kind, node.selection_set, page) if kind is not None else 0
                case FragmentSpreadNode():
                    size += self._of_fragment(node.name.value, page)
        return size

    def _of_fragment(self, name: str, page: int | None) -> int:
        fragment = self._fragments.get(name)
        kind = self._composite(fragment.type_condition.name.value) if fragment is not None else None
        if fragment is None or kind is None:
            return 0
        key = (name, page)
        if key not in self._of_fragments:
            self._of_fragments[key] = self.of(kind, fragment.selection_set, page)
        return self._of_fragments[key]

    def _of_field(self, parent: GraphQLCompositeType, node: FieldNode, page: int | None) -> int:
        name = node.name.value
        if name.startswith("__"):
            # Introspection has its own limits: it reads nothing.
            return 0
        found = parent.fields.get(name) if isinstance(parent, GraphQLObjectType | GraphQLInterfaceType) else None
        if found is None:
            self._unknown += 1
            if self._unknown > UNKNOWN:
                raise TooComplex(f"the query names more than {UNKNOWN} fields that do not exist, such as {name} of {parent.name}")
            return 0
        kind: GraphQLNamedType = get_named_type(found.type)
        if node.selection_set is None or not is_composite_type(kind):
            return 0
        own_page = self._page(parent, name, found, node)
        times = 1
        if _is_list(found):
            times, own_page = own_page or page or LISTED, None
        return times * (1 + self.of(kind, node.selection_set, own_page))

    def _page(self, parent: GraphQLNamedType, name: str, found: GraphQLField, node: FieldNode) -> int | None:
        """How many entries the page has that a field gives; None for a field without pages."""
        argument = found.args.get(PAGE)
        if argument is None or get_named_type(argument.type).name != "Int":
            return None
        given = next((self._value(given.value) for given in node.arguments or () if given.name.value == PAGE), None)
        usual = self._pages.special.get((parent.name, name), self._pages.usual)
        return max(given, 1) if isinstance(given, int) else usual

    def _value(self, node: ValueNode) -> Any:
        if isinstance(node, VariableNode):
            return self._variables.get(node.name.value)
        return int(node.value) if isinstance(node, IntValueNode) else None

    def _composite(self, name: str) -> GraphQLCompositeType | None:
        kind = self._schema.get_type(name)
        return kind if is_composite_type(kind) else None


def _is_list(found: GraphQLField) -> bool:
    kind = found.type
    return is_list_type(kind.of_type if is_non_null_type(kind) else kind)
