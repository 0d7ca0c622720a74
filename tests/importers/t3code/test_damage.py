"""Files that are damaged, packed, or have been added to."""

import gzip
from pathlib import Path

import pytest
import zstandard

from lineage.importers.report import FaultKind, FileReport
from lineage.importers.t3code import READER
from tests.importers.t3code.reading import read_file, read_text
from tests.importers.t3code.scenarios import SCENARIOS
from tests.importers.t3code.story import Story

TEXT = SCENARIOS["forks"]()


def test_packed_files_read_like_plain_ones(tmp_path: Path) -> None:
    plain = read_text(TEXT, "forks")
    packed = tmp_path / "forks.gz"
    packed.write_bytes(gzip.compress(TEXT.encode()))
    denser = tmp_path / "forks.zst"
    denser.write_bytes(zstandard.compress(TEXT.encode()))
    for path in (packed, denser):
        found = read_file(path)
        assert (found.outlines, found.faults) == (plain.outlines, [])
        assert [thread.steps for thread in found.threads.values()] == [thread.steps for thread in plain.threads.values()]


def test_a_packed_file_that_is_cut_gives_what_comes_before(tmp_path: Path) -> None:
    path = tmp_path / "story.jsonl.gz"
    path.write_bytes(gzip.compress(TEXT.encode(), compresslevel=0)[:20_000])
    found = read_file(path)
    assert {kind for kind, _, _ in found.faults} == {FaultKind.NOT_READABLE, FaultKind.CUT_LINE}
    assert found.runs()["r1"].message == "Please do r1"


def test_a_file_that_is_no_archive_although_it_is_named_so_is_told(tmp_path: Path) -> None:
    path = tmp_path / "story.jsonl.gz"
    path.write_bytes(b"no archive")
    assert [kind for kind, _, _ in read_file(path).faults] == [FaultKind.NOT_READABLE]


@pytest.mark.parametrize("name", ["gone.jsonl", "gone.jsonl.gz"])
def test_a_file_that_is_not_there_raises(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match="gone"):
        READER.open(tmp_path / name, FileReport(tmp_path / name))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_longer_version_of_a_file_has_the_same_runs_and_more(name: str) -> None:
    if name == "shuffled":
        return
    lines = SCENARIOS[name]().splitlines(keepends=True)
    whole = read_text("".join(lines))
    for count in range(0, len(lines), 7):
        shorter = read_text("".join(lines[:count]))
        for outline in shorter.outlines:
            longer = next(other for other in whole.outlines if other.id == outline.id)
            assert longer.run_ids[: len(outline.run_ids)] == outline.run_ids
            known = {run.id: run.session_id for run in whole.threads[outline.id.removeprefix("t3code:")].runs}
            for run in shorter.threads[outline.id.removeprefix("t3code:")].runs:
                assert known[run.id] == run.session_id


def test_the_same_bytes_give_equal_threads() -> None:
    assert read_text(TEXT).threads == read_text(TEXT).threads


def test_a_clock_that_goes_backwards_is_told_and_the_sequence_counts() -> None:
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.seconds = -60
    story.whole_run("r2", "main", 2, "pt-codex")
    found = read_text(story.text())
    assert [(kind, about) for kind, about, _ in found.faults] == [
        (FaultKind.CLOCK_BACKWARDS, "an event with a time before that of the one that it follows")
    ]
    assert found.faults[0][2] == [12]
    assert list(found.runs()) == ["r1", "r2"]


def test_a_missing_time_is_that_of_the_event_before() -> None:
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    for line in story.lines[4:]:
        del line["event"]["occurredAt"]
        for field in ("startedAt", "requestedAt", "createdAt", "completedAt", "capturedAt"):
            line["event"]["payload"].pop(field, None)
    run = read_text(story.text()).runs()["r1"]
    before = read_text("".join(story.text().splitlines(keepends=True)[:4])).threads["main"].created_at
    assert (run.started_at - before).total_seconds() == 4
    assert run.finished_at == run.started_at


def test_halves_of_surrogate_pairs_do_not_lose_a_line() -> None:
    text = TEXT.replace('"Please do r1"', '"Please do \\ud83d r1"')
    found = read_text(text)
    assert found.faults == []
    assert found.runs()["r1"].message == "Please do ? r1"


def test_an_empty_file_has_no_threads() -> None:
    found = read_text("\n \n")
    assert (found.outlines, found.faults) == ([], [])
