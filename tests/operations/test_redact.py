"""The texts of a thread go for good, wherever they are; every answer about lineage stays as it was."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from lineage.app import Service
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.api.graph import Graph
from tests.running import Neo4jAddress, Refused, RunningService, fresh, serving

SECRET = "a secret of T"
LINEAGE = """{
  threads { edges { node { id version depth headOrdinal latestStable { threadId ordinal } history { threadId from to }
    runs(includeRolledBack: true) { edges { node { id ordinal status contextHandoffs { id } checkpoint { id } } } }
    providerThreads { id status coverage { covered { threadId from to } missing { threadId from to } }
      staleness { stale recommended signals { kind value } } handoffIds coverage { divergentRunOrdinals } }
    transfers { id type status } handoffs { id status kind covered { threadId from to } } } } }
}"""
IMPACT = "query($id: ID!) { rollbackImpact(threadId: $id, toOrdinal: 1) { rolledBackOrdinals downstreamRuns { id } supersededHandoffIds } }"
PROVENANCE = "query($id: ID!) { provenance(runId: $id) { sources { id } edges { fromRunId toRunId handoffId } } }"


class Recorder:
    """Records with secrets in all texts of a thread."""

    def __init__(self, running: RunningService) -> None:
        self._running = running
        self._sent = 0

    def do(self, operation: str, selection: str = "__typename", **given: Any) -> Any:
        self._sent += 1
        return self._running.mutate(operation, selection, commandId=f"{operation} {self._sent}", **given)

    def run(self, thread: str, run: str, provider: str, secret: str) -> None:
        self.do(
            "startRun",
            "run { id message } handoffs { summaryText payload }",
            id=run,
            threadId=thread,
            provider=provider,
            message=f"{secret} 1",
        )
        self.do("beginRun", runId=run, nativeThreadRef=f"session {thread} {provider}", nativeTurnRef=f"turn {run}")
        items = [
            {"kind": "DECISION", "text": f"{secret} 2"},
            {"kind": "FILE_CHANGE", "data": {"path": f"{secret} 3"}},
            {"kind": "USER_MESSAGE", "text": f"{secret} 4"},
        ]
        self.do("appendItems", "items { text data }", runId=run, items=items)
        self.do("finishRun", "run { id }", runId=run, checkpoint={"diffSummary": {"files": f"{secret} 5"}})


@pytest.fixture(scope="module")
def told(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("told")}))) as running:
        recorder = Recorder(running)
        recorder.do("createThread", "thread { title metadata }", id="T", title=SECRET, metadata={"about": SECRET})
        for number, provider in enumerate(("codex", "claude", "codex"), 1):
            recorder.run("T", f"T{number}", provider, SECRET)
        recorder.do("forkThread", "thread { title } transfer { id }", id="F", sourceThreadId="T", runId="T3", title="a fork")
        recorder.run("F", "F1", "claude", "of the fork")
        recorder.do("recordCompaction", providerThreadId=_provider_thread(running, "T1"), summary=f"{SECRET} 6")
        recorder.do("startRun", "run { id }", id="T4", threadId="T", provider="codex")
        recorder.do("beginRun", runId="T4")
        recorder.do("spawnSubagent", "thread { id }", id="S", parentRunId="T4", title="a subagent")
        recorder.run("S", "S1", "codex", "of the subagent")
        recorder.do("returnSubagentResult", childThreadId="S", text=f"{SECRET} 7")
        recorder.do("finishRun", runId="T4", status="FAILED", reason=f"{SECRET} 8")
        yield running


def _provider_thread(running: RunningService, run: str) -> str:
    found: str = running.query("query($id: ID!) { run(id: $id) { providerThread { id } } }", id=run)["run"]["providerThread"]["id"]
    return found


def _lineage(running: RunningService) -> Any:
    asked = [running.query(LINEAGE), running.query(IMPACT, id="T"), running.query(IMPACT, id="F")]
    return [*asked, running.query(PROVENANCE, id="F1"), running.query(PROVENANCE, id="T4")]


def test_an_active_run_keeps_its_texts(settings: Settings) -> None:
    with serving(Service(settings.model_copy(update={"workspace": fresh("active")}))) as running:
        running.mutate("createThread", "thread { id }", id="A")
        running.mutate("startRun", "run { id }", threadId="A", provider="codex", message="wait")
        with pytest.raises(Refused) as refused:
            running.mutate("redactThread", "thread { id }", threadId="A")
        assert refused.value.code == "ACTIVE_RUN"


def test_texts_go_and_lineage_stays(told: RunningService, neo4j_address: Neo4jAddress) -> None:
    with Graph(neo4j_address, told.service.settings.workspace) as graph:
        assert [line for line in graph.content() if SECRET in line and line.startswith("CommandReceipt")]
        before = _lineage(told)
        answer = told.mutate("redactThread", "thread { id title metadata redactedAt version }", threadId="T", commandId="redact")
        assert [line for line in graph.content() if SECRET in line] == []
        assert [line for line in graph.content() if "of the fork" in line] != []
        assert [line for line in graph.content() if "of the subagent" in line] != []
    thread = answer["thread"]
    assert (thread["title"], thread["metadata"], thread["redactedAt"] is not None) == (None, None, True)
    after = _lineage(told)
    # The redaction itself is a change of the thread.
    for edge in after[0]["threads"]["edges"]:
        if edge["node"]["id"] == "T":
            edge["node"]["version"] -= 1
    assert after == before
    assert told.mutate("redactThread", "thread { version }", threadId="T", commandId="redact")["thread"]["version"] == thread["version"]
    assert told.run(verify(told.service.store, told.service.settings.workspace)) == []
    marked = told.query('{ thread(id: "T") { handoffs { summaryText } } thread2: thread(id: "F") { handoffs { summaryText } } }')
    texts = {handoff["summaryText"] for handoff in marked["thread"]["handoffs"] + marked["thread2"]["handoffs"]}
    assert texts == {"[redacted]"}


def test_the_change_is_told_and_histories_from_outside_bring_nothing_back(told: RunningService) -> None:
    told.mutate("redactThread", "thread { id }", threadId="F")
    events = told.query('{ thread(id: "F") { events(first: 100) { edges { node { type payload } } } } }')["thread"]["events"]["edges"]
    assert events[-1]["node"]["type"] == "thread.redacted"
    at = {"startedAt": "2020-01-01T00:00:00Z", "finishedAt": "2020-01-01T00:01:00Z"}
    thread = {
        "id": "F",
        "title": "back again",
        "runs": [{"id": "F1", "providerThreadId": _provider_thread(told, "F1"), **at, "message": "back"}],
    }
    with pytest.raises(Refused) as refused:
        told.mutate("recordHistory", "recordedRuns", threads=[thread])
    assert refused.value.code == "GONE"
    assert "back" not in json.dumps(told.query('{ thread(id: "F") { title runs { edges { node { message } } } } }'))


def test_an_unknown_thread_and_a_stale_view_are_refused(told: RunningService) -> None:
    for given, code in (({"threadId": "nobody"}, "NOT_FOUND"), ({"threadId": "S", "expectedVersion": 1}, "CONFLICT")):
        with pytest.raises(Refused) as refused:
            told.mutate("redactThread", "thread { id }", **given)
        assert refused.value.code == code
