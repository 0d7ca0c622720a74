"""How a GraphQL document is built, and what is too much of it to be looked at any further (design 8)."""

from collections import Counter
from dataclasses import dataclass, field

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
)

from lineage.errors import TooComplex

INTROSPECTION = frozenset({"__schema", "__type"})


@dataclass(frozen=True, slots=True)
class ShapeLimits:
    """How many of each a document may have at most."""

    operations: int
    variables: int
    fragments: int
    fields: int
    arguments: int
    directives: int
    repeats: int
    """Selections of one name in one selection set, with those of its fragments. They are compared with each other, each with each."""
    levels: int
    """Selection sets inside each other, with those of fragments."""
    introspections: int


@dataclass
class _Part:
    """What a selection set says at its own level, with its fragments."""

    levels: int = 1
    names: Counter[str] = field(default_factory=Counter)


def check_shape(document: DocumentNode, limits: ShapeLimits) -> None:
    """TOO_COMPLEX for a document that has more of something than its limit, or whose fragments hold themselves. Takes time in proportion
    to the document alone."""
    _Survey(document, limits).check()


class _Survey:
    def __init__(self, document: DocumentNode, limits: ShapeLimits) -> None:
        self._limits = limits
        self._counts: Counter[str] = Counter()
        self._operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        self._fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
        self._surveyed: dict[str, _Part | None] = {}

    def check(self) -> None:
        self._count("operations", len(self._operations))
        self._count("fragments", len(self._fragments))
        for operation in self._operations:
            self._count("variables", len(operation.variable_definitions or ()))
            for variable in operation.variable_definitions or ():
                self._count("directives", len(variable.directives or ()))
            self._count("directives", len(operation.directives or ()))
            self._survey(operation.selection_set)
        for name in self._fragments:
            self._fragment(name)

    def _survey(self, selections: SelectionSetNode) -> _Part:
        part = _Part()
        for node in selections.selections:
            self._count("directives", len(node.directives or ()))
            match node:
                case FieldNode():
                    self._field(node, part)
                case FragmentSpreadNode():
                    self._count("fields", 1)
                    self._add(part, self._fragment(node.name.value), below=0)
                case InlineFragmentNode():
                    self._count("fields", 1)
                    self._add(part, self._survey(node.selection_set), below=1)
        if repeated := next((name for name, times in part.names.items() if times > self._limits.repeats), None):
            raise TooComplex(f"the query selects {repeated} more than {self._limits.repeats} times in one place")
        return part

    def _field(self, node: FieldNode, part: _Part) -> None:
        self._count("fields", 1)
        self._count("arguments", len(node.arguments or ()))
        if node.name.value in INTROSPECTION:
            self._count("introspections", 1)
        part.names[node.alias.value if node.alias else node.name.value] += 1
        if node.selection_set is not None:
            self._deepen(part, self._survey(node.selection_set).levels + 1)

    def _fragment(self, name: str) -> _Part:
        """A fragment, surveyed once; one that is not there has nothing, which validation tells."""
        if name not in self._fragments:
            return _Part()
        if name not in self._surveyed:
            self._surveyed[name] = None
            self._count("directives", len(self._fragments[name].directives or ()))
            self._surveyed[name] = self._survey(self._fragments[name].selection_set)
        if (part := self._surveyed[name]) is None:
            raise TooComplex(f"the fragment {name} holds itself")
        return part

    def _add(self, part: _Part, other: _Part, below: int) -> None:
        part.names.update(other.names)
        self._deepen(part, other.levels + below)

    def _deepen(self, part: _Part, levels: int) -> None:
        part.levels = max(part.levels, levels)
        if levels > self._limits.levels:
            raise TooComplex(f"the query nests more than {self._limits.levels} levels")

    def _count(self, what: str, more: int) -> None:
        self._counts[what] += more
        most: int = getattr(self._limits, what)
        if self._counts[what] > most:
            raise TooComplex(f"the query has more than {most} {what}")
