"""What never enters: reasoning, protocol noise, diffs longer than a few lines (design 7)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.domain.summary import SummaryItem, SummaryRun, summarize

from .builders import DIFF, data, item, items, payload_of, run, steady, text_of

HIDDEN = "ẞECRET"

NESTED_HIDDEN = st.recursive(
    st.just(HIDDEN), lambda inner: st.lists(inner, min_size=1, max_size=2) | st.dictionaries(st.text(max_size=5), inner)
)


@steady
@given(
    st.lists(
        st.builds(
            SummaryItem, st.sampled_from(["REASONING", "PROTOCOL", "SOMETHING_ELSE"]), st.none() | st.just(HIDDEN), NESTED_HIDDEN | data
        )
        | items.filter(lambda each: each.kind not in ("REASONING", "PROTOCOL")),
        max_size=8,
    )
)
def test_no_text_or_data_of_reasoning_and_protocol_ever_appears(given_items: list[SummaryItem]) -> None:
    summary = summarize([SummaryRun("T", 1, "codex", "COMPLETED", None, tuple(given_items))], None)
    assert HIDDEN not in summary.text
    assert HIDDEN not in json.dumps(summary.payload, ensure_ascii=False)


@pytest.mark.parametrize(
    "kind",
    ["GOAL", "CONSTRAINT", "DECISION", "FAILURE", "SUBAGENT_RESULT", "APPROVAL", "TODO", "USER_MESSAGE", "ASSISTANT_MESSAGE", "TOOL_OUTPUT",
     "COMMAND", "TEST", "FILE_CHANGE"],
)  # fmt: skip
def test_a_long_diff_in_a_text_is_replaced_by_a_note(kind: str) -> None:
    given_item = item(kind, f"Before it.\n{DIFF}\n\nAfter it.")
    text = text_of(given_item)
    assert "DIFF-" not in text
    assert "DIFF-" not in json.dumps(payload_of(given_item))
    assert all(part in text for part in ("Before it.", "(diff of 8 lines left out)", "After it."))


@pytest.mark.parametrize(
    "given_item",
    [
        item("FILE_CHANGE", path="a.py", diff=DIFF),
        item("FILE_CHANGE", DIFF, path="a.py"),
        item("FILE_CHANGE", diff=DIFF),
        item("TOOL_OUTPUT", tool="git", output=DIFF),
        item("TOOL_OUTPUT", tool="git", output={"lines": [DIFF]}),
        item("TEST", command="pytest", summary=DIFF),
        item("COMMAND", command=f"patch <<EOF\n{DIFF}\nEOF"),
        item("TODO", items=[{"text": DIFF}]),
        item("DECISION", odd={"diff": DIFF.replace("@@", "")}),
        SummaryItem("GOAL", None, [DIFF]),
    ],
)
def test_a_long_diff_in_the_data_never_enters(given_item: SummaryItem) -> None:
    assert "DIFF-" not in text_of(given_item)
    assert "DIFF-" not in json.dumps(payload_of(given_item))


def test_a_long_diff_in_a_message_or_in_a_diff_summary_never_enters() -> None:
    assert summarize([run(1, message=DIFF)], None).text == "Requests: run 1: (diff of 8 lines left out)"
