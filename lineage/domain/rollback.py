"""What rolling a thread back to a run invalidates (design 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lineage.domain.facts import ProviderThreadFacts, ThreadFacts
from lineage.domain.history import history_of, newest_checkpointed
from lineage.domain.kinds import ContextTransferStatus, HandoffStatus, ProviderThreadStatus, ThreadRelationshipKind
from lineage.domain.models import NativeAction, Provider
from lineage.domain.native import native_rollback
from lineage.domain.points import Point, PointList, RunSegment
from lineage.domain.ranges import Ranges, above, contains, intersection, ordinals_in, up_to
from lineage.errors import BadInput


@dataclass(frozen=True, slots=True)
class OwnHandoff:
    """A handoff of the thread itself, and those of its own ordinals that it covers."""

    id: str
    status: HandoffStatus
    covers: tuple[RunSegment, ...]


@dataclass(frozen=True, slots=True)
class LeavingTransfer:
    """A merge-back or subagent's result that a rollback may take back, with its handoffs. spawning_ordinal is the run that
    spawned the child whose result comes into the thread; source_ordinal is the own run that goes out of it."""

    id: str
    type: ThreadRelationshipKind
    status: ContextTransferStatus
    source_ordinal: int | None = None
    spawning_ordinal: int | None = None
    handoff_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollbackFacts:
    """The thread, and what of the graph depends on its runs above the ordinal."""

    thread: ThreadFacts
    profiles: Mapping[str, Provider]
    own_handoffs: Sequence[OwnHandoff]
    transfers: Sequence[LeavingTransfer]
    branches: Sequence[tuple[str, int]]
    """Threads whose source point is an own run, with its ordinal, in order of creation."""


@dataclass(frozen=True, slots=True)
class ProviderThreadRollback:
    provider_thread: ProviderThreadFacts
    status_after: ProviderThreadStatus
    rolled_back: Ranges
    retained: Ranges
    action: NativeAction | None
    reason: str | None

    @property
    def changes(self) -> bool:
        """Whether the rollback changes the provider thread; those that are unfit already stay what they are."""
        return self.provider_thread.status in _TELLABLE


@dataclass(frozen=True, slots=True)
class Rollback:
    to_ordinal: int
    dropped: Ranges
    handoff_ids: tuple[str, ...]
    transfer_ids: tuple[str, ...]
    provider_threads: tuple[ProviderThreadRollback, ...]
    detached: tuple[str, ...]
    checkpointed: Point | None
    """The point of the remaining history with its newest checkpoint."""


_TELLABLE = (ProviderThreadStatus.ACTIVE, ProviderThreadStatus.ROLLED_BACK)


def rollback_of(facts: RollbackFacts, to_ordinal: int) -> Rollback:
    """What a rollback to the ordinal does; BAD_INPUT unless it is 0 or an own run that is history. The caller sees to active runs."""
    thread = facts.thread
    history = history_of(thread)
    own = history.points.get(thread.thread.id, ())
    if to_ordinal != 0 and not contains(own, to_ordinal):
        raise BadInput(f"toOrdinal {to_ordinal} is not in the thread's history: expected 0 or one of {_written(own)}")
    dropped = above(own, to_ordinal)
    transfers = [transfer for transfer in facts.transfers if _is_taken_back(transfer, dropped)]
    handoffs = [handoff.id for handoff in facts.own_handoffs if _covers(handoff, thread.thread.id, dropped)]
    handoffs += [id for transfer in transfers for id in transfer.handoff_ids if id not in handoffs]
    return Rollback(
        to_ordinal=to_ordinal,
        dropped=dropped,
        handoff_ids=tuple(handoffs),
        transfer_ids=tuple(transfer.id for transfer in transfers),
        provider_threads=_provider_threads(facts, dropped, to_ordinal),
        detached=tuple(id for id, ordinal in facts.branches if contains(dropped, ordinal)),
        checkpointed=newest_checkpointed(thread, _remaining(history, thread.thread.id, to_ordinal)),
    )


def _remaining(history: PointList, thread_id: str, to_ordinal: int) -> PointList:
    return PointList(
        tuple(
            segment if segment.thread_id != thread_id else segment._replace(last=min(segment.last, to_ordinal))
            for segment in history.segments
            if segment.thread_id != thread_id or segment.first <= to_ordinal
        )
    )


def _is_taken_back(transfer: LeavingTransfer, dropped: Ranges) -> bool:
    pending = transfer.status is ContextTransferStatus.PENDING
    if transfer.source_ordinal is not None:
        return (pending or transfer.status is ContextTransferStatus.RESOLVED_PORTABLE) and contains(dropped, transfer.source_ordinal)
    return pending and transfer.spawning_ordinal is not None and contains(dropped, transfer.spawning_ordinal)


def _covers(handoff: OwnHandoff, thread_id: str, dropped: Ranges) -> bool:
    if handoff.status is HandoffStatus.SUPERSEDED:
        return False
    return any(segment.thread_id == thread_id and intersection(((segment.first, segment.last),), dropped) for segment in handoff.covers)


def _provider_threads(facts: RollbackFacts, dropped: Ranges, to_ordinal: int) -> tuple[ProviderThreadRollback, ...]:
    """Those that ran a dropped run, by the first of them."""
    touched = []
    for provider_thread in facts.thread.provider_threads:
        rolled_back = intersection(provider_thread.live_runs, dropped)
        if rolled_back:
            touched.append(_provider_thread(provider_thread, facts.profiles[provider_thread.provider], rolled_back, to_ordinal))
    return tuple(sorted(touched, key=lambda rollback: rollback.rolled_back))


def _provider_thread(
    provider_thread: ProviderThreadFacts,
    profile: Provider,
    rolled_back: Ranges,
    to_ordinal: int,
) -> ProviderThreadRollback:
    retained = up_to(provider_thread.live_runs, to_ordinal)
    if provider_thread.status not in _TELLABLE:
        reason = f"it is {provider_thread.status} already"
        return ProviderThreadRollback(provider_thread, provider_thread.status, rolled_back, retained, None, reason)
    action = native_rollback(provider_thread, profile, to_ordinal)
    if isinstance(action, str):
        return ProviderThreadRollback(provider_thread, ProviderThreadStatus.DIVERGENT, rolled_back, retained, None, action)
    return ProviderThreadRollback(provider_thread, ProviderThreadStatus.ROLLED_BACK, rolled_back, retained, action, None)


def _written(ranges: Ranges) -> str:
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in ranges) or "no run"


def rolled_back_ordinals(rollback: Rollback) -> tuple[int, ...]:
    return tuple(ordinals_in(rollback.dropped))
