"""What the rules are told: plain data that one traversal of the graph brings, each thing as it is recorded.

Runs come in groups of those that are alike in everything that the rules ask of them, so that a thread of ten thousand
runs is a handful of groups.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lineage.domain.kinds import (
    ContextTransferStatus,
    HandoffStatus,
    HistoryMode,
    NativeActionKind,
    NativeRefStrength,
    NativeRollbackState,
    ParentRelationship,
    ProviderThreadStatus,
    ResolutionStrategy,
    RunStatus,
    SourceKind,
    ThreadRelationshipKind,
)
from lineage.domain.points import Point, PointSet, RunSegment
from lineage.domain.ranges import Ranges, union


@dataclass(frozen=True, slots=True)
class RunGroup:
    """Begun runs of one thread that are alike. rolled_back_version is None while they are history."""

    ordinals: Ranges
    ended_as: RunStatus | None = None
    checkpointed: bool = False
    rolled_back_version: int | None = None
    dropped_natively: bool = False
    characters: int = 0
    """How many characters their messages and items bring into a summary at most."""

    def visible_at(self, version: int | None) -> bool:
        """Whether they belong to the thread's history at this version of it; None asks for now (design 2, as it was)."""
        return self.rolled_back_version is None or (version is not None and self.rolled_back_version > version)


def ordinals_of(groups: Iterable[RunGroup]) -> Ranges:
    """The ordinals of all of the groups."""
    return union(part for group in groups for part in group.ordinals)


@dataclass(frozen=True, slots=True)
class SourceFact:
    """Where a thread left its parent: the source point, and for a fork the parent's version then."""

    point: Point
    parent_version: int | None = None


@dataclass(frozen=True, slots=True)
class ThreadFact:
    id: str
    root_id: str
    parent_id: str | None
    relationship: ParentRelationship | None
    version: int
    depth: int
    made: int
    """Its place in the order of creation within its lineage tree."""
    source: SourceFact | None = None


@dataclass(frozen=True, slots=True)
class RunFact:
    """One run, where a rule needs a single one."""

    id: str
    point: Point
    status: RunStatus
    provider: str
    provider_thread_id: str
    ended_as: RunStatus | None = None
    begun_version: int | None = None
    rolled_back_version: int | None = None
    dropped_natively: bool = False
    checkpoint_id: str | None = None

    @property
    def active(self) -> bool:
        return self.status in (RunStatus.PREPARING, RunStatus.RUNNING)

    @property
    def is_history(self) -> bool:
        """Whether it is in its own thread's history now."""
        return self.begun_version is not None and self.rolled_back_version is None


@dataclass(frozen=True, slots=True)
class ConsumedHandoff:
    """A handoff that a begun run of the provider thread took, and what it covers."""

    id: str
    status: HandoffStatus
    ordinal: int
    position: int
    rolled_back: bool
    covers: tuple[RunSegment, ...]

    @property
    def live(self) -> bool:
        return self.status is HandoffStatus.READY and not self.rolled_back


@dataclass(frozen=True, slots=True)
class OriginCompaction:
    """A compaction of a provider thread that another goes back to by native forks and adoptions, with what decides whether it came along.

    made and left_made are places in the order of creation: of the compaction, and of the provider thread that left for that session,
    which was cut after the run of that ordinal, or taken over whole.
    """

    point: Point
    made: int
    left_made: int
    boundary: int
    adopted: bool

    @property
    def came_along(self) -> bool:
        """Whether it was there at that moment, before the boundary. One through the boundary itself comes along by adoption alone."""
        before = self.point.ordinal < self.boundary or (self.adopted and self.point.ordinal == self.boundary)
        return before and self.made < self.left_made


@dataclass(frozen=True, slots=True)
class ProviderThreadFacts:
    """A provider thread with all that decides what it knows. turns holds the references of those runs' turns that a rule may ask for."""

    id: str
    thread_id: str
    provider: str
    status: ProviderThreadStatus
    native_thread_ref: str | None
    native_ref_strength: NativeRefStrength
    history_mode: HistoryMode
    model: str | None
    runtime_mode: str | None
    native_rollback: NativeRollbackState | None
    made: int
    native_rollback_kind: NativeActionKind | None = None
    """What the provider was told to do when its native rollback was asked for, and to which ordinal."""
    native_rollback_to: int = 0
    adopted: bool = False
    forked_at: Point | None = None
    forked_at_turn: str | None = None
    took_along: PointSet = field(default_factory=dict)
    runs: tuple[RunGroup, ...] = ()
    handoffs: tuple[ConsumedHandoff, ...] = ()
    turns: Mapping[int, tuple[str | None, ...]] = field(default_factory=dict)
    compactions: tuple[int, ...] = ()
    """The ordinals of the runs that it was compacted through."""
    origin_compactions: tuple[OriginCompaction, ...] = ()

    @property
    def live_runs(self) -> Ranges:
        """Those that ran on it and are history."""
        return ordinals_of(group for group in self.runs if group.rolled_back_version is None)

    @property
    def present_runs(self) -> Ranges:
        """Those whose turns are in the native thread now."""
        return ordinals_of(group for group in self.runs if not group.dropped_natively)

    @property
    def divergent_runs(self) -> Ranges:
        """Those whose turns are in the native thread although they were rolled back."""
        return ordinals_of(group for group in self.runs if group.rolled_back_version is not None and not group.dropped_natively)

    @property
    def live_handoffs(self) -> tuple[ConsumedHandoff, ...]:
        """Those that it received and that still count, in order of delivery."""
        return tuple(handoff for handoff in self.handoffs if handoff.live)


@dataclass(frozen=True, slots=True)
class TransferFact:
    id: str
    type: ThreadRelationshipKind
    status: ContextTransferStatus
    source_thread_id: str
    target_thread_id: str
    source_point: Point
    base_point: Point | None
    source_provider: str | None
    made: int
    source_kind: SourceKind | None = None
    carries: tuple[RunSegment, ...] = ()
    """What a merge-back or a subagent's result brings, fixed when it is made."""
    resolution: ResolutionStrategy | None = None
    spawn_provider: str | None = None
    """The provider of a native subagent."""
    result_text: str | None = None
    taken_up_by_run_id: str | None = None


@dataclass(frozen=True, slots=True)
class ForkSource:
    """What a pending fork was made from: the source run, the provider thread that ran it, and whether that one is busy."""

    run: RunFact
    provider_thread: ProviderThreadFacts
    provider_thread_active: bool
    from_subagent: bool


@dataclass(frozen=True, slots=True)
class ThreadFacts:
    """A thread, the line of forks that its history comes through (itself first), and the provider threads that serve it."""

    thread: ThreadFact
    line: tuple[ThreadFact, ...]
    inherited_runs: Mapping[str, tuple[RunGroup, ...]]
    provider_threads: tuple[ProviderThreadFacts, ...]
    last_run: RunFact | None = None
    transfers: tuple[TransferFact, ...] = ()
    """Pending ones into it, and a native spawn that no run has taken up, in order of creation."""
    fork_source: ForkSource | None = None

    @property
    def own_runs(self) -> tuple[RunGroup, ...]:
        return tuple(group for provider_thread in self.provider_threads for group in provider_thread.runs)

    @property
    def active_run(self) -> RunFact | None:
        return self.last_run if self.last_run is not None and self.last_run.active else None
