"""Turn items as the service takes them."""

import json

from lineage.adapters.port import Observed
from lineage.carrying.recording import MAX_BYTES, item_of, shortened
from lineage.domain.kinds import TurnItemKind


def test_what_is_short_stays_as_it_is() -> None:
    item = item_of(Observed(TurnItemKind.COMMAND, "out", {"command": "ls", "exitCode": 0}))
    assert (item.kind, item.text, item.data) == (TurnItemKind.COMMAND, "out", {"command": "ls", "exitCode": 0})


def test_a_long_text_keeps_both_ends_and_says_what_is_missing() -> None:
    text = "ä" * 100_000 + "the end"
    cut = shortened(text)
    assert cut is not None
    assert len(cut.encode()) <= MAX_BYTES
    start, said, end = cut.split("\n")
    assert (set(start), end.endswith("the end")) == ({"ä"}, True)
    assert said == f"[{len(text) - len(start) - len(end)} characters left out here]"


def test_data_that_is_too_large_keeps_its_short_entries_and_says_so() -> None:
    data = item_of(Observed(TurnItemKind.COMMAND, None, {"command": "ls", "output": "x" * 100_000})).data
    assert data["command"] == "ls"
    assert "output" not in data
    assert data["leftOut"].startswith("data of 1000")
    assert len(json.dumps(data)) < MAX_BYTES
