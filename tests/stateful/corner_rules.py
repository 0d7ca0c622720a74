"""Several steps in a row that lead into corners where single steps seldom get."""

from tests.model.state import Thread
from tests.stateful.drawing import Dice, brought_before, forks, idle_threads, runs_that_are, unstarted_forks, waiting_for_idle_threads
from tests.stateful.lineage_rules import LineageRules, may_grow
from tests.stateful.machine_base import way


class CornerRules(LineageRules):
    """Forks whose source goes on, is rolled back or is taken over, and merge-backs to where things have changed."""

    def source_of(self, fork: Thread) -> Thread:
        """The thread that the fork's source point is in, which may be an ancestor of the one that was forked."""
        assert fork.source_point is not None
        return self.state.threads[fork.source_point[0]]

    def is_idle(self, thread: Thread) -> bool:
        return self.state.active_run(thread.id) is None

    @way(4, lambda self: may_grow(self) and idle_threads(self.state))
    def adopt(self, dice: Dice) -> None:
        """A native subagent works, a fork is made from its session and started; what its first run comes to is left to other steps."""
        running = runs_that_are(self.state, "RUNNING")
        if not running:
            answer = self.start(dice, dice.pick(idle_threads(self.state)).id)
            if answer is None or self.begin_run(dice, self.state.runs[answer["run"]["id"]]) is None:
                return
            running = runs_that_are(self.state, "RUNNING")
        spawned = self.spawn_from(dice, dice.pick(running).id, native=100)
        if spawned is None or spawned["providerThread"] is None:
            return
        child, provider = spawned["thread"]["id"], spawned["providerThread"]["provider"]
        self.run_through(dice, child, provider)
        fork = self.fork(dice, self.state.threads[child], providerThreadId=spawned["providerThread"]["id"])
        if fork is not None and dice.chance(80):
            self.start(dice, fork["thread"]["id"], provider)

    @way(5, lambda self: unstarted_forks(self.state))
    def start_fork_while_its_source_is_active(self, dice: Dice) -> None:
        fork = dice.pick(unstarted_forks(self.state))
        source = self.source_of(fork)
        assert fork.source_point is not None
        if self.is_idle(source):
            answer = self.start(dice, source.id, self.state.run_at(fork.source_point).provider)
            if answer is not None and dice.chance(60):
                self.begin_run(dice, self.state.runs[answer["run"]["id"]])
        if self.is_idle(fork):
            self.run_through(dice, fork.id)

    @way(6, lambda self: unstarted_forks(self.state))
    def roll_back_under_fork(self, dice: Dice) -> None:
        """The source thread goes back to before or after the fork's point, and its provider perhaps follows, before the fork starts."""
        fork = dice.pick(unstarted_forks(self.state))
        source = self.source_of(fork)
        ordinals = [0, *(run.ordinal for run in self.state.runs_of(source.id) if run.counts)]
        self.ask(dice, "rollbackThread", threadId=source.id, toOrdinal=dice.pick(ordinals[-4:]))
        for one in list(self.state.provider_threads.values()):
            if (
                one.thread_id == source.id
                and one.native_rollback is not None
                and one.native_rollback.state == "PENDING"
                and dice.chance(50)
            ):
                self.ask(dice, "reportProviderRollback", providerThreadId=one.id, succeeded=dice.chance(70))
        if self.is_idle(fork) and dice.chance(75):
            self.run_through(dice, fork.id)

    @way(5, lambda self: [one for one in forks(self.state) if self.state.threads[one.parent_id].relationship == "FORK"])
    def merge_from_grandchild(self, dice: Dice) -> None:
        """Work in a fork of a fork comes back to the thread where the line began, which may have been rolled back meanwhile."""
        grandchild = dice.pick(
            [one for one in forks(self.state) if one.parent_id and self.state.threads[one.parent_id].relationship == "FORK"]
        )
        assert grandchild.parent_id is not None
        target_id = self.state.threads[grandchild.parent_id].parent_id
        assert target_id is not None
        if self.is_idle(grandchild):
            self.run_through(dice, grandchild.id)
        if dice.chance(40):
            self.roll_back_some(dice, self.state.threads[target_id])
        self.ask(dice, "mergeBack", forkThreadId=grandchild.id, targetThreadId=target_id)
        if dice.chance(60) and self.is_idle(self.state.threads[target_id]):
            self.run_through(dice, target_id)

    @way(7, lambda self: waiting_for_idle_threads(self.state))
    def lose_what_was_taken_up(self, dice: Dice) -> None:
        """A run takes up what waits for its thread, and before it begins that is rolled back where it comes from, or a newer one comes."""
        transfer = dice.pick(waiting_for_idle_threads(self.state))
        answer = self.start(dice, transfer.target_thread_id)
        if answer is None:
            return
        source, run_id = self.state.threads[transfer.source_thread_id], answer["run"]["id"]
        if dice.chance(70):
            self.roll_back_some(dice, source)
        if dice.chance(40) and self.is_idle(source):
            self.run_through(dice, source.id)
            self.bring_back(dice, source)
        if dice.chance(50):
            self.ask(dice, "reportResumeFailure", runId=run_id, reason="it lost something")
        if dice.chance(50):
            self.begin_run(dice, self.state.runs[run_id])
        else:
            self.end(dice, self.state.runs[run_id], "FAILED")

    @way(8, lambda self: brought_before(self.state))
    def bring_again(self, dice: Dice) -> None:
        """What a thread brought once comes again, after either side went on or was rolled back."""
        transfer = dice.pick(brought_before(self.state))
        source, target = self.state.threads[transfer.source_thread_id], self.state.threads[transfer.target_thread_id]
        if dice.chance(60):
            self.roll_back_some(dice, target)
        if dice.chance(25):
            self.roll_back_some(dice, source)
        if dice.chance(50) and self.is_idle(source):
            self.run_through(dice, source.id)
        self.bring_back(dice, source, target)
        if dice.chance(50) and self.is_idle(target):
            self.run_through(dice, target.id)

    def roll_back_some(self, dice: Dice, thread: Thread) -> None:
        """Drops at least the last run, where there is one."""
        ordinals = [0, *(run.ordinal for run in self.state.runs_of(thread.id) if run.counts)]
        self.ask(dice, "rollbackThread", threadId=thread.id, toOrdinal=dice.pick(ordinals[-4:-1] or ordinals))

    def bring_back(self, dice: Dice, source: Thread, target: Thread | None = None) -> None:
        if source.relationship == "SUBAGENT":
            self.ask(dice, "returnSubagentResult", childThreadId=source.id, text="again")
        else:
            self.ask(dice, "mergeBack", forkThreadId=source.id, targetThreadId=target.id if target is not None else None)
