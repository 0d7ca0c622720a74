"""Handoffs in the pieces that Codex takes uncut."""

from hypothesis import example, given
from hypothesis import strategies as st

from lineage.adapters.codex.context import PIECE_BYTES, pieces, turn_context

TEXTS = st.lists(st.sampled_from(["word ", "é" * 700, "a line\n", "x" * 5000, "\U0001f600" * 1000, "\n"]), max_size=12).map("".join)


@given(TEXTS)
@example("")
def test_pieces_are_the_text_and_none_is_too_long(text: str) -> None:
    parts = pieces(text)
    assert "".join(parts) == text
    assert all(len(part.encode()) <= PIECE_BYTES for part in parts)


def test_a_long_text_is_cut_behind_a_line() -> None:
    text = "a short line\n" * 1000
    assert all(part.endswith("\n") for part in pieces(text))


@given(st.lists(TEXTS, min_size=1, max_size=12))
def test_the_keys_stand_in_the_order_of_the_texts(handoffs: list[str]) -> None:
    context = turn_context(handoffs)
    assert sorted(context) == list(context)
    assert "".join(entry["value"] for entry in context.values()) == "".join(handoffs)
