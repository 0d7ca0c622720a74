"""What the API tells of its operations to who measures or traces it."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import perf_counter
from typing import Any, Protocol

from strawberry.extensions import SchemaExtension
from strawberry.types.graphql import OperationType


class OperationWatch(Protocol):
    def operating(self) -> AbstractContextManager[None]:
        """Around a request for one result, from its document on, valid or not."""

    def streaming(self, results: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
        """The results of a request for one or many, as they come."""

    def executing(self, kind: str, name: str | None) -> None:
        """The operation is a valid query, mutation or subscription and begins. None for one without a name."""

    def operation(self, kind: str, name: str | None, seconds: float) -> None:
        """A valid query or mutation was carried out, well or badly."""

    def error(self, code: str) -> None:
        """A caller was told an error of this code."""


class Unwatched:
    """Nobody measures."""

    def operating(self) -> AbstractContextManager[None]:
        return nullcontext()

    def streaming(self, results: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
        return results

    def executing(self, kind: str, name: str | None) -> None:
        pass

    def operation(self, kind: str, name: str | None, seconds: float) -> None:
        pass

    def error(self, code: str) -> None:
        pass


class Both:
    """Tells two."""

    def __init__(self, one: OperationWatch, other: OperationWatch) -> None:
        self._one = one
        self._other = other

    @contextmanager
    def operating(self) -> Iterator[None]:
        with self._one.operating(), self._other.operating():
            yield

    def streaming(self, results: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
        return self._other.streaming(self._one.streaming(results))

    def executing(self, kind: str, name: str | None) -> None:
        self._one.executing(kind, name)
        self._other.executing(kind, name)

    def operation(self, kind: str, name: str | None, seconds: float) -> None:
        self._one.operation(kind, name, seconds)
        self._other.operation(kind, name, seconds)

    def error(self, code: str) -> None:
        self._one.error(code)
        self._other.error(code)


class Watched(SchemaExtension):
    """Tells of each operation when it begins, and of each query and mutation how long it took: of a subscription that says nothing."""

    watch: OperationWatch

    def on_execute(self) -> Iterator[None]:
        """Around what is valid: the name of anything else says nothing."""
        began = perf_counter()
        kind, name = self.execution_context.operation_type, self.execution_context.operation_name
        self.watch.executing(kind.value, name)
        yield
        if kind is not OperationType.SUBSCRIPTION:
            self.watch.operation(kind.value, name, perf_counter() - began)


def watched_by(watch: OperationWatch) -> type[Watched]:
    """The extension of schemas that tells this watch."""
    return type("WatchedByOne", (Watched,), {"watch": watch})
