"""Where threads left their parents."""

import pytest

from lineage.domain.kinds import ParentRelationship
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind
from tests.importers.t3code.reading import Reading, read_text
from tests.importers.t3code.story import BEGIN, Story

FORK = ParentRelationship.FORK


def after_two_runs() -> Story:
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    story.whole_run("r2", "main", 2, "pt-codex")
    return story


def departure(found: Reading, thread_id: str = "side") -> Departure | None:
    assert found.outline(thread_id).departure == found.threads[thread_id].departure
    return found.threads[thread_id].departure


@pytest.mark.parametrize(
    "origin",
    [
        {"type": "provider_thread", "providerThreadId": "pt-codex", "providerTurnId": "turn-r1"},
        {"type": "node", "nodeId": "node-x"},
        None,
    ],
)
def test_a_fork_left_at_the_run_that_its_source_belongs_to(origin: dict[str, str] | None) -> None:
    story = after_two_runs()
    story.emit("node.updated", "main", {"id": "node-x", "threadId": "main", "runId": "r1", "kind": "tool_call", "status": "completed"})
    story.thread("side", "main", "fork", forkedFrom=origin)
    if origin is None:
        story.transfer("context-transfer.created", "t", "fork", "main", "side", {"checkpointId": "checkpoint-r1"})
    assert departure(read_text(story.text())) == Departure(FORK, "t3code:main", run_id="t3code:r1")


def test_a_fork_of_a_provider_thread_left_at_the_last_run_that_it_had_had_by_then() -> None:
    story = after_two_runs()
    story.thread("side", "main", "fork", forkedFrom={"type": "provider_thread", "providerThreadId": "pt-codex"})
    story.whole_run("r3", "main", 3, "pt-codex")
    assert departure(read_text(story.text())) == Departure(FORK, "t3code:main", run_id="t3code:r2")


def test_a_fork_of_a_run_that_is_not_there_left_when_it_was_made() -> None:
    story = after_two_runs()
    at = story.seconds
    line = len(story.lines) + 1
    story.fork("side", "main", "lost", "t")
    found = read_text(story.text())
    left = departure(found)
    assert left is not None and left.at is not None
    assert (left.run_id, (left.at - BEGIN).seconds) == (None, at)
    assert found.faults == [(FaultKind.DANGLING_PARENT, "a thread that left its parent at something that is not in the file", [line])]


def test_a_parent_in_another_file_is_named_by_its_ids() -> None:
    story = Story()
    story.fork("side", "elsewhere", "their-run", "t")
    found = read_text(story.text())
    assert found.faults == []
    assert departure(found) == Departure(FORK, "t3code:elsewhere", run_id="t3code:their-run")


def test_a_subagent_without_a_word_from_its_parent_left_at_the_run_that_spawned_it() -> None:
    story = after_two_runs()
    story.thread("child", "main", "subagent", forkedFrom={"type": "node", "nodeId": "lost"})
    story.transfer("context-transfer.created", "t", "subagent_spawn", "main", "child", {"runId": "r1"})
    found = read_text(story.text())
    assert departure(found, "child") == Departure(ParentRelationship.SUBAGENT, "t3code:main", run_id="t3code:r1")


def test_a_subagent_is_found_by_its_parents_word_where_its_own_names_nothing() -> None:
    story = after_two_runs()
    story.thread("child", "main", "subagent")
    story.subagent("sub", "r2", "main", "child")
    found = read_text(story.text())
    assert departure(found, "child") == Departure(ParentRelationship.SUBAGENT, "t3code:main", call_id="sub")
    (spawn,) = found.runs()["r2"].spawns
    assert (spawn.result, spawn.returned_at) == (None, None), "it goes on"


def test_a_subagent_of_a_native_subagent_belongs_to_the_message_that_it_works_on() -> None:
    story = Story()
    story.thread("child")
    for number in (1, 2):
        asked = {"messageId": f"m{number}", "inputIntent": "turn_start", "text": f"Task {number}"}
        story.item(None, "user_message", f"asked-{number}", "child", **asked)
        story.subagent(f"sub-{number}", None, "child", f"grandchild-{number}")
    found = read_text(story.text())
    assert found.outline("child").spawns == {"sub-1": "t3code:asked-1", "sub-2": "t3code:asked-2"}


def test_parents_come_before_their_children_wherever_they_stand() -> None:
    story = Story()
    story.fork("grandchild", "child", "c1", "t1")
    story.fork("child", "main", "r1", "t2")
    story.thread("main")
    found = read_text(story.text())
    assert [outline.id for outline in found.outlines] == ["t3code:main", "t3code:child", "t3code:grandchild"]


def test_a_cycle_of_parents_is_told_and_its_first_thread_is_a_root() -> None:
    story = Story()
    story.fork("leaf", "a", "r", "t0")
    story.fork("a", "b", "r", "t1")
    story.fork("b", "c", "r", "t2")
    story.fork("c", "a", "r", "t3")
    found = read_text(story.text())
    assert (FaultKind.CYCLE, "threads that name each other as parents", []) in found.faults
    assert [outline.id for outline in found.outlines] == ["t3code:a", "t3code:c", "t3code:b", "t3code:leaf"]
    assert departure(found, "a") is None
    assert {name: departure(found, name) is not None for name in ("b", "c", "leaf")} == {"b": True, "c": True, "leaf": True}


def test_a_thread_that_names_itself_as_its_parent_is_a_root() -> None:
    story = Story()
    story.fork("a", "a", "r", "t1")
    found = read_text(story.text())
    assert departure(found, "a") is None


@pytest.mark.parametrize("weak", [True, False])
def test_a_fork_that_was_natively_made_is_known_by_its_transfer_alone(weak: bool) -> None:
    story = after_two_runs()
    story.fork("side", "main", "r1", "t")
    story.whole_run("s1", "side", 1, "pt-side")
    reference = {"driver": "codex", "nativeId": "other" if weak else "native-pt-side", "strength": "strong"}
    story.transfer(
        "context-transfer.updated", "t", "fork", "main", "side", resolution={"strategy": "native_fork", "providerThreadRef": reference}
    )
    (session,) = read_text(story.text()).threads["side"].sessions
    assert session.forked_from == (None if weak else "t3code:pt-codex")
