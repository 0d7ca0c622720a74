"""OpenCode's databases: one that the program itself wrote, unpacked, and others from their SQL."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.importers.opened import DATA

FOLDER = DATA / "opencode"
WRITTEN_BY_OPENCODE = FOLDER / "current.db.gz"


def unpacked(folder: Path) -> Path:
    path = folder / "opencode.db"
    path.write_bytes(gzip.decompress(WRITTEN_BY_OPENCODE.read_bytes()))
    return path


def database(folder: Path, name: str) -> Path:
    """The database that tests/data/opencode/NAME.sql makes."""
    path = folder / f"{name}.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FOLDER / f"{name}.sql").read_text())
    return path
