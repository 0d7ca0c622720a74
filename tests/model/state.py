"""What the model remembers. Plain records in dictionaries whose order is the order of creation; nothing that can be worked out is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .refusal import Refused

Point = tuple[str, int]
"""A run named by its thread's id and its ordinal there."""

ACTIVE = ("PREPARING", "RUNNING")

Record = TypeVar("Record")


@dataclass
class Provider:
    kind: str
    native_fork: bool
    native_rollback: bool
    native_revert: bool
    accepts_handoff: bool
    handoff_delivery: str
    resume_across_models: bool
    resume_across_runtime_modes: bool
    max_handoff_chars: int


@dataclass
class Thread:
    """source_point is where it left its parent; source_version is the parent's version when it did (forks and subagents alike)."""

    id: str
    title: str | None
    created_by: str
    root_id: str
    parent_id: str | None = None
    relationship: str | None = None
    source_point: Point | None = None
    source_version: int | None = None
    version: int = 1


@dataclass
class Limits:
    """The staleness policy of one decision (section 3)."""

    off_provider_runs: int = 20
    chained_handoffs: int = 5
    delta_ranges: int = 1
    compacted_runs: int | None = None


@dataclass
class Run:
    """handoff_ids is what it consumes, its own handoff first; transfer_ids what it took up, without a PROVIDER_HANDOFF of its own."""

    id: str
    thread_id: str
    ordinal: int
    provider: str
    model: str | None
    runtime_mode: str | None
    clean_context: bool
    limits: Limits
    message: str | None
    provider_thread_id: str = ""
    status: str = "PREPARING"
    ended_as: str | None = None
    begun_version: int | None = None
    rolled_back_version: int | None = None
    dropped_natively: bool = False
    native_start_failed: bool = False
    turns: list[str | None] = field(default_factory=list)
    checkpoint_id: str | None = None
    own_handoff_id: str | None = None
    own_transfer_id: str | None = None
    handoff_ids: list[str] = field(default_factory=list)
    transfer_ids: list[str] = field(default_factory=list)
    continues: str | None = None
    items: list[dict[str, Any]] = field(default_factory=list)

    @property
    def point(self) -> Point:
        return (self.thread_id, self.ordinal)

    @property
    def begun(self) -> bool:
        return self.begun_version is not None

    @property
    def counts(self) -> bool:
        """Begun and not rolled back: history of its own thread."""
        return self.begun and self.status != "ROLLED_BACK"


@dataclass
class NativeRollback:
    """The native rollback that was asked for last; it drops the turns of the runs above `to_ordinal`."""

    state: str
    to_ordinal: int
    action: dict[str, Any]


@dataclass
class Compaction:
    """All that a provider thread held up to and with a run became a summary."""

    point: Point
    told: dict[str, Any]


@dataclass
class ProviderThread:
    """origin_id is the provider thread that it was natively forked from or adopted; taken_along is what it knew at that moment.

    compacted_along are the points that it had been compacted through by then.
    """

    id: str
    thread_id: str
    provider: str
    made_for_run: str | None = None
    status: str = "ACTIVE"
    ref: str | None = None
    strength: str = "STRONG"
    history_mode: str = "LEGACY"
    model: str | None = None
    runtime_mode: str | None = None
    native_rollback: NativeRollback | None = None
    origin_id: str | None = None
    adopts: bool = False
    adopted_by: str | None = None
    taken_along: frozenset[Point] = frozenset()
    compactions: list[Compaction] = field(default_factory=list)
    compacted_along: frozenset[Point] = frozenset()


@dataclass
class Transfer:
    """named_* is what a fork was made from, when it was made from that; own_provider is that of a native spawn's own session.

    text is what a subagent said that its result is."""

    id: str
    type: str
    source_thread_id: str
    target_thread_id: str
    source_point: Point
    source_provider: str
    created_by: str
    base_point: Point | None = None
    target_provider: str | None = None
    status: str = "PENDING"
    resolution: dict[str, Any] | None = None
    consumed_by: str | None = None
    named_provider_thread: str | None = None
    named_checkpoint: str | None = None
    own_provider: str | None = None
    text: str | None = None

    @property
    def pair(self) -> tuple[str, str, str]:
        """What makes two transfers rivals, of which only the newest is taken up."""
        return (self.type, self.source_thread_id, self.target_thread_id)


@dataclass
class Handoff:
    id: str
    transfer_id: str
    thread_id: str
    run_id: str
    provider_thread_id: str
    covered: list[Point]
    strategy: str
    kind: str
    status: str = "PENDING"
    text: str | None = None
    payload: Any = None
    checkpoint_id: str | None = None
    created_by_provider: str | None = None
    failure_reason: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None


@dataclass
class Checkpoint:
    id: str
    thread_id: str
    run_id: str
    workspace_ref: str | None
    diff_summary: Any


@dataclass
class State:
    providers: dict[str, Provider] = field(default_factory=dict)
    threads: dict[str, Thread] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)
    provider_threads: dict[str, ProviderThread] = field(default_factory=dict)
    transfers: dict[str, Transfer] = field(default_factory=dict)
    handoffs: dict[str, Handoff] = field(default_factory=dict)
    checkpoints: dict[str, Checkpoint] = field(default_factory=dict)
    item_ids: set[str] = field(default_factory=set)
    made_ids: int = 0

    def new_id(self, kind: str) -> str:
        self.made_ids += 1
        return f"made-{kind}-{self.made_ids}"

    def runs_of(self, thread_id: str) -> list[Run]:
        """All of a thread's own runs, by ordinal."""
        return [run for run in self.runs.values() if run.thread_id == thread_id]

    def run_at(self, point: Point) -> Run:
        return next(run for run in self.runs.values() if run.point == point)

    def runs_on(self, provider_thread_id: str) -> list[Run]:
        """The begun runs of a provider thread, by ordinal; it serves one thread, so ordinals order them."""
        return [run for run in self.runs.values() if run.provider_thread_id == provider_thread_id and run.begun]

    def active_run(self, thread_id: str) -> Run | None:
        return next((run for run in self.runs_of(thread_id) if run.status in ACTIVE), None)

    def busy(self, provider_thread_id: str) -> bool:
        """Whether a run is PREPARING or RUNNING on a provider thread."""
        return any(run.provider_thread_id == provider_thread_id and run.status in ACTIVE for run in self.runs.values())

    def transfers_into(self, thread_id: str) -> Iterator[Transfer]:
        """In order of creation."""
        return (transfer for transfer in self.transfers.values() if transfer.target_thread_id == thread_id)

    def fork_transfer(self, thread_id: str) -> Transfer | None:
        return next((transfer for transfer in self.transfers_into(thread_id) if transfer.type == "FORK"), None)


def named(records: dict[str, Record], id_: str, what: str) -> Record:
    """The record of that id, or NOT_FOUND."""
    if id_ not in records:
        raise Refused("NOT_FOUND", f"there is no {what} {id_!r}")
    return records[id_]
