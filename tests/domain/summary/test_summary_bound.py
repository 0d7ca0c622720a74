"""longest_possible lets callers skip the items: it must never promise too little (design 3, SUMMARY_EXCEEDS_POLICY)."""

import pytest
from hypothesis import given

from lineage.domain.summary import (
    SummaryCheckpoint,
    SummaryItem,
    SummaryRun,
    item_characters,
    longest_possible,
    message_characters,
    summarize,
)

from .builders import DIFF, KINDS, checkpoints, item, items, run, runs, steady, text_of

IN_THE_BOUND = ("ASSISTANT_MESSAGE", "TOOL_OUTPUT")


def bound(given_runs: list[SummaryRun]) -> int:
    characters = sum(item_characters(each.kind, each.text, each.data) for one in given_runs for each in one.items)
    return longest_possible(characters + sum(message_characters(one.message) for one in given_runs), len(given_runs))


@steady
@given(runs, checkpoints)
def test_no_text_is_ever_longer(given_runs: list[SummaryRun], checkpoint: SummaryCheckpoint | None) -> None:
    assert len(summarize(given_runs, checkpoint).text) <= bound(given_runs)


@steady
@given(items)
def test_one_more_item_adds_no_more_than_it_is_counted_for(one_more: SummaryItem) -> None:
    before = [item("TODO", items=[{"text": "still to do"}, {"text": "over", "status": "done"}])]
    before += [item(kind, f"{kind} there {n}") for kind in KINDS if kind not in ("TODO", *IN_THE_BOUND) for n in (1, 2)]
    if one_more.kind not in IN_THE_BOUND:
        added = len(text_of(*before, one_more)) - len(text_of(*before))
        assert added <= item_characters(one_more.kind, one_more.text, one_more.data)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", ["x" * 60_000, "\n".join("x" * 2000), "\n".join(f"+{n}\n-{n}" for n in range(2000)), DIFF])
def test_it_holds_for_long_and_odd_texts_of_every_kind(kind: str, text: str) -> None:
    given_runs = [run(n + 1, SummaryItem(kind, f"{n} {text}", {"command": f"{n} {text}", "path": f"{n}"})) for n in range(7)]
    assert len(summarize(given_runs, SummaryCheckpoint("k" * 999, "T", 2**63 - 1, "\n".join(text), [text] * 9)).text) <= bound(given_runs)


def test_it_holds_for_many_runs_that_left_nothing_or_a_message() -> None:
    silent = [run(n + 1) for n in range(1000)]
    assert len(summarize(silent, None).text) <= bound(silent)
    told = [run(2**63 - 1 - n, message=f"{n} " + "m\n" * 900) for n in range(1000)]
    assert len(summarize(told, None).text) <= bound(told)


def test_it_allows_for_the_longest_of_everything_that_items_are_not_counted_for_and_for_little_more() -> None:
    others = [item(kind, kind) for kind in KINDS if kind not in ("TODO", *IN_THE_BOUND)]
    last = [
        *(item("TOOL_OUTPUT", "o" * 999, path=f"{n}") for n in range(9)),
        item("USER_MESSAGE", "u" * 999),
        item("ASSISTANT_MESSAGE", "a" * 999),
        item("TODO", items=[{"text": "still to do"}, *({"text": f"{n}", "status": "done"} for n in range(1000))]),
    ]
    given_runs = [run(2**63 - 1, *others, *last, status="INTERRUPTED")]
    checkpoint = SummaryCheckpoint("k" * 999, "T", 2**63 - 1, "w" * 999, "d" * 2000)
    assert 0 <= bound(given_runs) - len(summarize(given_runs, checkpoint).text) < 300


def test_a_plans_headline_and_open_points_are_counted() -> None:
    plan = {"items": [{"text": "x" * 1000, "status": "odd"}, "y" * 1000]}
    assert len(text_of(SummaryItem("TODO", "h" * 1000, plan))) - len("Earlier work, newest first\n\nPlan and todo:\n") < (
        item_characters("TODO", "h" * 1000, plan)
    )


def test_what_never_enters_adds_nothing() -> None:
    assert item_characters("REASONING", "x" * 500, {"a": "x" * 500}) == 0
    assert item_characters("PROTOCOL", "x" * 500, None) == 0
    assert item_characters("QUESTION", "x" * 500, {"resolved": True}) == 0
    assert item_characters("FILE_CHANGE", None, {"path": "a.py", "diff": DIFF * 50}) < 20
    assert message_characters(None) == message_characters(" \n") == 0


def test_a_run_without_items_and_message_adds_nothing_and_a_statement_little_more_than_itself() -> None:
    assert longest_possible(0, 10_000) == longest_possible(0, 1) < 6000
    assert longest_possible(500, 1) == longest_possible(0, 1) + 500
    assert item_characters("DECISION", "x" * 500, None) <= 504


def test_a_few_ordinary_runs_stay_below_an_ordinary_limit() -> None:
    ordinary = [
        run(n + 1, *(item("FILE_CHANGE", path=f"src/module_{n}_{m}.py", change="modified", additions=9, deletions=3) for m in range(10)),
            item("USER_MESSAGE", "m" * 500), item("ASSISTANT_MESSAGE", "a" * 4000), item("TOOL_OUTPUT", "o" * 9000, tool="read", path="x"))
        for n in range(20)
    ]  # fmt: skip
    assert bound(ordinary) < 24_000
