"""What the API tells of its operations to who measures it."""

from collections.abc import Iterator
from time import perf_counter
from typing import Protocol

from strawberry.extensions import SchemaExtension
from strawberry.types.graphql import OperationType


class OperationWatch(Protocol):
    def operation(self, kind: str, name: str | None, seconds: float) -> None:
        """A valid query or mutation was carried out, well or badly. None for one without a name."""

    def error(self, code: str) -> None:
        """A caller was told an error of this code."""


class Unwatched:
    """Nobody measures."""

    def operation(self, kind: str, name: str | None, seconds: float) -> None:
        pass

    def error(self, code: str) -> None:
        pass


class Watched(SchemaExtension):
    """Tells of each query and mutation. A subscription has no length that says anything."""

    watch: OperationWatch

    def on_execute(self) -> Iterator[None]:
        """Around what is valid: the name of anything else says nothing."""
        began = perf_counter()
        yield
        kind = self.execution_context.operation_type
        if kind is not OperationType.SUBSCRIPTION:
            self.watch.operation(kind.value, self.execution_context.operation_name, perf_counter() - began)


def watched_by(watch: OperationWatch) -> type[Watched]:
    """The extension of schemas that tells this watch."""
    return type("WatchedByOne", (Watched,), {"watch": watch})
