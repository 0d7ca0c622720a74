"""PackStream, the form of values in Bolt's messages, as far as a proxy has to read it and to write answers of its own."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

TAG_ONLY: Mapping[int, Any] = {0xC0: None, 0xC2: False, 0xC3: True}
NUMBERS = {0xC1: ">d", 0xC8: ">b", 0xC9: ">h", 0xCA: ">i", 0xCB: ">q"}
SIZES = {1: ">B", 2: ">H", 4: ">I"}
SIZED = {
    **{0xD0 + place: ("text", width) for place, width in enumerate((1, 2, 4))},
    **{0xD4 + place: ("list", width) for place, width in enumerate((1, 2, 4))},
    **{0xD8 + place: ("map", width) for place, width in enumerate((1, 2, 4))},
    **{0xCC + place: ("bytes", width) for place, width in enumerate((1, 2, 4))},
}
TINY = {0x80: "text", 0x90: "list", 0xA0: "map", 0xB0: "structure"}


@dataclass(frozen=True, slots=True)
class Structure:
    """A message, or a value of a kind of its own such as a time."""

    tag: int
    fields: list[Any]


class Reader:
    """Reads values one after another."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def _take(self, count: int) -> bytes:
        taken = self._data[self._place : self._place + count]
        assert len(taken) == count, "the message ends in the middle of a value"
        self._place += count
        return taken

    def _number(self, form: str) -> Any:
        return struct.unpack(form, self._take(struct.calcsize(form)))[0]

    def value(self) -> Any:
        (mark,) = self._take(1)
        if mark in TAG_ONLY:
            return TAG_ONLY[mark]
        if mark in NUMBERS:
            return self._number(NUMBERS[mark])
        if mark < 0x80 or mark >= 0xF0:
            return mark if mark < 0x80 else mark - 0x100
        kind, width = (TINY[mark & 0xF0], 0) if mark & 0xF0 in TINY else SIZED[mark]
        size = self._number(SIZES[width]) if width else mark & 0x0F
        if kind == "text":
            return self._take(size).decode()
        if kind == "bytes":
            return self._take(size)
        if kind == "list":
            return [self.value() for _ in range(size)]
        if kind == "map":
            return {self.value(): self.value() for _ in range(size)}
        (tag,) = self._take(1)
        return Structure(tag, [self.value() for _ in range(size)])


def read(message: bytes) -> Structure:
    found = Reader(message).value()
    assert isinstance(found, Structure)
    return found


def written(value: Any) -> bytes:
    """Texts, small numbers, lists and maps, and structures of them."""
    if isinstance(value, Structure):
        return bytes([0xB0 + len(value.fields), value.tag]) + b"".join(map(written, value.fields))
    if isinstance(value, str):
        encoded = value.encode()
        return b"\xd1" + struct.pack(">H", len(encoded)) + encoded
    if isinstance(value, int):
        return b"\xca" + struct.pack(">i", value)
    if isinstance(value, Mapping):
        return b"\xd9" + struct.pack(">H", len(value)) + b"".join(written(key) + written(entry) for key, entry in value.items())
    assert isinstance(value, Sequence)
    return b"\xd5" + struct.pack(">H", len(value)) + b"".join(map(written, value))
