"""Compactions stand behind the last run that ended before them, however often they are told."""

from datetime import UTC, datetime

from lineage.importers.recorded import Compacted
from tests.importers.codex_rollouts.rollouts import items, read_one, steps, thread_id, turn


def test_compactions_between_turns_and_within_one() -> None:
    found = read_one("compacted")
    # The first one had nothing before it; the last one happened while A3 ran.
    assert steps(found, thread_id(90)) == ["A1", "compacted: The summary", "A2", "compacted: None", "A3"]
    first, second = (step for step in found.threads[thread_id(90)].steps if isinstance(step, Compacted))
    assert (first.session_id, first.at) == (thread_id(90), datetime(2026, 3, 1, 10, 0, 6, tzinfo=UTC))
    assert (first.tokens_before, first.tokens_after) == (9000, 700)
    assert (second.tokens_before, second.tokens_after) == (700, None)
    assert found.faults == {}


def test_a_turn_in_which_something_was_compacted_says_so() -> None:
    kinds = [kind for kind, _ in items(read_one("compacted").run(turn(93)))]
    assert kinds == ["USER_MESSAGE", "COMMAND", "PROTOCOL", "ASSISTANT_MESSAGE"]


def test_a_compaction_behind_an_answer_is_behind_its_run_where_no_ends_are_told() -> None:
    assert steps(read_one("compacted_old"), thread_id(95)) == ["A1", "compacted: The summary", "A2"]
