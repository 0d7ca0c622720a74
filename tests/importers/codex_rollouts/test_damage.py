"""What is wrong with a file is told, and all that can be read of it is read."""

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lineage.importers.codex_rollouts import READER
from lineage.importers.report import FaultKind, FileReport
from tests.importers.codex_rollouts.rollouts import FOLDER, read, read_one, steps, thread_id

WHOLE = sorted(path for path in FOLDER.rglob("rollout-*.jsonl") if "reverts" not in path.parts)


def test_each_fault_is_told_with_its_lines() -> None:
    found = read_one("damaged")
    assert found.faults == {
        (FaultKind.NOT_READABLE, "a line that is not JSON"): [9],
        (FaultKind.NOT_READABLE, "a line that is not a JSON object"): [10],
        (FaultKind.NOT_READABLE, "a line of type event_msg without a payload"): [11],
        (FaultKind.UNKNOWN_TYPE, "a line of type future_line"): [12],
        (FaultKind.UNKNOWN_TYPE, "an event of type future_event"): [13],
        (FaultKind.UNKNOWN_TYPE, "a response item of type future_item"): [14],
        (FaultKind.UNKNOWN_TYPE, "an event of type item_completed with FutureItem"): [15],
        (FaultKind.REPEATED_ID, "a turn that begins for the second time"): [17],
        (FaultKind.CLOCK_BACKWARDS, "a line with an earlier time than the line before it"): [21],
        (FaultKind.CUT_LINE, "the last line ends in the middle"): [26],
    }


def test_what_can_be_read_of_a_damaged_file_is_read() -> None:
    found = read_one("damaged")
    assert steps(found, thread_id(100)) == ["A1", "A2"]
    first, second = found.threads[thread_id(100)].runs
    assert [item.text for item in first.items] == ["A1", "Done.", "A1 again"]
    # Its own time is an hour before that of the line before it, which counts instead.
    assert second.started_at == datetime(2026, 3, 1, 10, 0, 8, tzinfo=UTC)


def test_a_file_without_its_head_is_known_by_its_name() -> None:
    found = read_one("damaged_head")
    assert steps(found, thread_id(101)) == ["A1"]
    assert found.kinds() == {FaultKind.NOT_READABLE}


def test_a_packed_file_that_was_cut_gives_what_is_before_the_cut(tmp_path: Path) -> None:
    (source,) = (FOLDER / "today").iterdir()
    path = tmp_path / f"{source.name}.gz"
    packed = gzip.compress(source.read_bytes(), compresslevel=0)
    path.write_bytes(packed[: len(packed) - 1000])
    found = read(path)
    assert [run.message for run in found.threads[thread_id(1)].runs][:3] == ["Fix the parser", "This fails", "This is stopped"]
    assert found.kinds() <= {FaultKind.CUT_LINE}
    assert found.kinds()


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: str(path.relative_to(FOLDER).parent))
def test_a_longer_version_of_a_file_has_the_same_runs_and_more(path: Path, tmp_path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    growing = tmp_path / path.name
    before: list[str] = []
    for count in range(1, len(lines) + 1):
        growing.write_bytes(b"".join(lines[:count]))
        run_ids = [run_id for outline in READER.open(growing, FileReport(growing)).outlines() for run_id in outline.run_ids]
        assert run_ids[: len(before)] == before
        before = run_ids
    assert before


def test_a_session_in_which_nothing_was_asked_is_no_thread(tmp_path: Path) -> None:
    (source,) = (FOLDER / "today").iterdir()
    path = tmp_path / source.name
    path.write_bytes(b"".join(source.read_bytes().splitlines(keepends=True)[:6]))
    found = read(path)
    assert found.outlines == found.faults == {}


def test_a_file_of_another_kind_has_nothing_of_a_session(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"sequence":1}\n')
    found = read(path)
    assert found.outlines == {}
    assert (FaultKind.NOT_READABLE, "has nothing of a session") in found.faults


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        READER.open(tmp_path / "rollout.jsonl", FileReport(tmp_path))
