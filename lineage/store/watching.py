"""What a store tells of its work to who measures or traces it."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol


class StoreWatch(Protocol):
    def statement(self, queries: Sequence[str], seconds: float, error: BaseException | None) -> None:
        """The queries of these names were sent as one statement, which took so long; error is why it failed, if it did."""

    def transaction(self, name: str) -> AbstractContextManager[None]:
        """Around a write of this name with all its attempts."""

    def retried(self, access: str) -> None:
        """A read or a write (READ, WRITE) is tried again after a passing fault."""


class Unwatched:
    """Nobody measures."""

    def statement(self, queries: Sequence[str], seconds: float, error: BaseException | None) -> None:
        pass

    def transaction(self, name: str) -> AbstractContextManager[None]:
        return nullcontext()

    def retried(self, access: str) -> None:
        pass


def label_of(queries: Sequence[str]) -> str:
    """A short name of a statement: its first query, and how many more it has."""
    return queries[0] if len(queries) == 1 else f"{queries[0]}+{len(queries) - 1}"


class Both:
    """Tells two."""

    def __init__(self, one: StoreWatch, other: StoreWatch) -> None:
        self._one = one
        self._other = other

    def statement(self, queries: Sequence[str], seconds: float, error: BaseException | None) -> None:
        self._one.statement(queries, seconds, error)
        self._other.statement(queries, seconds, error)

    @contextmanager
    def transaction(self, name: str) -> Iterator[None]:
        with self._one.transaction(name), self._other.transaction(name):
            yield

    def retried(self, access: str) -> None:
        self._one.retried(access)
        self._other.retried(access)
