"""rollbackThread, rollbackImpact and reportProviderRollback (design 4)."""

from dataclasses import dataclass
from typing import Any

from lineage.domain.kinds import (
    ContextTransferStatus,
    HandoffStatus,
    NativeRollbackState,
    ProviderThreadStatus,
    ThreadRelationshipKind,
)
from lineage.domain.models import ProviderThreadImpact, RollbackImpact
from lineage.domain.points import Point
from lineage.domain.provenance import reached_from
from lineage.domain.ranges import lowest, ordinals_in
from lineage.domain.rollback import LeavingTransfer, OwnHandoff, ProviderThreadRollback, Rollback, RollbackFacts, rollback_of
from lineage.errors import InvalidTransition, NotFound
from lineage.service.checks import ask, found_thread, is_short_enough, no_active_run, version_is
from lineage.service.inputs import ReportProviderRollbackInput, RollbackThreadInput
from lineage.service.openings import FACTS, PROVIDER_THREAD, THREAD
from lineage.service.payloads import ProviderThreadPayload, RollbackThreadPayload
from lineage.service.summaries import Load
from lineage.service.unit import Unit
from lineage.store.changes import Changes
from lineage.store.facts_codec import segments
from lineage.store.flow_codec import content_flow
from lineage.store.store import Row

IMPACT_QUERIES = (*FACTS, "rollback_facts", "content_flow")


def impact_parameters(thread_id: str, to_ordinal: int) -> dict[str, Any]:
    """The parameters of the queries that tell what a rollback does."""
    return {
        "asks": [ask(thread_id, turns_from=to_ordinal + 1, with_turns=True)],
        "rollbackThreadId": thread_id,
        "rollbackToOrdinal": to_ordinal,
        "kinds": [],
        "profileThreadIds": [thread_id],
        "flowThreadId": thread_id,
        "flowRunId": None,
        "flowFrom": to_ordinal + 1,
    }


@dataclass(frozen=True, slots=True)
class Foretold:
    """What a rollback does, with the facts that it is told from."""

    facts: RollbackFacts
    rollback: Rollback
    downstream_run_ids: tuple[str, ...]
    checkpoints: dict[Point, str]
    """Ids of checkpoints that are known already, by the runs that they are of."""


def foretell(loaded: Row, profiles: dict[str, Any], thread_id: str, to_ordinal: int, expected_version: int | None = None) -> Foretold:
    """What rolling back does. NOT_FOUND, CONFLICT for a stale version, BAD_INPUT for an ordinal that is not in the history, ACTIVE_RUN."""
    thread = found_thread(loaded, thread_id)
    version_is(thread, expected_version)
    found = loaded["rollbackFacts"]
    facts = RollbackFacts(
        thread=thread,
        profiles=profiles,
        own_handoffs=[OwnHandoff(id, HandoffStatus(status), segments(covers)) for id, status, covers in found["handoffs"]],
        transfers=[
            LeavingTransfer(id, ThreadRelationshipKind(type), ContextTransferStatus(status), source, spawning, tuple(handoffs))
            for id, type, status, source, spawning, handoffs in found["transfers"]
        ],
        branches=[(id, ordinal) for id, ordinal in found["branches"]],
    )
    rollback = rollback_of(facts, to_ordinal)
    no_active_run(thread)
    flow = content_flow(loaded["contentFlow"]["members"])
    reached = reached_from(flow, thread_id, ordinals_in(rollback.dropped))
    newest = found["newestCheckpoint"]
    checkpoints = {Point(thread_id, newest[0]): newest[1]} if newest else {}
    return Foretold(facts, rollback, tuple(flow.runs[point].id for point in reached), checkpoints)


async def impact_of(foretold: Foretold, load: Load) -> RollbackImpact:
    """The answer. An inherited checkpoint's id is loaded, an own one's is there already."""
    rollback = foretold.rollback
    checkpoint_id = None
    if (point := rollback.checkpointed) is not None:
        checkpoint_id = foretold.checkpoints.get(point)
        if checkpoint_id is None:
            rows = (await load("runs_at", points=[list(point)]))["runsAt"]
            checkpoint_id = next(found for thread_id, ordinal, _, found in rows if Point(thread_id, ordinal) == point)
    return RollbackImpact(
        thread_id=foretold.facts.thread.thread.id,
        to_ordinal=rollback.to_ordinal,
        rolled_back_ordinals=tuple(ordinals_in(rollback.dropped)),
        superseded_handoff_ids=rollback.handoff_ids,
        superseded_transfer_ids=rollback.transfer_ids,
        provider_threads=tuple(_provider_thread_impact(found) for found in rollback.provider_threads),
        detached_thread_ids=rollback.detached,
        downstream_run_ids=foretold.downstream_run_ids,
        checkpoint_id=checkpoint_id,
    )


