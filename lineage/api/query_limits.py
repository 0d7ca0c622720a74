"""Refuses queries that would take more than their share, before they are validated and carried out (design 8)."""

from collections.abc import Hashable, Iterator

from graphql import DocumentNode
from strawberry.extensions import SchemaExtension

from lineage.api.answer_size import PageSizes, answer_size
from lineage.api.document_shape import ShapeLimits, check_shape
from lineage.errors import TooComplex
from lineage.settings import Settings

REMEMBERED = 1024
"""How many operations that keep to the limits are remembered."""


class QueryLimits:
    """What the settings allow, and which operations were found to keep to it."""

    def __init__(self, settings: Settings) -> None:
        self._shape = ShapeLimits(
            operations=settings.max_query_operations,
            variables=settings.max_query_variables,
            fragments=settings.max_query_fragments,
            fields=settings.max_query_fields,
            arguments=settings.max_query_arguments,
            directives=settings.max_query_directives,
            repeats=settings.max_query_repeats,
            # Fragments take levels that are no depth.
            levels=2 * settings.max_query_depth + 10,
            introspections=settings.max_query_introspections,
        )
        self._pages = PageSizes(settings.default_page_size, {("Query", "forkTree"): settings.max_tree_nodes})
        self._most = settings.max_query_cost
        self._most_chars = settings.max_query_chars
        self._passed: set[Hashable] = set()

    def extension(self) -> SchemaExtension:
        """What holds one operation to the limits."""
        return _Held(self)

    def check_length(self, query: str | None) -> None:
        """TOO_COMPLEX for a document that is too long to be parsed."""
        if query is not None and len(query) > self._most_chars:
            raise TooComplex(f"the document has {len(query)} characters, more than {self._most_chars}: give long texts as variables")

    def check(self, operation: SchemaExtension) -> None:
        """TOO_COMPLEX for an operation that does not keep to the limits."""
        context = operation.execution_context
        # Of variables only sizes of pages say anything here.
        numbers = tuple(item for item in (context.variables or {}).items() if type(item[1]) is int)
        known = (context.query, context.operation_name, numbers)
        if known in self._passed:
            return
        document = context.graphql_document
        assert isinstance(document, DocumentNode)
        check_shape(document, self._shape)
        size = answer_size(context.schema._schema, document, context.operation_name, context.variables, self._pages)
        if size > self._most:
            raise TooComplex(
                f"the answer may hold {size} objects, more than {self._most}: ask for smaller pages, or for less below lists "
                "(README, Limits)"
            )
        if len(self._passed) >= REMEMBERED:
            self._passed.clear()
        self._passed.add(known)


class _Held(SchemaExtension):
    def __init__(self, limits: QueryLimits) -> None:
        super().__init__()
        self._limits = limits

    def on_parse(self) -> Iterator[None]:
        self._limits.check_length(self.execution_context.query)
        yield

    def on_validate(self) -> Iterator[None]:
        self._limits.check(self)
        yield
