"""What is remembered of a recorded thread for those that come after it in its tree."""

from dataclasses import dataclass, field
from datetime import datetime

from lineage.domain.coverage import taken_along_from
from lineage.domain.facts import ConsumedHandoff, ProviderThreadFacts, RunGroup
from lineage.domain.kinds import HandoffStatus, HistoryMode, NativeRefStrength, ProviderThreadStatus
from lineage.domain.points import Point, PointList, PointSet, RunSegment
from lineage.domain.ranges import Ranges, ranges_of, up_to


@dataclass(slots=True)
class RunState:
    """A run as it was recorded. Versions are its thread's."""

    id: str
    ordinal: int
    session_id: str
    started_at: datetime
    begun_version: int | None
    """None for one that never began; imports know of none such."""
    finished_version: int | None
    """None while it is active."""
    rolled_back_version: int | None = None
    dropped_natively: bool = False
    checkpoint_id: str | None = None
    covers: tuple[RunSegment, ...] = ()
    """What the handoffs cover that it consumed."""
    own_handoffs: int = 0
    """How many it was given when it started."""


@dataclass(slots=True)
class SessionState:
    """A provider thread: what it took along, and the last of its thread's runs that it holds natively."""

    id: str
    provider: str
    native_ref: str | None
    took_along: PointSet = field(default_factory=dict)
    last_present: str | None = None


@dataclass(slots=True)
class ThreadState:
    id: str
    root_id: str
    depth: int
    made: int
    version: int
    inherited: PointList = field(default_factory=PointList)
    forked_from: str | None = None
    """The parent of a fork."""
    runs: list[RunState] = field(default_factory=list)
    sessions: dict[str, SessionState] = field(default_factory=dict)

    @property
    def history(self) -> PointList:
        """The history now."""
        return self.history_at(self.version)

    def history_at(self, version: int) -> PointList:
        """The history as it was at a version (design 2)."""
        return self.inherited + PointList.of_thread(self.id, self._own_at(version))

    def _own_at(self, version: int) -> Ranges:
        return ranges_of(
            [
                run.ordinal
                for run in self.runs
                if run.begun_version is not None
                and run.begun_version <= version
                and (run.rolled_back_version is None or run.rolled_back_version > version)
            ]
        )

    def last_run_at(self, at: datetime | None) -> RunState | None:
        """The newest own run that began by then; the newest of all for None, the first one when none had begun yet."""
        begun = [run for run in self.runs if run.begun_version is not None]
        return next((run for run in reversed(begun) if at is None or run.started_at <= at), begun[0] if begun else None)

    def version_at(self, source: RunState | None, at: datetime) -> int:
        """The version at which something left this thread at one of its runs at that time: one at which the run was history."""
        version = 1
        for run in self.runs:
            if run.started_at > at:
                break
            version = run.finished_version or version
        if source is None:
            return version
        latest = source.rolled_back_version - 1 if source.rolled_back_version is not None else self.version
        return min(max(version, source.finished_version or 0), latest)

    def took_along_at(self, session: SessionState, source: RunState) -> PointSet:
        """What a native fork of the session takes along that leaves at the run."""
        ran = [run for run in self.runs if run.session_id == session.id]
        facts = ProviderThreadFacts(
            id=session.id,
            thread_id=self.id,
            provider=session.provider,
            status=ProviderThreadStatus.ACTIVE,
            native_thread_ref=session.native_ref,
            native_ref_strength=NativeRefStrength.STRONG,
            history_mode=HistoryMode.LEGACY,
            model=None,
            runtime_mode=None,
            native_rollback=None,
            made=0,
            took_along=session.took_along,
            runs=(RunGroup(up_to(ranges_of([run.ordinal for run in ran if _present(run, source)]), source.ordinal)),),
            handoffs=tuple(ConsumedHandoff(run.id, HandoffStatus.READY, run.ordinal, 0, False, run.covers) for run in ran if run.covers),
        )
        return taken_along_from(facts, Point(self.id, source.ordinal))


def _present(run: RunState, source: RunState) -> bool:
    """Whether the run was still in the session when the source run was the newest one there."""
    return not run.dropped_natively or (run.rolled_back_version or 0) > (source.finished_version or 0)
