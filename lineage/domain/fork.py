"""What a thread may be forked from (design 5)."""

from dataclasses import dataclass

from lineage.domain.facts import ProviderThreadFacts, RunFact, ThreadFacts
from lineage.domain.history import history_of, latest_stable
from lineage.domain.kinds import ProviderThreadStatus, RunStatus
from lineage.domain.points import Point
from lineage.errors import BadInput, RolledBackSource, UnstableSource


@dataclass(frozen=True, slots=True)
class ForkPoint:
    """Where a fork leaves, and by which provider thread, where one was named."""

    point: Point
    provider_thread: ProviderThreadFacts | None = None


def fork_from_run(facts: ThreadFacts, run: RunFact) -> ForkPoint:
    """The source point for a run, or a checkpoint's run.

    ROLLED_BACK_SOURCE for a rolled-back run of the thread itself, BAD_INPUT for any other run outside its history,
    UNSTABLE_SOURCE for one that is active, never began, or failed or was interrupted without a checkpoint.
    """
    is_history = run.point in history_of(facts)
    if not is_history and run.point.thread_id != facts.thread.id:
        raise BadInput(f"run {run.id!r} is not in the history of thread {facts.thread.id!r}")
    if run.ended_as is None:
        raise UnstableSource(f"run {run.id!r} is {run.status}")
    if run.begun_version is None:
        raise UnstableSource(f"run {run.id!r} never began")
    if run.ended_as is not RunStatus.COMPLETED and run.checkpoint_id is None:
        raise UnstableSource(f"run {run.id!r} ended {run.ended_as} and has no checkpoint")
    if not is_history:
        raise RolledBackSource(f"run {run.id!r} was rolled back")
    return ForkPoint(run.point)


def fork_from_latest_stable(facts: ThreadFacts) -> ForkPoint:
    """The thread's latest stable point; UNSTABLE_SOURCE when there is none."""
    point = latest_stable(facts, history_of(facts))
    if point is None:
        raise UnstableSource(f"thread {facts.thread.id!r} has no completed run with a checkpoint")
    return ForkPoint(point)


def fork_from_provider_thread(facts: ThreadFacts, provider_thread: ProviderThreadFacts) -> ForkPoint:
    """The last run of an idle provider thread that is history; UNSTABLE_SOURCE when it is not ACTIVE, not idle, or has none."""
    id = provider_thread.id
    if provider_thread.status is not ProviderThreadStatus.ACTIVE:
        raise UnstableSource(f"provider thread {id!r} is {provider_thread.status}: expected ACTIVE")
    if facts.active_run is not None and facts.active_run.provider_thread_id == id:
        raise UnstableSource(f"provider thread {id!r} is not idle: run {facts.active_run.id!r} is {facts.active_run.status}")
    live = provider_thread.live_runs
    if not live:
        raise UnstableSource(f"provider thread {id!r} has run nothing that is history")
    return ForkPoint(Point(facts.thread.id, live[-1][1]), provider_thread)
