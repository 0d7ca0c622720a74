"""What steps draw from: dice, and the model's state seen as what there is to choose."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from tests.model.history import history, is_stable
from tests.model.state import ACTIVE, Handoff, ProviderThread, Run, State, Thread, Transfer

Chosen = TypeVar("Chosen")


class NothingThere(Exception):
    """There is nothing to pick from."""


class Dice:
    """Evenly falling dice of one step. Hypothesis draws their seed alone: what it draws itself falls on small numbers far too often."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def pick(self, options: Iterable[Chosen]) -> Chosen:
        """NothingThere when there are no options."""
        found = list(options)
        if not found:
            raise NothingThere
        return self._random.choice(found)

    def chance(self, percent: int) -> bool:
        return self._random.randrange(100) < percent

    def number(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def mostly(self, usual: Sequence[Chosen], unusual: Sequence[Chosen], percent: int = 85) -> Chosen:
        """One of the usual options that often, where there is one."""
        first, second = (unusual, usual) if usual and unusual and not self.chance(percent) else (usual, unusual)
        return self.pick(first or second)


def idle_threads(state: State) -> list[Thread]:
    return [thread for thread in state.threads.values() if state.active_run(thread.id) is None]


def runs_that_are(state: State, *statuses: str) -> list[Run]:
    return [run for run in state.runs.values() if run.status in statuses]


def active_runs(state: State) -> list[Run]:
    return runs_that_are(state, *ACTIVE)


def forks(state: State) -> list[Thread]:
    return [thread for thread in state.threads.values() if thread.relationship == "FORK"]


def subagents(state: State) -> list[Thread]:
    return [thread for thread in state.threads.values() if thread.relationship == "SUBAGENT"]


def unstarted_forks(state: State) -> list[Thread]:
    return [thread for thread in forks(state) if not state.runs_of(thread.id)]


def idle_provider_threads(state: State) -> list[ProviderThread]:
    """Those that a fork may be made from."""
    return [
        one
        for one in state.provider_threads.values()
        if one.status == "ACTIVE" and not state.busy(one.id) and any(run.counts for run in state.runs_on(one.id))
    ]


def fork_sources(state: State, thread: Thread) -> list[Run]:
    """The runs of a thread's history that may be forked from."""
    runs = [state.run_at(point) for point in history(state, thread.id)]
    return [run for run in runs if run.status not in ACTIVE and (run.ended_as == "COMPLETED" or run.checkpoint_id is not None)]


def served(state: State) -> list[ProviderThread]:
    """Provider threads that ran something that is history."""
    return [one for one in state.provider_threads.values() if any(run.counts for run in state.runs_on(one.id))]


def waiting_handoffs(state: State, *statuses: str) -> list[Handoff]:
    """Handoffs of PREPARING runs in one of these states."""
    preparing = {run.id: run for run in runs_that_are(state, "PREPARING")}
    return [one for one in state.handoffs.values() if one.status in statuses and one.run_id in preparing]


def mergeable_forks(state: State) -> list[Thread]:
    """Forks that have run something stable of their own."""
    return [fork for fork in forks(state) if any(is_stable(state, run.point) for run in state.runs_of(fork.id) if run.counts)]


def uncaptured(state: State) -> list[Run]:
    """Runs that may still take a checkpoint."""
    ended = runs_that_are(state, "COMPLETED", "FAILED", "INTERRUPTED")
    return [run for run in ended if run.begun and run.checkpoint_id is None]


def waiting_for_native_rollback(state: State) -> list[ProviderThread]:
    return [one for one in state.provider_threads.values() if one.native_rollback is not None and one.native_rollback.state == "PENDING"]


def waiting_for_idle_threads(state: State) -> list[Transfer]:
    """Merge-backs and results that the next run of a thread would take up."""
    waiting = [one for one in state.transfers.values() if one.type in ("MERGE_BACK", "SUBAGENT_RESULT") and one.status == "PENDING"]
    return [one for one in waiting if state.active_run(one.target_thread_id) is None]


def brought_before(state: State) -> list[Transfer]:
    """Merge-backs and results that a run has consumed."""
    return [one for one in state.transfers.values() if one.type in ("MERGE_BACK", "SUBAGENT_RESULT") and one.status == "CONSUMED"]
