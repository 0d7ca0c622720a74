"""What a merge-back or a subagent's result brings, and from where on (design 5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from lineage.domain.facts import ThreadFacts, TransferFact
from lineage.domain.history import history_of, latest_stable
from lineage.domain.kinds import ContextTransferStatus, ParentRelationship
from lineage.domain.points import Point, PointList
from lineage.errors import BadInput, UnstableSource


@dataclass(frozen=True, slots=True)
class EarlierTransfer:
    """A transfer of the same type between the same threads, and whether the run that consumed it was rolled back."""

    transfer: TransferFact
    consumer_rolled_back: bool

    @property
    def counts(self) -> bool:
        """Whether what it brought is still there."""
        return self.transfer.status is ContextTransferStatus.CONSUMED and not self.consumer_rolled_back


@dataclass(frozen=True, slots=True)
class Brought:
    """The source point, the point after which it begins (None: from the start), and exactly the runs that travel."""

    source: Point
    base: Point | None
    carries: PointList


def merge_target(fork: ThreadFacts, target_id: str | None) -> str:
    """The thread that a fork merges into: its parent, or the one asked for further up its line of forks; BAD_INPUT otherwise."""
    line = [thread.id for thread in fork.line[1:]]
    if fork.thread.relationship is not ParentRelationship.FORK:
        raise BadInput(f"thread {fork.thread.id!r} is no fork: only a fork can be merged back")
    if target_id is None:
        return line[0]
    if target_id not in line:
        raise BadInput(f"thread {target_id!r} is not one that {fork.thread.id!r} was forked from, nor further up its line of forks")
    return target_id


def merge_back_of(fork: ThreadFacts, target: ThreadFacts, earlier: Sequence[EarlierTransfer]) -> Brought:
    """What the fork's latest stable state brings that the target has not had yet; UNSTABLE_SOURCE when nothing is stable after the base."""
    history = history_of(fork)
    base = _later(history, shared_at_departure(fork, target, history), _last_brought(history, earlier))
    rest = history.after(base)
    source = latest_stable(fork, rest)
    if source is None:
        raise UnstableSource(
            f"thread {fork.thread.id!r} has no completed run with a checkpoint after what thread {target.thread.id!r} knows of it"
        )
    return Brought(source, base, rest.up_to(source))


def shared_at_departure(fork: ThreadFacts, target: ThreadFacts, history: PointList) -> Point | None:
    """The newest point that the fork's history shares with the target's as it was when the line left the target."""
    own_line = {thread.id for thread in target.line}
    below = [segment for segment in history.segments if segment.thread_id in own_line]
    return PointList(tuple(below)).last


def _last_brought(history: PointList, earlier: Sequence[EarlierTransfer]) -> Point | None:
    """The source point of the last consumed transfer that still counts and that the history still holds."""
    found = [before.transfer.source_point for before in earlier if before.counts and before.transfer.source_point in history]
    return found[-1] if found else None


def _later(history: PointList, first: Point | None, second: Point | None) -> Point | None:
    if first is None or second is None:
        return first or second
    places = {point: history.place_of(point) or 0 for point in (first, second)}
    return max((first, second), key=lambda point: places[point])


def result_of(child: ThreadFacts, earlier: Sequence[EarlierTransfer]) -> Brought | TransferFact:
    """What a subagent's result brings, or the transfer that brought, or is to bring, the same state of the child already.

    UNSTABLE_SOURCE for a child without a history or with an active run.
    """
    history = history_of(child)
    if not history:
        raise UnstableSource(f"thread {child.thread.id!r} has run nothing yet")
    if child.active_run is not None:
        raise UnstableSource(f"run {child.active_run.id!r} of thread {child.thread.id!r} is {child.active_run.status}")
    source = history.last
    assert source is not None
    for before in reversed(earlier):
        same = before.transfer.source_point == source and before.transfer.status is not ContextTransferStatus.SUPERSEDED
        if same and not before.consumer_rolled_back:
            return before.transfer
    base = _last_brought(history, earlier)
    return Brought(source, base, history.after(base))
