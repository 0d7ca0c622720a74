"""mergeBack: what a fork found out is brought to the thread that it was forked from (design 5)."""

from collections.abc import Sequence

from lineage.domain.facts import ThreadFacts
from lineage.domain.kinds import Actor, ContextTransferStatus, ThreadRelationshipKind
from lineage.domain.merge import Brought, EarlierTransfer, merge_back_of, merge_target
from lineage.service.checks import ask, found_thread, ids_are_free
from lineage.service.inputs import MergeBackInput
from lineage.service.openings import THREAD
from lineage.service.payloads import TransferPayload
from lineage.service.unit import Unit
from lineage.store.facts_codec import transfer_fact
from lineage.store.store import Row


async def merge_back(unit: Unit, command: MergeBackInput) -> TransferPayload:
    """A PENDING transfer that the target's next run takes up; a newer one supersedes an older pending one of the same pair."""
    asked = [command.fork_thread_id, *([command.target_thread_id] if command.target_thread_id else [])]
    loaded = await unit.open(
        THREAD,
        threadId=command.fork_thread_id,
        asks=[ask(thread_id) for thread_id in dict.fromkeys(asked)],
        newTransferId=command.id,
    )
    fork = found_thread(loaded, command.fork_thread_id)
    if command.target_thread_id is not None:
        found_thread(loaded, command.target_thread_id)
    ids_are_free(loaded["taken"])
    target_id = merge_target(fork, command.target_thread_id)
    target = found_thread(await unit.load_facts(asks=[ask(target_id)]), target_id)
    loaded = await unit.load(
        "transfers_between",
        betweenType=ThreadRelationshipKind.MERGE_BACK,
        betweenSourceId=fork.thread.id,
        betweenTargetId=target_id,
    )
    earlier = earlier_transfers(loaded["between"])
    brought = merge_back_of(fork, target, earlier)
    transfer_id = unit.new_id(command.id)
    create_incoming(unit, ThreadRelationshipKind.MERGE_BACK, fork, target_id, brought, transfer_id, command.created_by)
    supersede_pending(unit, earlier)
    return TransferPayload(transfer=(await unit.save(transferIds=[transfer_id])).transfers[transfer_id])


def earlier_transfers(rows: Sequence[Row]) -> tuple[EarlierTransfer, ...]:
    """Entries of transfers_between.cypher, in order of creation."""
    return tuple(EarlierTransfer(transfer_fact(row), row["consumerRolledBack"]) for row in rows)


def supersede_pending(unit: Unit, earlier: Sequence[EarlierTransfer]) -> None:
    """A newer transfer of the same pair takes the place of those that are still pending."""
    for before in earlier:
        if before.transfer.status is ContextTransferStatus.PENDING:
            unit.changes.set_transfer(before.transfer.id, status=ContextTransferStatus.SUPERSEDED)


def create_incoming(
    unit: Unit,
    type: ThreadRelationshipKind,
    source: ThreadFacts,
    target_id: str,
    brought: Brought,
    transfer_id: str,
    created_by: Actor,
    **properties: str | None,
) -> None:
    """A PENDING merge-back or subagent's result with exactly what it brings."""
    unit.changes.create_transfer(
        {
            "id": transfer_id,
            "type": type,
            "status": ContextTransferStatus.PENDING,
            "createdBy": created_by,
            "made": unit.next_made(),
            **properties,
        },
        source_thread_id=source.thread.id,
        target_thread_id=target_id,
        source=brought.source,
        base=brought.base,
        carries=brought.carries.segments,
    )
