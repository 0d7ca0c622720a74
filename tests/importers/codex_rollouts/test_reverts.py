"""A revert leaves a file and goes on in another one: all of a thread's files are read as one."""

import shutil
from pathlib import Path

from lineage.domain.kinds import ParentRelationship
from lineage.importers.codex_rollouts.reader import CodexReader
from lineage.importers.recorded import Departure, RolledBack
from lineage.importers.report import FaultKind, FileReport
from tests.importers.codex_rollouts.rollouts import FOLDER, read, read_below, read_one, steps, thread_id, turn

DAY = FOLDER / "reverts/sessions/2026/03/01"
FIRST = DAY / "rollout-2026-03-01T10-00-00-019a0000-0000-7000-8000-000000000010.jsonl"


def test_the_files_of_a_thread_are_one_thread() -> None:
    found = read(FIRST)
    assert steps(found, thread_id(10)) == [
        "A1",
        "A2",
        "A3",
        "dropped from A2",
        "A2 again",
        "A3 again",
        "dropped from A3 again",
        "dropped from A2 again",
        "A2 once more",
    ]
    assert list(found.outlines[thread_id(10)].places) == [1, 8, 15, 9, 16, 10]
    assert found.faults == {}


def test_a_revert_happened_when_its_file_began() -> None:
    dropped = [step for step in read(FIRST).threads[thread_id(10)].steps if isinstance(step, RolledBack)]
    assert [(step.at.hour, step.at.minute) for step in dropped] == [(10, 10), (10, 20), (10, 30)]


def test_files_that_go_on_with_a_thread_have_no_threads_of_their_own() -> None:
    later = sorted(DAY.glob("*_*.jsonl"))
    assert len(later) == 3
    assert [(read(path).outlines, read(path).faults) for path in later] == [({}, {})] * 3


def test_a_later_file_whose_first_one_is_gone_is_read_alone() -> None:
    found = read_one("alone")
    assert steps(found, thread_id(18)) == ["A2 again"]
    assert found.kinds() == {FaultKind.MISSING_PARENT}


def test_of_several_later_files_without_the_first_one_the_oldest_stands_for_all(tmp_path: Path) -> None:
    for path in DAY.glob("*_*.jsonl"):
        shutil.copy(path, tmp_path)
    oldest, second, third = (read(path) for path in sorted(tmp_path.iterdir()))
    assert steps(oldest, thread_id(10)) == ["A2 again", "A3 again", "dropped from A3 again", "dropped from A2 again", "A2 once more"]
    assert oldest.kinds() == {FaultKind.MISSING_PARENT}
    assert second.outlines == third.outlines == {}


def test_a_file_that_comes_while_a_reader_knows_the_folder_is_found(tmp_path: Path) -> None:
    reader = CodexReader()
    first = shutil.copy(FIRST, tmp_path)
    assert len(reader.open(Path(first), FileReport(Path(first))).outlines()[0].run_ids) == 3
    shutil.copy(sorted(DAY.glob("*_*.jsonl"))[0], tmp_path)
    assert len(reader.open(Path(first), FileReport(Path(first))).outlines()[0].run_ids) == 5


def test_files_of_other_days_and_archived_ones_belong_to_the_thread_too(tmp_path: Path) -> None:
    first, *later = sorted(path for path in DAY.iterdir() if "000000000010" in path.name)
    for path, folder in zip(
        (first, *later), ("sessions/2026/03/01", "sessions/2026/03/02", "archived_sessions", "sessions/2027/01/31"), strict=True
    ):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(path, tmp_path / folder)
    found = read(tmp_path / "sessions/2026/03/01" / first.name)
    assert steps(found, thread_id(10)) == steps(read(FIRST), thread_id(10))


def test_forks_leave_a_reverted_thread_at_the_run_that_their_history_ends_with() -> None:
    departures = {id: found.outlines[id].departure for id, found in read_below("reverts").items() if id in found.outlines}
    assert departures == {
        thread_id(10): None,
        # Made before the reverts: a later file has other runs at the same places.
        thread_id(11): Departure(ParentRelationship.FORK, thread_id(10), run_id=turn(12)),
        thread_id(12): Departure(ParentRelationship.FORK, thread_id(10), run_id=turn(16)),
        # A fork of that fork at a run that it had inherited.
        thread_id(13): Departure(ParentRelationship.FORK, thread_id(12), run_id=turn(11)),
        # At the begin of the third file, which goes on behind a run of the first one.
        thread_id(14): Departure(ParentRelationship.FORK, thread_id(10), run_id=turn(11)),
    }


def test_a_fork_whose_ancestors_are_not_there_names_the_place(tmp_path: Path) -> None:
    (path,) = DAY.glob("*000000000013.jsonl")
    found = read(Path(shutil.copy(path, tmp_path)))
    assert found.outlines[thread_id(13)].departure == Departure(ParentRelationship.FORK, thread_id(12), place=7)
