"""What a rollback drops."""

import pytest

from lineage.importers.recorded import RolledBack
from lineage.importers.report import FaultKind
from tests.importers.t3code.reading import Reading, read_text
from tests.importers.t3code.story import Story


def dropped(found: Reading) -> list[tuple[str, bool]]:
    return [(step.first_dropped_run_id, step.native) for step in found.threads["main"].steps if isinstance(step, RolledBack)]


def runs_of(*numbers: int) -> Story:
    story = Story()
    story.thread("main")
    for number in numbers:
        story.whole_run(f"r{number}", "main", number, "pt-codex")
    return story


def test_rollbacks_one_after_the_other_are_told_apart_by_their_requests() -> None:
    story = runs_of(1, 2, 3)
    story.roll_back("main", 2, "r3")
    story.roll_back("main", 1, "r2")
    assert dropped(read_text(story.text())) == [("t3code:r3", True), ("t3code:r2", True)]


def test_rollbacks_without_requests_are_told_apart_by_the_runs_between_them() -> None:
    story = runs_of(1, 2)
    story.update("r2", status="rolled_back")
    story.whole_run("r3", "main", 3, "pt-codex")
    story.update("r3", status="rolled_back")
    found = read_text(story.text())
    assert dropped(found) == [("t3code:r2", True), ("t3code:r3", True)]
    assert [type(step).__name__ for step in found.threads["main"].steps] == [
        "RecordedRun",
        "RecordedRun",
        "RolledBack",
        "RecordedRun",
        "RolledBack",
    ]


def test_a_request_that_nothing_came_of_is_no_rollback() -> None:
    story = runs_of(1, 2)
    story.roll_back("main", 1)
    assert dropped(read_text(story.text())) == []


def test_a_rollback_over_runs_of_two_sessions_is_not_told_as_native() -> None:
    story = runs_of(1)
    story.whole_run("r2", "main", 2, "pt-claude", "claude_work")
    story.whole_run("r3", "main", 3, "pt-codex")
    story.roll_back("main", 1, "r2", "r3")
    assert dropped(read_text(story.text())) == [("t3code:r2", False)]


@pytest.mark.parametrize(("marked", "expected"), [((2, 4), [("t3code:r4", True)]), ((2, 3), [])])
def test_marks_that_are_no_end_of_the_history_are_a_fault_and_what_is_one_is_dropped(
    marked: tuple[int, ...], expected: list[tuple[str, bool]]
) -> None:
    story = runs_of(1, 2, 3, 4)
    story.roll_back("main", 1, *(f"r{number}" for number in marked))
    found = read_text(story.text())
    assert dropped(found) == expected
    assert [(kind, about) for kind, about, _ in found.faults] == [
        (FaultKind.NOT_READABLE, "a rollback that leaves a completed run behind one that it drops")
    ]


def test_a_run_of_which_only_the_rollback_is_in_the_file_is_there() -> None:
    story = runs_of(1, 2)
    story.roll_back("main", 1, "r2")
    kept = [
        line
        for line in story.lines
        if not (line["event"].get("runId") == "r2" and line["event"]["payload"].get("status") in ("running", "completed"))
    ]
    story.lines = kept
    found = read_text(story.text())
    assert dropped(found) == [("t3code:r2", True)]
    assert list(found.runs()) == ["r1", "r2"]


def test_later_handoffs_do_not_cover_what_was_rolled_back_before_them_and_earlier_ones_still_do() -> None:
    story = runs_of(1, 2)
    story.handoff("h1", "main", "r3", (1, 2), None)
    story.whole_run("r3", "main", 3, "pt-claude", "claude_work")
    story.roll_back("main", 1, "r2", "r3")
    story.handoff("h2", "main", "r4", (1, 3), None)
    story.whole_run("r4", "main", 4, "pt-cursor", "cursor")
    runs = read_text(story.text()).runs()
    assert runs["r3"].handoffs[0].covers == ["t3code:r1", "t3code:r2"]
    assert runs["r4"].handoffs[0].covers == ["t3code:r1"]
