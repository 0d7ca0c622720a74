"""Short ways to write covered runs and their items, and strategies that make them at random."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from lineage.domain.summary import SummaryCheckpoint, SummaryItem, SummaryRun, summarize

KINDS = [
    "USER_MESSAGE", "ASSISTANT_MESSAGE", "GOAL", "CONSTRAINT", "DECISION", "FILE_CHANGE", "COMMAND", "TEST", "TODO", "APPROVAL",
    "QUESTION", "FAILURE", "SUBAGENT_RESULT", "TOOL_OUTPUT", "REASONING", "PROTOCOL",
]  # fmt: skip


steady = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For a machine that others use too: no example has to end in a given time."""


def item(kind: str, text: str | None = None, **data: Any) -> SummaryItem:
    return SummaryItem(kind, text, data or None)


def run(ordinal: int, *items: SummaryItem, message: str | None = None, status: str = "COMPLETED", thread: str = "T") -> SummaryRun:
    return SummaryRun(thread, ordinal, "codex", status, message, items)


def text_of(*items: SummaryItem) -> str:
    """The whole text for one run with these items."""
    return summarize([run(1, *items)], None).text


def payload_of(*items: SummaryItem) -> dict[str, Any]:
    return summarize([run(1, *items)], None).payload


DIFF = """\
diff --git a/x b/x
--- a/x
+++ b/x
@@ -1,3 +1,3 @@
 same
-DIFF-old
+DIFF-new
 same"""

words = st.text(max_size=40) | st.sampled_from(["same words", "two\nlines", "a\n\n\n\n\n\nb", "\n\n", DIFF, "x" * 700, "\n".join("yyyyyy")])
numbers = st.integers() | st.floats() | st.booleans()
values = st.recursive(
    st.none() | numbers | words, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=4
)
fields = st.sampled_from(
    [
        "path",
        "change",
        "additions",
        "deletions",
        "diff",
        "command",
        "exitCode",
        "summary",
        "items",
        "resolved",
        "id",
        "tool",
        "output",
        "text",
        "status",
    ]
)
todo_lists = st.fixed_dictionaries(
    {
        "items": st.lists(
            st.fixed_dictionaries({"text": words, "status": st.sampled_from(["pending", "completed", "x"]) | values}) | values, max_size=4
        )
    }
)
data = st.none() | values | todo_lists | st.dictionaries(fields, values | words | st.booleans(), max_size=4)
items = st.builds(SummaryItem, st.sampled_from(KINDS), st.none() | words, data)
runs = st.lists(
    st.builds(
        SummaryRun,
        st.sampled_from(["T", "F"]),
        st.integers(1, 2**63 - 1),
        st.sampled_from(["codex", "claude"]),
        st.sampled_from(["COMPLETED", "FAILED", "INTERRUPTED", "RUNNING"]),
        st.none() | words,
        st.lists(items, max_size=4).map(tuple),
    ),
    max_size=3,
)
checkpoints = st.none() | st.builds(
    SummaryCheckpoint,
    st.text(min_size=1, max_size=700),
    st.just("T"),
    st.integers(1, 2**63 - 1),
    st.none() | words,
    values | st.text(max_size=1500),
)