def _provider_thread_impact(found: ProviderThreadRollback) -> ProviderThreadImpact:
    return ProviderThreadImpact(
        provider_thread_id=found.provider_thread.id,
        provider=found.provider_thread.provider,
        status_after=found.status_after,
        rolled_back_ordinals=tuple(ordinals_in(found.rolled_back)),
        retained_ordinals=tuple(ordinals_in(found.retained)),
        action=found.action,
        reason=found.reason,
    )


async def rollback_thread(unit: Unit, command: RollbackThreadInput) -> RollbackThreadPayload:
    """The thread, rolled back, and what that did: exactly what rollbackImpact foretold."""
    thread_id = command.thread_id
    loaded = await unit.open(THREAD, threadId=thread_id, **impact_parameters(thread_id, command.to_ordinal))
    foretold = foretell(loaded, unit.profiles(loaded["profiles"]), thread_id, command.to_ordinal, command.expected_version)
    impact = await impact_of(foretold, unit.load)
    _record(unit.changes, foretold)
    return RollbackThreadPayload(thread=(await unit.save(threadIds=[thread_id])).threads[thread_id], impact=impact)


def _record(changes: Changes, foretold: Foretold) -> None:
    rollback, thread = foretold.rollback, foretold.facts.thread.thread
    if lowest(rollback.dropped) is None:
        return
    version = thread.version + 1
    changes.roll_back_runs(thread.id, rollback.dropped, version)
    for handoff_id in rollback.handoff_ids:
        changes.set_handoff(handoff_id, status=HandoffStatus.SUPERSEDED)
    for transfer_id in rollback.transfer_ids:
        changes.set_transfer(transfer_id, status=ContextTransferStatus.SUPERSEDED)
    for found in rollback.provider_threads:
        if found.changes:
            changes.set_provider_thread(
                found.provider_thread.id,
                status=found.status_after,
                nativeRollback=NativeRollbackState.PENDING if found.action is not None else None,
                nativeRollbackKind=found.action.kind if found.action is not None else None,
                nativeRollbackTo=rollback.to_ordinal,
            )
    payload = {"toOrdinal": rollback.to_ordinal, "rolledBackOrdinals": ordinals_in(rollback.dropped)}
    changes.change_thread(thread.id, version, "thread.rolled_back", payload)


async def report_provider_rollback(unit: Unit, command: ReportProviderRollbackInput) -> ProviderThreadPayload:
    """The provider thread, whose pending native rollback is done or failed; a failure makes a ROLLED_BACK one DIVERGENT.

    INVALID_TRANSITION when no native rollback is pending.
    """
    is_short_enough("reason", command.reason, unit.settings.max_text_chars)
    id = command.provider_thread_id
    loaded = await unit.open(PROVIDER_THREAD, providerThreadId=id, providerThreadIds=[id])
    if not loaded["providerThreads"]:
        raise NotFound(f"provider thread {id!r} is not known")
    recorded = loaded["providerThreads"][0]
    if recorded.get("nativeRollback") != NativeRollbackState.PENDING:
        raise InvalidTransition(f"no native rollback of provider thread {id!r} is pending")
    if command.succeeded:
        unit.changes.set_provider_thread(id, nativeRollback=NativeRollbackState.DONE)
        unit.changes.confirm_native_rollback(id)
    else:
        diverges = recorded["status"] == ProviderThreadStatus.ROLLED_BACK
        unit.changes.set_provider_thread(
            id,
            nativeRollback=NativeRollbackState.FAILED,
            status=ProviderThreadStatus.DIVERGENT if diverges else recorded["status"],
            failureReason=command.reason,
        )
    return ProviderThreadPayload(provider_thread=(await unit.save(providerThreadIds=[id])).provider_threads[id])
