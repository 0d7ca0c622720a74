"""What the local summarizer is given, and what it answers."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SummaryItem:
    """One turn item of a covered run. data is any JSON value; a field of it that is missing or odd is passed over."""

    kind: str
    """The name of a TurnItemKind. Items of any other kind never enter."""
    text: str | None
    data: Any


@dataclass(frozen=True, slots=True)
class SummaryRun:
    """One covered run with its items in their order."""

    thread_id: str
    ordinal: int
    provider: str
    status: str
    """COMPLETED, FAILED, INTERRUPTED or RUNNING."""
    message: str | None
    items: tuple[SummaryItem, ...]


@dataclass(frozen=True, slots=True)
class SummaryCheckpoint:
    """The newest checkpoint of the covered runs. diff_summary is any JSON value."""

    id: str
    thread_id: str
    ordinal: int
    workspace_ref: str | None
    diff_summary: Any


@dataclass(frozen=True, slots=True)
class Summary:
    """The text for the next provider, and the same as structured data.

    payload holds everything, also when the text had to be shortened. It has camelCase keys: a list for each section,
    `runs` (how many were covered), `checkpoint` (an object or null) and `checkpointId`.
    """

    text: str
    payload: dict[str, Any]
    checkpoint_id: str | None
    shortened: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of the summary: how the text words it, and what the payload keeps of it."""

    text: str
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the summary. A line may have several lines of text; records need not be as many as lines."""

    key: str
    title: str
    lines: tuple[str, ...]
    records: tuple[dict[str, Any], ...]
