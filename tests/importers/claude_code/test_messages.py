"""What of the lines of type user is a message, and how runs end."""

import pytest

from lineage.domain.kinds import RunStatus
from tests.importers.claude_code.reading import data, read, read_bytes, read_lines, said

RUNS = read(data("messages", 50)).runs()


def test_commands_are_messages_only_when_the_model_answered_them() -> None:
    assert {id: run.message for id, run in RUNS.items()} == {
        "u1": "Hello",
        "d1": "/review src/cart.py",
        "u2": "Go on",
        "u3": "[image]",
        "u4": "The last one",
        "h1": "! make",
    }


def test_a_message_that_joined_a_turn_and_what_nobody_asked_for_are_part_of_the_run() -> None:
    assert said(RUNS["u2"]) == [
        "USER_MESSAGE Go on",
        'COMMAND {"command": "ls", "exitCode": 0, "summary": "x"}',
        "USER_MESSAGE faster",
        "ASSISTANT_MESSAGE Done.",
        "ASSISTANT_MESSAGE Something ended.",
        "ASSISTANT_MESSAGE I continue.",
    ]


def test_what_the_program_made_up_is_no_answer() -> None:
    assert said(RUNS["u3"]) == ["USER_MESSAGE [image]", "ASSISTANT_MESSAGE A picture."]
    assert RUNS["u3"].model == "claude-opus-4-8"


def test_a_command_waits_for_its_answer_in_a_file_that_grows() -> None:
    lines = data("messages", 50).read_bytes().splitlines(keepends=True)
    assert list(read_bytes(b"".join(lines[:7])).runs()) == ["u1"]
    assert list(read_bytes(b"".join(lines[:8])).runs()) == ["u1", "d1"]


def test_a_command_that_still_runs_is_answered_behind_one_of_the_program_itself() -> None:
    texts = ["<command-name>/a</command-name>", "<command-name>/cost</command-name>", "<local-command-stdout>0</local-command-stdout>"]
    lines = [
        {"type": "user", "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None, "message": {"content": said}}
        for number, said in enumerate(texts)
    ]
    answer = {"type": "assistant", "uuid": "a1", "parentUuid": "u2", "message": {"content": "done"}}
    assert {id: run.message for id, run in read_lines([*lines, answer]).runs().items()} == {"u0": "/a"}


def test_many_commands_that_nobody_answers_cost_no_more_each() -> None:
    lines = (
        {"type": "user", "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None, "message": {"content": text}}
        for number, text in enumerate(["<bash-input>ls</bash-input>"] * 10_000 + ["That was all"])
    )
    assert [run.message for run in read_lines(lines).runs().values()] == ["That was all"]


def test_runs_end_as_their_last_lines_say() -> None:
    runs = read(data("endings", 60)).runs()
    assert {id: run.ended_as for id, run in runs.items()} == {
        "u1": RunStatus.INTERRUPTED,
        "u2": RunStatus.COMPLETED,
        "u3": RunStatus.FAILED,
        "u4": RunStatus.INTERRUPTED,
        "u5": RunStatus.INTERRUPTED,
    }
    assert [run.failure_reason for run in runs.values()] == [None, None, "API Error: 529", None, None]
    assert said(runs["u2"]) == ["USER_MESSAGE 2", "FAILURE API Error: 500 overloaded", "ASSISTANT_MESSAGE It works again."]
    assert runs["u3"].model is None


@pytest.mark.parametrize("text", ["  \n ", "Stop hook feedback:\n[lint]: one left", "Base directory for this skill: /srv/skills/a\n\n# A"])
def test_what_only_looks_like_a_message_is_none(text: str) -> None:
    lines = [
        {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"content": "Go"}},
        {"type": "user", "uuid": "u2", "parentUuid": "u1", "message": {"content": text}},
        {"type": "assistant", "uuid": "a1", "parentUuid": "u2", "message": {"content": "Done."}},
    ]
    (run,) = read_lines(lines).runs().values()
    assert said(run) == ["USER_MESSAGE Go", "ASSISTANT_MESSAGE Done."]
