"""A session from its beginning to its end: what its runs said and did, and what is known of the thread."""

from datetime import UTC, datetime

from lineage.domain.kinds import Actor, NativeRefStrength, RunStatus
from tests.importers.claude_code.reading import data, read, said, session, thread

READING = read(data("whole", 1))
FIRST, SECOND = READING.runs().values()


def test_a_whole_session_has_no_faults() -> None:
    assert READING.faults == []


def test_the_thread_is_named_after_its_session() -> None:
    found = READING.threads[thread(1)]
    assert found.title == "Totals"
    assert found.created_by is Actor.USER
    assert found.departure is None
    assert found.created_at == datetime(2026, 3, 1, 9, 0, 0, 500_000, UTC)
    assert found.metadata == {"folder": "/srv/shop", "version": "2.1.197", "gitBranch": "main", "file": f"{session(1)}.jsonl"}


def test_its_session_can_be_resumed() -> None:
    (found,) = READING.threads[thread(1)].sessions
    assert (found.id, found.provider, found.native_ref) == (thread(1), "claude", session(1))
    assert found.ref_strength is NativeRefStrength.STRONG
    assert not found.closed


def test_a_run_is_a_message_without_what_the_program_put_beside_it() -> None:
    assert FIRST.message == "Add a total"
    assert FIRST.session_id == thread(1)
    assert FIRST.place == 2
    assert SECOND.message == "And in cents?"


def test_a_turn_is_referred_to_by_the_line_of_its_message_as_the_adapter_does() -> None:
    assert [FIRST.turns, SECOND.turns] == [("01-u1",), ("01-u2",)]


def test_a_run_lasts_from_its_message_to_its_last_line() -> None:
    assert FIRST.started_at == datetime(2026, 3, 1, 9, 0, 1, tzinfo=UTC)
    assert FIRST.finished_at == datetime(2026, 3, 1, 9, 0, 21, tzinfo=UTC)
    assert FIRST.ended_as is RunStatus.COMPLETED


def test_each_run_has_its_model_and_mode() -> None:
    assert [FIRST.model, SECOND.model] == ["claude-opus-4-8", "claude-haiku-4-5"]
    assert [FIRST.runtime_mode, SECOND.runtime_mode] == ["acceptEdits", "plan"]


def test_what_a_run_said_and_did_are_its_items() -> None:
    assert said(FIRST) == [
        "USER_MESSAGE Add a total",
        "REASONING A total is a sum.",
        "ASSISTANT_MESSAGE I look first.",
        'COMMAND {"command": "ls src", "exitCode": 0, "summary": "cart.py"}',
        'FILE_CHANGE {"path": "src/cart.py", "change": "modified", "additions": 2, "deletions": 1}',
        'FILE_CHANGE {"path": "src/total.py", "change": "added", "additions": 2, "deletions": 0}',
        'TODO {"items": [{"text": "add total", "status": "completed"}, {"text": "test it", "status": "in_progress"}]}',
        'TEST {"command": "python -m pytest -q", "exitCode": 1, "summary": "1 failed"}',
        "APPROVAL Declined: to run git push",
        'TOOL_OUTPUT {"tool": "WebFetch", "output": "a page", "failed": false}',
        "ASSISTANT_MESSAGE There is a total now.",
    ]
    assert FIRST.items[3].at == datetime(2026, 3, 1, 9, 0, 6, tzinfo=UTC)
