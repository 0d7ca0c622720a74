"""Nothing in a file makes the reader raise."""

import json
import shutil
import sqlite3
from contextlib import closing, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.importers.opencode_database import READER
from tests.importers.damage import cut_and_changed, with_other_values
from tests.importers.fuzzing import fuzzed
from tests.importers.opencode_database.databases import FOLDER, database, unpacked
from tests.importers.opened import everything

TABLES = {
    "session": ("id", "parent_id", "time_created", "directory"),
    "message": ("id", "session_id", "time_created"),
    "part": ("id", "message_id"),
}
CELLS = st.none() | st.integers(-(1 << 63), (1 << 63) - 1) | st.floats() | st.text(max_size=6) | st.binary(max_size=12)


@fuzzed
@given(st.sampled_from(["current.db", "export.json"]), st.data())
def test_no_damaged_bytes_make_it_raise(tmp_path_factory: pytest.TempPathFactory, name: str, draw: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    data = (FOLDER / name).read_bytes() if name == "export.json" else unpacked(folder).read_bytes()
    path = folder / name
    path.write_bytes(cut_and_changed(draw, data))
    everything(READER, path)
    shutil.rmtree(folder)


@fuzzed
@given(st.data())
def test_no_other_values_in_an_export_make_it_raise(tmp_path_factory: pytest.TempPathFactory, draw: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "export.json"
    path.write_text(json.dumps(with_other_values(draw, json.loads((FOLDER / "export.json").read_text()))))
    everything(READER, path)
    shutil.rmtree(path.parent)


@fuzzed
@given(st.sampled_from(["current", "older", "newer", "hazards"]), st.data())
def test_no_other_values_in_rows_make_it_raise(tmp_path_factory: pytest.TempPathFactory, name: str, draw: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    path = unpacked(folder) if name == "current" else database(folder, name)
    tables = {**TABLES, "session_message": ("id", "session_id", "type", "seq")} if name == "newer" else TABLES
    with closing(sqlite3.connect(path)) as connection:
        for _ in range(draw.draw(st.integers(1, 6))):
            table = draw.draw(st.sampled_from(sorted(tables)))
            rows = connection.execute(f"SELECT rowid, {'data' if table != 'session' else 'title'} FROM {table} ORDER BY rowid").fetchall()
            row, data = draw.draw(st.sampled_from(rows)) if rows else (0, None)
            with suppress(sqlite3.IntegrityError):
                if table == "session" or draw.draw(st.booleans()):
                    column = draw.draw(st.sampled_from(tables[table]))
                    connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (draw.draw(CELLS), row))
                elif isinstance(data, str):
                    with suppress(ValueError):
                        changed = json.dumps(with_other_values(draw, json.loads(data)))
                        connection.execute(f"UPDATE {table} SET data = ? WHERE rowid = ?", (changed, row))
        connection.commit()
    everything(READER, path)
    shutil.rmtree(folder)
