"""Agents are children: with files of their own, or as sidechains in their session's file."""

from typing import Any

import pytest

from lineage.domain.kinds import Actor, NativeRefStrength, ParentRelationship
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind
from tests.importers.claude_code.reading import FOLDER, data, read, read_lines, said, session, thread

AGENTS = FOLDER / "agents" / session(30) / "subagents"


def left(parent: str, call_id: str | None) -> tuple[ParentRelationship, str, str | None]:
    return ParentRelationship.SUBAGENT, parent, call_id


def of(departure: Departure | None) -> tuple[ParentRelationship, str, str | None] | None:
    return (departure.relationship, departure.thread_id, departure.call_id) if departure is not None else None


def test_an_agent_file_is_a_child_by_the_call_that_the_file_beside_it_names() -> None:
    found = read(AGENTS / "agent-e1.jsonl")
    id = thread(30, ":agent-e1")
    assert found.placed() == {id: ["e1-u1"]}
    assert of(found.departure(id)) == left(thread(30), "30-t1")
    agent = found.threads[id]
    assert (agent.title, agent.created_by, agent.metadata["agentType"]) == ("look", Actor.AGENT, "Explore")
    assert (agent.sessions[0].native_ref, agent.sessions[0].ref_strength) == ("e1", NativeRefStrength.WEAK)


def test_an_agent_that_was_asked_again_has_several_runs_whatever_they_follow() -> None:
    assert read(AGENTS / "agent-e2.jsonl").placed() == {thread(30, ":agent-e2"): ["e2-u1", "e2-u2", "e2-u3"]}


def test_an_agent_that_nothing_is_said_about_is_placed_by_its_time() -> None:
    found = read(FOLDER / "agents" / "agent-e9.jsonl")
    departure = found.outlines[0].departure
    assert of(departure) == left(thread(30), None)
    assert departure is not None
    assert departure.at == found.outlines[0].created_at


def test_an_agent_knows_the_agents_that_it_started() -> None:
    (spawn,) = read(AGENTS / "agent-e1.jsonl").runs()["e1-u1"].spawns
    assert (spawn.call_id, spawn.thread_id, spawn.result) == ("30-t7", thread(30, ":agent-e3"), "Close.")
    assert read(AGENTS / "agent-e3.jsonl").outlines[0].departure == Departure(
        ParentRelationship.SUBAGENT, thread(30), call_id="30-t7", at=read(AGENTS / "agent-e3.jsonl").outlines[0].created_at
    )


def test_a_run_has_the_agents_that_it_started_and_not_those_that_were_not_allowed() -> None:
    first, _ = read(data("agents", 30)).runs().values()
    assert [(spawn.call_id, spawn.thread_id, spawn.result) for spawn in first.spawns] == [
        ("30-t1", thread(30, ":agent-e1"), "All fine."),
        ("30-t2", thread(30, ":agent-e2"), "Waited enough."),
    ]
    assert [spawn.returned_at.second for spawn in first.spawns if spawn.returned_at] == [3, 11]


def test_what_ended_in_the_background_is_told_in_the_run_that_it_came_back_in() -> None:
    _, second = read(data("agents", 30)).runs().values()
    assert said(second) == [
        "USER_MESSAGE Meanwhile?",
        "ASSISTANT_MESSAGE I wait.",
        "SUBAGENT_RESULT Waited enough.",
        "ASSISTANT_MESSAGE It has waited.",
        'TEST {"command": "sleep 9 && make test", "exitCode": 2, "summary": "Background command completed (exit code 2)"}',
        "ASSISTANT_MESSAGE The tests failed.",
    ]


def test_sidechains_of_old_versions_are_told_apart_by_their_chains() -> None:
    found = read(data("sidechains", 20))
    assert found.placed() == {
        thread(20): ["u1", "u2"],
        thread(20, ":sidechain-20-s1"): ["s1"],
        thread(20, ":sidechain-20-k1"): ["k1"],
        thread(20, ":sidechain-20-m1"): ["m1"],
    }
    # By what it was asked, by the call that its first line follows, and by nothing.
    assert [of(outline.departure) for outline in found.outlines[1:]] == [
        left(thread(20), "20-t1"),
        left(thread(20), "20-t2"),
        left(thread(20), None),
    ]
    assert [run.message for run in found.runs().values()] == ["Look around", "And b?"]


