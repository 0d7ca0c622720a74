"""How a run starts."""

from lineage.client.models.answer import Answer
from lineage.client.models.points import RunSegment
from lineage.client.models.providers import StalenessSignal
from lineage.domain.kinds import HandoffDelivery, HandoffKind, HandoffStrategy, NativeActionKind, StartStrategy


class NativeAction(Answer):
    """One step for the provider adapter."""

    kind: NativeActionKind
    native_thread_ref: str | None
    native_turn_ref: str | None
    kept_turn_ref: str | None
    turns: int | None
    handoff_id: str | None
    delivery: HandoffDelivery | None


class RejectedStrategy(Answer):
    """A strategy that would have been preferred, and why it was not taken."""

    strategy: StartStrategy
    reason: str


class StartContextResolution(Answer):
    """How a run would start, or did start. Ids of things that are not recorded yet are None."""

    strategy: StartStrategy
    provider_thread_id: str | None
    covers: tuple[RunSegment, ...]
    handoff_strategy: HandoffStrategy | None
    signals: tuple[StalenessSignal, ...]
    transfer_ids: tuple[str, ...]
    actions: tuple[NativeAction, ...]
    rejected: tuple[RejectedStrategy, ...]


class HandoffPreview(Answer):
    """A handoff that a run would be told of if it started now. transfer_id is None for what the thread itself missed."""

    strategy: HandoffStrategy
    kind: HandoffKind
    covers: tuple[RunSegment, ...]
    transfer_id: str | None
    checkpoint_id: str | None
    text: str
    characters: int
