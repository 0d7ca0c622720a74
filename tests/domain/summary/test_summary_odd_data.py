"""Callers put anything into JSON data: nothing raises, and what can be read is read."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given

from lineage.domain.summary import SummaryCheckpoint, SummaryItem, SummaryRun, item_characters, longest_possible, summarize

from .builders import KINDS, checkpoints, run, runs, steady, text_of

DEEP: Any = "deep"
for _ in range(5000):
    DEEP = [DEEP]

ODD: list[Any] = [
    None, True, 0, -1, 10**6000, 1.5, float("nan"), float("inf"), "", " ", "words", [], {}, [None], [[]], {"": ""}, {1: 2, "a": 3},
    DEEP, {"path": DEEP}, {"summary": DEEP, "tool": {}}, {"text": "\ud800"}, {"items": {"a": 1}},
    {"path": 7, "command": ["x"], "items": "x", "resolved": "no", "id": [], "exitCode": "1", "additions": True, "deletions": 10**6000},
    {"items": [None, 1, [], {}, {"text": None}, {"text": 5, "status": 5}]},
]  # fmt: skip


@pytest.mark.parametrize("kind", [*KINDS, "", "UNKNOWN"])
def test_odd_data_never_raises_and_the_text_is_told(kind: str) -> None:
    for odd, text in itertools.product(ODD, [None, "", " \n", "TEXT"]):
        said = text_of(SummaryItem(kind, text, odd))
        assert 0 < len(said) <= longest_possible(item_characters(kind, text, odd), 1)
        if text == "TEXT" and kind not in ("", "UNKNOWN", "REASONING", "PROTOCOL"):
            assert "TEXT" in said


def test_an_odd_diff_summary_never_raises() -> None:
    for odd in ODD:
        assert summarize([run(1)], SummaryCheckpoint("k", "T", 1, None, odd)).text.startswith("Checkpoint: k, run 1")


def test_what_lies_too_deep_is_said_to() -> None:
    assert text_of(SummaryItem("TOOL_OUTPUT", None, {"output": DEEP})).endswith('"(nested deeper)"]]]]]]]]]')


@steady
@given(runs, checkpoints)
def test_the_payload_is_json_and_the_summary_is_the_same_each_time(
    given_runs: list[SummaryRun], checkpoint: SummaryCheckpoint | None
) -> None:
    summary = summarize(given_runs, checkpoint)
    json.dumps(summary.payload)
    assert summarize(given_runs, checkpoint).text == summary.text


def test_counts_of_the_wrong_type_are_left_out() -> None:
    data = {"path": "a.py", "change": 5, "additions": "many", "deletions": True}
    assert text_of(SummaryItem("FILE_CHANGE", None, data)) == "Files changed: a.py"
    assert text_of(SummaryItem("TEST", None, {"command": "pytest", "exitCode": 1.0})) == "Tests: pytest (exit 1)"


def test_windows_line_ends_become_plain_ones() -> None:
    assert text_of(SummaryItem("DECISION", "a\r\nb\rc", None)) == "Decisions: a\nb\nc"
