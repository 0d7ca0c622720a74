"""handoffPreviews tells what startRun would make, word for word, and writes nothing."""

from typing import Any

import pytest

from tests.api.recorder import Recorder
from tests.running import Refused

PREVIEW = """query($input: StartContextInput!) {
  handoffPreviews(input: $input) { strategy kind covers { threadId from to } transferId checkpointId text characters }
}"""
HANDOFF = "strategy kind covered { threadId from to } checkpointId summaryText transferId"


def previewed(recorder: Recorder, thread: str, provider: str, **more: Any) -> Any:
    return recorder.service.query(PREVIEW, input={"threadId": thread, "provider": provider, **more})["handoffPreviews"]


def started(recorder: Recorder, thread: str, provider: str, **more: Any) -> Any:
    selection = f"handoffs {{ {HANDOFF} }}"
    return recorder.service.mutate("startRun", selection, threadId=thread, provider=provider, **more)["handoffs"]


def as_made(handoffs: Any, previews: Any) -> list[Any]:
    """What a preview says, of handoffs that were made; the transfer only where the preview could know it."""
    return [
        {
            "strategy": made["strategy"],
            "kind": made["kind"],
            "covers": made["covered"],
            "checkpointId": made["checkpointId"],
            "text": made["summaryText"],
            "characters": len(made["summaryText"]),
            "transferId": preview["transferId"] and made["transferId"],
        }
        for made, preview in zip(handoffs, previews, strict=True)
    ]


def test_a_switch_is_told_what_the_start_then_tells(recorder: Recorder) -> None:
    thread = recorder.thread()
    recorder.append(recorder.running(thread, id=f"{thread} 1"), "A cache, please", "日本語 too")
    recorder.finish(f"{thread} 1")
    version = recorder.service.query("query($id: ID!) { thread(id: $id) { version } }", id=thread)
    previews = previewed(recorder, thread, "claude")
    assert recorder.service.query("query($id: ID!) { thread(id: $id) { version } }", id=thread) == version
    assert "A cache, please" in previews[0]["text"] and "日本語" in previews[0]["text"]
    assert previews == as_made(started(recorder, thread, "claude"), previews)


def test_what_comes_back_is_told_after_what_the_thread_missed(recorder: Recorder) -> None:
    thread = recorder.thread()
    first = recorder.run(thread)
    fork = recorder.fork(thread, first)
    recorder.run(fork, "claude")
    parent = recorder.running(thread, "codex")
    child = recorder.spawn(parent)
    recorder.run(child, "gemini")
    recorder.finish(parent)
    recorder.service.mutate("returnSubagentResult", "transfer { id }", childThreadId=child, text="Reported by the subagent")
    recorder.service.mutate("mergeBack", "transfer { id }", forkThreadId=fork)
    previews = previewed(recorder, thread, "claude")
    assert [preview["transferId"] is None for preview in previews] == [True, False, False]
    assert ["Reported by the subagent" in preview["text"] for preview in previews].count(True) == 1
    assert previews == as_made(started(recorder, thread, "claude"), previews)


def test_nothing_is_told_where_nothing_is_missing(recorder: Recorder) -> None:
    thread = recorder.thread()
    recorder.run(thread)
    assert previewed(recorder, thread, "codex") == []
    assert [preview["kind"] for preview in previewed(recorder, thread, "codex", cleanContext=True)] == ["PORTABLE_CONTEXT"]


def test_a_text_stays_within_the_providers_limit(recorder: Recorder) -> None:
    small = recorder.provider(maxHandoffChars=2000)
    thread = recorder.thread()
    recorder.append(recorder.running(thread, id=f"{thread} 1"), *(f"Requirement {number}: {'x' * 200}" for number in range(40)))
    recorder.finish(f"{thread} 1")
    (preview,) = previewed(recorder, thread, small)
    assert preview["characters"] == len(preview["text"]) <= 2000


def test_an_active_run_is_waited_for(recorder: Recorder) -> None:
    thread = recorder.thread()
    recorder.running(thread)
    with pytest.raises(Refused) as refused:
        previewed(recorder, thread, "claude")
    assert refused.value.code == "ACTIVE_RUN"
