"""What the next run would be told, with its text, before anything is recorded (design 3 and 7)."""

from lineage.domain.kinds import HandoffKind, HandoffStrategy
from lineage.domain.models import Model
from lineage.domain.points import RunSegment
from lineage.domain.start import StartDecision
from lineage.service.summaries import Load, Material


class HandoffPreview(Model):
    """A handoff that a run would be told of if it started now. transferId is null for what the thread itself missed: that transfer is
    yet to be made. text is what the local summarizer would write, characters its length as maxHandoffChars counts it."""

    strategy: HandoffStrategy
    kind: HandoffKind
    covers: tuple[RunSegment, ...]
    transfer_id: str | None = None
    checkpoint_id: str | None = None
    text: str
    characters: int


async def handoff_previews(decision: StartDecision, limit: int, material: Material, load: Load) -> list[HandoffPreview]:
    """The handoffs of a decision in the order in which a run would get them, each with the local summary of at most limit characters."""
    await material.add(load, [handoff.covers for handoff in decision.handoffs])
    previews = []
    for handoff in decision.handoffs:
        checkpoint = material.newest_checkpoint(handoff.covers)
        text = material.summary(handoff.covers, limit, decision.reported_result(handoff)).text
        previews.append(
            HandoffPreview(
                strategy=handoff.strategy,
                kind=handoff.kind,
                covers=handoff.covers.segments,
                transfer_id=handoff.transfer_id,
                checkpoint_id=checkpoint.id if checkpoint else None,
                text=text,
                characters=len(text),
            )
        )
    return previews
