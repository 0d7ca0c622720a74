"""Nothing in a file makes the reader raise, and what it gives holds together."""

import json
import os
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lineage.domain.kinds import RunStatus
from lineage.importers.claude_code import READER
from tests.importers.claude_code.reading import FOLDER, Reading, read_bytes, session

EXAMPLES = int(os.environ.get("LINEAGE_FUZZ_EXAMPLES", "40"))
QUICK = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
FILES = {str(path.relative_to(FOLDER)): path.read_bytes().splitlines(keepends=True) for path in sorted(FOLDER.rglob("*.jsonl"))}
LINES = [line for lines in FILES.values() for line in lines]
NAMES = st.sampled_from([f"{session(1)}.jsonl", "agent-e1.jsonl", "renamed.jsonl"])
FIELDS = ["id", "type", "uuid", "parentUuid", "content", "text", "message", "agentId", "sessionId", "messageUuid", "name", "input", "lines"]
WORDS = [
    "",
    " ",
    "u1",
    "a1",
    "t1",
    "user",
    "assistant",
    "tool_use",
    "text",
    "Task",
    "Edit",
    "completed",
    "<command-name>/x",
    "\ud800",
    "\0",
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3),
    max_leaves=5,
)


def holds_together(found: Reading) -> None:
    """What the rest of the import relies on, besides what reading compares."""
    seen: set[str] = set()
    everyone = {outline.id for outline in found.outlines}
    everything = [run_id for outline in found.outlines for run_id in outline.run_ids]
    assert len(set(everything)) == len(everything)
    assert len(everyone) == len(found.outlines)
    for outline in found.outlines:
        assert outline.run_ids
        assert outline.departure is None or outline.departure.thread_id in seen or outline.departure.thread_id not in everyone
        seen.add(outline.id)
        thread = found.threads[outline.id]
        assert {run.session_id for run in thread.runs} == {session.id for session in thread.sessions}
        for run in thread.runs:
            assert run.turns
            assert run.ended_as in (RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.INTERRUPTED)
            assert run.started_at <= run.finished_at
            json.dumps([item.data for item in run.items])
            "".join([item.text or "" for item in run.items]).encode()


@QUICK
@given(st.binary(max_size=400), NAMES)
def test_random_bytes(content: bytes, name: str) -> None:
    READER.recognizes(Path(name), content)
    holds_together(read_bytes(content, name))


@QUICK
@given(st.lists(st.sampled_from(LINES), max_size=60), st.integers(min_value=0, max_value=400), NAMES)
def test_lines_of_several_files_dropped_swapped_repeated_and_cut(lines: list[bytes], cut: int, name: str) -> None:
    content = b"".join(lines)
    whole, found = read_bytes(content, name), read_bytes(content[: len(content) - cut], name)
    holds_together(whole)
    holds_together(found)
    for id, runs in found.placed().items():
        assert whole.placed()[id][: len(runs)] == runs


@QUICK
@given(st.sampled_from(sorted(FILES)), NAMES, st.data())
def test_values_replaced_by_anything(file: str, name: str, data: st.DataObject) -> None:
    lines = [line for line in FILES[file] if line.startswith(b"{") and line.endswith(b"}\n")]
    for _ in range(data.draw(st.integers(min_value=1, max_value=12))):
        number = data.draw(st.integers(min_value=0, max_value=len(lines) - 1))
        line = json.loads(lines[number])
        places: list[tuple[Any, Any]] = []
        _gather(line, places)
        holder, key = data.draw(st.sampled_from(places))
        holder[key] = data.draw(VALUES)
        lines[number] = json.dumps(line).encode() + b"\n"
    content = b"".join(lines)
    READER.recognizes(Path(name), content)
    holds_together(read_bytes(content, name))


def _gather(value: Any, places: list[tuple[Any, Any]]) -> None:
    """Each place of a JSON value that holds something."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(entries):
        places.append((value, key))
        _gather(inner, places)
