"""What can be wrong with a database of OpenCode, or unusual in it."""

import gzip
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from lineage.domain.kinds import RunStatus, TurnItemKind
from lineage.importers.opencode_database import READER
from lineage.importers.recorded import Compacted, RolledBack
from lineage.importers.report import FaultKind
from tests.importers.opencode_database.databases import FOLDER, WRITTEN_BY_OPENCODE, database, unpacked
from tests.importers.opened import everything


def state_of(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_each_fault_is_told_with_its_row(tmp_path: Path) -> None:
    assert everything(READER, database(tmp_path, "hazards")).faults == {
        (FaultKind.NOT_READABLE, "a message that is no JSON"): [19],
        (FaultKind.NOT_READABLE, "a part of a message that has no type"): [20],
        (FaultKind.NOT_READABLE, "a part of a message that is no JSON"): [22],
        (FaultKind.NOT_READABLE, "a part of a message without its text"): [18],
        (FaultKind.NOT_READABLE, "a call of a tool without its name or its state"): [18],
        (FaultKind.UNKNOWN_TYPE, "parts of the type smell"): [18],
        (FaultKind.UNKNOWN_TYPE, "messages of the role bystander"): [20],
        (FaultKind.CLOCK_BACKWARDS, "a message from before the one that precedes it"): [18],
        (FaultKind.DANGLING_PARENT, "an answer to a message that the session does not have"): [18],
        (FaultKind.DANGLING_PARENT, "a session that was reverted to a message which is in none of its turns"): [4],
        (FaultKind.CYCLE, "sessions that name each other as parents"): [5],
    }


def test_a_summary_within_a_turn_does_not_end_it(tmp_path: Path) -> None:
    thread = everything(READER, database(tmp_path, "hazards")).threads["opencode:ses_1"]
    (run,) = thread.runs
    assert run.ended_as is RunStatus.COMPLETED, "its message, which OpenCode repeats behind the summary, begins no other turn"
    kinds = [TurnItemKind.USER_MESSAGE, TurnItemKind.COMMAND, TurnItemKind.ASSISTANT_MESSAGE, TurnItemKind.PROTOCOL]
    assert [item.kind for item in run.items] == kinds
    assert isinstance(thread.steps[1], Compacted) and thread.steps[1].summary == "what was done"


def test_what_no_model_has_seen_is_no_run(tmp_path: Path) -> None:
    thread = everything(READER, database(tmp_path, "hazards")).threads["opencode:ses_2"]
    assert [run.message for run in thread.runs] == ["asked"], "neither the user's own command, nor what is not answered yet"


def test_turns_without_an_end_are_interrupted(tmp_path: Path) -> None:
    thread = everything(READER, database(tmp_path, "hazards")).threads["opencode:ses_3"]
    assert [(run.message, run.ended_as) for run in thread.runs] == [
        ("killed", RunStatus.INTERRUPTED),
        ("in between", RunStatus.INTERRUPTED),
        ("look at it", RunStatus.INTERRUPTED),
    ]
    (spawn,) = thread.runs[2].spawns
    assert (spawn.thread_id, spawn.result, spawn.returned_at) == ("opencode:ses_9", None, None)


def test_what_is_not_as_opencode_writes_it_is_noted_in_the_run_and_the_rest_is_read(tmp_path: Path) -> None:
    (run,) = everything(READER, database(tmp_path, "hazards")).threads["opencode:ses_4"].runs
    unknown = "A call of the tool bash was recorded in a way that is not known"
    assert [item.text for item in run.items] == ["odd", unknown, unknown, "a half: ?"]


WRITING = """
import sqlite3, sys
running = sqlite3.connect(sys.argv[1])
running.execute("PRAGMA journal_mode = WAL")
running.execute("UPDATE session SET title = 'only in the log' WHERE title = 'tools'")
running.commit()
print("written", flush=True)
sys.stdin.read()
"""


@contextmanager
def being_written(path: Path) -> Iterator[None]:
    """While another process has the database open, and something of it in the log alone."""
    with subprocess.Popen([sys.executable, "-c", WRITING, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None and program.stdout is not None
        assert program.stdout.readline() == b"written\n"
        try:
            yield
        finally:
            program.stdin.close()


def test_a_database_is_read_with_its_log_while_the_program_runs_and_nothing_is_written_beside_it(tmp_path: Path) -> None:
    path, copy = unpacked(tmp_path), tmp_path / "copy"
    with being_written(path):
        before = state_of(tmp_path)
        assert {"opencode.db", "opencode.db-wal", "opencode.db-shm"} == before.keys()
        assert "only in the log" in [thread.title for thread in everything(READER, path).threads.values()]
        assert state_of(tmp_path) == before
    # As a copy of the folder has it that left out the index of the log.
    copy.mkdir()
    for name in ("opencode.db", "opencode.db-wal"):
        (copy / name).write_bytes(before[name][0])
    before = state_of(copy)
    assert "only in the log" in [thread.title for thread in everything(READER, copy / "opencode.db").threads.values()]
    assert state_of(copy) == before


def test_a_database_that_has_a_log_no_longer_gets_none(tmp_path: Path) -> None:
    path = unpacked(tmp_path)
    with closing(sqlite3.connect(path)) as running:
        running.execute("PRAGMA journal_mode = WAL")
    before = state_of(tmp_path)
    assert len(everything(READER, path).threads) == 11
    assert state_of(tmp_path) == before and list(before) == ["opencode.db"]


def test_a_database_that_was_cut_gives_what_can_be_read(tmp_path: Path) -> None:
    path = unpacked(tmp_path)
    whole = everything(READER, path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    found = everything(READER, path)
    assert FaultKind.CUT_LINE in found.kinds()
    assert set(found.threads) <= set(whole.threads)


def test_a_packed_database_that_was_cut_says_so(tmp_path: Path) -> None:
    path = tmp_path / "cut.db.gz"
    path.write_bytes(WRITTEN_BY_OPENCODE.read_bytes()[:-3000])
    assert FaultKind.CUT_LINE in everything(READER, path).kinds()


def test_unpacked_databases_are_deleted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    everything(READER, WRITTEN_BY_OPENCODE)
    assert list(tmp_path.iterdir()) == []


def test_an_export_that_was_cut_gives_the_messages_before_the_cut(tmp_path: Path) -> None:
    data = (FOLDER / "export.json").read_bytes()
    path = tmp_path / "cut.json"
    path.write_bytes(data[: data.index(b'"text": "p3"')])
    found = everything(READER, path)
    assert (FaultKind.CUT_LINE, "the file ends in the middle of its document") in found.faults
    (thread,) = found.threads.values()
    assert [run.message for run in thread.runs] == ["p1", "p2"] and isinstance(thread.steps[-1], RolledBack)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"no json", b'{"info": 7, "messages": {}}', b"SQLite format 3\0 and no more"])
def test_files_that_are_something_else_are_a_fault(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(data)
    found = everything(READER, path)
    assert found.threads == {} and found.kinds() == {FaultKind.NOT_READABLE}
    assert not READER.recognizes(path, data)


def test_other_databases_are_not_recognized() -> None:
    other = FOLDER.parent / "langgraph" / "graphs.sqlite.gz"
    assert not READER.recognizes(other, gzip.decompress(other.read_bytes())[:100])
