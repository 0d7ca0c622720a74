"""A database that OpenCode 1.18 wrote: tools, forks, reverts, a subagent, a summary, and turns that ended badly."""

from lineage.domain.kinds import Actor, HistoryMode, ParentRelationship, RunStatus, TurnItemKind
from lineage.importers.opencode_database import READER
from lineage.importers.reading import head_of
from lineage.importers.recorded import Compacted, Departure, RecordedThread, RolledBack
from tests.importers.opencode_database.databases import FOLDER, WRITTEN_BY_OPENCODE
from tests.importers.opened import everything

FOUND = everything(READER, WRITTEN_BY_OPENCODE)


def titled(title: str) -> list[RecordedThread]:
    return [thread for thread in FOUND.threads.values() if thread.title == title]


def test_nothing_is_wrong_with_it() -> None:
    assert READER.recognizes(WRITTEN_BY_OPENCODE, head_of(WRITTEN_BY_OPENCODE))
    assert FOUND.faults == {}
    assert len(FOUND.threads) == 11


def test_a_message_of_the_user_with_all_that_came_of_it_is_a_run() -> None:
    (thread,) = titled("tools")
    (session,) = thread.sessions
    assert thread.id == session.id == f"opencode:{session.native_ref}"
    assert (session.provider, session.history_mode, session.forked_from) == ("opencode", HistoryMode.PAGINATED, None)
    assert [run.message for run in thread.runs] == ["one", "two", "three"]
    assert all(run.id == f"opencode:{run.turns[0]}" and run.model == "tests/m1" for run in thread.runs)
    told = [[(item.kind, item.text or item.data) for item in run.items] for run in thread.runs]
    assert told == [
        [
            (TurnItemKind.USER_MESSAGE, "one"),
            (TurnItemKind.COMMAND, {"command": "echo hi", "exitCode": 0, "summary": "hi"}),
            (TurnItemKind.ASSISTANT_MESSAGE, "did it"),
        ],
        [
            (TurnItemKind.USER_MESSAGE, "two"),
            (TurnItemKind.FILE_CHANGE, {"path": "n.txt", "change": "added", "additions": 2, "deletions": 0}),
            (TurnItemKind.ASSISTANT_MESSAGE, "wrote"),
        ],
        [
            (TurnItemKind.USER_MESSAGE, "three"),
            (TurnItemKind.TODO, {"items": [{"text": "c", "status": "pending"}]}),
            (TurnItemKind.ASSISTANT_MESSAGE, "todo"),
        ],
    ]
    assert thread.metadata == {"folder": "/home/user/work", "version": "1.18.33", "agent": "build", "file": "current.db.gz"}


def test_the_snapshot_behind_a_run_is_its_checkpoint() -> None:
    (thread,) = titled("tools")
    first, second, _ = (run.checkpoint for run in thread.runs)
    assert first is not None and second is not None and first.workspace_ref != second.workspace_ref
    assert first.id == f"{thread.runs[0].id}:snapshot"
    assert second.diff_summary == {"files": [{"file": "n.txt", "additions": 2, "deletions": 0}]}


def test_what_a_fork_copied_are_the_runs_of_the_session_that_it_was_forked_from() -> None:
    (parent,) = titled("tools")
    at_the_third, of_all = titled("tools (fork #1)")
    ids = [run.id for run in parent.runs]
    assert [run.id for run in at_the_third.runs][:2] == ids[:2] and len(at_the_third.runs) == 3
    assert [run.id for run in of_all.runs] == ids
    assert at_the_third.departure == Departure(ParentRelationship.FORK, parent.id, run_id=ids[1])
    assert of_all.departure == Departure(ParentRelationship.FORK, parent.id, run_id=ids[2])
    assert at_the_third.sessions[0].forked_from == parent.id and at_the_third.runs[2].message == "fork goes on"


def test_a_revert_that_is_not_confirmed_yet_is_pending_and_one_that_was_is_not_there_any_more() -> None:
    (pending,) = titled("pending")
    assert [run.message for run in pending.runs] == ["p1", "p2", "p3"]
    assert pending.steps[3:] == [RolledBack(pending.runs[1].id, pending.steps[3].at, pending=True)]  # type: ignore[union-attr]
    (confirmed,) = titled("confirmed")
    assert [run.message for run in confirmed.runs] == ["c1", "c2 anew"] == [step.message for step in confirmed.steps]  # type: ignore[union-attr]


def test_a_session_that_a_tool_started_is_a_subagent() -> None:
    (parent,), (child,) = titled("tasks"), titled("look (@general subagent)")
    (spawn,) = parent.runs[0].spawns
    native = child.sessions[0].native_ref
    assert (spawn.call_id, spawn.thread_id, spawn.result) == (native, child.id, "child says")
    assert child.departure == Departure(ParentRelationship.SUBAGENT, parent.id, call_id=native)
    assert child.created_by is Actor.AGENT and [run.message for run in child.runs] == ["look around"]
    assert (TurnItemKind.SUBAGENT_RESULT, "child says") in [(item.kind, item.text) for item in parent.runs[0].items]


def test_a_summary_stands_where_it_was_made() -> None:
    (thread,) = titled("compact")
    assert [type(step).__name__ for step in thread.steps] == ["RecordedRun", "RecordedRun", "Compacted", "RecordedRun"]
    step = thread.steps[2]
    assert isinstance(step, Compacted) and (step.session_id, step.summary) == (thread.id, "the summary")


def test_a_turn_that_was_stopped_is_interrupted_and_a_command_of_the_user_is_no_turn() -> None:
    (stopped,) = titled("hang")[0].runs
    assert (stopped.ended_as, stopped.failure_reason) == (RunStatus.INTERRUPTED, "Aborted")
    assert titled("shell")[0].runs == []


def test_an_export_has_the_same_as_the_database() -> None:
    (pending,) = titled("pending")
    path = FOLDER / "export.json"
    assert READER.recognizes(path, head_of(path))
    exported = everything(READER, path)
    assert exported.faults == {}
    (thread,) = exported.threads.values()
    assert (thread.id, thread.title, thread.sessions, thread.created_at) == (pending.id, "pending", pending.sessions, pending.created_at)
    assert [(run.id, run.items, run.started_at, run.finished_at) for run in thread.runs] == [
        (run.id, run.items, run.started_at, run.finished_at) for run in pending.runs
    ]
    assert isinstance(thread.steps[-1], RolledBack)
