"""A file that was looked at before is read without being gone through again, and gives the same, whatever was kept of it."""

from pathlib import Path

import pytest

from lineage.importers.claude_code import keeping, survey
from lineage.importers.claude_code.reader import ClaudeCodeReader
from lineage.importers.claude_code.survey import Survey
from lineage.importers.recorded import RecordedThread
from lineage.importers.report import FileReport
from tests.importers.claude_code.reading import FOLDER, data

FILES = sorted(FOLDER.rglob("*.jsonl"))


def threads(reader: ClaudeCodeReader, path: Path, ids: list[str]) -> list[RecordedThread]:
    """The threads of a newly opened file, which nobody asks for its outlines."""
    opened = reader.open(path, FileReport(path))
    return [opened.read(id) for id in ids]


def looked_at(reader: ClaudeCodeReader, path: Path) -> list[str]:
    return [outline.id for outline in reader.open(path, FileReport(path)).outlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_thread_is_the_same_from_what_was_kept_and_from_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = ClaudeCodeReader()
    ids = looked_at(reader, path)
    kept = threads(reader, path, ids)
    with_its_lines = threads(ClaudeCodeReader(), path, ids)
    monkeypatch.setattr(survey, "_KEPT_BYTES", 0)
    line_by_line = threads(ClaudeCodeReader(), path, ids)
    assert kept == with_its_lines == line_by_line


def test_a_file_that_was_looked_at_is_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, path = ClaudeCodeReader(), data("agents", 30)
    ids = looked_at(reader, path)
    gone_through = count_surveys(monkeypatch)
    threads(reader, path, ids)
    assert gone_through == []
    threads(reader, path, ids)
    assert gone_through == [path]


def test_a_file_that_grew_since_is_read_as_it_is_now(tmp_path: Path) -> None:
    reader, whole = ClaudeCodeReader(), data("agents", 30).read_bytes().splitlines(keepends=True)
    path = tmp_path / data("agents", 30).name
    path.write_bytes(b"".join(whole[: len(whole) // 2]))
    ids = looked_at(reader, path)
    path.write_bytes(b"".join(whole))
    assert threads(reader, path, ids) == threads(ClaudeCodeReader(), path, ids)


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_BYTES", 5_000)
    reader, paths = ClaudeCodeReader(), [data("agents", 30), data("damage", 70)]
    found = [(path, looked_at(reader, path)) for path in paths]
    gone_through = count_surveys(monkeypatch)
    for path, ids in found:
        threads(reader, path, ids)
    assert gone_through == [data("agents", 30), data("damage", 70)][-len(gone_through) :] != []


def count_surveys(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are gone through from now on."""
    found: list[Path] = []
    usual = Survey.__init__

    def counted(self: Survey, path: Path, report: FileReport, keeps_lines: bool = False) -> None:
        found.append(path)
        usual(self, path, report, keeps_lines)

    monkeypatch.setattr(Survey, "__init__", counted)
    return found
