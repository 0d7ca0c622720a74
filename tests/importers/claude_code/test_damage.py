"""What is wrong with a file is told with its lines, and costs nothing but itself."""

import gzip
import json
from pathlib import Path

import pytest
import zstandard

from lineage.importers.claude_code import READER
from lineage.importers.reading import head_of
from lineage.importers.report import FaultKind, FileReport
from tests.importers.claude_code.reading import FOLDER, data, read, read_bytes, read_lines, thread

DAMAGED = read(data("damage", 70))


def test_each_fault_is_told_with_its_lines() -> None:
    assert sorted(DAMAGED.faults) == [
        (FaultKind.CLOCK_BACKWARDS, "a time before that of an earlier line", [19]),
        (FaultKind.CUT_LINE, "the last line ends in the middle", [24]),
        (FaultKind.CYCLE, "lines that are each other's parents", [6, 21]),
        (FaultKind.DANGLING_PARENT, "a parent line that comes only later in the file", [8]),
        (FaultKind.DANGLING_PARENT, "a parent line that the file does not have", [4]),
        (FaultKind.NOT_READABLE, "a line that is no JSON object", [13, 14]),
        (FaultKind.NOT_READABLE, "a timestamp that is no time", [20]),
        (FaultKind.NOT_READABLE, "zero bytes, as a power failure leaves them", [17, 18]),
        (FaultKind.REPEATED_ID, "two lines with the same uuid and different content", [11]),
        (FaultKind.UNKNOWN_TYPE, "lines of type hologram", [16]),
        (FaultKind.UNKNOWN_TYPE, "lines without a type", [22]),
    ]


def test_a_line_without_its_parent_goes_on_where_the_file_was() -> None:
    assert DAMAGED.placed() == {thread(70): ["u1", "u2", "u3", "u4", "u5"]}
    assert [item.text for item in DAMAGED.runs()["u2"].items] == ["2", "two", "later", "earlier", "early"]


def test_the_first_of_two_lines_with_one_id_counts_and_a_copy_of_a_line_does_not() -> None:
    assert DAMAGED.runs()["u1"].message == "1"
    assert [item.text for item in DAMAGED.runs()["u3"].items] == ["3", "three"]


def test_a_missing_time_is_the_one_before_it() -> None:
    fourth = DAMAGED.runs()["u4"]
    assert fourth.started_at == fourth.finished_at
    assert DAMAGED.runs()["u5"].message == "half a pair: ?"


def test_a_file_with_another_name_is_the_session_of_its_lines() -> None:
    found = read(FOLDER / "damage" / "renamed.jsonl")
    assert found.placed() == {thread(71): ["a0", "u1"]}
    assert found.faults == [(FaultKind.DANGLING_PARENT, "a parent line that the file does not have", [1])]


@pytest.mark.parametrize("cut", [1, 700, 5000, 9000])
def test_a_file_that_is_cut_gives_what_stands_before_the_cut(cut: int) -> None:
    content = data("whole", 1).read_bytes()[:cut]
    whole = content[: content.rfind(b"\n") + 1]
    found, expected = read_bytes(content), read_bytes(whole)
    assert found.threads == expected.threads
    assert found.faults == [(FaultKind.CUT_LINE, "the last line ends in the middle", [whole.count(b"\n") + 1])]


def test_a_session_without_a_message_is_no_thread() -> None:
    assert read_bytes(b'{"type":"mode","mode":"normal","sessionId":"s"}\n').outlines == []


def test_packed_files_are_read_as_they_are(tmp_path: Path) -> None:
    plain = data("rewinds", 2)
    packed = {
        f"{plain.name}.gz": gzip.compress(plain.read_bytes()),
        f"{plain.name}.zst": zstandard.ZstdCompressor().compress(plain.read_bytes()),
    }
    for name, content in packed.items():
        (tmp_path / name).write_bytes(content)
        found = read(tmp_path / name)
        assert found.outlines == read(plain).outlines
        assert [thread.steps for thread in found.threads.values()] == [thread.steps for thread in read(plain).threads.values()]


def test_a_packed_file_that_is_cut_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / f"{data('rewinds', 2).name}.gz"
    path.write_bytes(gzip.compress(data("rewinds", 2).read_bytes() * 200)[:-200])
    found = read(path)
    assert found.placed() == read(data("rewinds", 2)).placed()
    assert FaultKind.NOT_READABLE in [kind for kind, _, _ in found.faults]


