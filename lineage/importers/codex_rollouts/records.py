"""The lines that the items of a turn are made of."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from lineage.importers.codex_rollouts.lines import Line


@dataclass(frozen=True, slots=True)
class Record:
    """A line by its kind. Own kinds: `said`, `failed`, `returned` (a subagent's result), each with a text, and `compacted`."""

    at: datetime
    kind: str
    payload: dict[str, Any]

    @classmethod
    def of(cls, line: Line) -> "Record":
        return cls(line.at, line.kind, line.payload)
