"""Plan and todo state: the newest list is the state, later single points add to it or close one of its points (design 7)."""

from dataclasses import dataclass, field
from typing import Any

from lineage.domain.summary.fields import is_resolved, string, words
from lineage.domain.summary.model import Entry, SummaryItem

_DONE = frozenset({"completed", "complete", "done", "cancelled", "canceled", "skipped"})
_NOT_STARTED = frozenset({"", "pending", "open", "todo"})
DONE_ROOM = len(" done") + 19


@dataclass(slots=True)
class Plan:
    """The points of the plan by their text, with whether each is done."""

    headline: str = ""
    points: dict[str, tuple[Entry, bool]] = field(default_factory=dict)

    def take(self, item: SummaryItem) -> None:
        """Brings the plan to the state that this TODO item tells."""
        listed = list_of(item.data)
        if listed is not None:
            self.headline = words(item.text, None)
            self.points = {entry.record["text"]: (entry, done) for entry, done in listed}
        elif point := single_point(item):
            entry, done = point
            self.points[entry.record["text"]] = (entry, done)

    def lines(self) -> tuple[str, ...]:
        """The headline, what is still to be done in the plan's own order, and how much is done."""
        done = sum(1 for _, is_done in self.points.values() if is_done)
        still = [entry.text for entry, is_done in self.points.values() if not is_done]
        return tuple(line for line in [self.headline, *still, f"{done} done" if done else ""] if line)

    def records(self) -> tuple[dict[str, Any], ...]:
        return tuple(entry.record for entry, _ in self.points.values())


def list_of(data: Any) -> list[tuple[Entry, bool]] | None:
    """The points of a TODO item's list, each with whether it is done; None when the item holds no list."""
    values = data.get("items") if isinstance(data, dict) else None
    if not isinstance(values, list | tuple):
        return None
    points = [
        _point(words(value, None) if isinstance(value, str) else string(value, "text", "content", "title", "step"), value)
        for value in values
    ]
    read = [point for point in points if point]
    # A list of which nothing can be read is not an empty plan.
    return read if read or not values else None


def single_point(item: SummaryItem) -> tuple[Entry, bool] | None:
    """The one point of a TODO item without a list."""
    point = _point(words(item.text, item.data), item.data)
    return (point[0], True) if point and is_resolved(item.data) else point


def _point(said: str, data: Any) -> tuple[Entry, bool] | None:
    if not said:
        return None
    status = string(data, "status")
    plain = status.lower() in _NOT_STARTED
    return Entry(said if plain else f"{said} ({status})", {"text": said, "status": status or None}), status.lower() in _DONE
