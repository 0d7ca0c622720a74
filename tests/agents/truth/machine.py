"""Random runs, switches, forks, rollbacks, merges and failures of threads that the real programs carry out."""

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar
from uuid import uuid4

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from lineage.client import Refused
from lineage.client.models import ThreadDetails
from lineage.domain.kinds import RunStatus
from tests.agents.models.server import Fail, Hang, Reply
from tests.agents.truth.world import Turn, World, check

SEEDS = st.integers(0, 2**40)


class Truth(RuleBasedStateMachine):
    """One example: a tree of threads. world, lose and kill are set on a subclass."""

    world: ClassVar[World]
    lose: ClassVar[Callable[[str, str], None]]
    """Deletes a native session of a provider, by its reference."""
    kill: ClassVar[Callable[[], None]]
    """Kills the programs that run."""
    turns: ClassVar[int] = 0
    examples: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.threads: list[str] = []
        self.told: list[str] = []

    @initialize()
    def begin(self) -> None:
        type(self).examples += 1
        self.threads = [self.world.do(self.world.client.create_thread(id=f"truth-{uuid4().hex[:10]}")).thread.id]

    @rule(seed=SEEDS)
    def go_on(self, seed: int) -> None:
        """One of the ways of going on; ordinary runs are the most of them."""
        dice = Random(f"{seed} {len(self.told)}")
        ways = (
            [self.say] * 9
            + [self.fork, self.roll_back] * 2
            + [self.merge, self.lose_a_session, self.say_to_a_failing_model, self.say_and_kill]
        )
        dice.choice(ways)(dice)

    def say(self, dice: Random) -> None:
        turn = self._say(dice)
        assert turn.run.status is RunStatus.COMPLETED, f"{self.told}: run {turn.run.status}: {turn.run.failure_reason}"
        assert turn.asked, f"{self.told}: the model was not asked"

    def say_to_a_failing_model(self, dice: Random) -> None:
        turn = self._say(dice, Fail())
        assert turn.run.status is RunStatus.FAILED, f"{self.told}: run {turn.run.status}"
        assert turn.run.failure_reason

    def say_and_kill(self, dice: Random) -> None:
        """openai-compatible is no program that could be killed: its endpoint is silent until the run is given up."""
        turn = self._say(dice, Hang())
        assert turn.run.status is RunStatus.FAILED, f"{self.told}: run {turn.run.status}"

    def fork(self, dice: Random) -> None:
        thread = self._thread(dice)
        if not (ordinals := own_ordinals(thread)):
            return
        chosen = dice.choice(ordinals)
        run = self.world.do(self.world.client.thread_run(thread.id, chosen))
        assert run is not None
        made = self.world.do(self.world.client.fork_thread(source_thread_id=thread.id, run_id=run.id)).thread.id
        self.threads.append(made)
        self.told.append(f"fork {self._name(made)} of {self._name(thread.id)} at {chosen}")

    def merge(self, dice: Random) -> None:
        if len(self.threads) == 1:
            return
        fork = dice.choice(self.threads[1:])
        try:
            self.world.do(self.world.client.merge_back(fork_thread_id=fork))
            self.told.append(f"merge {self._name(fork)}")
        except Refused as refused:
            assert refused.code == "UNSTABLE_SOURCE", f"{self.told}: {refused}"

    def roll_back(self, dice: Random) -> None:
        thread = self._thread(dice)
        chosen = dice.choice([0, *own_ordinals(thread)][-4:])
        self.told.append(f"roll {self._name(thread.id)} back to {chosen}")
        self.world.roll_back(thread.id, chosen)

    def lose_a_session(self, dice: Random) -> None:
        thread = self._thread(dice)
        if there := [served for served in thread.provider_threads if served.native_thread_ref]:
            lost = dice.choice(there)
            self.told.append(f"lose the {lost.provider} session of {self._name(thread.id)}")
            type(self).lose(lost.provider, lost.native_thread_ref or "")

    def _say(self, dice: Random, reply: Reply | None = None) -> Turn:
        thread_id, kind = dice.choice(self.threads), dice.choice(sorted(self.world.agents))
        self.told.append(f"{self._name(thread_id)}: {kind}{'' if reply is None else f', {type(reply).__name__}'}")

        def answer(_: Any) -> Reply:
            if isinstance(reply, Hang):
                type(self).kill()
            assert reply is not None
            return reply

        turn = self.world.say(thread_id, kind) if reply is None else self.world.say(thread_id, kind, answer)
        type(self).turns += 1
        try:
            check(turn)
        except AssertionError as fault:
            raise AssertionError(f"{fault}\nafter {self.told}") from None
        return turn

    def _thread(self, dice: Random) -> ThreadDetails:
        found = self.world.do(self.world.client.thread(dice.choice(self.threads)))
        assert found is not None
        return found

    def _name(self, thread_id: str) -> str:
        return f"T{self.threads.index(thread_id)}"


def own_ordinals(thread: ThreadDetails) -> list[int]:
    """The thread's own runs in its history."""
    return [number for part in thread.history if part.thread_id == thread.id for number in range(part.first, part.last + 1)]
