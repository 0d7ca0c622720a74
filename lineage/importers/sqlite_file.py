"""SQLite databases of other programs, read while those may be running, and without a trace in their folders."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from lineage.importers.damaged import Unpacking

MAGIC = b"SQLite format 3\0"
_FORMAT_VERSIONS = slice(18, 20)
_WITH_LOG = b"\x02\x02"
"""What a database that is written through a write-ahead log has there."""


class SqliteFile:
    """An open database. Its texts come as bytes, because they need not be UTF-8. Rows that cannot be read raise sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        """OSError or sqlite3.Error when it cannot be opened."""
        self.damage: str | None = None
        """What is wrong with its packing, where it was unpacked only in part."""
        self._path = path
        self._copies: tempfile.TemporaryDirectory[str] | None = None
        self._connection: sqlite3.Connection | None = None
        try:
            self._connection = self._connected(path)
            self._connection.text_factory = bytes
            self.columns = {name: self._columns_of(name) for name in self._tables()}
        except BaseException:
            self.close()
            raise

    def rows(self, statement: str, *values: object) -> Iterator[tuple[object, ...]]:
        """The rows of a query, as they are read."""
        assert self._connection is not None, "it is closed"
        return iter(self._connection.execute(statement, values))

    def is_cut(self) -> bool:
        """Whether the database is shorter than its header says."""
        return _is_cut(self._path)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._copies is not None:
            self._copies.cleanup()
            self._copies = None

    def _connected(self, path: Path) -> sqlite3.Connection:
        if path.suffix in (".gz", ".zst"):
            self._path = copy = self._folder() / "unpacked"
            unpacking = Unpacking(path)
            with copy.open("wb") as file:
                file.writelines(unpacking)
            self.damage = unpacking.damage
            return _opened(copy, "mode=rw")
        if not _has_content(path, "-wal") and not _has_content(path, "-journal"):
            # To look at a database that has no log at present, SQLite would make one.
            return _opened(path, "mode=ro&immutable=1" if _uses_log(path) else "mode=ro")
        if _has_content(path, "-shm") and not _has_content(path, "-journal"):
            with suppress(sqlite3.Error):
                # Reads the log of a running program without so much as noting there that it is read.
                return _opened(path, "mode=ro&readonly_shm=1")
        copy = self._folder() / "copy"
        for suffix in ("", "-wal", "-journal"):
            if Path(f"{path}{suffix}").exists():
                shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
        return _opened(copy, "mode=rw")

    def _folder(self) -> Path:
        self._copies = tempfile.TemporaryDirectory(prefix="lineage-import-")
        return Path(self._copies.name)

    def _tables(self) -> list[str]:
        return [as_text(name) or "" for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]

    def _columns_of(self, table: str) -> frozenset[str]:
        return frozenset(as_text(row[0]) or "" for row in self.rows("SELECT name FROM pragma_table_info(?)", table))


def as_text(value: object) -> str | None:
    """A value of a column as text, whatever it was stored as; None where there is nothing."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace") or None
    return None if value is None or value == "" else str(value)


def as_bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value or "").encode(errors="replace")


def _is_cut(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        header = file.read(32)
        page = int.from_bytes(header[16:18])
        expected = (65_536 if page == 1 else page) * int.from_bytes(header[28:32])
        return header.startswith(MAGIC) and path.stat().st_size < expected
    return False


def _opened(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"file:{quote(str(path.absolute()))}?{options}", uri=True, check_same_thread=False)
    try:
        # SQLite opens no database otherwise that is shorter than it says. Nothing is ever written through this connection.
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _has_content(path: Path, suffix: str) -> bool:
    with suppress(OSError):
        return Path(f"{path}{suffix}").stat().st_size > 0
    return False


def _uses_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(20)[_FORMAT_VERSIONS] == _WITH_LOG
