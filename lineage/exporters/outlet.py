"""A file that others write to, whose bytes are taken away as they come."""

from collections.abc import Iterator
from io import RawIOBase
from typing import Any


class Outlet(RawIOBase):
    """What was written since it was last taken. It cannot be gone back in, and tells how much was written in all."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._taken = 0

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def tell(self) -> int:
        return self._taken + len(self._data)

    def write(self, data: Any) -> int:
        self._data += data
        return len(data)

    def take(self) -> Iterator[bytes]:
        """The bytes that came, at most once."""
        if self._data:
            data = bytes(self._data)
            self._data.clear()
            self._taken += len(data)
            yield data
