"""How a backup is a file: parts, each with its length and digest, and a last line with the digest of all before it.

    {"lineageBackup": 1, ...}\n                                               what the file is
    {"part": 1, "of": "workspace", ..., "bytes": N, "sha256": "..."}\n        and N bytes: lines of JSON, deflated
    ...
    {"end": true, "parts": 2, "sha256": "..."}\n

A part has some MiB of lines at most, so that whoever writes or reads it needs no more memory for a larger store.
"""

import hashlib
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

import orjson

from lineage.errors import BadInput

FORMAT = 1
"""The version of the format. One that does not read as this one does has another."""
PART_BYTES = 2 << 20
"""Lines in a part before it is ended, in bytes before they are deflated."""
MOST_PART_BYTES = 256 << 20
"""A part that claims to be longer is none: one line of a store cannot be so long."""
MOST_HEAD_BYTES = 1 << 16
LEVEL = 3


@dataclass(frozen=True, slots=True)
class Frame:
    """A part's place in the file and what its head says: of a workspace, or of a tree, which may have several; last ends it."""

    offset: int
    head: Mapping[str, Any]

    @property
    def of(self) -> str:
        return str(self.head["of"])

    @property
    def workspace(self) -> str:
        return str(self.head["workspace"])

    @property
    def last(self) -> bool:
        return bool(self.head["last"])


class PartWriter:
    """Writes a backup from its beginning. about is told in its first line."""

    def __init__(self, file: IO[bytes], about: Mapping[str, Any]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.parts = 0
        self.bytes = 0
        self._write(_line({"lineageBackup": FORMAT, **about}))

    def part(self, of: str, workspace: str, lines: bytes, *, last: bool, **more: Any) -> None:
        """Writes a part."""
        self.parts += 1
        packed = zlib.compress(lines, LEVEL)
        head = {"part": self.parts, "of": of, "workspace": workspace, **more, "last": last}
        self._write(_line({**head, "bytes": len(packed), "sha256": hashlib.sha256(packed).hexdigest()}))
        self._write(packed)

    def end(self) -> None:
        """Writes what makes the file whole."""
        self._write(_line({"end": True, "parts": self.parts, "sha256": self._digest.hexdigest()}))

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self.bytes += len(data)


def about(file: IO[bytes]) -> dict[str, Any]:
    """What a backup's first line tells. BAD_INPUT for a file that is none, or of a version that is not known here."""
    file.seek(0)
    first = _parsed(file.readline(MOST_HEAD_BYTES))
    if "lineageBackup" not in first:
        raise BadInput("the file is no backup of lineage")
    if first["lineageBackup"] != FORMAT:
        raise BadInput(f"the backup is of version {first['lineageBackup']!r} of the format: expected {FORMAT}")
    return first


def check(file: IO[bytes], progress: Callable[[int], None] = lambda _: None) -> Iterator[Frame]:
    """The parts of a backup, in order, each once its digest was found right; the file as a whole is right when the iteration ends.

    progress is told the bytes of each. BAD_INPUT says at which part a file is damaged, or that it ends too early.
    """
    about(file)
    digest = hashlib.sha256()
    file.seek(0)
    digest.update(file.readline(MOST_HEAD_BYTES))
    number, offset = 0, file.tell()
    while True:
        # Whoever takes the parts may have read elsewhere meanwhile.
        file.seek(offset)
        line = file.readline(MOST_HEAD_BYTES)
        head = _parsed(line)
        if head.get("end") is True:
            _check_end(head, number, digest.hexdigest(), file.read(1))
            return
        number += 1
        size = head.get("bytes")
        if head.get("part") != number or not isinstance(size, int) or not 0 <= size <= MOST_PART_BYTES:
            raise BadInput(f"the backup is damaged, or cut, where its part {number} begins")
        packed = file.read(size)
        if hashlib.sha256(packed).hexdigest() != head.get("sha256"):
            raise BadInput(f"part {number} of the backup is damaged, or cut: its digest is not the recorded one")
        digest.update(line)
        digest.update(packed)
        progress(len(line) + size)
        frame, offset = Frame(offset, head), offset + len(line) + size
        yield frame


def lines(file: IO[bytes], frame: Frame) -> Iterator[dict[str, Any]]:
    """The lines of a part, as JSON."""
    file.seek(frame.offset)
    file.readline(MOST_HEAD_BYTES)
    for line in zlib.decompress(file.read(frame.head["bytes"])).splitlines():
        found: dict[str, Any] = orjson.loads(line)
        yield found


def _check_end(head: Mapping[str, Any], parts: int, digest: str, more: bytes) -> None:
    if head.get("parts") != parts or head.get("sha256") != digest:
        raise BadInput("the backup is damaged: the digest of the whole is not the recorded one")
    if more:
        raise BadInput("the backup goes on after its end")


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        found = orjson.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _line(value: Mapping[str, Any]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
