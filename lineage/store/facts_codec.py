"""From the records of the facts queries to the facts that the rules are told."""

from collections.abc import Iterable, Mapping, Sequence
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
from lineage.domain.points import Point, RunSegment, point_set
from lineage.domain.ranges import ranges_of

Record = Mapping[str, Any]


def thread_facts(record: Record) -> ThreadFacts:
    """One entry of thread_facts.cypher."""
    line = tuple(_thread(row) for row in record["line"])
    served = {row["id"]: _provider_thread(row) for row in sorted(record["providerThreads"], key=lambda row: row["made"])}
    transfers = tuple(sorted((transfer_fact(row) for row in record["transfers"]), key=lambda transfer: transfer.made))
    return ThreadFacts(
        thread=line[0],
        line=line,
        inherited_runs=_inherited(record["inherited"]),
        provider_threads=tuple(provider_thread for provider_thread in served.values() if provider_thread.thread_id == line[0].id),
        last_run=run_fact(record["lastRun"]) if record["lastRun"] else None,
        transfers=transfers,
        fork_source=_fork_source(record["forkSource"], served),
    )


def _thread(row: Sequence[Any]) -> ThreadFact:
    id, root_id, parent_id, relationship, version, depth, made, source_thread_id, source_ordinal, source_version = row
    return ThreadFact(
        id=id,
        root_id=root_id,
        parent_id=parent_id,
        relationship=ParentRelationship(relationship) if relationship else None,
        version=version,
        depth=depth,
        made=made,
        source=SourceFact(Point(source_thread_id, source_ordinal), source_version) if source_thread_id is not None else None,
    )


def _inherited(rows: Iterable[Sequence[Any]]) -> dict[str, tuple[RunGroup, ...]]:
    groups: dict[str, tuple[RunGroup, ...]] = {}
    for row in rows:
        groups[row[0]] = (*groups.get(row[0], ()), _run_group(row))
    return groups


def _run_group(row: Sequence[Any]) -> RunGroup:
    _, ended_as, checkpointed, rolled_back_version, dropped, ordinals, characters = row
    return RunGroup(
        ordinals=ranges_of(ordinals),
        ended_as=RunStatus(ended_as) if ended_as else None,
        checkpointed=checkpointed,
        rolled_back_version=rolled_back_version,
        dropped_natively=dropped,
        characters=characters,
    )


def run_fact(row: Record) -> RunFact:
    """A run's properties with providerThreadId and, where it was asked for, checkpointId."""
    return RunFact(
        id=row["id"],
        point=Point(row["threadId"], row["ordinal"]),
        status=RunStatus(row["status"]),
        provider=row["provider"],
        provider_thread_id=row["providerThreadId"],
        ended_as=RunStatus(row["endedAs"]) if row.get("endedAs") else None,
        begun_version=row.get("begunVersion"),
        rolled_back_version=row.get("rolledBackVersion"),
        dropped_natively=row["droppedNatively"],
        checkpoint_id=row.get("checkpointId"),
    )


def segments(rows: Iterable[Sequence[Any]]) -> tuple[RunSegment, ...]:
    """[position, threadId, from, to] in order of position."""
    return tuple(RunSegment(thread_id, first, last) for _, thread_id, first, last in sorted(rows, key=lambda row: row[0]))


def _provider_thread(row: Record) -> ProviderThreadFacts:
    forked_at = row["forkedAt"]
    turns = {ordinal: _references(found) for ordinal, found in row["turns"]}
    if row["keptTurns"]:
        turns[row["keptTurns"][0]] = _references(row["keptTurns"][1])
    return ProviderThreadFacts(
        id=row["id"],
        thread_id=row["threadId"],
        provider=row["provider"],
        status=ProviderThreadStatus(row["status"]),
        native_thread_ref=row.get("nativeThreadRef"),
        native_ref_strength=NativeRefStrength(row["nativeRefStrength"]),
        history_mode=HistoryMode(row["historyMode"]),
        model=row.get("model"),
        runtime_mode=row.get("runtimeMode"),
        native_rollback=NativeRollbackState(row["nativeRollback"]) if row.get("nativeRollback") else None,
        made=row["made"],
        native_rollback_kind=NativeActionKind(row["nativeRollbackKind"]) if row.get("nativeRollbackKind") else None,
        native_rollback_to=row.get("nativeRollbackTo") or 0,
        adopted=row["adopted"],
        forked_at=Point(forked_at[0], forked_at[1]) if forked_at else None,
        forked_at_turn=forked_at[2] if forked_at else None,
        took_along=point_set(RunSegment(*part) for part in row["inherits"]),
        runs=tuple(_run_group(group) for group in row["runs"]),
        handoffs=tuple(sorted((_consumed(found) for found in row["handoffs"]), key=lambda handoff: (handoff.ordinal, handoff.position))),
        turns=turns,
        compactions=tuple(row["compactions"]),
        origin_compactions=tuple(_origin_compaction(found) for found in row["originCompactions"]),
    )


def _references(turns: Iterable[Sequence[Any]]) -> tuple[str | None, ...]:
    return tuple(reference for _, reference in sorted(turns, key=lambda turn: turn[0]))


def _origin_compaction(row: Sequence[Any]) -> OriginCompaction:
    thread_id, ordinal, made, left_made, boundary, adopted = row
    return OriginCompaction(Point(thread_id, ordinal), made, left_made, boundary, adopted)


def _consumed(row: Sequence[Any]) -> ConsumedHandoff:
    id, status, ordinal, position, rolled_back, covers = row
    return ConsumedHandoff(id, HandoffStatus(status), ordinal, position, rolled_back, segments(covers))


def transfer_fact(row: Record) -> TransferFact:
    """A transfer's properties with its threads' ids and, where it was asked for, what it carries."""
    base = row.get("basePointThreadId")
    return TransferFact(
        id=row["id"],
        type=ThreadRelationshipKind(row["type"]),
        status=ContextTransferStatus(row["status"]),
        source_thread_id=row["sourceThreadId"],
        target_thread_id=row["targetThreadId"],
        source_point=Point(row["sourcePointThreadId"], row["sourcePointOrdinal"]),
        base_point=Point(base, row["basePointOrdinal"]) if base is not None else None,
        source_provider=row.get("sourceProvider"),
        made=row["made"],
        source_kind=SourceKind(row["sourceKind"]) if row.get("sourceKind") else None,
        carries=segments(row.get("carries", ())),
        resolution=ResolutionStrategy(row["resolution"]) if row.get("resolution") else None,
        spawn_provider=row.get("spawnProvider"),
        result_text=row.get("resultText"),
        taken_up_by_run_id=row.get("takenUpByRunId"),
    )


def _fork_source(row: Record | None, served: Mapping[str, ProviderThreadFacts]) -> ForkSource | None:
    if row is None:
        return None
    run = run_fact(row["run"])
    return ForkSource(run, served[run.provider_thread_id], row["active"], bool(row["fromSubagent"]))
