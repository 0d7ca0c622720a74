"""Refuses queries that would take more than their share, before they are validated and carried out (design 8)."""

from collections.abc import Hashable, Iterator

from graphql import DocumentNode
from strawberry.extensions import SchemaExtension

from lineage.api.answer_size import PageSizes, answer_size, page_variables, whole_number
from lineage.api.document_shape import ShapeLimits, check_shape
from lineage.errors import TooComplex
from lineage.settings import Settings

REMEMBERED = 512
"""How many documents that keep to the limits are remembered, and how many of their operations with sizes of pages."""


NOT_GIVEN = "not given"
"""In the place of a variable that was left out, which may have a default."""


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
        self._paged: dict[str | None, tuple[str, ...]] = {}
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
        document = context.graphql_document
        assert isinstance(document, DocumentNode)
        paged = self._paged.get(context.query)
        if paged is None:
            check_shape(document, self._shape)
            paged = page_variables(document)
            self._forget_if_many()
            self._paged[context.query] = paged
        given = context.variables or {}
        known = (context.query, context.operation_name, *(whole_number(given.get(name)) if name in given else NOT_GIVEN for name in paged))
        if known in self._passed:
            return
        size = answer_size(context.schema._schema, document, context.operation_name, context.variables, self._pages)
        if size > self._most:
            raise TooComplex(
                f"the answer may hold {size} objects, more than {self._most}: ask for smaller pages, or for less below lists "
                "(README, Limits)"
            )
        self._forget_if_many()
        self._passed.add(known)

    def _forget_if_many(self) -> None:
        for remembered in (self._paged, self._passed):
            if len(remembered) >= REMEMBERED:
                remembered.clear()


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
