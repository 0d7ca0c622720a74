"""Shortening to a provider's limit: most important sections first, and the text says so (design 3, 7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.domain.summary import SummaryCheckpoint, SummaryRun, summarize

from .builders import checkpoints, item, run, runs, steady

LONG = [
    run(
        1,
        item("GOAL", "GOAL ship the parser"),
        item("QUESTION", "QUESTION which licence"),
        *(item("DECISION", f"DECISION {n} of many") for n in range(50)),
        *(item("FILE_CHANGE", path=f"src/FILE_{n}.py", additions=n) for n in range(50)),
        item("TOOL_OUTPUT", "OUTPUT of the least weight", tool="grep"),
    )
]


@steady
@given(runs, checkpoints, st.integers(1, 5000) | st.integers(1, 60))
def test_no_limit_is_ever_passed_and_no_text_is_empty(
    given_runs: list[SummaryRun], checkpoint: SummaryCheckpoint | None, limit: int
) -> None:
    whole = summarize(given_runs, checkpoint)
    summary = summarize(given_runs, checkpoint, limit)
    assert 1 <= len(summary.text) <= limit
    assert summary.shortened == (len(whole.text) > limit)
    assert summary.payload == whole.payload
    if summary.shortened:
        assert summary.text.endswith("[shortened]" if limit >= 11 else "…")
    else:
        assert summary.text == whole.text


def test_every_limit_is_obeyed_up_to_the_whole_text() -> None:
    for limit in [*range(1, 400), *range(400, len(summarize(LONG, None).text), 29)]:
        text = summarize(LONG, None, limit).text
        assert 0 < len(text) <= limit
        assert text.endswith("[shortened]" if limit >= 11 else "…")


def test_a_limit_of_exactly_the_whole_text_shortens_nothing() -> None:
    whole = summarize(LONG, None).text
    assert summarize(LONG, None, len(whole)).text == whole
    assert summarize(LONG, None, len(whole) - 1).shortened


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_character_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="at least 1 character"):
        summarize([], None, limit)


def test_the_least_important_sections_and_the_oldest_entries_go_first() -> None:
    text = summarize(LONG, None, 1000).text
    assert all(word in text for word in ("GOAL ship", "QUESTION which", "DECISION 49 of many", "DECISION 20 of many"))
    assert all(word not in text for word in ("DECISION 1 of many", "FILE_", "OUTPUT", "Files changed"))
    assert text.endswith("[shortened]")


def test_a_small_limit_keeps_the_most_important_words_in_one_line() -> None:
    assert summarize(LONG, None, 60).text == "Goals: GOAL ship the parser; Open questions: QU… [shortened]"


def test_one_long_entry_does_not_hide_all_others() -> None:
    runs = [run(1, item("GOAL", "g" * 60_000), item("CONSTRAINT", "CONSTRAINT no network"), item("DECISION", "d" * 60_000))]
    text = summarize(runs, None, 4000).text
    assert "CONSTRAINT no network" in text
    assert text.count("g") > 1500
    assert text.count("d") > 1500
    assert text.count("characters)") == 2
    assert len(text) > 3900


def test_long_entries_obey_every_limit_and_use_it() -> None:
    runs = [run(1, item("GOAL", "g" * 9000), item("DECISION", "d" * 2000), item("FAILURE", "f"))]
    for limit in range(300, 4000, 7):
        assert limit - 5 <= len(summarize(runs, None, limit).text) <= limit


def test_no_title_is_left_without_an_entry() -> None:
    for limit in range(260, 2000, 3):
        last = summarize(LONG, None, limit).text.removesuffix("\n\n[shortened]").rpartition("\n")[2]
        assert last.startswith("- ")
        assert len(last) > 10


def test_a_single_long_entry_takes_all_the_room() -> None:
    text = summarize([run(1, item("GOAL", "g" * 60_000))], None, 4000).text
    assert len(text) == 4000
    assert text.count("g") > 3950


def test_a_heading_longer_than_the_limit_gives_way() -> None:
    assert summarize(LONG, None, 300, heading="h" * 500).text.startswith("Goals: GOAL ship the parser; ")
