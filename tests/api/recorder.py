"""Recording what an orchestrator would, in few words."""

from dataclasses import dataclass
from typing import Any

from tests.running import RunningService, fresh


@dataclass(frozen=True)
class Recorder:
    """Commands to a running service. Each gives the part of its answer that tests need; ids are made up where none is given."""

    service: RunningService

    def provider(self, **profile: Any) -> str:
        """The kind of a provider of its own."""
        return str(
            self.service.mutate("registerProvider", "provider { kind }", **{"kind": fresh("provider"), **profile})["provider"]["kind"]
        )

    def thread(self, **given: Any) -> str:
        return str(self.service.mutate("createThread", "thread { id }", **{"id": fresh("T"), **given})["thread"]["id"])

    def start(self, thread_id: str, provider: str = "codex", **given: Any) -> Any:
        """startRun's payload: run, providerThread and handoffs, each with its id, and the strategy."""
        selection = "run { id ordinal } providerThread { id } handoffs { id transferId } resolution { strategy transferIds }"
        return self.service.mutate("startRun", selection, **{"id": fresh("run"), "threadId": thread_id, "provider": provider, **given})

    def begin(self, run_id: str, **given: Any) -> None:
        references = {"nativeThreadRef": f"session of {run_id}"[:256], "nativeTurnRef": f"turn of {run_id}"[:256]}
        self.service.mutate("beginRun", "run { id }", **{"runId": run_id, **references, **given})

    def finish(self, run_id: str, status: str = "COMPLETED", checkpoint: bool = True) -> None:
        given: dict[str, Any] = {"checkpoint": {"id": f"checkpoint of {run_id}"}} if checkpoint else {}
        self.service.mutate("finishRun", "run { id }", runId=run_id, status=status, **given)

    def running(self, thread_id: str, provider: str = "codex", **given: Any) -> str:
        """The id of a run that has begun and goes on."""
        run_id = str(self.start(thread_id, provider, **given)["run"]["id"])
        self.begin(run_id)
        return run_id

    def run(self, thread_id: str, provider: str = "codex", status: str = "COMPLETED", checkpoint: bool = True, **given: Any) -> str:
        """The id of a run that came to its end, with a checkpoint unless none is wanted."""
        run_id = self.running(thread_id, provider, **given)
        self.finish(run_id, status, checkpoint)
        return run_id

    def append(self, run_id: str, *texts: str) -> None:
        items = [{"kind": "GOAL", "text": text} for text in texts]
        self.service.mutate("appendItems", "items { id }", runId=run_id, items=items)

    def fork(self, thread_id: str, run_id: str, **given: Any) -> str:
        """The id of a fork made from a run."""
        given = {"id": fresh("F"), "sourceThreadId": thread_id, "runId": run_id, **given}
        return str(self.service.mutate("forkThread", "thread { id }", **given)["thread"]["id"])

    def spawn(self, run_id: str, **given: Any) -> str:
        """The id of a subagent's thread."""
        return str(
            self.service.mutate("spawnSubagent", "thread { id }", **{"id": fresh("S"), "parentRunId": run_id, **given})["thread"]["id"]
        )

    def provider_thread_of(self, run_id: str) -> str:
        return str(self.service.query("query($id: ID!) { run(id: $id) { providerThreadId } }", id=run_id)["run"]["providerThreadId"])
