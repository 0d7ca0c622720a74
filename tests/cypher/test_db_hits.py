"""What each question and command costs Neo4j stays what is recorded: a change of more than a tenth is a change on purpose."""

import json

import pytest

from lineage.settings import Settings
from tests.cypher.measured import RECORDED, db_hits

TOLERATED = 0.1
FEW = 25
"""Differences that say nothing: how many hits it takes to read all properties of a node depends on what else the store has."""


def changes(recorded: dict[str, int], measured: dict[str, int]) -> list[str]:
    """The statements that differ by more than is tolerated, or that only one has."""
    found = []
    for statement in sorted({*recorded, *measured}):
        before, now = recorded.get(statement), measured.get(statement)
        if before is None or now is None or abs(now - before) > max(before * TOLERATED, FEW):
            found.append(f"{statement}: {before} db hits are recorded, {now} were measured")
    return found


def test_db_hits_are_those_that_are_recorded(settings: Settings) -> None:
    recorded, measured = json.loads(RECORDED.read_text(encoding="utf-8")), db_hits(settings)
    differ = {name: found for name in {*recorded, *measured} if (found := changes(recorded.get(name, {}), measured.get(name, {})))}
    assert differ == {}, "if that is wanted: python -m tests.cypher.measured"


@pytest.mark.parametrize(
    ("before", "now", "differs"),
    [(1000, 1100, False), (1000, 1101, True), (1000, 899, True), (10, 35, False), (10, 36, True), (0, 26, True)],
)
def test_a_change_would_be_seen(before: int, now: int, differs: bool) -> None:
    assert bool(changes({"threads": before}, {"threads": now})) is differs


def test_another_statement_would_be_seen() -> None:
    assert len(changes({"threads": 1}, {"runs": 1})) == 2
