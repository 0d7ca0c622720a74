"""What a reader of a format has to do, and how it gets at a file's lines."""

import gzip
import io
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol, cast

import zstandard

from lineage.domain.recording.recorded import RecordedThread, ThreadOutline
from lineage.importers.report import FileReport

PACKED = (".gz", ".zst")
"""How the names of packed files end."""
DAMAGED = (OSError, EOFError, zlib.error, zstandard.ZstdError)
"""What reading a packed file raises that is cut or damaged."""
HEAD_BYTES = 65_536
"""How much of a file, unpacked, a reader may look at to recognize its format."""


class OpenedFile(Protocol):
    """A file that was opened by its reader. Its memory is bounded by its largest thread, not by the file."""

    def outlines(self) -> Sequence[ThreadOutline]:
        """Its threads without their content, parents before their children where the file has both. Faults go into the report here."""

    def read(self, thread_id: str) -> RecordedThread:
        """One of these threads with its content. Faults were told by outlines already and are not told again."""

    def close(self) -> None: ...


class Reader(Protocol):
    """Reads one format. Nothing in a file makes it raise: what cannot be used is a fault of the report."""

    name: str
    """As `lineage import --from` names it."""

    def recognizes(self, path: Path, head: bytes) -> bool:
        """Whether a file that begins with these bytes (unpacked) is of this format."""

    def open(self, path: Path, report: FileReport) -> OpenedFile:
        """Opens a file of this format, packed or not. OSError when it cannot be read at all."""


@contextmanager
def unpacked(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, unpacked when its name ends in .gz or .zst. Damage shows as DAMAGED errors while it is read."""
    if path.suffix == ".gz":
        with gzip.open(path) as packed:
            yield cast(BinaryIO, packed)
    elif path.suffix == ".zst":
        with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as stream:
            yield cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, stream), 1 << 20))
    else:
        with path.open("rb", buffering=1 << 20) as plain:
            yield plain


def size_of(path: Path) -> int:
    """The bytes of a file, unpacked as far as that can be done."""
    if path.suffix not in PACKED:
        return path.stat().st_size
    size = 0
    try:
        with unpacked(path) as file:
            while part := file.read(1 << 20):
                size += len(part)
    except DAMAGED:
        return size
    return size


def head_of(path: Path) -> bytes:
    """The first bytes of a file, unpacked."""
    with unpacked(path) as file:
        return file.read(HEAD_BYTES)
