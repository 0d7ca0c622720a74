"""Tables, and figures with their spread."""

from collections.abc import Iterable, Sequence
from statistics import median


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The first column is text, the others are figures."""
    line = ["---", *["---:"] * (len(head) - 1)]
    return [f"| {' | '.join(row)} |" for row in (head, line, *rows)]


def spread(values: Sequence[float], digits: int = 2) -> str:
    """The median, with the lowest and the highest where there are several."""
    if not values:
        return "—"
    middle = f"{median(values):,.{digits}f}"
    return middle if len(values) == 1 else f"{middle} ({min(values):,.{digits}f}–{max(values):,.{digits}f})"


def against(values: Sequence[float], goal: float | None) -> str:
    """A ratio beside its goal, marked where it is above."""
    if not values:
        return "—"
    told = spread(values)
    if goal is None:
        return told
    return f"{told} ≤ {goal:g}" if median(values) <= goal else f"**{told} > {goal:g}**"
