"""Do all who are asked a question say the same? Before anything is measured; the benchmark ends where they do not."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from benchmarks.against.questions.question import LINEAGE, POSTGRES, Question


class Disagreement(Exception):
    """Two peers gave different answers to a question."""


def check(questions: Iterable[Question], peers: Mapping[str, Any], progress: Callable[[str], None]) -> None:
    """Asks each question of each peer once. Disagreement where what has to be the same is not."""
    for question in questions:
        facts: dict[str, Any] = {}
        whole: dict[str, Any] = {}
        for name, asked in question.asked.items():
            if name in peers:
                whole[name] = peers[name].ask(asked)
                facts[name] = asked.fact(whole[name])
        expected = facts[LINEAGE]
        for name, fact in facts.items():
            if fact is not None and fact != expected:
                raise Disagreement(f"{question.name}: {name} says {_short(fact, expected)}, {LINEAGE} says {_short(expected, fact)}")
        if POSTGRES in whole and (place := _differs(whole[LINEAGE], whole[POSTGRES])) is not None:
            raise Disagreement(f"{question.name}: the answers of {LINEAGE} and {POSTGRES} differ at {place}")
        progress(f"{question.name}: {', '.join(whole)} agree")


def _short(one: Any, other: Any) -> str:
    """Where two differ, not all of both."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            return f"{len(one)} entries"
        found = next(((index, left) for index, (left, right) in enumerate(zip(one, other, strict=True)) if left != right), None)
        if found is not None:
            return f"[{found[0]}] {str(found[1])[:300]}"
    return str(one)[:300]


def _differs(one: Any, other: Any, place: str = "") -> str | None:
    """The first place at which two answers differ; None where they are equal."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next((found for key in one if (found := _differs(one[key], other[key], f"{place}.{key}")) is not None), None)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((found for index, pair in pairs if (found := _differs(*pair, f"{place}[{index}]")) is not None), None)
    return None if one == other else f"{place or 'the whole'}: {str(one)[:150]} and {str(other)[:150]}"
