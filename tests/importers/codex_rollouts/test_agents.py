"""Subagents, as three generations of tools tell of them."""

import json
from datetime import UTC, datetime
from pathlib import Path

from lineage.domain.kinds import Actor, ParentRelationship
from lineage.importers.recorded import Departure, Spawn
from tests.importers.codex_rollouts.rollouts import items, read, read_below, steps, thread_id, turn


def test_a_subagent_left_at_the_turn_that_asked_for_it() -> None:
    found = read_below("agents")
    parent, child = found[thread_id(60)], found[thread_id(61)]
    assert child.outlines[thread_id(61)].departure == Departure(ParentRelationship.SUBAGENT, thread_id(60), run_id=turn(60))
    thread = child.threads[thread_id(61)]
    assert (thread.created_by, thread.sessions[0].forked_from) == (Actor.AGENT, None)
    assert {"agentNickname": "Ada", "agentRole": "default", "subagent": "thread_spawn"}.items() <= thread.metadata.items()
    assert parent.outlines[thread_id(60)].spawns == {"call_s": turn(60)}


def test_the_parent_tells_a_subagents_thread_and_result_once() -> None:
    run = read_below("agents")[thread_id(60)].run(turn(60))
    returned = datetime(2026, 3, 1, 10, 0, 22, tzinfo=UTC)
    assert run.spawns == [Spawn("call_s", thread_id(61), "There are 3", returned)]
    assert items(run) == [("USER_MESSAGE", "Ask somebody"), ("SUBAGENT_RESULT", "There are 3"), ("ASSISTANT_MESSAGE", "Three.")]


def test_a_review_is_a_run_of_its_thread_and_a_subagent_of_it() -> None:
    found = read_below("agents")
    assert steps(found[thread_id(60)], thread_id(60)) == ["Ask somebody", "Review it"]
    assert items(found[thread_id(60)].run(turn(61))) == [("USER_MESSAGE", "Review it"), ("ASSISTANT_MESSAGE", "All fine.")]
    assert found[thread_id(62)].outlines[thread_id(62)].departure == Departure(ParentRelationship.SUBAGENT, thread_id(60), run_id=turn(61))
    assert [run.id for run in found[thread_id(62)].threads[thread_id(62)].runs] == [turn(63)]


def test_agents_with_paths_tell_tasks_and_results_by_messages() -> None:
    found = read_below("agents_by_path")
    first, second = found[thread_id(64)].threads[thread_id(64)].runs
    assert first.spawns == [Spawn("call_s", thread_id(65), "There are 3", datetime(2026, 3, 1, 10, 0, 5, tzinfo=UTC))]
    # The result has made the second turn begin: nobody has said anything.
    assert (second.message, items(second)) == (None, [("ASSISTANT_MESSAGE", "Three, it says.")])
    assert steps(found[thread_id(65)], thread_id(65)) == ["Count the files"]
    assert found[thread_id(65)].outlines[thread_id(65)].departure == Departure(ParentRelationship.SUBAGENT, thread_id(64), run_id=turn(64))


def test_an_old_subagents_file_begins_with_a_copy_of_its_parents_lines() -> None:
    found = read_below("agents_old")
    parent, child = found[thread_id(66)], found[thread_id(67)]
    (spawning,) = parent.threads[thread_id(66)].runs
    failed = datetime(2026, 3, 1, 10, 0, 23, tzinfo=UTC)
    assert spawning.spawns == [Spawn("call_s", thread_id(67), "It failed: out of time", failed)]
    outline = child.outlines[thread_id(67)]
    assert list(outline.run_ids) == [spawning.id, f"{thread_id(67)}:1"]
    assert outline.departure == Departure(ParentRelationship.SUBAGENT, thread_id(66), run_id=spawning.id)
    assert items(child.run(f"{thread_id(67)}:1")) == [("USER_MESSAGE", "Count the files"), ("ASSISTANT_MESSAGE", "I am out of time")]


def test_a_subagent_that_tells_its_parent_only_as_the_thread_it_was_copied_from(tmp_path: Path) -> None:
    id, parent = thread_id(68), thread_id(66)
    told = {"id": id.removeprefix("codex:"), "timestamp": "2026-03-01T10:00:00Z", "forked_from_id": parent.removeprefix("codex:")}
    path = tmp_path / f"rollout-2026-03-01T10-00-00-{told['id']}.jsonl"
    relationships = []
    for source in ({"thread_source": "subagent"}, {}):
        lines = [("session_meta", told | source), ("event_msg", {"type": "user_message", "message": "Count the files"})]
        written = [{"timestamp": told["timestamp"], "type": type, "payload": payload} for type, payload in lines]
        path.write_text("".join(json.dumps(line) + "\n" for line in written))
        departure = read(path).outlines[id].departure
        assert departure is not None and departure.thread_id == parent
        relationships.append(departure.relationship)
    assert relationships == [ParentRelationship.SUBAGENT, ParentRelationship.FORK]
