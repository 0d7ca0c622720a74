"""Turns become runs: today's files tell where they begin and end, older ones only what was said."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lineage.domain.kinds import Actor, HistoryMode, NativeRefStrength, RunStatus
from tests.importers.codex_rollouts.rollouts import FOLDER, items, read, read_one, steps, thread_id, turn

COMMIT = "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00"


def test_turns_of_todays_files_are_runs_with_their_ends_models_and_modes() -> None:
    found = read_one("today")
    runs = found.threads[thread_id(1)].runs
    assert [(run.id, run.message, run.ended_as, run.failure_reason) for run in runs] == [
        (turn(1), "Fix the parser", RunStatus.COMPLETED, None),
        (turn(2), "This fails", RunStatus.FAILED, "the endpoint is down"),
        (turn(3), "This is stopped", RunStatus.INTERRUPTED, "codex interrupted the turn"),
        (turn(4), "This has no end", RunStatus.INTERRUPTED, "the file does not tell how it ended"),
    ]
    assert [(run.model, run.runtime_mode) for run in runs] == [
        ("model-a", "never/workspace-write"),
        ("model-b", "on-request/workspace-write"),
        ("model-b", "never/workspace-write"),
        ("model-b", "never/workspace-write"),
    ]
    assert [run.turns for run in runs] == [(run.id.removeprefix("codex:"),) for run in runs]
    assert list(found.outlines[thread_id(1)].places) == [run.place for run in runs] == [1, 35, 40, 46]
    assert (runs[1].started_at, runs[1].finished_at) == (
        datetime(2026, 3, 1, 10, 0, 12, tzinfo=UTC),
        datetime(2026, 3, 1, 10, 0, 13, tzinfo=UTC),
    )
    assert found.faults == {}


def test_a_thread_has_its_session_its_title_and_what_else_the_file_says_of_it() -> None:
    thread = read_one("today").threads[thread_id(1)]
    (session,) = thread.sessions
    assert (session.id, session.provider, session.native_ref) == (thread.id, "codex", thread.id.removeprefix("codex:"))
    assert (session.history_mode, session.ref_strength, session.forked_from) == (HistoryMode.PAGINATED, NativeRefStrength.STRONG, None)
    assert (thread.title, thread.created_by, thread.departure) == ("The parser", Actor.USER, None)
    assert thread.metadata == {
        "folder": "/home/user/project",
        "version": "0.171.0",
        "source": "cli",
        "originator": "codex_cli_rs",
        "modelProvider": "example",
        "gitBranch": "main",
        "gitCommit": COMMIT,
        "file": "rollout-2026-03-01T10-00-00-019a0000-0000-7000-8000-000000000001.jsonl",
    }


def test_the_sessions_commit_stands_at_its_first_completed_run() -> None:
    runs = read_one("today").threads[thread_id(1)].runs
    checkpoint = runs[0].checkpoint
    assert checkpoint is not None
    assert (checkpoint.workspace_ref, checkpoint.diff_summary, checkpoint.at) == (COMMIT, None, None)
    assert [run.checkpoint for run in runs[1:]] == [None, None, None]


def test_messages_steered_into_a_running_turn_are_items_of_its_run() -> None:
    run = read_one("today").run(turn(1))
    assert run.message == "Fix the parser"
    assert [text for kind, text in items(run) if kind == "USER_MESSAGE"] == ["Fix the parser", "And the tests"]


def test_older_files_tell_messages_twice_and_contexts_as_messages() -> None:
    found = read_one("legacy")
    thread = found.threads[thread_id(70)]
    assert [run.id for run in thread.runs] == [f"{thread_id(70)}:{number}" for number in (1, 2, 3, 4)]
    assert [(run.message, run.ended_as, run.failure_reason) for run in thread.runs] == [
        ("List the files", RunStatus.COMPLETED, None),
        ("Count them", RunStatus.COMPLETED, None),
        ("Again", RunStatus.INTERRUPTED, "codex interrupted the turn (replaced)"),
        ("Count them well", RunStatus.INTERRUPTED, "the file does not tell how it ended"),
    ]
    assert [run.model for run in thread.runs] == ["model-a", "model-b", "model-b", "model-b"]
    assert thread.sessions[0].history_mode is HistoryMode.LEGACY
    assert all(run.turns == (None,) for run in thread.runs)
    assert found.faults == {}


def test_a_rollback_by_number_drops_the_last_turns() -> None:
    assert steps(read_one("legacy"), thread_id(70)) == [
        "List the files",
        "Count them",
        "Again",
        "dropped from Count them",
        "Count them well",
    ]


def test_a_snapshot_at_a_turns_begin_is_how_the_run_before_left_the_files() -> None:
    first, second, *_ = read_one("legacy").threads[thread_id(70)].runs
    assert first.checkpoint is not None
    assert first.checkpoint.id == "codex:2222222222222222222222222222222222222222"
    assert first.checkpoint.workspace_ref == "2222222222222222222222222222222222222222"
    assert first.checkpoint.at == second.started_at
    assert second.checkpoint is None


def test_files_of_the_oldest_kind_have_no_envelopes() -> None:
    found = read_one("bare")
    opened, thanked = found.threads[thread_id(80)].runs
    assert (opened.message, opened.ended_as) == ("Open the file", RunStatus.COMPLETED)
    assert items(opened) == [
        ("USER_MESSAGE", "Open the file"),
        ("COMMAND", {"command": "cat a.txt", "exitCode": 0, "summary": "text"}),
        ("ASSISTANT_MESSAGE", "It says text."),
    ]
    assert (thanked.message, thanked.ended_as) == ("Thanks", RunStatus.INTERRUPTED)
    assert opened.started_at == thanked.started_at == datetime(2025, 5, 7, 10, 0, tzinfo=UTC)
    assert opened.checkpoint is not None and opened.checkpoint.workspace_ref == COMMIT
    assert found.faults == {}


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_packed_files_are_read(suffix: str) -> None:
    (path,) = (FOLDER / "packed").glob(f"*{suffix}")
    (thread,) = read(path).threads.values()
    assert [run.message for run in thread.runs] == ["A1"]


def test_contexts_are_told_from_messages_by_the_kinds_of_their_parts(tmp_path: Path) -> None:
    id = thread_id(69).removeprefix("codex:")
    lines = [("session_meta", {"id": id, "timestamp": "2026-03-01T10:00:00Z"})]
    for kind, text in (("context.skills", "# Skills\nNobody said this"), ("user.text", "Fix the parser")):
        kinds = {"internal_chat_message_metadata_passthrough": {"content_item_kinds": [kind]}}
        content = [{"type": "input_text", "text": text}]
        lines.append(("response_item", {"type": "message", "role": "user", "content": content} | kinds))
    told = [{"timestamp": f"2026-03-01T10:00:0{second}Z", "type": type, "payload": payload} for second, (type, payload) in enumerate(lines)]
    path = tmp_path / f"rollout-2026-03-01T10-00-00-{id}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in told))
    assert [run.message for run in read(path).threads[thread_id(69)].runs] == ["Fix the parser"]
