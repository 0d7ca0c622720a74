"""What stays open until something with the same id or the same text closes it: approvals, questions, failures (design 7)."""

from collections.abc import Hashable
from dataclasses import dataclass, field

from lineage.domain.summary.fields import is_resolved
from lineage.domain.summary.model import Entry, SummaryItem
from lineage.domain.summary.wording import statement


@dataclass(slots=True)
class Unresolved:
    """The open matters of one kind, the newest last."""

    _open: dict[Hashable, Entry] = field(default_factory=dict)
    _by_text: dict[str, dict[Hashable, None]] = field(default_factory=dict)

    def take(self, item: SummaryItem) -> None:
        """Closes what this item tells about again, and opens it unless it is resolved.

        Two items tell about the same matter when their ids are the same, or, where one of them has no id, their texts.
        """
        entry = statement(item)
        if entry is None:
            return
        text, known_as = entry.record["text"], entry.record.get("id")
        key = ("id", known_as) if known_as else ("text", text)
        same_text = self._by_text.get(text, {})
        self._close(key)
        for other in list(same_text) if known_as is None else [("text", text)]:
            self._close(other)
        if not is_resolved(item.data):
            self._open[key] = entry
            self._by_text.setdefault(text, {})[key] = None

    def entries(self) -> list[Entry]:
        return list(self._open.values())

    def _close(self, key: Hashable) -> None:
        entry = self._open.pop(key, None)
        if entry is not None:
            self._by_text[entry.record["text"]].pop(key)
