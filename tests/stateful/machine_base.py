"""What all ways of going on stand on: an example's own character, new names, and how a command is given."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.model.state import State
from tests.stateful.choosing import after_step, everything, in_the_end
from tests.stateful.drawing import Dice, NothingThere
from tests.stateful.names import ODD
from tests.stateful.profiles import CHANGELING, PROFILES
from tests.stateful.twins import Disagreement, Twins
from tests.stateful.world import World

OTHER = "nothing\N{EM DASH}of that name"


SEEDS = st.integers(0, 2**40)
ABLE = ("codex", "codex", "codexPaged", "codexPaged", "claude", "strict", "forkReverter", "changeling", "codex", "claude")
"""Providers that make more things possible."""
Way = Callable[[Any, Dice], None]
Possible = Callable[[Any], Any]


def way(weight: int, possible: Possible = lambda _: True) -> Callable[[Way], Way]:
    """Marks a method as a way of going on: how often it is taken, and when there is something to do for it."""

    def mark(method: Way) -> Way:
        method.weight, method.possible = weight, possible  # type: ignore[attr-defined]
        return method

    return mark


class Machine(RuleBasedStateMachine):
    """One example. `world` is set on a subclass: the service that it drives; thorough, when everything is compared after each step;
    verifying, when it is looked after each step whether what is stored is whole."""

    world: ClassVar[World]
    thorough: ClassVar[bool] = False
    verifying: ClassVar[bool] = False

    def __init__(self) -> None:
        super().__init__()
        self.twins: Twins = self.world.twins()
        self.seen: State = self.twins.model.state
        self.failed = False
        self.made = 0
        self.went_on = 0

    @property
    def state(self) -> State:
        return self.twins.model.state

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        """Draws what most runs of the example are like, and makes a first thread."""
        dice = Dice(f"first {seed}")
        self.providers = [dice.pick((*PROFILES, *ABLE)) for _ in range(dice.number(2, 4))]
        self.with_ref, self.with_turn, self.with_checkpoint = (dice.pick((100, 95, 80)), dice.pick((100, 0, 60)), dice.pick((100, 60)))
        self.paginated, self.weak = dice.pick((0, 10, 60)), dice.pick((0, 5, 25))
        self.from_outside = dice.pick((0, 15, 50))
        ways = [getattr(type(self), name) for name in sorted(dir(type(self)))]
        self.ways: list[Any] = [found for found in ways if hasattr(found, "weight")]
        self.favoured = {dice.pick(self.ways) for _ in range(dice.number(0, 3))}
        self.give("registerProvider", kind=CHANGELING, nativeFork=True, nativeRollback=True)
        self.give("createThread", id=self.name("T"))

    @rule(seed=SEEDS)
    def go_on(self, seed: int) -> None:
        """One of the ways that there are now. Those that the example favours are taken more often than their weights say."""
        dice = Dice(f"{seed} {len(self.twins.journal)}")
        self.world.steps += 1
        self.went_on += 1
        sensible = [found for found in self.ways if found.possible(self)]
        weighted = [found for found in sensible for _ in range(found.weight + (12 if found in self.favoured else 0))]
        # Sometimes something for which this is not the time: most of it has to be refused.
        found = dice.pick(self.ways if dice.chance(6) else weighted)
        with suppress(NothingThere):
            found(self, dice)

    def name(self, kind: str) -> str:
        """A name that nothing has yet."""
        self.made += 1
        return f"{kind}{self.made}{ODD[self.made % len(ODD)]}"

    def give(self, op: str, **given: Any) -> Any:
        """The answer to a command; None when it was refused, as it had to be."""
        try:
            return self.twins.do(op, given)
        except Disagreement:
            self.failed = True
            raise
        finally:
            self.world.commands += 1

    def ask(self, dice: Dice, op: str, **given: Any) -> Any:
        """As give, but once in a while with something wrong in the input, or with an id for the command."""
        if dice.chance(4):
            field = dice.pick(sorted(key for key in given if key != "items"))
            given[field] = self.wrong(dice, field, given[field])
        if dice.chance(12):
            given["commandId"] = self.name("c")
        if dice.chance(8) and op in ("startRun", "rollbackThread") and given["threadId"] in self.state.threads:
            version = self.state.threads[given["threadId"]].version
            given["expectedVersion"] = dice.pick((version, version, version - 1, version + 1, 0))
        return self.give(op, **given)

    def another(self, dice: Dice, field: str, value: Any) -> Any:
        """Another value for a field of an input, which is not wrong by itself."""
        if field == "id" or field.endswith("Id"):
            state = self.state
            return dice.pick((OTHER, *state.threads, *state.runs, *state.provider_threads, *state.handoffs, *state.checkpoints))
        if field == "kind":
            # The other providers are those of all examples, and each model begins with their first profiles.
            return OTHER
        if field == "provider":
            return dice.pick((OTHER, "mute", "tiny"))
        return value + 1 if isinstance(value, int) and not isinstance(value, bool) else None

    def wrong(self, dice: Dice, field: str, value: Any) -> Any:
        """Another value, which may be wrong by itself."""
        if field in ("id", "provider", "kind") or field.endswith("Id"):
            return dice.pick(("", "x" * 256, "x" * 257, *(self.another(dice, field, value) for _ in range(6))))
        return dice.pick((value - 1, -1, value + 1)) if isinstance(value, int) and not isinstance(value, bool) else None

    @invariant()
    def they_agree(self) -> None:
        """After each step service and model answer alike."""
        if self.state is self.seen:
            return
        before, self.seen = self.seen, self.state
        dice = Random(len(self.twins.journal))
        self._compare(everything(self.state, dice) if self.thorough else after_step(before, self.state, dice))
        if self.verifying and (violations := self.world.violations()):
            self.failed = True
            raise AssertionError(
                "\n".join(["what is stored is not whole after these commands:", *map(str, [*self.twins.journal, *violations])])
            )

    def _compare(self, questions: Any) -> None:
        asked = list(questions)
        self.world.questions += len(asked)
        try:
            self.twins.compare(asked)
        except Disagreement as found:
            self.failed = True
            raise found from None

    def teardown(self) -> None:
        """In the end most of all is compared once more."""
        self.world.examples += 1
        if not self.failed and not self.thorough and self.twins.journal:
            self._compare(in_the_end(self.state, Random(len(self.twins.journal))))
