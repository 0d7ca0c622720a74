"""The parts of a picture, in the order in which they are drawn.

Each thread is begun, then come its stretches and notes with the steps between them, then it ends; the links between threads
come after the last thread of their tree. Keys are letters and digits, and differ within a picture.
"""

from dataclasses import dataclass
from enum import Enum, auto

from lineage.domain.kinds import ParentRelationship


class State(Enum):
    """What distinguishes runs that are not simply history; its value is what a picture says."""

    HISTORY = ""
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    ROLLED_BACK = "rolled back"
    RUNNING = "running"
    PREPARING = "preparing"
    NEVER_BEGAN = "never began"


class LinkKind(Enum):
    FORK = auto()
    SUBAGENT = auto()
    MERGE_BACK = auto()
    SUBAGENT_RESULT = auto()


@dataclass(frozen=True, slots=True)
class ThreadBegins:
    key: str
    id: str
    title: str | None
    relationship: ParentRelationship | None
    detached: bool
    """The run that it left its parent at was rolled back."""


@dataclass(frozen=True, slots=True)
class ThreadEnds:
    thread: ThreadBegins


@dataclass(frozen=True, slots=True)
class Stretch:
    """Runs with adjacent ordinals that look alike; given is the handoff that the first of them was given."""

    key: str
    first: int
    last: int
    provider: str
    state: State
    given: str | None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is no run: that a thread has none, or that a transfer waits for the next one."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """The later stretch or note of a thread comes after the earlier stretch."""

    earlier: str
    later: str


@dataclass(frozen=True, slots=True)
class Link:
    """From a run of one thread to another thread."""

    source: str
    target: str
    kind: LinkKind
    text: str


Shape = ThreadBegins | ThreadEnds | Stretch | Note | Step | Link
