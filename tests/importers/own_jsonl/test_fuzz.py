"""Whatever is done to an export, reading it raises nothing, and no tree that was touched comes through as another one."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lineage.importers.own_jsonl.checking import Export
from lineage.importers.report import FileReport
from tests.importers.own_jsonl.files import export_of, rich_tree
from tests.store.records import tree

PROVIDER = {
    "kind": "a", "nativeFork": True, "nativeRollback": True, "nativeRevert": True, "acceptsHandoff": True, "resumeAcrossModels": True,
    "resumeAcrossRuntimeModes": True, "handoffDelivery": "SYSTEM", "maxHandoffChars": 9,
}  # fmt: skip
CONTENT = export_of(rich_tree(), tree("U", runs=1))
CONTENT.insert(1, {"type": "provider", "properties": PROVIDER})
LINES = [json.dumps(line).encode() + b"\n" for line in CONTENT]
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def read(content: bytes) -> list[list[tuple[str, Any]]]:
    """The rows of each whole tree."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.jsonl"
        path.write_bytes(content)
        return [list(tree.rows()) for tree in Export(path, FileReport(path)).trees()]


WHOLE = read(b"".join(LINES))


@QUICK
@given(st.binary(max_size=300))
def test_any_bytes(content: bytes) -> None:
    assert read(content) == []
    read(LINES[0] + content)


@QUICK
@given(st.lists(st.sampled_from(LINES), max_size=80))
def test_any_lines_in_any_order(lines: list[bytes]) -> None:
    for rows in read(LINES[0] + b"".join(lines)):
        assert rows


@QUICK
@given(st.integers(0, len(b"".join(LINES))), st.binary(max_size=4))
def test_bytes_put_in_the_place_of_others(place: int, other: bytes) -> None:
    whole = b"".join(LINES)
    read(whole[:place] + other + whole[place + len(other) :])


@QUICK
@given(st.integers(1, len(LINES) - 1), st.data())
def test_values_replaced_by_others(place: int, data: st.DataObject) -> None:
    line = json.loads(LINES[place])
    holder = data.draw(st.sampled_from([line, *(value for value in line.values() if isinstance(value, dict) and value)]))
    name = data.draw(st.sampled_from(sorted(holder)))
    before = holder[name]
    holder[name] = data.draw(VALUES)
    lines = [*LINES[:place], json.dumps(line).encode() + b"\n", *LINES[place + 1 :]]
    found = read(b"".join(lines))
    assert len(found) <= len(WHOLE)
    if holder[name] == before and type(holder[name]) is type(before):
        assert found == WHOLE
