"""Spans that are damaged, cut, or say what cannot be: what is told of them, and that nothing in a file makes the reader raise."""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from lineage.importers.opentelemetry import READER
from lineage.importers.reading import head_of
from lineage.importers.report import FaultKind
from tests.importers.damage import cut_and_changed, with_other_values
from tests.importers.fuzzing import fuzzed
from tests.importers.opened import DATA, everything

FOLDER = DATA / "opentelemetry"
NAMES = sorted(path.name for path in FOLDER.iterdir())


def test_each_fault_is_told_with_its_line_and_the_rest_is_read() -> None:
    found = everything(READER, FOLDER / "faults.jsonl")
    assert found.faults == {
        (FaultKind.DANGLING_PARENT, "a span whose parent is not in the file"): [1],
        (FaultKind.CYCLE, "spans that name each other as parents"): [2],
        (FaultKind.CLOCK_BACKWARDS, "a span that ends before it begins"): [3],
        (FaultKind.REPEATED_ID, "two spans with the same id"): [6],
        (FaultKind.UNKNOWN_TYPE, "spans of the operation dance"): [7],
        (FaultKind.NOT_READABLE, "a line that is no JSON"): [8],
        (FaultKind.UNKNOWN_TYPE, "something that has no spans"): [9],
        (FaultKind.NOT_READABLE, "a span without the ids of its trace and its own"): [10],
        (FaultKind.DANGLING_PARENT, "a call of a tool that belongs to no turn"): [11],
        (FaultKind.CUT_LINE, "the last line ends in the middle"): [12],
    }
    threads = ["otel:lost-parent", "otel:circle", "otel:circle:f700000000000002", "otel:backwards", "otel:twice", "otel:whole"]
    assert list(found.threads) == threads, "what stands whole in the line that was cut is there"


def test_a_document_that_was_cut_gives_what_was_whole_before(tmp_path: Path) -> None:
    data = (FOLDER / "subagent.json").read_bytes()
    path = tmp_path / "cut.json"
    path.write_bytes(data[: data.index(b"c300000000000005")])
    found = everything(READER, path)
    assert found.kinds() == {FaultKind.CUT_LINE}
    assert list(found.threads) == ["otel:conv-2", "otel:conv-2:c300000000000003"]
    assert found.threads["otel:conv-2"].runs[0].message == "find it"


def test_packed_files_are_read_and_those_whose_packing_is_cut_in_part(tmp_path: Path) -> None:
    plain = everything(READER, FOLDER / "conversation.jsonl")
    data = (FOLDER / "conversation.jsonl").read_bytes()
    zipped, squeezed, cut = tmp_path / "a.jsonl.gz", tmp_path / "a.jsonl.zst", tmp_path / "cut.jsonl.gz"
    zipped.write_bytes(gzip.compress(data))
    squeezed.write_bytes(zstandard.compress(data))
    assert everything(READER, zipped).outlines == everything(READER, squeezed).outlines == plain.outlines
    cut.write_bytes(gzip.compress(data)[:-200])
    assert FaultKind.CUT_LINE in everything(READER, cut).kinds()


@pytest.mark.parametrize("name", NAMES)
def test_its_files_are_recognized(name: str) -> None:
    assert READER.recognizes(FOLDER / name, head_of(FOLDER / name))


@pytest.mark.parametrize("head", [b"", b"{}", b"SQLite format 3\0", b'{"info":{"id":"ses_1"}}', b"\xff\xfe"])
def test_other_files_are_not(head: bytes) -> None:
    assert not READER.recognizes(Path("x"), head)


def test_many_spans_below_each_other_are_gone_through_without_recursion(tmp_path: Path) -> None:
    spans: list[dict[str, Any]] = []
    for number in range(5_000):
        named = [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}] if number % 2 else []
        span = {"traceId": "a" * 32, "spanId": f"{number + 1:016x}", "startTimeUnixNano": str(number + 1), "endTimeUnixNano": "9000"}
        spans.append({**span, "attributes": named, "parentSpanId": f"{number:016x}" if number else ""})
    path = tmp_path / "deep.json"
    path.write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}))
    (thread,) = everything(READER, path).threads.values()
    assert len(thread.runs) == 1


def test_a_longer_file_has_the_same_runs_and_more(tmp_path: Path) -> None:
    lines = (FOLDER / "older.jsonl").read_text().splitlines(keepends=True)
    shorter = tmp_path / "shorter.jsonl"
    shorter.write_text("".join(lines[:3]))
    before, after = everything(READER, shorter), everything(READER, FOLDER / "older.jsonl")
    for thread_id, outline in before.outlines.items():
        assert after.outlines[thread_id].run_ids[: len(outline.run_ids)] == outline.run_ids


def test_what_a_clock_that_is_behind_tells_came_no_earlier_than_its_turn(tmp_path: Path) -> None:
    kinds = {name: [{"key": "gen_ai.operation.name", "value": {"stringValue": name}}] for name in ("invoke_agent", "chat")}
    said = {
        "key": "gen_ai.output.messages",
        "value": {"stringValue": '[{"role": "assistant", "parts": [{"type": "text", "content": "hi"}]}]'},
    }
    times = {"startTimeUnixNano": "1780000005000000000", "endTimeUnixNano": "1780000009000000000"}
    earlier = {"startTimeUnixNano": "1780000001000000000", "endTimeUnixNano": "1780000002000000000"}
    top = {"traceId": "a" * 32, "spanId": "1" * 16, **times, "attributes": kinds["invoke_agent"]}
    chat = {"traceId": "a" * 32, "spanId": "2" * 16, "parentSpanId": "1" * 16, **earlier, "attributes": [*kinds["chat"], said]}
    path = tmp_path / "behind.json"
    path.write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [top, chat]}]}]}))
    (thread,) = everything(READER, path).threads.values()
    (run,) = thread.runs
    assert [(item.text, item.at) for item in run.items] == [("hi", run.started_at)]


@fuzzed
@given(st.sampled_from(NAMES), st.data())
def test_no_damaged_bytes_make_it_raise(tmp_path_factory: pytest.TempPathFactory, name: str, draw: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("fuzz") / name
    path.write_bytes(cut_and_changed(draw, (FOLDER / name).read_bytes()))
    everything(READER, path)
    shutil.rmtree(path.parent)


@fuzzed
@given(st.sampled_from([name for name in NAMES if name != "faults.jsonl"]), st.data())
def test_no_other_values_make_it_raise(tmp_path_factory: pytest.TempPathFactory, name: str, draw: st.DataObject) -> None:
    text = (FOLDER / name).read_text()
    requests = [json.loads(text)] if name.endswith(".json") else [json.loads(line) for line in text.splitlines()]
    changed = draw.draw(st.permutations([with_other_values(draw, request) for request in requests]))
    path = tmp_path_factory.mktemp("fuzz") / name
    path.write_text("".join(f"{json.dumps(request)}\n" for request in changed[: draw.draw(st.integers(1, len(changed)))]))
    everything(READER, path)
    shutil.rmtree(path.parent)
