"""The lines of the project's own format."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta, timezone
from typing import Any

from lineage.exporters.jsonl import JsonlExporter, line_of
from lineage.exporters.streaming import Part
from lineage.store.records.model import Records
from tests.store.records import BEGINNING, item, thread, tree


async def written(*parts: Part) -> list[bytes]:
    async def given() -> AsyncIterator[Part]:
        for part in parts:
            yield part

    return b"".join([chunk async for chunk in JsonlExporter().export(given())]).splitlines(keepends=True)


def parsed(line: bytes) -> Any:
    return json.loads(line)


PROVIDERS = Part(None, None, Records(providers=[{"set": {"kind": "codex"}}]))


async def test_a_file_says_what_it_is_and_where_it_ends() -> None:
    lines = await written(Part(None, None, Records()))
    assert lines == [b'{"type":"lineage","format":1}\n', b'{"type":"end","trees":0}\n']


async def test_a_tree_ends_with_a_line_that_counts_its_rows() -> None:
    records = tree("T", runs=1, items=1)
    lines = await written(PROVIDERS, Part("T", "T", records), Part("T", None, Records(), ends_tree=True))
    kinds = ["lineage", "provider", "thread", "providerThread", "run", "item", "event", "event", "event", "event", "treeEnd", "end"]
    assert [parsed(line)["type"] for line in lines] == kinds
    assert parsed(lines[-2]) == {"type": "treeEnd", "rootId": "T", "rows": 8}
    assert parsed(lines[-1]) == {"type": "end", "trees": 1}


async def test_what_was_read_together_does_not_show() -> None:
    whole = tree("T", runs=2, items=2)
    first = Records(threads=whole.threads, provider_threads=whole.provider_threads, runs=whole.runs[:1], items=whole.items[:2])
    second = Records(runs=whole.runs[1:], items=whole.items[2:], events=whole.events)
    end = Part("T", None, Records(), ends_tree=True)
    assert await written(Part("T", "T", whole), end) == await written(Part("T", "T", first), Part("T", "T", second), end)


def test_times_are_utc_with_microseconds() -> None:
    row = thread("T")
    row["set"] |= {"createdAt": BEGINNING.replace(microsecond=0).astimezone(timezone(timedelta(hours=2))), "updatedAt": BEGINNING}
    properties = parsed(line_of("thread", row))["properties"]
    assert (properties["createdAt"], properties["updatedAt"]) == ("2026-02-03T04:05:06.000000Z", "2026-02-03T04:05:06.000789Z")


def test_json_stands_as_json_with_all_its_digits() -> None:
    row = item("r", 0)
    row["set"]["data"] = '{"id":123456789012345678901234567890,"x":1e+16,"b":[null,"\\u0000"]}'
    line = line_of("item", row)
    assert b'"data":{"id":123456789012345678901234567890,"x":1e+16,"b":[null,"\\u0000"]}' in line


def test_properties_stand_in_order_of_their_names() -> None:
    properties = parsed(line_of("thread", thread("T")))["properties"]
    assert list(properties) == sorted(properties)


def test_a_line_break_in_a_text_or_in_json_breaks_no_line() -> None:
    row = item("r", 0, "a\nb\u2028c\r")
    row["set"]["data"] = '{\n "a":\n 1}'
    line = line_of("item", row)
    assert line.count(b"\n") == 1
    assert parsed(line)["properties"] | {} == {**parsed(line)["properties"], "text": "a\nb\u2028c\r", "data": {"a": 1}}
