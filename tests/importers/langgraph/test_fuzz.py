"""Nothing in a file makes the reader raise."""

import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import ormsgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.importers.langgraph import READER
from lineage.importers.langgraph.decoding import NotDecoded, decoded
from tests.importers.damage import anything, cut_and_changed
from tests.importers.fuzzing import fuzzed
from tests.importers.opened import DATA, everything

WHOLE = gzip.decompress((DATA / "langgraph" / "graphs.sqlite.gz").read_bytes())
COLUMNS = ("thread_id", "checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "type", "checkpoint", "metadata")
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(["human", "ai", "tool"]), "content": anything, "id": anything, "tool_calls": anything}
)
STATES = st.fixed_dictionaries({"ts": anything, "channel_values": st.dictionaries(st.sampled_from(["messages", "__start__", "x"]), anything | st.lists(MESSAGES, max_size=3))})  # fmt: skip


def cell(draw: st.DataObject, ids: list[str]) -> object:
    """A value for a column: another checkpoint's id, a state, or anything that SQLite takes."""
    plain = st.none() | st.integers(-(1 << 63), (1 << 63) - 1) | st.text(max_size=6) | st.binary(max_size=12) | st.sampled_from(ids)
    state = draw.draw(STATES | anything)
    try:
        packed = ormsgpack.packb(state)
    except ormsgpack.MsgpackEncodeError:
        packed = b""
    return draw.draw(plain | st.sampled_from([packed, b'{"source": "input", "parents": 3}', b'{"source": "loop"}']))


@fuzzed
@given(st.data())
def test_no_damaged_bytes_make_it_raise(tmp_path_factory: pytest.TempPathFactory, draw: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "damaged.sqlite"
    path.write_bytes(cut_and_changed(draw, WHOLE))
    everything(READER, path)
    shutil.rmtree(path.parent)


@fuzzed
@given(st.data())
def test_no_other_values_make_it_raise(tmp_path_factory: pytest.TempPathFactory, draw: st.DataObject) -> None:
    path: Path = tmp_path_factory.mktemp("fuzz") / "other.sqlite"
    path.write_bytes(WHOLE)
    with closing(sqlite3.connect(path)) as connection:
        ids = [id for (id,) in connection.execute("SELECT checkpoint_id FROM checkpoints ORDER BY rowid")]
        for _ in range(draw.draw(st.integers(1, 6))):
            column, row = draw.draw(st.sampled_from(COLUMNS)), draw.draw(st.sampled_from(ids))
            connection.execute(f"UPDATE OR IGNORE checkpoints SET {column} = ? WHERE checkpoint_id = ?", (cell(draw, ids), row))
        connection.commit()
    everything(READER, path)
    shutil.rmtree(path.parent)


@fuzzed
@given(st.sampled_from(["msgpack", "json", "null", "bytes", "other", None]), st.binary(max_size=200))
def test_no_bytes_make_decoding_raise_anything_else(kind: str | None, data: bytes) -> None:
    try:
        decoded(kind, data)
    except NotDecoded:
        return
