"""The context that recorded runs were given besides their messages: handoffs, and those that would have been needed and are missing."""

from dataclasses import dataclass

from lineage.domain.kinds import ContextTransferStatus, HandoffStrategy, ThreadRelationshipKind
from lineage.domain.points import Point, PointList, RunSegment
from lineage.domain.recording.recorded import RecordedHandoff, RecordedRun
from lineage.domain.resolution import RESOLVED_BY
from lineage.service.recording.departures import consumed_by
from lineage.service.recording.state import RunState, ThreadState
from lineage.service.recording.transfer_rows import KIND_OF, handoff_row, transfer_row
from lineage.store.records.model import Row

NOT_GIVEN = "the run went on without this context: no handoff of it is recorded"
OWN = (ThreadRelationshipKind.PROVIDER_HANDOFF, ThreadRelationshipKind.FORK)


@dataclass(frozen=True, slots=True)
class Given:
    """A handoff of a run, what it covers, its position among those of the run, and the thread's history just before the run."""

    run: RecordedRun
    handoff: RecordedHandoff
    covers: tuple[RunSegment, ...]
    position: int
    history: PointList


def missing_row(given: Given, state: ThreadState, owner: ThreadState, provider: str, made: int) -> Row | None:
    """The failed transfer of context that a run would have needed; None when the thread had no history yet."""
    last = given.history.last
    if last is None:
        return None
    first = given.history.keep({segment.thread_id: ((segment.first, segment.last),) for segment in given.covers[:1]})
    base = given.history.before(next(iter(first))) if first else None
    told = {
        "id": given.handoff.transfer_id,
        "type": ThreadRelationshipKind.PROVIDER_HANDOFF,
        "status": ContextTransferStatus.FAILED,
        "failureReason": NOT_GIVEN,
        "createdBy": given.handoff.created_by,
        "createdAt": given.handoff.at or given.run.started_at,
        "targetProvider": provider,
        "takenUpByRunId": given.run.id,
        "made": made,
    }
    at_base = (state, state.runs[base.ordinal - 1]) if base is not None and base.thread_id == state.id else None
    return transfer_row(told, state.id, state.id, (owner, owner.runs[last.ordinal - 1]), at_base)


def given_handoff_row(given: Given, state: ThreadState, made: int) -> Row:
    """The handoff, superseded when it covers a run of its own thread that was rolled back later (design 4)."""
    handoff = given.handoff
    return handoff_row(
        handoff.id,
        handoff.transfer_id,
        given.run.id,
        thread_id=state.id,
        session_id=given.run.session_id,
        position=given.position,
        strategy=handoff.strategy,
        text=handoff.text or "",
        covers=given.covers,
        at=handoff.at or given.run.started_at,
        made=made,
        by_provider=handoff.created_by_provider,
        superseded=any(_rolled_back(run, given.covers, state.id) for run in state.runs),
    )


def _rolled_back(run: RunState, covers: tuple[RunSegment, ...], thread_id: str) -> bool:
    return run.rolled_back_version is not None and any(owner == thread_id and first <= run.ordinal <= last for owner, first, last in covers)


def given_transfer_row(given: Given, state: ThreadState, at: tuple[ThreadState, RunState], provider: str, made: int) -> Row:
    """The transfer that the handoff materializes: from the thread to itself, or what a fork brought back, which it carries."""
    handoff, own = given.handoff, given.handoff.type in OWN
    told = {
        "id": handoff.transfer_id,
        "type": handoff.type,
        "createdBy": handoff.created_by,
        "createdAt": handoff.at or given.run.started_at,
        "targetProvider": provider,
        "resolution": RESOLVED_BY[KIND_OF[handoff.strategy]],
        "resolutionHandoffId": handoff.id,
        "made": made,
        **consumed_by(given.run.id, given.run.started_at),
    }
    base = None
    if own and handoff.strategy is HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN and given.covers:
        before = given.history.before(Point(given.covers[0].thread_id, given.covers[0].first))
        base = (state, state.runs[before.ordinal - 1]) if before is not None and before.thread_id == state.id else None
    source_thread_id = state.id if own else handoff.from_thread_id or at[0].id
    return transfer_row(told, source_thread_id, state.id, at, base, () if own else given.covers)
