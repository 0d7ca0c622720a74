"""Archives of CSV files, read by Python's csv module."""

import csv
import io
import zipfile
from typing import Any

import pytest

from lineage.exporters.csv import csv_line
from lineage.exporters.formats import exporter_of
from lineage.exporters.tables import TABLES
from tests.exporters.planted import NASTY, at, end_of_tree, exported, given, nasty, of_thread, profiles, run, thread
from tests.exporters.story import story

EXPORTER = exporter_of("csv")


async def read(parts: list[Any]) -> dict[str, list[dict[str, str]]]:
    """The rows of each table."""
    with zipfile.ZipFile(io.BytesIO(await exported(EXPORTER, parts))) as archive:
        assert archive.testzip() is None
        return {name.removesuffix(".csv"): _rows(archive.read(name)) for name in archive.namelist()}


def _rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline=""), strict=True))


async def test_each_table_has_its_rows() -> None:
    assert {name: len(rows) for name, rows in (await read(story())).items()} == {
        "providers": 2,
        "threads": 6,
        "provider_threads": 5,
        "inherits": 1,
        "runs": 11,
        "turns": 22,
        "checkpoints": 1,
        "items": 2,
        "compactions": 1,
        "transfers": 10,
        "carries": 4,
        "handoffs": 7,
        "covers": 8,
        "events": 2,
    }


async def test_rows_have_their_links_and_properties() -> None:
    tables = await read(story())
    fork = next(row for row in tables["threads"] if row["id"] == "fork")
    assert (fork["sourceRunId"], fork["sourceVersion"], fork["parentId"], fork["relationshipToParent"]) == (
        "main run 4",
        "3",
        "main",
        "FORK",
    )
    third = next(row for row in tables["runs"] if row["id"] == "main run 3")
    assert (third["providerThreadId"], third["continues"], third["ordinal"], third["droppedNatively"]) == ("p1", "main run 2", "3", "false")
    assert (third["startedAt"], third["model"]) == ("2026-01-31T09:33:00.000250Z", "")
    assert tables["checkpoints"][0]["runId"] == "main run 3"
    merged = [row for row in tables["covers"] if row["handoffId"] == "hm"]
    assert [(row["position"], row["threadId"], row["from"], row["to"]) for row in merged] == [
        ("0", "fork", "1", "2"),
        ("1", "main", "1", "2"),
    ]
    assert next(row for row in tables["handoffs"] if row["id"] == "h4")["supersedes"] == "h0"
    assert [row["nativeTurnRef"] for row in tables["turns"] if row["runId"] == "main run 1"] == ["turn", ""]


async def test_every_property_that_a_row_has_is_in_its_table() -> None:
    assert all(row["other"] == "" for rows in (await read(story())).values() for row in rows if "other" in row)
    row = run("t", 1, continues=None, colour="red", seen=at(1))
    (strange,) = (await read([profiles(), of_thread("t", thread("t"), runs=[row]), end_of_tree("t")]))["runs"]
    assert strange["other"] == '{"colour":"red","seen":"2026-01-31T09:31:00.000250Z"}'


async def test_any_text_is_kept_as_it_is() -> None:
    tables = await read(nasty())
    assert [row["title"] for row in tables["threads"]] == [name for name in NASTY for _ in range(2)]
    assert [row["text"] for row in tables["items"]] == NASTY
    assert [row["summaryText"] for row in tables["handoffs"]] == NASTY


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "=HYPERLINK(1)"])
def test_what_looks_like_a_formula_is_not_altered(text: str) -> None:
    assert csv_line([text, "a"]) == f"{text},a\r\n".encode()


def test_lines_are_those_of_rfc_4180_and_missing_is_not_empty() -> None:
    assert csv_line(["a", None, "", 'say "x"', "b,c", "d\ne", " f"]) == b'a,,"","say ""x""","b,c","d\ne"," f"\r\n'


async def test_an_export_without_threads_has_all_headers() -> None:
    with zipfile.ZipFile(io.BytesIO(await exported(EXPORTER, [profiles()]))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            f"{name}.csv": csv_line(table.columns) for name, table in TABLES.items()
        }


async def test_equal_parts_give_equal_bytes() -> None:
    assert await exported(EXPORTER, story()) == await exported(EXPORTER, story())


async def test_large_tables_come_in_pieces() -> None:
    runs = [run("t", ordinal, continues=None, message=f"{ordinal * 7919} " * 20) for ordinal in range(1, 5001)]
    parts = [profiles(), of_thread("t", thread("t"), runs=runs), end_of_tree("t")]
    sizes = [len(chunk) async for chunk in EXPORTER.export(given(parts))]
    assert len(sizes) > 5
    assert max(sizes) < 200_000
    assert len((await read(parts))["runs"]) == 5000
