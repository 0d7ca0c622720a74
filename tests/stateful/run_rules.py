"""Rules for runs: started, begun, ended, with turns, items and checkpoints, whole or one command at a time."""

from typing import Any

from tests.model.state import Run
from tests.stateful.drawing import Dice, active_runs, idle_threads, runs_that_are, uncaptured, unstarted_forks
from tests.stateful.machine_base import Machine, way

MANY_THREADS = 8
SOURCES = ("PROVIDER_LEFT", "PROVIDER_ENTERED", "CONFIGURED")
ITEMS: tuple[tuple[str, str | None, Any], ...] = (
    ("USER_MESSAGE", "please fix the parser", None),
    ("DECISION", "keep the old format", {"why": "clients read it"}),
    ("FILE_CHANGE", None, {"path": "src/a.py", "added": 3, "removed": 1}),
    ("TODO", "write tests", {"done": False}),
    ("REASONING", "hidden", None),
    ("FAILURE", "the build broke: " + "x" * 300, {"resolved": False}),
    ("TEST", "pytest -q", {"passed": 3, "failed": 1}),
)


class RunRules(Machine):
    """Ways of running."""

    def start(self, dice: Dice, thread_id: str, provider: str | None = None) -> Any:
        """startRun, mostly on a provider that the thread knows."""
        limits = dice.pick(
            (
                None,
                None,
                None,
                None,
                {"maxDeltaRanges": 3},
                {"maxDeltaRanges": 0, "maxChainedHandoffs": 1},
                {"maxOffProviderRuns": 1},
                {"maxCompactedRuns": 1},
            )
        )
        return self.ask(
            dice,
            "startRun",
            id=None if dice.chance(4) else self.name("r"),
            threadId=thread_id,
            provider=provider or self.provider_for(dice, thread_id),
            model=dice.pick((None, None, None, "m1", "m2")),
            runtimeMode=dice.pick((None, None, None, "auto", "ask")),
            cleanContext=True if dice.chance(5) else None,
            message=dice.pick((None, "go on", "a longer message " * 20)),
            summarySource=dice.pick(SOURCES) if dice.chance(self.from_outside) else None,
            policy=limits,
        )

    def provider_for(self, dice: Dice, thread_id: str) -> str:
        """For a fork that never ran mostly that of its source, so that it may start natively; else one of the example's own, or another."""
        thread = self.state.threads[thread_id]
        if thread.relationship == "FORK" and thread.source_point is not None and not self.state.runs_of(thread_id) and dice.chance(85):
            return self.state.run_at(thread.source_point).provider
        serving = [one.provider for one in self.state.provider_threads.values() if one.thread_id == thread_id]
        return dice.mostly(self.providers, [*serving, "changeling", "codex", "claude", "muteAll"], 75)

    def submit_what_waits(self, dice: Dice, run: Run) -> None:
        for handoff_id in run.handoff_ids:
            if self.state.handoffs[handoff_id].status == "PENDING":
                self.ask(dice, "submitHandoff", handoffId=handoff_id, summaryText="what an agent wrote", createdByProvider="claude")

    def write_by_hand(self, dice: Dice, run: Run) -> None:
        covered: dict[str, int] = {}
        if dice.chance(60):
            first = dice.number(1, max(run.ordinal, 1))
            covered = {"coveredFrom": first, "coveredTo": dice.number(first - (1 if dice.chance(4) else 0), run.ordinal + 1)}
        text = dice.pick(("by hand", "by hand", "by hand, and longer than forty characters it is", "x" * 701, ""))
        self.ask(dice, "createManualHandoff", runId=run.id, summaryText=text, **covered)

    def begin_run(self, dice: Dice, run: Run) -> Any:
        number = len(self.twins.journal)
        return self.ask(
            dice,
            "beginRun",
            runId=run.id,
            nativeThreadRef=f"ref-{run.provider}-{number}" if dice.chance(self.with_ref) else None,
            nativeRefStrength="WEAK" if dice.chance(self.weak) else dice.pick((None, None, "STRONG")),
            nativeTurnRef=f"turn-{number}" if dice.chance(self.with_turn) else None,
            historyMode="PAGINATED" if dice.chance(self.paginated) else dice.pick((None, None, None, "LEGACY")),
        )

    def end(self, dice: Dice, run: Run, status: str) -> Any:
        checkpoint = None
        if dice.chance(self.with_checkpoint) and (run.begun or dice.chance(3)):
            checkpoint = {"id": None if dice.chance(5) else self.name("k"), "workspaceRef": dice.pick((None, "commit abc"))}
            checkpoint = {key: value for key, value in checkpoint.items() if value is not None}
        return self.ask(dice, "finishRun", runId=run.id, status=status, checkpoint=checkpoint)

    def run_through(self, dice: Dice, thread_id: str, provider: str | None = None) -> None:
        """A run from its start to its end, as far as nothing is refused."""
        answer = self.start(dice, thread_id, provider)
        if answer is None or answer["run"]["status"] != "PREPARING":
            return
        run_id = answer["run"]["id"]
        if dice.chance(4):
            self.ask(dice, "reportResumeFailure", runId=run_id, reason="it is gone")
        if dice.chance(11):
            self.write_by_hand(dice, self.state.runs[run_id])
        self.submit_what_waits(dice, self.state.runs[run_id])
        if self.begin_run(dice, self.state.runs[run_id]) is None:
            return
        for _ in range(dice.pick((0, 0, 0, 0, 0, 1, 2))):
            self.ask(dice, "recordProviderTurn", runId=run_id, nativeTurnRef=self.name("turn") if dice.chance(self.with_turn) else None)
        self.end(dice, self.state.runs[run_id], dice.pick(("COMPLETED",) * 6 + ("FAILED", "INTERRUPTED")))

    @way(20, lambda self: idle_threads(self.state))
    def whole_run(self, dice: Dice) -> None:
        self.run_through(dice, dice.pick(idle_threads(self.state)).id)

    @way(7, lambda self: idle_threads(self.state))
    def several_runs(self, dice: Dice) -> None:
        thread_id = dice.pick(idle_threads(self.state)).id
        for _ in range(dice.number(2, 3)):
            self.run_through(dice, thread_id)

    @way(10, lambda self: unstarted_forks(self.state))
    def first_run_of_fork(self, dice: Dice) -> None:
        self.run_through(dice, dice.pick(unstarted_forks(self.state)).id)

    @way(8)
    def only_start(self, dice: Dice) -> None:
        active = [thread for thread in self.state.threads.values() if self.state.active_run(thread.id) is not None]
        self.start(dice, dice.mostly(idle_threads(self.state), active, 92).id)

    @way(9, lambda self: runs_that_are(self.state, "PREPARING"))
    def only_begin(self, dice: Dice) -> None:
        run = dice.mostly(runs_that_are(self.state, "PREPARING"), list(self.state.runs.values()), 92)
        if dice.chance(70):
            self.submit_what_waits(dice, run)
        self.begin_run(dice, run)

    @way(9, lambda self: active_runs(self.state))
    def only_finish(self, dice: Dice) -> None:
        run = dice.mostly(active_runs(self.state), list(self.state.runs.values()), 92)
        ends = ("COMPLETED", "COMPLETED", "FAILED", "INTERRUPTED") if run.begun else ("FAILED", "INTERRUPTED", "FAILED", "COMPLETED")
        self.end(dice, run, dice.pick(ends) if dice.chance(98) else "ROLLED_BACK")

    @way(3, lambda self: uncaptured(self.state))
    def checkpoint(self, dice: Dice) -> None:
        run = dice.mostly(uncaptured(self.state), list(self.state.runs.values()))
        self.ask(dice, "captureCheckpoint", runId=run.id, id=self.name("k"), diffSummary={"files": 2} if dice.chance(30) else None)

    @way(4, lambda self: runs_that_are(self.state, "RUNNING"))
    def turn_or_items(self, dice: Dice) -> None:
        run = dice.mostly(runs_that_are(self.state, "RUNNING"), list(self.state.runs.values()))
        if dice.chance(60):
            items = [dict(zip(("kind", "text", "data"), dice.pick(ITEMS), strict=True)) for _ in range(dice.number(1, 3))]
            self.ask(dice, "appendItems", runId=run.id, items=[{k: v for k, v in item.items() if v is not None} for item in items])
        else:
            self.ask(dice, "recordProviderTurn", runId=run.id, nativeTurnRef=dice.pick((None, "steered")))

    @way(6, lambda self: runs_that_are(self.state, "PREPARING"))
    def resume_fails(self, dice: Dice) -> None:
        run = dice.mostly(runs_that_are(self.state, "PREPARING"), list(self.state.runs.values()), 93)
        for _ in range(dice.pick((1, 1, 2))):
            source = dice.pick(SOURCES) if dice.chance(20) else None
            self.ask(dice, "reportResumeFailure", runId=run.id, reason="the provider no longer knows it", summarySource=source)
