"""What the real Claude Code writes today: a session with a tool and an agent, a fork, a rewind, and a turn that failed."""

from pathlib import Path

from lineage.domain.kinds import ParentRelationship, RunStatus
from lineage.importers.recorded import Departure
from tests.agents.claude_home import session_file
from tests.agents.claude_runs import claude_in
from tests.agents.installing import install
from tests.agents.models.server import Fail, Text, Tool
from tests.agents.runs import create, fork, once, resume, revert
from tests.importers.claude_code.reading import read, said

COMMAND = Tool("Bash", {"command": "echo hello", "description": "say hello"})
AGENT = Tool("Agent", {"description": "look", "prompt": "look around", "subagent_type": "general-purpose"})


async def test_what_the_program_wrote_are_the_runs_that_it_took(tmp_path: Path) -> None:
    with claude_in(tmp_path, install()) as claude:
        claude.models.reply = once(COMMAND, AGENT, Text("nothing here"), Text("looked"))
        one = await claude.run("one", create)
        claude.models.reply = once()
        two = await claude.run("two", resume(one))
        forked = await claude.run("two in a fork", fork(one))
        again = await claude.run("two again", revert(two, two, one))
        claude.models.reply = lambda _: Fail()
        failed = await claude.run("three", resume(again))
        path, fork_path = session_file(claude.home, one.thread), session_file(claude.home, forked.thread)
    (agent_path,) = path.with_suffix("").rglob("agent-*.jsonl")
    main = f"claude-code:{one.thread}"
    branch = f"{main}:{again.turn}"

    session = read(path)
    assert session.faults == []
    assert session.placed() == {main: [one.turn, two.turn], branch: [again.turn, failed.turn]}
    assert session.departure(branch) == Departure(ParentRelationship.FORK, main, run_id=f"claude-code:{one.turn}")
    assert [thread.sessions[0].closed for thread in session.threads.values()] == [True, False]
    first, last = session.runs()[one.turn], session.runs(branch)[failed.turn]
    assert said(first) == [
        "USER_MESSAGE one",
        'COMMAND {"command": "echo hello", "exitCode": 0, "summary": "hello"}',
        "SUBAGENT_RESULT nothing here",
        "ASSISTANT_MESSAGE looked",
    ]
    assert (last.ended_as, last.turns) == (RunStatus.FAILED, (failed.turn,))

    (agent,) = read(agent_path).outlines
    (spawn,) = first.spawns
    assert agent.departure is not None
    assert (agent.departure.thread_id, agent.departure.call_id) == (main, spawn.call_id)
    assert (spawn.thread_id, spawn.result) == (agent.id, "nothing here")
    assert read(fork_path).placed() == {f"claude-code:{forked.thread}": [one.turn, forked.turn]}
