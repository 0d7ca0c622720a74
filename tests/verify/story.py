"""A lineage tree in which about everything has happened, recorded through the API in a workspace of its own."""

from typing import Any

from tests.running import RunningService


class Story:
    """Records runs with turn references and checkpoints, as an orchestrator does."""

    def __init__(self, service: RunningService) -> None:
        self._service = service

    def do(self, operation: str, selection: str = "__typename", input_type: str | None = None, **given: Any) -> Any:
        return self._service.mutate(operation, selection, input_type, **given)

    def start(self, thread: str, run: str, provider: str, **given: Any) -> dict[str, Any]:
        """The payload of a run that is left PREPARING."""
        started: dict[str, Any] = self.do(
            "startRun", "run { id } providerThread { id } handoffs { id }", id=run, threadId=thread, provider=provider, **given
        )
        return started

    def begin(self, run: str, **given: Any) -> None:
        self.do("beginRun", runId=run, **{"nativeTurnRef": f"turn-{run}", **given})

    def run(self, thread: str, run: str, provider: str, **given: Any) -> str:
        """A run from start to end, with a checkpoint; the id of its provider thread."""
        started = self.start(thread, run, provider, message=f"do {run}", **given)
        provider_thread = started["providerThread"]["id"]
        self.begin(run, nativeThreadRef=f"session-{provider_thread}")
        self.do("finishRun", runId=run, status="COMPLETED", checkpoint={"id": f"checkpoint-{run}"})
        return str(provider_thread)


def record_story(service: RunningService) -> None:
    """Switches of provider, forks of forks, merge-backs, subagents, rollbacks, and every state in which things may be left."""
    story = Story(service)
    _switches(story)
    _forks(story)
    _subagents(story)
    _rollbacks(story)
    _failures(story)
    _open_ends(story)


def _switches(story: Story) -> None:
    story.do("createThread", id="T")
    session = story.run("T", "T1", "codex")
    story.do("appendItems", runId="T1", items=[{"id": f"item-{place}", "kind": "GOAL", "text": f"goal {place}"} for place in range(3)])
    story.start("T", "T2", "codex")
    story.begin("T2")
    story.do("recordProviderTurn", runId="T2", nativeTurnRef="turn-T2-again")
    story.do("finishRun", runId="T2", status="COMPLETED")
    story.do("captureCheckpoint", runId="T2", id="checkpoint-T2")
    story.run("T", "T3", "codex")
    story.do("recordCompaction", providerThreadId=session, throughRunId="T2", tokensBefore=90000, tokensAfter=4000)
    story.run("T", "T4", "claude")
    story.run("T", "T5", "codex")


def _forks(story: Story) -> None:
    story.do("forkThread", id="F", sourceThreadId="T", runId="T3")
    story.run("F", "F1", "codex")
    story.run("F", "F2", "codex")
    story.do("mergeBack", id="merge-1", forkThreadId="F")
    story.run("T", "T6", "claude")
    story.do("forkThread", id="G", sourceThreadId="F", runId="F1")
    story.run("G", "G1", "claude")
    story.do("forkThread", id="H", sourceThreadId="G", runId="T2")
    story.run("H", "H1", "cursor")
    story.run("F", "F3", "codex")
    story.do("mergeBack", id="merge-2", forkThreadId="F")
    story.run("F", "F4", "codex")
    story.do("mergeBack", id="merge-3", forkThreadId="F")


def _subagents(story: Story) -> None:
    story.do("createThread", id="M")
    story.run("M", "M1", "claude")
    story.start("M", "M2", "codex")
    story.begin("M2", nativeThreadRef="session-M2")
    spawned = story.do("spawnSubagent", "providerThread { id }", id="S", parentRunId="M2", provider="codex", nativeThreadRef="session-S")
    story.run("S", "S1", "codex")
    story.do("returnSubagentResult", childThreadId="S", text="found it")
    story.do("spawnSubagent", id="S-later", parentRunId="M2")
    story.do("finishRun", runId="M2", status="COMPLETED")
    story.run("S-later", "S-later-1", "gemini")
    story.do("returnSubagentResult", childThreadId="S-later", text="nothing there")
    story.do("forkThread", id="A", sourceThreadId="S", providerThreadId=spawned["providerThread"]["id"])
    story.run("A", "A1", "codex")


def _rollbacks(story: Story) -> None:
    story.do("createThread", id="R")
    done, pending, _ = story.run("R", "R1", "codex"), story.run("R", "R2", "claude"), story.run("R", "R3", "cursor")
    for run, provider in (("R4", "codex"), ("R5", "claude"), ("R6", "cursor"), ("R7", "codex")):
        story.run("R", run, provider)
    story.do("forkThread", id="R-fork", sourceThreadId="R", runId="R5")
    story.run("R-fork", "R-fork-1", "cursor")
    story.do("rollbackThread", threadId="R", toOrdinal=3)
    story.do("reportProviderRollback", providerThreadId=done, succeeded=True)
    story.run("R", "R8", "opencode")
    story.do("createThread", id="Q")
    again = story.run("Q", "Q1", "codex")
    story.run("Q", "Q2", "codex")
    story.do("rollbackThread", threadId="Q", toOrdinal=1)
    story.run("Q", "Q3", "codex")
    assert len({done, pending, again}) == 3


def _failures(story: Story) -> None:
    story.start("T", "T7", "opencode")
    story.do("finishRun", runId="T7", status="FAILED")
    story.start("G", "G2", "codex")
    story.do("reportResumeFailure", runId="G2", reason="the session is gone")
    story.begin("G2")
    story.do("finishRun", runId="G2", status="INTERRUPTED", reason="stopped")


def _open_ends(story: Story) -> None:
    story.do("forkThread", id="P", sourceThreadId="T", latestStable=True)
    story.start("F", "F5", "claude")
    started = story.start("G", "G3", "gemini", summarySource="PROVIDER_LEFT")
    story.do("failHandoff", handoffId=started["handoffs"][0]["id"], reason="no answer")
    story.start("H", "H2", "claude", summarySource="PROVIDER_LEFT")
    story.start("R", "R9", "gemini")
    story.do("createManualHandoff", "__typename", "ManualHandoffInput", runId="R9", summaryText="what matters")
    story.start("Q", "Q4", "codex")
    story.begin("Q4")
    story.do("spawnSubagent", id="W", parentRunId="Q4", provider="codex", nativeThreadRef="session-W")
