"""What a store tells of its work to who measures it."""

from collections.abc import Sequence
from typing import Protocol


class StoreWatch(Protocol):
    def statement(self, queries: Sequence[str], seconds: float, failed: bool) -> None:
        """The queries of these names were sent as one statement, which took so long."""

    def retried(self, access: str) -> None:
        """A read or a write (READ, WRITE) is tried again after a passing fault."""


class Unwatched:
    """Nobody measures."""

    def statement(self, queries: Sequence[str], seconds: float, failed: bool) -> None:
        pass

    def retried(self, access: str) -> None:
        pass
