"""Which jars in a directory are what the lock file says, without hashing 161 MB at each start.

A jar is hashed once. What was seen is remembered in `verified.json` by size and modification time, so that a jar that
was cut off, overwritten or exchanged is hashed again.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path

from lineage.local.locks import LockedJar


class Verified:
    """The memory of one directory. Not for use from several threads at once."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._path = directory / "verified.json"
        self._seen: dict[str, list[str | int]] = _load(self._path)
        self._changed = False

    def holds(self, jar: LockedJar) -> bool:
        """Is this jar there with the content that its lock entry describes?"""
        path = self._directory / jar.filename
        try:
            status = path.stat()
        except FileNotFoundError:
            return False
        if status.st_size != jar.size:
            return False
        known: list[str | int] = [jar.sha256, status.st_size, status.st_mtime_ns]
        if self._seen.get(jar.filename) == known:
            return True
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != jar.sha256:
                return False
        self._seen[jar.filename] = known
        self._changed = True
        return True

    def save(self) -> None:
        """Remembers what was hashed for the next time; a cache that cannot be written to is hashed each time instead."""
        if not self._changed:
            return
        temporary = self._path.with_name(f"verified.{os.getpid()}.tmp")
        with contextlib.suppress(OSError):
            temporary.write_text(json.dumps(self._seen), encoding="utf-8")
            temporary.replace(self._path)
        self._changed = False


def _load(path: Path) -> dict[str, list[str | int]]:
    try:
        seen = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return seen if isinstance(seen, dict) else {}
