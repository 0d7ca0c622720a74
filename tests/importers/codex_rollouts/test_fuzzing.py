"""Nothing in a file makes the reader raise or hang, and what it gives holds together."""

import json
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from lineage.importers.codex_rollouts import READER
from tests.importers.codex_rollouts.rollouts import FOLDER, read
from tests.importers.damage import cut_and_changed, with_other_values
from tests.importers.fuzzing import fuzzed
from tests.importers.opened import Everything

FILES = {path: path.read_bytes().splitlines(keepends=True) for path in sorted(FOLDER.rglob("rollout-*.jsonl"))}
LINES = [line for lines in FILES.values() for line in lines]
PATHS = st.sampled_from(sorted(FILES))


def read_bytes(data: bytes, *names: str) -> list[Everything]:
    """Reads files with these bytes, cut into as many parts as there are names, that lie beside each other."""
    with tempfile.TemporaryDirectory() as folder:
        size = len(data) // len(names) + 1
        paths = [Path(folder) / name for name in names]
        for number, path in enumerate(paths):
            path.write_bytes(data[number * size : (number + 1) * size])
        READER.recognizes(paths[0], data[:65536])
        found = [read(path) for path in paths]
    for one in found:
        for thread in one.threads.values():
            json.dumps([(item.text, item.data) for run in thread.runs for item in run.items], ensure_ascii=False).encode()
            json.dumps(dict(thread.metadata))
    return found


@fuzzed
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    read_bytes(data, "some.jsonl")


@fuzzed
@given(PATHS, st.data())
def test_files_with_changed_bytes(path: Path, draw: st.DataObject) -> None:
    read_bytes(cut_and_changed(draw, path.read_bytes()), path.name)


@fuzzed
@given(PATHS, st.data())
def test_files_with_values_of_other_types(path: Path, draw: st.DataObject) -> None:
    lines = [json.loads(line) for line in FILES[path] if line.startswith(b"{") and line.endswith(b"}\n")]
    for _ in range(draw.draw(st.integers(1, 5))):
        number = draw.draw(st.integers(0, len(lines) - 1))
        lines[number] = with_other_values(draw, lines[number])
    read_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines), path.name)


@fuzzed
@given(st.lists(st.sampled_from(LINES), max_size=60), PATHS, PATHS)
def test_lines_of_all_files_in_any_order_and_in_several_files(lines: list[bytes], one: Path, other: Path) -> None:
    data = b"".join(lines)
    read_bytes(data, one.name)
    if one.name != other.name:
        read_bytes(data, one.name, other.name)


@fuzzed
@given(PATHS, st.data())
def test_a_file_with_lines_left_out_swapped_and_repeated(path: Path, draw: st.DataObject) -> None:
    lines = list(FILES[path])
    for _ in range(draw.draw(st.integers(1, 6))):
        at, to = (draw.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match draw.draw(st.sampled_from(["out", "swap", "again"])):
            case "out" if len(lines) > 1:
                del lines[at]
            case "swap":
                lines[at], lines[to] = lines[to], lines[at]
            case _:
                lines.insert(to, lines[at])
    read_bytes(b"".join(lines), path.name)
