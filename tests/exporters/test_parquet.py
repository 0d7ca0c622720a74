"""Parquet files of runs, read by pyarrow."""

import sys
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest

from lineage.errors import Unsupported
from lineage.exporters import parquet
from lineage.exporters.formats import exporter_of
from tests.exporters.planted import NASTY, at, end_of_tree, exported, given, nasty, of_thread, profiles, run, thread
from tests.exporters.story import story

EXPORTER = exporter_of("parquet")

reading = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")


async def read(parts: list[Any]) -> Any:
    return reading.read_table(BytesIO(await exported(EXPORTER, parts)))


async def rows_of(parts: list[Any]) -> dict[str, dict[str, Any]]:
    """The rows by the ids of their runs."""
    return {row["run_id"]: row for row in (await read(parts)).to_pylist()}


async def test_columns_have_their_types() -> None:
    types = {field.name: str(field.type) for field in (await read(story())).schema}
    assert (types["run_id"], types["ordinal"], types["begun"], types["started_at"]) == ("string", "int64", "bool", "timestamp[us, tz=UTC]")


async def test_runs_come_by_thread_and_ordinal() -> None:
    found = list(await rows_of(story()))
    assert found == [*(f"main run {n}" for n in range(1, 8)), "fork run 1", "fork run 2", "child run 1", "grandchild run 1"]


async def test_a_row_tells_its_run_and_its_thread() -> None:
    rows = await rows_of(story())
    first = rows["fork run 1"]
    assert (first["thread_id"], first["root_thread_id"], first["parent_thread_id"], first["relationship_to_parent"]) == (
        "fork",
        "main",
        "main",
        "FORK",
    )
    assert (first["source_run_id"], first["source_version"], first["continues_run_id"]) == ("main run 4", 3, "main run 3")
    third = rows["main run 3"]
    assert (third["checkpoint_id"], third["workspace_ref"], third["native_turns"], third["thread_title"]) == ("cp", "abc", 2, "The parser")
    assert third["started_at"] == at(3)
    assert isinstance(third["started_at"], datetime)
    assert (rows["main run 1"]["items"], third["items"], rows["main run 7"]["finished_at"]) == (2, 0, None)


async def test_what_was_rolled_back_or_never_began_is_not_in_the_history() -> None:
    rows = await rows_of(story())
    assert {id for id, row in rows.items() if not row["in_history"]} == {"main run 5", "main run 6", "grandchild run 1"}
    assert {id for id, row in rows.items() if not row["begun"]} == {"grandchild run 1"}
    assert (rows["main run 6"]["status"], rows["main run 6"]["ended_as"], rows["main run 6"]["rolled_back_version"]) == (
        "ROLLED_BACK",
        "INTERRUPTED",
        13,
    )


async def test_covered_runs_are_counted_once_and_earlier_runs_by_provider_thread() -> None:
    rows = await rows_of(story())
    assert {id: (row["handoffs"], row["covered_runs"]) for id, row in rows.items() if row["handoffs"]} == {
        "main run 3": (1, 1),
        "main run 4": (1, 3),
        "main run 5": (1, 1),
        # Two of its fork, three of the main thread: the second is in both handoffs.
        "main run 7": (2, 5),
        "grandchild run 1": (1, 1),
    }
    assert [rows[f"main run {n}"]["earlier_runs_on_provider_thread"] for n in range(1, 8)] == [0, 1, 2, 0, 3, 4, 1]


async def test_any_text_is_kept() -> None:
    rows = (await read(nasty())).to_pylist()
    assert [row["message"] for row in rows if row["message"] is not None] == NASTY
    assert [row["thread_title"] for row in rows] == [name for name in NASTY for _ in range(2)]


async def test_an_export_without_runs_is_an_empty_table() -> None:
    assert (await read([profiles(), of_thread("t", thread("t")), end_of_tree("t")])).num_rows == 0


async def test_row_groups_are_bounded_by_rows_and_by_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [
        profiles(),
        of_thread("t", thread("t"), runs=[run("t", n, continues=None, message="x" * 10) for n in range(1, 101)]),
        end_of_tree("t"),
    ]
    monkeypatch.setattr(parquet, "GROUP_ROWS", 30)
    assert await _groups(parts) == [30, 30, 30, 10]
    monkeypatch.setattr(parquet, "GROUP_CHARACTERS", 200)
    assert await _groups(parts) == [20] * 5


async def _groups(parts: list[Any]) -> list[int]:
    metadata = reading.ParquetFile(BytesIO(await exported(EXPORTER, parts))).metadata
    return [metadata.row_group(place).num_rows for place in range(metadata.num_row_groups)]


async def test_equal_parts_give_equal_bytes() -> None:
    assert await exported(EXPORTER, story()) == await exported(EXPORTER, story())


async def test_without_pyarrow_the_extra_is_named_before_anything_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Unsupported, match=r"lineage\[parquet\]"):
        await anext(EXPORTER.export(given(story())))
