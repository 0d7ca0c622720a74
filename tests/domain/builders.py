"""Facts of threads in a few words. Runs and histories are written as in the design: "T 1-5, F 1" are runs 1 to 5 of T, then run 1 of F."""

from collections.abc import Iterable
from typing import Any

from lineage.domain.facts import (
    ConsumedHandoff,
    ForkSource,
    OriginCompaction,
    ProviderThreadFacts,
    RunFact,
    RunGroup,
    SourceFact,
    ThreadFact,
    ThreadFacts,
    TransferFact,
)
from lineage.domain.kinds import (
    ContextTransferStatus,
    HandoffDelivery,
    HandoffStatus,
    HistoryMode,
    NativeActionKind,
    NativeRefStrength,
    ParentRelationship,
    ProviderThreadStatus,
    RunStatus,
    SourceKind,
    ThreadRelationshipKind,
)
from lineage.domain.models import NativeAction, Provider
from lineage.domain.points import Point, PointList, RunSegment
from lineage.domain.ranges import Ranges, union


def _range(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def ordinals(text: str) -> Ranges:
    """Text such as "1-5, 9" as ranges."""
    return union(_range(part) for part in text.split(",") if part.strip())


def segments(text: str) -> tuple[RunSegment, ...]:
    """Text such as "T 1-5, F 1" as segments, in this order."""
    words = [part.split() for part in text.split(",") if part.strip()]
    return tuple(RunSegment(thread_id, *_range(ordinals)) for thread_id, ordinals in words)


def points(text: str) -> PointList:
    return PointList.joined(segments(text))


def point(text: str) -> Point:
    """Text such as "T 5" as a point."""
    thread_id, ordinal = text.split()
    return Point(thread_id, int(ordinal))


def written(part: PointList | Iterable[RunSegment]) -> str:
    """The other way around: "T 1-5, F 1"."""
    found = part.segments if isinstance(part, PointList) else part
    return ", ".join(f"{id} {first}" if first == last else f"{id} {first}-{last}" for id, first, last in found)


def steps(actions: Iterable[NativeAction]) -> list[str]:
    """Actions by their kinds, each with what it names: its thread's reference, its turn's, how many turns."""
    return [
        " ".join(str(word) for word in (action.kind, action.native_thread_ref, action.native_turn_ref, action.turns) if word is not None)
        for action in actions
    ]


def ran(
    text: str,
    *,
    ended: RunStatus | None = RunStatus.COMPLETED,
    checkpoints: bool = True,
    rolled_back_at: int | None = None,
    dropped: bool = False,
) -> RunGroup:
    """Begun runs that are alike; rolled_back_at is the version of the rollback."""
    return RunGroup(ordinals(text), ended, checkpoints, rolled_back_at, dropped)


def took(
    covers: str, at: int, *, id: str = "H", position: int = 0, status: HandoffStatus = HandoffStatus.READY, rolled_back: bool = False
) -> ConsumedHandoff:
    """A handoff that the run with this ordinal consumed."""
    return ConsumedHandoff(id, status, at, position, rolled_back, segments(covers))


def provider_thread(
    id: str = "C1",
    *runs: RunGroup,
    thread: str = "T",
    provider: str = "codex",
    ref: str | None = "ref",
    status: ProviderThreadStatus = ProviderThreadStatus.ACTIVE,
    took_along: str = "",
    **more: Any,
) -> ProviderThreadFacts:
    """A provider thread with a STRONG reference and LEGACY history, unless more says otherwise."""
    known = {
        "native_ref_strength": NativeRefStrength.STRONG,
        "history_mode": HistoryMode.LEGACY,
        "model": None,
        "runtime_mode": None,
        "native_rollback": None,
        "made": 1,
        **more,
    }
    return ProviderThreadFacts(
        id=id,
        thread_id=thread,
        provider=provider,
        status=status,
        native_thread_ref=ref,
        runs=runs,
        took_along=points(took_along).points,
        **known,
    )


def compacted_there(at: str, *, made: int = 1, left: int = 2, boundary: int = 5, adopted: bool = False) -> OriginCompaction:
    """A compaction of a provider thread that another left for, which was made in this order, after the run of that ordinal."""
    return OriginCompaction(point(at), made, left, boundary, adopted)


def root(id: str = "T", version: int = 1) -> ThreadFact:
    return ThreadFact(id, id, None, None, version, 0, 1)


def left(id: str, parent: str, at: str, *, parent_version: int = 100, by: ParentRelationship = ParentRelationship.FORK) -> ThreadFact:
    """A thread that left its parent at a point, when the parent had this version."""
    return ThreadFact(id, "T", parent, by, 1, 1, 2, SourceFact(point(at), parent_version))


def thread(
    *provider_threads: ProviderThreadFacts,
    line: Iterable[ThreadFact] = (),
    inherited: dict[str, tuple[RunGroup, ...]] | None = None,
    active: RunStatus | None = None,
    active_on: str = "C1",
    transfers: tuple[TransferFact, ...] = (),
    fork_source: ForkSource | None = None,
) -> ThreadFacts:
    """A thread that these serve: the root T, or the first of a line of forks. active is the status of a run that is active on active_on."""
    found = tuple(line) or (root(),)
    last = run("T 99", id="active", status=active, on=active_on, begun=active is RunStatus.RUNNING) if active else None
    return ThreadFacts(found[0], found, inherited or {}, provider_threads, last, transfers, fork_source)


def run(
    at: str,
    *,
    id: str = "r",
    status: RunStatus = RunStatus.COMPLETED,
    on: str = "C1",
    provider: str = "codex",
    begun: bool = True,
    rolled_back_at: int | None = None,
    dropped: bool = False,
    checkpoint: bool = True,
) -> RunFact:
    """One run; ROLLED_BACK by rolled_back_at, whatever its status was before."""
    ended = status if status in (RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.INTERRUPTED) else None
    return RunFact(
        id=id,
        point=point(at),
        status=RunStatus.ROLLED_BACK if rolled_back_at else status,
        provider=provider,
        provider_thread_id=on,
        ended_as=ended,
        begun_version=1 if begun else None,
        rolled_back_version=rolled_back_at,
        dropped_natively=dropped,
        checkpoint_id="checkpoint" if checkpoint else None,
    )


def transfer(
    type: ThreadRelationshipKind,
    *,
    id: str = "X",
    at: str = "T 1",
    status: ContextTransferStatus = ContextTransferStatus.PENDING,
    carries: str = "",
    source_kind: SourceKind | None = None,
    made: int = 1,
) -> TransferFact:
    """A transfer into T, from the thread of its source point."""
    source = point(at)
    return TransferFact(id, type, status, source.thread_id, "T", source, None, "codex", made, source_kind, segments(carries))


def profile(kind: str = "codex", **more: Any) -> Provider:
    """A provider that can do everything natively and accepts handoffs of 24000 characters, unless more says otherwise."""
    known = {
        "native_fork": True,
        "native_rollback": True,
        "native_revert": True,
        "accepts_handoff": True,
        "handoff_delivery": HandoffDelivery.PREAMBLE,
        "resume_across_models": True,
        "resume_across_runtime_modes": True,
        "max_handoff_chars": 24000,
        **more,
    }
    return Provider(kind=kind, **known)


def kinds(actions: Iterable[NativeAction]) -> list[NativeActionKind]:
    return [action.kind for action in actions]
