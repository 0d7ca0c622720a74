"""What a command on a run is told: the run, its thread's version, its provider thread, what it consumes and what it took up."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lineage.domain.facts import TransferFact
from lineage.domain.kinds import ContextTransferStatus, HandoffKind, HandoffStatus, ProviderThreadStatus, RunStatus, ThreadRelationshipKind
from lineage.domain.points import Point
from lineage.errors import InvalidTransition, NotFound
from lineage.store.facts_codec import transfer_fact


@dataclass(frozen=True, slots=True)
class RunHandoff:
    """A handoff that the run consumes or is to consume; position 0 is the thread's own."""

    position: int
    id: str
    status: HandoffStatus
    kind: HandoffKind
    transfer_id: str
    transfer_type: ThreadRelationshipKind


@dataclass(frozen=True, slots=True)
class RunState:
    run: Mapping[str, Any]
    thread: Mapping[str, Any]
    provider_thread: Mapping[str, Any]
    handoffs: tuple[RunHandoff, ...]
    transfers: tuple[TransferFact, ...]
    turns: int
    checkpoint_id: str | None
    last_present: int | None
    forked_at: Point | None

    @property
    def id(self) -> str:
        return str(self.run["id"])

    @property
    def status(self) -> RunStatus:
        return RunStatus(self.run["status"])

    @property
    def point(self) -> Point:
        return Point(self.run["threadId"], self.run["ordinal"])

    @property
    def next_version(self) -> int:
        """The version that its thread comes to by the next change."""
        return int(self.thread["version"]) + 1

    @property
    def provider_thread_status(self) -> ProviderThreadStatus:
        return ProviderThreadStatus(self.provider_thread["status"])

    @property
    def own_handoff(self) -> RunHandoff | None:
        return next((handoff for handoff in self.handoffs if handoff.position == 0), None)

    @property
    def lost_a_handoff(self) -> bool:
        """Whether a rollback elsewhere took back what one of its handoffs brings (design 4)."""
        return any(handoff.status is HandoffStatus.SUPERSEDED for handoff in self.handoffs)

    @property
    def open_transfers(self) -> tuple[TransferFact, ...]:
        """What it took up and has neither consumed nor lost."""
        ended = (ContextTransferStatus.CONSUMED, ContextTransferStatus.SUPERSEDED, ContextTransferStatus.FAILED)
        return tuple(transfer for transfer in self.transfers if transfer.status not in ended)

    def must_be(self, *expected: RunStatus) -> None:
        """INVALID_TRANSITION unless the run is in one of these states."""
        if self.status not in expected:
            raise InvalidTransition(f"run {self.id!r} is {self.status}: expected {' or '.join(expected)}")


def found_run(loaded: Mapping[str, Any], run_id: str) -> RunState:
    """The state of a run that was asked for. NOT_FOUND when there is none."""
    record = loaded["runFacts"]
    if record is None:
        raise NotFound(f"run {run_id!r} is not known")
    handoffs = sorted(record["handoffs"], key=lambda row: (row[0], row[1]))
    return RunState(
        run=record["run"],
        thread=record["thread"],
        provider_thread=record["providerThread"],
        handoffs=tuple(
            RunHandoff(position, id, HandoffStatus(status), HandoffKind(kind), transfer_id, ThreadRelationshipKind(type))
            for position, id, status, kind, transfer_id, type in handoffs
        ),
        transfers=tuple(sorted((transfer_fact(row) for row in record["transfers"]), key=lambda transfer: transfer.made)),
        turns=record["turns"],
        checkpoint_id=record["checkpointId"],
        last_present=record["lastPresent"],
        forked_at=Point(*record["forkedAt"]) if record["forkedAt"] else None,
    )
