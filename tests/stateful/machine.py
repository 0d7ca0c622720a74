"""The state machine: the rules for runs and threads, and those for rollbacks, handoffs, retries and providers."""

from typing import Any

from tests.model.inputs import FIELDS, check_alone, filled
from tests.model.refusal import Refused
from tests.stateful.corner_rules import CornerRules
from tests.stateful.drawing import Dice, idle_threads, runs_that_are, served, waiting_for_native_rollback, waiting_handoffs
from tests.stateful.machine_base import way
from tests.stateful.profiles import CHANGELING
from tests.stateful.run_rules import SOURCES


class LineageMachine(CornerRules):
    """Drives the service by random commands, valid and not, and holds it to the model's answers after each step."""

    @way(14)
    def roll_back(self, dice: Dice) -> None:
        ran = [thread for thread in idle_threads(self.state) if any(run.counts for run in self.state.runs_of(thread.id))]
        thread = dice.mostly(ran, list(self.state.threads.values()), 92)
        runs = self.state.runs_of(thread.id)
        valid = [run.ordinal for run in runs if run.counts]
        near = [*valid[-4:-1], *([0] if len(valid) < 4 else [])]
        self.ask(dice, "rollbackThread", threadId=thread.id, toOrdinal=dice.mostly(near, [0, *valid, *range(len(runs) + 2)], 80))

    @way(5, lambda self: waiting_for_native_rollback(self.state))
    def report_native_rollback(self, dice: Dice) -> None:
        one = dice.mostly(waiting_for_native_rollback(self.state), list(self.state.provider_threads.values()), 95)
        self.ask(dice, "reportProviderRollback", providerThreadId=one.id, succeeded=dice.chance(60), reason="so it went")

    @way(6, lambda self: served(self.state))
    def compact(self, dice: Dice) -> None:
        """Mostly through the last run of a provider thread, often through an earlier one or one that is no history of it."""
        one = dice.mostly(served(self.state), list(self.state.provider_threads.values()), 95)
        through = dice.mostly(self.state.runs_on(one.id), list(self.state.runs.values()), 92)
        self.ask(
            dice,
            "recordCompaction",
            providerThreadId=one.id,
            throughRunId=through.id if dice.chance(60) else None,
            summary=dice.pick((None, "what mattered")),
            tokensBefore=dice.pick((None, 90000)),
            tokensAfter=dice.pick((None, 4000)),
        )

    @way(5, lambda self: waiting_handoffs(self.state, "PENDING"))
    def submit_or_fail(self, dice: Dice) -> None:
        handoff = dice.mostly(waiting_handoffs(self.state, "PENDING"), list(self.state.handoffs.values()), 92)
        if dice.chance(40):
            self.ask(dice, "failHandoff", handoffId=handoff.id, reason="no summary came")
        else:
            text = dice.pick(("short", "longer than forty characters, which is what tiny takes", "x" * 701, ""))
            self.ask(dice, "submitHandoff", handoffId=handoff.id, summaryText=text, payload=dice.pick((None, {"a": [1]})))

    @way(5, lambda self: waiting_handoffs(self.state, "PENDING", "READY", "FAILED"))
    def regenerate(self, dice: Dice) -> None:
        handoff = dice.mostly(waiting_handoffs(self.state, "PENDING", "READY", "FAILED"), list(self.state.handoffs.values()), 92)
        self.ask(dice, "regenerateHandoff", handoffId=handoff.id, summarySource=dice.pick((None, None, *SOURCES)))

    @way(6, lambda self: runs_that_are(self.state, "PREPARING"))
    def write_handoff(self, dice: Dice) -> None:
        run = dice.mostly(runs_that_are(self.state, "PREPARING"), list(self.state.runs.values()), 94)
        self.write_by_hand(dice, run)

    @way(3)
    def again(self, dice: Dice) -> None:
        """A command whose id was used: the same input has to give the first answer, another one is refused.

        What is wrong by itself is left out. GraphQL refuses it before anybody looks at the id.
        """
        used = [command for command in self.twins.journal if "commandId" in command.given]
        if not used:
            return
        command = dice.pick(used)
        given = dict(self.twins.named(command.given))
        if dice.chance(25):
            field = dice.pick(sorted(key for key in given if key not in ("items", "commandId")))
            given[field] = self.another(dice, field, given[field])
        if self.is_right_by_itself(command.op, given):
            self.give(command.op, **given)

    def is_right_by_itself(self, op: str, given: dict[str, Any]) -> bool:
        try:
            check_alone(op, filled(FIELDS[op], {key: value for key, value in given.items() if value is not None}))
        except Refused:
            return False
        return True

    @way(1)
    def another_profile(self, dice: Dice) -> None:
        """The changeling's capabilities change; what was decided stays."""
        able = ("nativeFork", "nativeRollback", "nativeRevert", "acceptsHandoff", "resumeAcrossModels", "resumeAcrossRuntimeModes")
        if dice.chance(30):
            self.ask(
                dice,
                "registerProvider",
                kind=CHANGELING,
                **{field: dice.chance(60) for field in able},
                maxHandoffChars=dice.pick((24000, 700, 40)),
            )
