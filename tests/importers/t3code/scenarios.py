"""The files of tests/data/t3code, one for each thing that happens to threads. `python -m tests.importers.t3code.scenarios` writes them."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.importers.t3code.story import Json, Story

FOLDER = Path(__file__).parents[2] / "data" / "t3code"


def provider_switch() -> str:
    """Codex takes two runs, Claude one with all of them in words, Codex another one with what it missed."""
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.whole_run("r2", "main", 2, "pt-codex")
    story.emit("thread.provider-switched", "main", {**story.things["main"], "providerInstanceId": "claude_work", "runtimeMode": "auto"})
    switch = {"targetRunId": "r3", "status": "consumed", "resolution": {"strategy": "portable_context", "contextHandoffId": "h1"}}
    story.transfer("context-transfer.created", "t1", "provider_handoff", "main", "main", {"runId": "r2"}, **switch)
    story.handoff("h1", "main", "r3", (1, 2), "t1", fromProviderThreadIds=["pt-codex"], createdByProviderInstanceId="claude_work")
    story.whole_run("r3", "main", 3, "pt-claude", "claude_work", contextHandoffId="h1")
    story.transfer("context-transfer.created", "t2", "provider_handoff", "main", "main", {"runId": "r3"}, status="consumed")
    story.handoff("h2", "main", "r4", (3, 3), "t2", strategy="delta_since_target_last_seen", summaryText="", detailInTurnItem=True)
    story.start("r4", "main", 4, "pt-codex")
    story.item("r4", "handoff", "item-h2", contextHandoffId="h2", summary="Claude did r3", ordinal=399)
    story.begin("r4")
    story.finish("r4")
    return story.text()


def forks() -> str:
    """One fork that Codex made natively, one that got its context in words, and one that has run nothing yet."""
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.whole_run("r2", "main", 2, "pt-codex")
    story.fork("fork-native", "main", "r1", "t-native")
    story.provider_thread("pt-native", "fork-native", forkedFrom={"providerThreadId": "pt-codex", "providerTurnId": "turn-r1"})
    story.start("n1", "fork-native", 1, "pt-native")
    reference = {"driver": "codex", "nativeId": "native-pt-native", "strength": "strong"}
    native: Json = {"status": "consumed", "resolution": {"strategy": "native_fork", "providerThreadRef": reference}, "targetRunId": "n1"}
    story.provider_thread("pt-native", "fork-native", native="native-pt-native")
    story.transfer("context-transfer.updated", "t-native", "fork", "main", "fork-native", **native)
    story.begin("n1")
    story.finish("n1")
    story.fork("fork-portable", "main", "r2", "t-portable")
    portable: Json = {
        "status": "consumed",
        "resolution": {"strategy": "portable_context", "contextHandoffId": "h-fork"},
        "targetRunId": "p1",
    }
    story.transfer("context-transfer.updated", "t-portable", "fork", "main", "fork-portable", **portable)
    story.handoff("h-fork", "fork-portable", "p1", (1, 2), "t-portable", fromProviderThreadIds=["pt-codex"], toProviderThreadId="pt-claude")
    story.whole_run("p1", "fork-portable", 1, "pt-claude", "claude_work")
    story.fork("fork-idle", "main", "r2", "t-idle")
    return story.text()


def merge_back() -> str:
    """What a fork did is brought back with the next message of its source, after an older merge-back that was superseded."""
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.fork("side", "main", "r1", "t-fork")
    story.whole_run("s1", "side", 1, "pt-side")
    story.whole_run("s2", "side", 2, "pt-side")
    story.transfer("context-transfer.created", "t-old", "merge_back", "side", "main", {"runId": "s1"}, status="superseded")
    story.handoff("h-old", "main", "r2", (1, 1), "t-old", status="superseded")
    story.transfer(
        "context-transfer.created", "t-merge", "merge_back", "side", "main", {"runId": "s2"}, status="consumed", targetRunId="r2"
    )
    story.handoff("h-merge", "main", "r2", (1, 2), "t-merge", strategy="fork_delta_summary", fromProviderThreadIds=["pt-side"])
    story.whole_run("r2", "main", 2, "pt-codex")
    return story.text()


def rollback() -> str:
    """Of four runs, one of them failed, the last three are rolled back; a new one comes after. A queued one never began."""
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.whole_run("r2", "main", 2, "pt-codex")
    story.start("r3", "main", 3, "pt-codex")
    story.begin("r3")
    story.item(
        "r3",
        "error",
        "item-error",
        failure={"class": "provider_error", "message": "The provider gave up", "code": None, "retryable": False},
    )
    story.update("r3", status="failed", completedAt=story.now)
    story.whole_run("r4", "main", 4, "pt-codex")
    story.roll_back("main", 1, "r2", "r4")
    story.whole_run("r5", "main", 5, "pt-codex")
    story.start("r6", "main", 6, "pt-codex", status="queued")
    return story.text()


def subagents() -> str:
    """A native subagent with a thread that has no runs, one that the program started itself, and one without any thread."""
    story = Story()
    story.thread("main")
    story.start("r1", "main", 1, "pt-codex")
    story.provider_thread("pt-codex", "main", native="native-pt-codex")
    story.begin("r1")
    story.thread("child-native", "main", "subagent", forkedFrom={"type": "node", "nodeId": "sub-native"}, createdBy="agent")
    story.subagent("sub-native", "r1", "main", "child-native", providerThreadId="pt-child")
    story.provider_thread("pt-child", "child-native", native="native-child", ownerNodeId="sub-native")
    asked: Json = {"messageId": "m-asked", "inputIntent": "turn_start", "text": "Look into it", "ordinal": 100, "nodeId": "node-child"}
    story.item(None, "user_message", "child-asked", "child-native", createdBy="agent", **asked)
    story.item(None, "assistant_message", "child-answer", "child-native", messageId="m-answer", text="It is fine", streaming=False)
    node = {"id": "node-child", "threadId": "child-native", "runId": None, "kind": "root_turn", "status": "completed"}
    story.emit("node.updated", "child-native", {**node, "completedAt": story.now})
    story.subagent("sub-native", "r1", "main", "child-native", status="completed", result="It is fine", completedAt=story.now)
    story.thread("child-app", "main", "subagent", forkedFrom={"type": "node", "nodeId": "sub-app"}, createdBy="agent")
    story.subagent("sub-app", "r1", "main", "child-app", origin="app_owned", driver="claudeAgent", providerInstanceId="claude_work")
    story.transfer("context-transfer.created", "t-spawn", "subagent_spawn", "main", "child-app", {"runId": "r1"}, status="consumed")
    story.whole_run("c1", "child-app", 1, "pt-app", "claude_work")
    story.subagent("sub-app", "r1", "main", "child-app", status="completed", result="Did c1", completedAt=story.now)
    gone: Json = {
        "subagentId": "sub-bare",
        "origin": "provider_native",
        "childThreadId": None,
        "prompt": "Count",
        "result": "There are three",
    }
    story.item("r1", "subagent", "item-bare", title="Counting", **gone)
    story.finish("r1")
    return story.text()


def compaction() -> str:
    """The session is compacted in the middle of the third run, and by hand in a run of its own."""
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.whole_run("r2", "main", 2, "pt-codex")
    story.start("r3", "main", 3, "pt-codex")
    story.begin("r3")
    counts: Json = {"beforeTokenCount": 9000, "afterTokenCount": 800, "driver": "codex"}
    story.item("r3", "compaction", "item-compaction", summary="What was before", **counts)
    story.finish("r3")
    story.start("r4", "main", 4, "pt-codex")
    story.begin("r4")
    story.item("r4", "compaction", "item-by-hand", driver="codex")
    story.update("r4", status="completed", completedAt=story.now)
    return story.text()


def shuffled() -> str:
    """The lines of provider_switch in any order, some of them twice."""
    lines = provider_switch().splitlines()
    lines += lines[3::7]
    Random(7).shuffle(lines)
    return "\n".join(lines) + "\n"


def damaged() -> str:
    """A file with unknown types, lines that are something else, an id that stands for two events, and a cut end."""
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.emit("quantum.entangled", "main", {"id": "q"})
    story.item("r1", "hologram", "item-hologram")
    story.emit("provider-session.detached", "main", {"providerSessionId": "s", "detachedAt": story.now})
    story.whole_run("r2", "main", 2, "pt-codex")
    again = json.loads(json.dumps(story.lines[2]))
    again["event"]["payload"]["text"] = "something else"
    lines = story.text().splitlines()
    lines.insert(5, "not JSON at all")
    lines.insert(7, "[1, 2]")
    lines.append(json.dumps(again))
    lines.append(
        json.dumps({"sequence": "first", "event": {"id": "x", "threadId": "main", "type": "run.created", "payload": {"id": "rx"}}})
    )
    return "\n".join([*lines, '{"sequence": 9999, "event": {"id": "cut", "ty'])


def without_creation() -> str:
    """The events of a thread, and of a fork of it, without those that made them."""
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.fork("side", "main", "r1", "t-fork")
    story.whole_run("s1", "side", 1, "pt-side")
    story.start("s2", "side", 2, "pt-side")
    story.begin("s2")
    return "".join(json.dumps(line) + "\n" for line in story.lines if line["event"]["type"] != "thread.created")


SCENARIOS: dict[str, Callable[[], str]] = {
    scenario.__name__: scenario
    for scenario in (provider_switch, forks, merge_back, rollback, subagents, compaction, shuffled, damaged, without_creation)
}

if __name__ == "__main__":
    for name, scenario in SCENARIOS.items():
        (FOLDER / f"{name}.jsonl").write_text(scenario(), encoding="utf-8")
