"""Where a session of Claude Code goes on, by its file alone. The lines are shaped as the program writes them, with the fields that count."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lineage.adapters.claude.session_file import SessionFile, find_session, read_session
from lineage.adapters.claude.start import forked, resumed, reverted
from lineage.adapters.claude.watching import Watch
from lineage.adapters.errors import ForkFailed, ResumeFailed, RevertFailed

ID = "5c1d3c1e-0000-4000-8000-000000000001"
Line = dict[str, Any]
Written = Callable[..., SessionFile]


def message(ref: str, parent: str | None, text: str = "", **more: Any) -> Line:
    return {"type": "user", "uuid": ref, "parentUuid": parent, "message": {"content": [{"type": "text", "text": text or ref}]}, **more}


def answer(ref: str, parent: str, text: str = "done", **more: Any) -> Line:
    return {"type": "assistant", "uuid": ref, "parentUuid": parent, "message": {"content": [{"type": "text", "text": text}]}, **more}


def call(ref: str, parent: str, tool: str) -> Line:
    return {"type": "assistant", "uuid": ref, "parentUuid": parent, "message": {"content": [{"type": "tool_use", "id": tool}]}}


def result(ref: str, parent: str, tool: str) -> Line:
    return {"type": "user", "uuid": ref, "parentUuid": parent, "message": {"content": [{"type": "tool_result", "tool_use_id": tool}]}}


def place(leaf: str | None, **more: Any) -> Line:
    return {"type": "last-prompt", "leafUuid": leaf, "lastPrompt": "a message", **more}


TWO_TURNS = (message("u1", None), answer("a1", "u1"), place("a1"), message("u2", "a1"), answer("a2", "u2"), place("a2"))


@pytest.fixture
def projects(tmp_path: Path) -> Path:
    return tmp_path / "projects"


@pytest.fixture
def written(projects: Path) -> Written:
    def write(*lines: Line, end: str = "") -> SessionFile:
        path = projects / "-a-folder" / f"{ID}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines) + end)
        return read_session(path)

    return write


def test_it_goes_on_behind_its_newest_line(written: Written) -> None:
    file = written(*TWO_TURNS, message("u3", "a2"))
    assert file.leaf() == "u3"
    assert file.turns_to("u3") == ("u1", "u2", "u3")


def test_a_branch_whose_first_turn_was_killed_does_not_count_where_the_program_noted_another(written: Written) -> None:
    file = written(*TWO_TURNS, message("u3", "a1"))
    assert file.turns_to(file.leaf()) == ("u1", "u2")


def test_a_branch_counts_once_it_was_chosen(written: Written) -> None:
    file = written(*TWO_TURNS, place("a1", explicit=True))
    assert file.leaf() == "a1"
    file = written(*TWO_TURNS, place("a1", explicit=True), message("u3", "a1"))
    assert file.turns_to(file.leaf()) == ("u1", "u3")


def test_an_emptied_conversation_begins_anew(written: Written) -> None:
    file = written(*TWO_TURNS, place(None, explicit=True))
    assert file.leaf() is None
    file = written(*TWO_TURNS, place(None, explicit=True), message("u3", None))
    assert file.turns_to(file.leaf()) == ("u3",)


def test_what_the_program_writes_as_a_user_is_no_turn(written: Written) -> None:
    file = written(
        message("u1", None),
        call("c1", "u1", "t1"),
        result("r1", "c1", "t1"),
        message("i1", "r1", "[Request interrupted by user for tool use]"),
        message("m1", "i1", "Continue from where you left off.", isMeta=True),
        answer("a1", "m1", "No response requested."),
        {**message("n1", "a1"), "message": {"content": "<task-notification>"}, "origin": {"kind": "task-notification"}},
        {**message("u2", "n1", origin={"kind": "human"}), "message": {"content": "a plain text"}},
    )
    assert file.turns_to(file.leaf()) == ("u1", "u2")
    assert file.end_of("u1") == "n1"


def test_the_end_of_a_turn_is_a_line_that_the_program_loads_again(written: Written) -> None:
    cut_in_a_tool = written(message("u1", None), answer("a1", "u1"), call("c1", "a1", "t1"))
    assert cut_in_a_tool.end_of("u1") == "a1"
    failed = written(
        message("u1", None), {"type": "attachment", "uuid": "x1", "parentUuid": "u1"}, answer("a1", "x1", isApiErrorMessage=True)
    )
    assert failed.end_of("u1") == "u1"
    whole = written(message("u1", None), call("c1", "u1", "t1"), result("r1", "c1", "t1"))
    assert whole.end_of("u1") == "r1"


def test_resuming_drops_what_lies_behind_the_turn_for_good(written: Written, projects: Path) -> None:
    start = resumed(written(*TWO_TURNS), ID, "u1")
    assert start.options == ("--resume", ID, "--resume-session-at", "a1")
    assert start.turns == ("u1",)
    path = find_session(projects, ID)
    assert path is not None
    assert read_session(path).leaf() == "a1"
    assert resumed(read_session(path), ID, None).turns == ("u1",)


def test_resuming_at_the_end_leaves_the_file_alone(written: Written, projects: Path) -> None:
    file = written(*TWO_TURNS)
    before = next(projects.glob("*/*")).read_bytes()
    assert resumed(file, ID, "u2").options == ("--resume", ID)
    assert next(projects.glob("*/*")).read_bytes() == before


def test_a_line_that_was_cut_off_spoils_no_other(written: Written, projects: Path) -> None:
    file = written(*TWO_TURNS, end='{"type":"user","uuid":"u3","paren')
    assert file.leaf() == "a2"
    reverted(file, ID, "u2", "u1")
    assert read_session(next(projects.glob("*/*"))).leaf() == "a1"


def test_a_compacted_conversation_has_its_turns_but_cannot_go_back_between_them(written: Written) -> None:
    file = written(
        *TWO_TURNS,
        {"type": "system", "subtype": "compact_boundary", "uuid": "b1", "parentUuid": None, "logicalParentUuid": "a2"},
        message("s1", "b1", "This session is being continued", isCompactSummary=True),
        message("u3", "s1"),
        answer("a3", "u3"),
    )
    assert resumed(file, ID, "u3").turns == ("u1", "u2", "u3")
    assert forked(file, ID, "u2").options[-2:] == ("--resume-session-at", "s1")
    assert forked(file, ID, "u2").turns == ()
    assert forked(file, ID, "u3").turns == ("u3",)
    for going_back, error in (
        (lambda: resumed(file, ID, "u1"), ResumeFailed),
        (lambda: forked(file, ID, "u1"), ForkFailed),
        (lambda: reverted(file, ID, "u2", "u1"), RevertFailed),
    ):
        with pytest.raises(error, match="was compacted after turn"):
            going_back()


def test_a_fork_is_made_of_the_conversation_as_it_is(written: Written) -> None:
    file = written(*TWO_TURNS)
    start = forked(file, ID, "u1")
    assert start.options[-2:] == ("--resume-session-at", "a1")
    assert start.thread_ref == start.options[4]
    reverted(file, ID, "u2", "u1")
    with pytest.raises(ForkFailed, match="does not hold turn u2, or it was rewound"):
        forked(file, ID, "u2")
    reverted(file, ID, "u1", None)
    assert forked(file, ID, None).options[0] == "--session-id"


def test_a_reference_that_is_no_session_id_names_no_file(written: Written, projects: Path) -> None:
    written(*TWO_TURNS)
    assert find_session(projects, ID) is not None
    assert find_session(projects, "*") is None
    assert find_session(projects, f"../-a-folder/{ID}") is None


def test_a_message_has_arrived_when_its_own_line_is_whole(written: Written, projects: Path) -> None:
    written(*TWO_TURNS)
    watch = Watch(projects, ID, "u3")
    path = next(projects.glob("*/*"))
    lines = [json.dumps(line) for line in (answer("a3", "u3"), message("u3", "a2"))]
    with path.open("a") as file:
        for text, arrived in ((lines[0] + "\n", False), (lines[1][:40], False), (lines[1][40:], False), ("\n", True)):
            file.write(text)
            file.flush()
            assert bool(watch.arrived()) is arrived


def test_a_message_that_was_there_before_does_not_arrive(written: Written, projects: Path) -> None:
    written(*TWO_TURNS)
    assert Watch(projects, ID, "u2").arrived() is None
