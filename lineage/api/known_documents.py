"""Documents that were asked before are neither parsed nor validated again."""

from collections.abc import Iterator
from dataclasses import dataclass

from graphql import DocumentNode, GraphQLError
from strawberry.extensions import SchemaExtension

from lineage.api.last_used import LastUsed

MOST_DOCUMENTS = 512
MOST_CHARACTERS = 1_000_000


@dataclass(frozen=True, eq=False)
class Known:
    """A document, and what validating it found."""

    document: DocumentNode
    errors: list[GraphQLError]


class KnownDocuments:
    """The documents that one schema was asked last, by their texts: no more than so many, and so many characters in all. Those that
    cannot be parsed, or are above the limits, are not kept.

    Strawberry's caches look for what they know of a document by its syntax tree, whose hash takes as long as the tree is large; a text
    knows its hash.
    """

    def __init__(self, most: int = MOST_DOCUMENTS, most_characters: int = MOST_CHARACTERS) -> None:
        self._known = LastUsed[Known](most, most_characters)

    def __len__(self) -> int:
        return len(self._known)

    def extension(self) -> SchemaExtension:
        """What takes an operation's document from here, or keeps it here."""
        return _Knowing(self)

    def find(self, text: str) -> Known | None:
        return self._known.find(text)

    def keep(self, text: str, known: Known) -> None:
        self._known.keep(text, known, len(text))


class _Knowing(SchemaExtension):
    def __init__(self, documents: KnownDocuments) -> None:
        super().__init__()
        self._documents = documents
        self._known: Known | None = None

    def on_parse(self) -> Iterator[None]:
        self._known = self._documents.find(self.execution_context.query or "")
        if self._known is not None:
            self.execution_context.graphql_document = self._known.document
        yield

    def on_validate(self) -> Iterator[None]:
        context = self.execution_context
        if self._known is not None:
            context.pre_execution_errors = self._known.errors
        yield
        if self._known is None and context.query and context.graphql_document is not None:
            self._documents.keep(context.query, Known(context.graphql_document, context.pre_execution_errors or []))
