"""Rules for what threads have to do with each other: forks, merge-backs, subagents and their results."""

from typing import Any

from tests.model.state import Thread
from tests.stateful.drawing import (
    Dice,
    fork_sources,
    forks,
    idle_provider_threads,
    mergeable_forks,
    runs_that_are,
    subagents,
)
from tests.stateful.machine_base import Machine, way
from tests.stateful.run_rules import MANY_THREADS, RunRules


def may_grow(machine: Machine) -> bool:
    """A fork too many leaves the others too little to do."""
    return len(machine.state.threads) < min(MANY_THREADS, 2 + machine.went_on / 5)


class LineageRules(RunRules):
    """Ways of branching and of bringing back."""

    def fork(self, dice: Dice, thread: Thread, **source: Any) -> Any:
        return self.ask(dice, "forkThread", id=self.name("F"), sourceThreadId=thread.id, **source)

    @way(2, may_grow)
    def new_thread(self, dice: Dice) -> None:
        if dice.chance(40):
            self.ask(dice, "createThread", id=None if dice.chance(20) else self.name("T"), title=dice.pick((None, "a title")))

    @way(6, may_grow)
    def fork_from_run(self, dice: Dice) -> None:
        able = [thread for thread in self.state.threads.values() if fork_sources(self.state, thread)]
        thread = dice.mostly(able, list(self.state.threads.values()), 95)
        run = dice.mostly(fork_sources(self.state, thread), list(self.state.runs.values()) or [None], 88)
        if run is None:
            self.fork(dice, thread, latestStable=True)
        elif run.checkpoint_id is not None and dice.chance(30):
            self.fork(dice, thread, checkpointId=run.checkpoint_id)
        else:
            self.fork(dice, thread, runId=run.id)

    @way(4, lambda self: may_grow(self) and self.state.provider_threads)
    def fork_from_provider_thread(self, dice: Dice) -> None:
        one = dice.mostly(idle_provider_threads(self.state), list(self.state.provider_threads.values()), 88)
        threads = self.state.threads
        self.fork(dice, threads[one.thread_id] if dice.chance(95) else dice.pick(threads.values()), providerThreadId=one.id)

    @way(2, may_grow)
    def fork_from_latest_stable(self, dice: Dice) -> None:
        self.fork(dice, dice.pick(self.state.threads.values()), latestStable=True)

    @way(5, lambda self: may_grow(self) and forks(self.state))
    def fork_of_fork(self, dice: Dice) -> None:
        """Often at a point that the fork has from its parent, which may have been rolled back there."""
        thread = dice.pick(forks(self.state))
        sources = fork_sources(self.state, thread)
        inherited = [run for run in sources if run.thread_id != thread.id]
        if sources:
            self.fork(dice, thread, runId=dice.mostly(inherited, sources, 60).id)

    @way(8, lambda self: mergeable_forks(self.state))
    def merge_back(self, dice: Dice) -> None:
        fork = dice.mostly(mergeable_forks(self.state), list(self.state.threads.values()), 92)
        target = None
        if dice.chance(45):
            line = [fork]
            while line[-1].relationship == "FORK" and line[-1].parent_id is not None:
                line.append(self.state.threads[line[-1].parent_id])
            target = dice.mostly(line[1:], list(self.state.threads.values()), 90).id
        self.ask(dice, "mergeBack", forkThreadId=fork.id, targetThreadId=target, id=self.name("M") if dice.chance(30) else None)

    @way(8, lambda self: forks(self.state))
    def work_in_fork_and_merge_back(self, dice: Dice) -> None:
        idle = [fork for fork in forks(self.state) if self.state.active_run(fork.id) is None]
        if not idle:
            return
        fork = dice.pick(idle)
        self.run_through(dice, fork.id)
        self.ask(dice, "mergeBack", forkThreadId=fork.id)
        parent = self.state.threads[fork.parent_id or fork.id]
        if dice.chance(50) and self.state.active_run(parent.id) is None:
            self.run_through(dice, parent.id)

    @way(6, lambda self: may_grow(self) and runs_that_are(self.state, "RUNNING"))
    def spawn(self, dice: Dice) -> None:
        run = dice.mostly(runs_that_are(self.state, "RUNNING"), list(self.state.runs.values()), 94)
        self.spawn_from(dice, run.id)

    def spawn_from(self, dice: Dice, run_id: str, native: int = 60) -> Any:
        given: dict[str, Any] = {}
        if dice.chance(native):
            number = len(self.twins.journal)
            provider = dice.mostly([self.state.runs[run_id].provider], self.providers, 60)
            given = {"provider": provider, "nativeThreadRef": f"child-{number}"}
        if dice.chance(self.weak):
            given["nativeRefStrength"] = "WEAK"
        return self.ask(dice, "spawnSubagent", id=self.name("S"), parentRunId=run_id, **given)

    @way(5, lambda self: subagents(self.state))
    def result(self, dice: Dice) -> None:
        child = dice.mostly(subagents(self.state), list(self.state.threads.values()), 95)
        for _ in range(dice.pick((1, 1, 1, 2))):
            self.ask(dice, "returnSubagentResult", childThreadId=child.id, text=dice.pick(("it works", "it does not")))

    @way(9, lambda self: subagents(self.state))
    def work_in_subagent(self, dice: Dice) -> None:
        """A run of the child, mostly in the session that it was made with, and often its result."""
        idle = [child for child in subagents(self.state) if self.state.active_run(child.id) is None]
        if not idle:
            return
        child = dice.pick(idle)
        serving = [one.provider for one in self.state.provider_threads.values() if one.thread_id == child.id]
        self.run_through(dice, child.id, dice.pick(serving) if serving and dice.chance(80) else None)
        if dice.chance(65):
            self.ask(dice, "returnSubagentResult", childThreadId=child.id, text="done")
            parent = self.state.threads[child.parent_id or child.id]
            if dice.chance(60) and self.state.active_run(parent.id) is None:
                self.run_through(dice, parent.id)
