"""Packed files whose packing is damaged or cut: what can be unpacked before that place."""

from collections.abc import Iterator
from pathlib import Path

from lineage.importers.reading import DAMAGED, unpacked

PIECE = 1 << 20


class Unpacking:
    """The bytes of a file piece by piece, unpacked. OSError when it cannot be opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.damage: str | None = None
        """What was wrong where the pieces ended too early; known when they have been gone through."""

    def __iter__(self) -> Iterator[bytes]:
        with unpacked(self._path) as file:
            while True:
                try:
                    # Not read: what was unpacked before the damage would be lost with it.
                    piece = file.read1(PIECE)  # type: ignore[attr-defined]
                except DAMAGED as error:
                    self.damage = str(error) or type(error).__name__
                    return
                if not piece:
                    return
                yield piece


def lines_of(unpacking: Unpacking) -> Iterator[bytes]:
    """The lines of a file without their ends; the last one may be cut."""
    begun: list[bytes] = []
    for piece in unpacking:
        first, *others = piece.split(b"\n")
        begun.append(first)
        if others:
            yield b"".join(begun)
            yield from others[:-1]
            begun = [others[-1]]
    if any(begun):
        yield b"".join(begun)
