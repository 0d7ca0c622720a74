"""Databases of older and newer versions than the one that was tried."""

from datetime import UTC, datetime
from pathlib import Path

from lineage.domain.kinds import ParentRelationship, RunStatus, TurnItemKind
from lineage.importers.opencode_database import READER
from lineage.importers.recorded import Compacted, Departure
from lineage.importers.report import FaultKind
from tests.importers.opencode_database.databases import database
from tests.importers.opened import everything

FORK, SUBAGENT = ParentRelationship.FORK, ParentRelationship.SUBAGENT


def test_older_versions_without_times_of_parts_and_many_columns_are_read(tmp_path: Path) -> None:
    found = everything(READER, database(tmp_path, "older"))
    assert found.faults == {}
    (run,) = found.threads["opencode:ses_old"].runs
    assert (run.message, run.model, run.ended_as) == ("Hello", "p1/m1", RunStatus.COMPLETED)
    assert [item.text for item in run.items] == ["Hello", "Hello to you"]
    assert run.finished_at == datetime(2023, 11, 14, 22, 13, 30, tzinfo=UTC)


def test_a_parent_alone_makes_no_subagent_of_what_begins_with_the_parents_turns(tmp_path: Path) -> None:
    found = everything(READER, database(tmp_path, "older"))
    assert found.outlines["opencode:ses_copy"].departure == Departure(FORK, "opencode:ses_old", run_id="opencode:msg_1")
    assert list(found.outlines["opencode:ses_copy"].run_ids) == ["opencode:msg_1", "opencode:msg_5"]
    made = datetime(2023, 11, 14, 22, 13, 25, tzinfo=UTC)
    assert found.outlines["opencode:ses_child"].departure == Departure(SUBAGENT, "opencode:ses_old", at=made)
    assert found.outlines["opencode:ses_orphan"].departure == Departure(SUBAGENT, "opencode:ses_gone", call_id="ses_orphan")


def test_newer_versions_with_all_messages_in_one_table_are_read(tmp_path: Path) -> None:
    found = everything(READER, database(tmp_path, "newer"))
    thread = found.threads["opencode:ses_a"]
    first, second = thread.runs
    assert [(item.kind, item.text or item.data) for item in first.items] == [
        (TurnItemKind.USER_MESSAGE, "one"),
        (TurnItemKind.REASONING, "Let me see."),
        (TurnItemKind.TEST, {"command": "pytest -q", "exitCode": 0, "summary": "2 passed"}),
        (TurnItemKind.ASSISTANT_MESSAGE, "It works."),
    ]
    assert first.checkpoint is not None and first.checkpoint.workspace_ref == "tree1"
    assert (second.ended_as, second.failure_reason, second.model) == (RunStatus.FAILED, "no answer", "p1/m2")
    assert [step.summary for step in thread.steps if isinstance(step, Compacted)] == ["so far"], "the other one failed"
    assert found.faults == {
        (FaultKind.UNKNOWN_TYPE, "messages of the role hologram"): [12],
        (FaultKind.MISSING_PARENT, "a fork of a session that the file does not have"): [4],
    }


def test_a_fork_that_names_its_source_leaves_it_behind_what_it_copied_or_before_its_boundary(tmp_path: Path) -> None:
    found = everything(READER, database(tmp_path, "newer"))
    behind_the_first = Departure(FORK, "opencode:ses_a", run_id="opencode:msg_a1")
    assert found.outlines["opencode:ses_f"].departure == behind_the_first
    assert list(found.outlines["opencode:ses_f"].run_ids) == ["opencode:msg_a1", "opencode:msg_f4"]
    assert found.outlines["opencode:ses_g"].departure == behind_the_first
    assert list(found.outlines["opencode:ses_g"].run_ids) == ["opencode:msg_g1"]
    assert found.outlines["opencode:ses_h"].departure is None


def test_what_lineage_forked_has_the_names_of_the_turns_that_it_was_forked_from(tmp_path: Path) -> None:
    thread = everything(READER, database(tmp_path, "newer")).threads["opencode:ses_i"]
    assert [run.id for run in thread.runs] == ["opencode:msg_y1"], "the oldest of two names"
