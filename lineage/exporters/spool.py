"""Bytes put aside on disk, for formats that want them in another order than they come in."""

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Any, Self

import orjson

MEMORY_BYTES = 1 << 20
"""What a spool holds in memory before it goes to disk."""
CHUNK_BYTES = 1 << 16


class Spool:
    """A temporary file that is written from its beginning and then read as often as it is wanted. It is gone once it is closed."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=MEMORY_BYTES)  # noqa: SIM115 - this class is the context manager
        self.empty = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def write(self, data: bytes) -> None:
        self._file.write(data)
        self.empty = self.empty and not data

    def put(self, row: Any) -> None:
        """A JSON value as a line."""
        self.write(orjson.dumps(row) + b"\n")

    def chunks(self) -> Iterator[bytes]:
        """All that was written, from the beginning."""
        self._file.seek(0)
        while chunk := self._file.read(CHUNK_BYTES):
            yield chunk

    def rows(self) -> Iterator[Any]:
        """The values that were put in, in their order."""
        self._file.seek(0)
        for line in self._file:
            yield orjson.loads(line)

    def clear(self) -> None:
        """Empties it for the next tree."""
        self._file.seek(0)
        self._file.truncate()
        self.empty = True
