"""What a reader finds in files of other programs: threads as they were recorded there, as plain data without a graph.

Ids are deterministic: reading the same file again gives the same ids, and so does reading a copy of it. A thread's id is
`FORMAT:SESSION` (`claude-code:0a1b…`), a run's is made of what names its turn in the file, so that the copies of a turn in
several files have the same one. Times are UTC, texts are whole, places count the lines or rows of a file from 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lineage.domain.kinds import (
    Actor,
    HandoffStatus,
    HandoffStrategy,
    HistoryMode,
    NativeRefStrength,
    ParentRelationship,
    RunStatus,
    ThreadRelationshipKind,
    TurnItemKind,
)


@dataclass(frozen=True, slots=True)
class RecordedItem:
    """Something that a run said or did; data has the shapes that the README lists under turn items."""

    kind: TurnItemKind
    text: str | None = None
    data: Any = None
    at: datetime | None = None
    """None: when its run started."""
    id: str | None = None
    """None: one made of its run's id and its place in it."""


@dataclass(frozen=True, slots=True)
class RecordedCheckpoint:
    """A state of the files. at None: when its run ended."""

    id: str
    workspace_ref: str | None = None
    diff_summary: Any = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RecordedHandoff:
    """Context that a run was given besides its message.

    covers names runs by their ids, in order. type is PROVIDER_HANDOFF for what the thread itself missed, FORK for a fork that
    did not start natively, MERGE_BACK for what a fork brought (from_thread_id names it). text None: it was never made,
    and what it had to cover stays missing.
    """

    id: str
    transfer_id: str
    type: ThreadRelationshipKind
    covers: Sequence[str]
    strategy: HandoffStrategy
    text: str | None
    from_thread_id: str | None = None
    at: datetime | None = None
    created_by: Actor = Actor.SYSTEM
    created_by_provider: str | None = None
    status: HandoffStatus = HandoffStatus.READY


@dataclass(frozen=True, slots=True)
class Spawn:
    """A subagent that a run started. call_id is what the child's file names, result what came back (None: nothing yet)."""

    call_id: str
    thread_id: str | None = None
    """The child's thread, where the parent's file names it."""
    result: str | None = None
    returned_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """One message of a user, and all that the provider did about it. Only runs that reached the provider are recorded."""

    id: str
    session_id: str
    """The provider's session that it ran on: one of its thread's."""
    started_at: datetime
    finished_at: datetime
    ended_as: RunStatus = RunStatus.COMPLETED
    """COMPLETED, FAILED or INTERRUPTED; one that the file tells no end of is INTERRUPTED."""
    message: str | None = None
    model: str | None = None
    runtime_mode: str | None = None
    failure_reason: str | None = None
    turns: Sequence[str | None] = (None,)
    """The references of the provider's turns that it took, at least one."""
    items: Sequence[RecordedItem] = ()
    checkpoint: RecordedCheckpoint | None = None
    spawns: Sequence[Spawn] = ()
    handoffs: Sequence[RecordedHandoff] = ()
    place: int | None = None
    """The line or row of its file at which it begins."""


@dataclass(frozen=True, slots=True)
class RolledBack:
    """The thread was rolled back: its runs from first_dropped_run_id on are no longer history. native: the session dropped them too."""

    first_dropped_run_id: str
    at: datetime
    native: bool = True
    pending: bool = False
    """The program confirms it with the next run alone."""


@dataclass(frozen=True, slots=True)
class Compacted:
    """The session put a summary in the place of all that it held up to and with the run before this step."""

    session_id: str
    at: datetime
    summary: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None


Step = RecordedRun | RolledBack | Compacted
"""What happened in a thread, in order."""


@dataclass(frozen=True, slots=True)
class RecordedSession:
    """A native session of a provider. Its id is the provider thread's id: that of its thread where the thread has no other session."""

    id: str
    provider: str
    native_ref: str | None
    created_at: datetime
    ref_strength: NativeRefStrength = NativeRefStrength.STRONG
    history_mode: HistoryMode = HistoryMode.LEGACY
    forked_from: str | None = None
    """The session that it was natively forked from: one that ran the run at which its thread left its parent."""
    closed: bool = False
    """It can no longer be resumed as it stands, for example because the file went on in another branch."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a thread left its parent: at a run, or at the newest run of the parent that begins at or before a place of its file or a time.

    call_id is that of a Spawn and counts before run_id where the parent tells it. With none of the four it left at the parent's last run.
    """

    relationship: ParentRelationship
    thread_id: str
    run_id: str | None = None
    call_id: str | None = None
    place: int | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ThreadOutline:
    """A thread without its content: enough to tell how the threads of many files belong together.

    run_ids has all runs that the file tells in order, those copied from a parent included. departure is what the file says about
    a parent; a thread without one that begins with the same runs as another one is a fork of it. spawns gives the run of each
    Spawn's call_id.
    """

    id: str
    session_id: str
    created_at: datetime
    run_ids: Sequence[str]
    places: Sequence[int] = ()
    departure: Departure | None = None
    spawns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedThread:
    """A thread with its content: the steps of its file, those copied from a parent included (they are left out when it is stored)."""

    id: str
    sessions: Sequence[RecordedSession]
    steps: Sequence[Step]
    created_at: datetime
    title: str | None = None
    created_by: Actor = Actor.USER
    departure: Departure | None = None
    metadata: Any = None
    """What else the file says about the thread: the folder it worked in, the program's version, a git branch."""

    @property
    def runs(self) -> list[RecordedRun]:
        return [step for step in self.steps if isinstance(step, RecordedRun)]
