"""What comes back to a thread: merge-backs of forks and results of subagents (section 5)."""

from __future__ import annotations

from .handoffs import make
from .history import history, is_stable
from .refusal import Refused, refuse_if
from .start import DELTA, brings
from .state import Point, Run, State, Thread, Transfer


def line_to(state: State, fork: Thread, target: Thread) -> list[Thread]:
    """The forks from `fork` up to the one that left the target; BAD_INPUT when the target is not further up a line of forks."""
    line = [fork]
    while line[-1].relationship == "FORK" and line[-1].parent_id is not None:
        if line[-1].parent_id == target.id:
            return line
        line.append(state.threads[line[-1].parent_id])
    raise Refused("BAD_INPUT", f"{target.id!r} is not a thread that {fork.id!r} was forked from, directly or further up")


def still_consumed(state: State, transfer: Transfer) -> bool:
    """Consumed by a run that is not rolled back."""
    return transfer.status == "CONSUMED" and transfer.consumed_by is not None and state.runs[transfer.consumed_by].counts


def last_brought(state: State, pair: tuple[str, str, str], points: list[Point]) -> Point | None:
    """The newest point of the source's history that a consumed transfer of the pair brought already."""
    brought = {transfer.source_point for transfer in state.transfers.values() if transfer.pair == pair and still_consumed(state, transfer)}
    return next((point for point in reversed(points) if point in brought), None)


def add(state: State, transfer: Transfer) -> None:
    """A newer pending transfer supersedes the older one of the same pair."""
    for other in state.transfers.values():
        if other.pair == transfer.pair and other.status == "PENDING":
            other.status = "SUPERSEDED"
    state.transfers[transfer.id] = transfer


def merge_back(state: State, id_: str, fork: Thread, target: Thread, created_by: str) -> Transfer:
    """mergeBack: what the fork has, up to its latest stable point, that the target did not have when the line left it."""
    left = line_to(state, fork, target)[-1]
    points = history(state, fork.id)
    shared = set(history(state, target.id, left.source_version))
    first = max((index for index, point in enumerate(points) if point in shared), default=-1)
    brought = last_brought(state, ("MERGE_BACK", fork.id, target.id), points)
    if brought is not None:
        first = max(first, points.index(brought))
    stable = [point for point in points[first + 1 :] if is_stable(state, point)]
    refuse_if(not stable, "UNSTABLE_SOURCE", "the fork has no stable point after the base point")
    transfer = Transfer(
        id_,
        "MERGE_BACK",
        fork.id,
        target.id,
        stable[-1],
        state.run_at(stable[-1]).provider,
        created_by,
        base_point=points[first] if first >= 0 else None,
    )
    add(state, transfer)
    return transfer


def return_result(state: State, child: Thread, text: str) -> Transfer:
    """returnSubagentResult: the child's history after what was brought before; the same child state gives the same transfer."""
    if child.relationship != "SUBAGENT" or child.parent_id is None or child.source_point is None:
        raise Refused("BAD_INPUT", f"{child.id!r} is not a subagent's thread")
    points = history(state, child.id)
    spawner = state.run_at(child.source_point)
    refuse_if(not points, "UNSTABLE_SOURCE", "the child has no history")
    refuse_if(state.active_run(child.id) is not None, "UNSTABLE_SOURCE", "a run of the child is active")
    refuse_if(spawner.status == "ROLLED_BACK", "ROLLED_BACK_SOURCE", "the run that spawned the child is rolled back")
    pair = ("SUBAGENT_RESULT", child.id, child.parent_id)
    same = [one for one in state.transfers.values() if one.pair == pair and one.source_point == points[-1] and still_good(state, one)]
    if same:
        return same[-1]
    transfer = Transfer(
        state.new_id("transfer"),
        "SUBAGENT_RESULT",
        child.id,
        child.parent_id,
        points[-1],
        state.run_at(points[-1]).provider,
        "AGENT",
        base_point=last_brought(state, pair, points),
        text=text,
    )
    add(state, transfer)
    if spawner.status == "RUNNING":
        consume_at_once(state, transfer, spawner)
    return transfer


def still_good(state: State, transfer: Transfer) -> bool:
    """Neither superseded nor consumed by a run that was rolled back since."""
    return transfer.status != "SUPERSEDED" and (transfer.status != "CONSUMED" or still_consumed(state, transfer))


def consume_at_once(state: State, transfer: Transfer, run: Run) -> None:
    """The run that waits for the result has it now, whatever its provider accepts."""
    run.handoff_ids.append(make(state, run, transfer, brings(state, transfer), DELTA, "DETERMINISTIC").id)
    transfer.status, transfer.consumed_by, transfer.target_provider = "CONSUMED", run.id, run.provider