def test_agents_that_started_each_other_are_told_and_placed() -> None:
    calls = [{"type": "tool_use", "id": "t1", "name": "Task", "input": {}}, {"type": "tool_use", "id": "t2", "name": "Task", "input": {}}]
    found = read_lines(
        {"type": "assistant", "uuid": f"a{number}", "isSidechain": True, "agentId": f"e{number}", "message": {"content": [calls[number]]}}
        | {"parentToolUseID": f"t{2 - number}"}
        for number in (0, 1)
    )
    assert (FaultKind.CYCLE, "agents that started each other", [2]) in found.faults
    assert [of.departure.thread_id if of.departure else None for of in found.outlines] == [None, thread(1, ":agent-e1")]


def test_two_messages_that_are_copies_of_one_line_are_two_runs() -> None:
    copy = {"sessionId": thread(2), "messageUuid": "u0"}
    found = read_lines(
        {"type": "user", "uuid": uuid, "parentUuid": parent, "forkedFrom": copy, "message": {"content": uuid}}
        for uuid, parent in (("u1", None), ("u2", "u1"))
    )
    assert found.placed() == {thread(1): ["u0", "u0:2"]}
    assert (FaultKind.REPEATED_ID, "two messages that were copied from the same line", [2]) in found.faults


def test_the_format_is_recognized_by_its_lines() -> None:
    for path in FOLDER.rglob("*.jsonl*"):
        assert READER.recognizes(path, head_of(path))
    others = (
        b"",
        b"no JSON\n",
        b'{"type":"session_meta","timestamp":"2026-03-01T09:00:00Z","payload":{"id":"s"}}\n',
        b'{"display":"hello","timestamp":1,"project":"/srv","sessionId":"s"}\n',
        b'{"type":"session","id":"s","version":1}\n',
        b'{"toolUseId":"t1"}',
        b"[1]\n" * 9,
    )
    for other in others:
        assert not READER.recognizes(Path("other.jsonl"), other)


def test_a_file_that_is_not_there_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        READER.open(tmp_path / "none.jsonl", FileReport(tmp_path))


def test_a_line_of_a_conversation_without_an_id_is_told() -> None:
    lines = [{"type": "user", "sessionId": "s", "message": {"content": "Hello"}}, {"type": "mode", "mode": "normal", "sessionId": "s"}]
    assert read_lines(lines).faults == [(FaultKind.NOT_READABLE, "a line of a conversation without a uuid", [1])]


def test_a_byte_order_mark_hides_no_line(tmp_path: Path) -> None:
    line = {"type": "user", "uuid": "a", "sessionId": "s", "timestamp": "2026-03-01T10:00:00Z", "message": {"content": "Hello"}}
    path = tmp_path / "marked.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(line).encode() + b"\n")
    assert READER.recognizes(path, path.read_bytes())
    report = FileReport(path)
    (outline,) = READER.open(path, report).outlines()
    assert (list(outline.run_ids), report.faults) == (["claude-code:a"], [])


def test_a_command_may_be_older_than_the_caveat_before_it() -> None:
    caveat = "<local-command-caveat>Caveat: The messages below were generated by the user</local-command-caveat>"
    texts = [(9, caveat, True), (8, "<command-name>/clear</command-name>", False), (12, "Go", False), (11, "Go on", False)]
    lines = [
        {
            "type": "user",
            "uuid": f"u{number}",
            "parentUuid": f"u{number - 1}" if number else None,
            "isMeta": is_meta,
            "timestamp": f"2026-03-01T09:00:{second:02}.000Z",
            "message": {"content": text},
        }
        for number, (second, text, is_meta) in enumerate(texts)
    ]
    assert read_lines(lines).faults == [(FaultKind.CLOCK_BACKWARDS, "a time before that of an earlier line", [4])]


def test_what_newer_versions_note_beside_a_conversation_is_no_fault() -> None:
    types = ["atis-latch", "cost-state", "history-suppression", "observer-ref", "artifact-autoreact-ledger", "artifact-comment-monitor"]
    assert read_lines({"type": type_, "sessionId": "s"} for type_ in types).faults == []