def test_an_old_version_says_only_what_came_back() -> None:
    first, _ = read(data("sidechains", 20)).runs().values()
    assert [(spawn.thread_id, spawn.result) for spawn in first.spawns] == [(thread(20, ":sidechain-20-s1"), "There is 1.")]
    assert "SUBAGENT_RESULT There is 1." in said(first)


def test_sidechains_with_ids_may_be_nested_and_belong_to_rewound_branches() -> None:
    found = read(data("sidechains", 21))
    assert {outline.id: of(outline.departure) for outline in found.outlines} == {
        thread(21): None,
        thread(21, ":21-v1"): None,
        thread(21, ":agent-e1"): left(thread(21), "21-t1"),
        thread(21, ":agent-e2"): left(thread(21, ":agent-e1"), "21-t2"),
        thread(21, ":agent-e3"): left(thread(21, ":21-v1"), "21-t3"),
    }
    assert [item.text for item in found.runs(thread(21, ":agent-e1"))["s1"].items][-1] == "Looked."


def asked_in_a_copy(agent_id: str) -> list[dict[str, Any]]:
    """Lines as the program writes them when it asks in a copy of a session for itself."""
    told = {"isSidechain": True, "sessionId": session(1), "agentId": agent_id, "cwd": "/project", "version": "2.1.39"}
    ask = {"type": "user", "uuid": "u1", "parentUuid": "elsewhere", "message": {"role": "user", "content": "Sum up what was said so far."}}
    answer = {"role": "assistant", "model": "m1", "content": [{"type": "text", "text": "Much was said."}]}
    return [
        {**told, **ask, "timestamp": "2026-02-12T20:29:04.537Z"},
        {**told, "type": "assistant", "uuid": "a1", "parentUuid": "u1", "message": answer, "timestamp": "2026-02-12T20:29:40.000Z"},
    ]


@pytest.mark.parametrize("agent_id", ["acompact-e1f845", "aprompt_suggestion-97438e"])
def test_what_the_program_asked_for_itself_is_no_agent(agent_id: str) -> None:
    assert read_lines(asked_in_a_copy(agent_id), f"agent-{agent_id}.jsonl").placed() == {}
    assert read_lines(asked_in_a_copy(agent_id)).placed() == {}


def test_a_copy_that_the_program_asked_in_may_name_lines_of_its_session_as_parents() -> None:
    def faults(agent_id: str) -> list[FaultKind]:
        first, *others = asked_in_a_copy(agent_id)
        return [kind for kind, *_ in read_lines([{**first, "parentUuid": "of-the-session"}, *others], f"agent-{agent_id}.jsonl").faults]

    assert faults("acompact-e1f845") == []
    assert faults("e1f845") == [FaultKind.DANGLING_PARENT]


def test_an_agent_that_was_only_to_be_ready_is_none() -> None:
    def lines(asked: str) -> list[dict[str, Any]]:
        asked_line, answer = ({"isSidechain": True, "agentId": "e5", "sessionId": session(1)} for _ in range(2))
        asked_line |= {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"content": asked}}
        answer |= {"type": "assistant", "uuid": "a1", "parentUuid": "u1", "message": {"content": "I am ready."}}
        return [asked_line, answer]

    assert read_lines(lines("Warmup"), "agent-e5.jsonl").placed() == {}
    assert read_lines(lines("Warmup")).placed() == {}
    assert read_lines(lines("Warm up the cache"), "agent-e5.jsonl").placed() == {thread(1, ":agent-e5"): ["u1"]}


def test_sidechain_lines_that_say_nothing_of_their_parents_are_one_agent() -> None:
    lines = [
        {"isSidechain": True, "type": "user", "uuid": "s1", "message": {"content": "Look"}},
        {"isSidechain": True, "type": "assistant", "uuid": "s2", "message": {"content": "I looked."}},
    ]
    assert read_lines(lines).placed() == {thread(1, ":sidechain-s1"): ["s1"]}


def test_an_agent_that_only_has_such_a_name_is_one() -> None:
    assert list(read_lines(asked_in_a_copy("acompact"), "agent-acompact.jsonl").placed()) == [thread(1, ":agent-acompact")]
