"""JSON documents that end in the middle, as when the program that wrote them was killed or the disk was full."""

import re
from typing import Any

from lineage.importers.loose import parsed

_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]]', re.DOTALL)
_CLOSER = {b"{": b"}", b"[": b"]"}


def document(data: bytes) -> tuple[Any, bool]:
    """What a document says, and whether it was cut. Of one that was cut: everything up to the last object or list that is whole.

    ValueError when it is no JSON, or not even one object in it is whole.
    """
    try:
        return parsed(data), False
    except ValueError:
        return parsed(_closed(data)), True


def _closed(data: bytes) -> bytes:
    closers: list[bytes] = []
    end, still_open = 0, b""
    for token in _TOKEN.finditer(data):
        mark = token[0]
        if mark in _CLOSER:
            closers.append(_CLOSER[mark])
        elif mark in (b"}", b"]"):
            if not closers or closers.pop() != mark:
                raise ValueError("its brackets do not match")
            if not closers:
                raise ValueError("something is wrong within it, or behind its end")
            end = token.end()
            # Copying the brackets that are open is dear for deep documents only.
            still_open = b"".join(reversed(closers))
    if not end:
        raise ValueError("nothing in it is whole")
    return data[:end] + still_open
