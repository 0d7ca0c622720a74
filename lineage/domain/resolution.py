"""A start decision as it is answered, before and after its handoffs are recorded."""

from collections.abc import Sequence

from lineage.domain.kinds import HandoffKind, NativeActionKind, ResolutionStrategy
from lineage.domain.models import NativeAction, StartContextResolution
from lineage.domain.start import StartDecision

RESOLVED_BY = {
    HandoffKind.PORTABLE_CONTEXT: ResolutionStrategy.PORTABLE_CONTEXT,
    HandoffKind.DELTA_CONTEXT: ResolutionStrategy.DELTA_CONTEXT,
    HandoffKind.CHECKPOINT_CONTEXT: ResolutionStrategy.CHECKPOINT_CONTEXT,
}
"""How a transfer is resolved by a handoff of each kind."""


def resolution_of(decision: StartDecision, handoff_ids: Sequence[str] = ()) -> StartContextResolution:
    """The answer for a decision; handoff_ids are those of its handoffs, in order, once they are recorded."""
    own = decision.own_handoff
    return StartContextResolution(
        strategy=decision.strategy,
        provider_thread_id=decision.resumed.id if decision.resumed else None,
        covers=decision.covers.segments,
        handoff_strategy=own.strategy if own else None,
        signals=decision.signals,
        transfer_ids=tuple(transfer.id for transfer in decision.transfers),
        actions=_with_handoffs(decision.actions, handoff_ids),
        rejected=decision.rejected,
    )


def _with_handoffs(actions: tuple[NativeAction, ...], handoff_ids: Sequence[str]) -> tuple[NativeAction, ...]:
    ids = iter(handoff_ids)
    return tuple(
        action.model_copy(update={"handoff_id": next(ids, None)}) if action.kind is NativeActionKind.DELIVER_HANDOFF else action
        for action in actions
    )
