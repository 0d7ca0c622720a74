"""Compactions stand behind the last run that they cover whole."""

from lineage.importers.recorded import Compacted
from tests.importers.claude_code.reading import data, read, read_bytes, read_lines, session, thread


def test_a_compaction_in_the_middle_of_a_run_covers_the_runs_before_it() -> None:
    found = read(data("compaction", 40))
    assert found.steps(thread(40)) == [
        "u1",
        "u2",
        "(Two messages were answered.)",
        "(Three messages, the third is under way.)",
        "u3",
        "u4",
        "(Four messages.)",
    ]
    assert found.faults == []


def test_the_summary_and_the_command_that_asked_for_it_are_no_runs() -> None:
    found = read(data("compaction", 40))
    assert found.placed() == {thread(40): ["u1", "u2", "u3", "u4"], thread(40, ":40-v3"): ["v3"]}
    assert found.runs()["u3"].items[-1].text == "answer 3"


def test_a_compaction_has_its_tokens_where_they_are_numbers() -> None:
    steps = [step for step in read(data("compaction", 40)).threads[thread(40)].steps if isinstance(step, Compacted)]
    assert [(step.tokens_before, step.tokens_after) for step in steps] == [(150000, 9000), (160000, None), (None, None)]
    assert {step.session_id for step in steps} == {thread(40)}
    assert steps[0].at.second == 5


def test_messages_that_a_compaction_kept_make_no_circle() -> None:
    found = read(data("compaction", 41))
    assert found.steps() == ["u1", "(One message was answered.)", "u2", "u3"]
    assert [run.items[-1].text for run in found.runs().values()] == ["answer 1", "answer 2", "answer 3"]
    assert found.faults == []


def test_a_file_that_begins_with_a_summary_has_nothing_that_it_covers() -> None:
    found = read(data("compaction", 42))
    assert found.steps() == ["a1", "u1"]
    unasked = found.runs()["a1"]
    assert (unasked.message, unasked.turns, unasked.items[0].text) == (None, (None,), "I go on.")


def test_a_branch_that_was_compacted_before_it_ended_a_run_begins_with_the_summary() -> None:
    lines = data("compaction", 40).read_text().splitlines()
    moved = [line.replace('"40-u3"', '"40-w3"').replace('"parentUuid": "40-k1"', '"parentUuid": "40-a1"') for line in lines]
    found = read_bytes("\n".join(moved[:4] + moved[6:11]).encode() + b"\n", f"{session(40)}.jsonl")
    assert found.steps(thread(40)) == ["u1", "u2"]
    assert found.steps(thread(40, ":40-w3")) == ["(Three messages, the third is under way.)", "w3"]


def test_a_summary_is_known_by_its_words_where_nothing_else_marks_it() -> None:
    summary = "This session is being continued from a previous conversation that ran out of context. The user wants a shop."
    texts = [("u1", "user", "Build a shop"), ("a1", "assistant", "Built."), ("u2", "user", summary), ("u3", "user", "Go on")]
    lines = [
        {"type": type_, "uuid": uuid, "parentUuid": texts[number - 1][0] if number else None, "message": {"content": text}}
        for number, (uuid, type_, text) in enumerate(texts)
    ]
    assert read_lines(lines).steps() == ["u1", f"({summary})", "u3"]
