"""What the real Codex writes today: reverts, forks of what was reverted, a compaction, a tool, and a turn that failed."""

from pathlib import Path

from lineage.adapters.codex.session import CodexSession
from lineage.domain.kinds import HistoryMode, ParentRelationship, RunStatus
from lineage.importers.recorded import Departure
from tests.agents.codex_home import rollout_files
from tests.agents.codex_runs import codex_in
from tests.agents.installing import install
from tests.agents.models.server import Fail, Text, Tool
from tests.agents.runs import Ran, create, fork, once, resume, revert
from tests.importers.codex_rollouts.rollouts import items, read, steps
from tests.importers.opened import Everything

COMMAND = Tool("exec_command", {"cmd": "echo hello", "login": False, "yield_time_ms": 30_000})


async def test_what_the_program_wrote_are_the_runs_that_it_took(tmp_path: Path) -> None:
    with codex_in(tmp_path, install()) as codex:
        codex.models.reply = once(COMMAND, Text("done"))
        one = await codex.run("one", create)
        codex.models.reply = once()
        two = await codex.run("two", resume(one))
        forked = await codex.run("in a fork", fork(one))
        again = await codex.run("two again", revert(two, two, one))
        late = await codex.run("in a late fork", fork(again))
        async with codex.usual.session(codex.folder, None) as session:
            await compact(session, again)
        codex.models.reply = lambda _: Fail(400)
        failed = await codex.run("three", resume(again))
        main, early_fork, late_fork = (_first_file(codex.home, ran.thread) for ran in (one, forked, late))

    id = f"codex:{one.thread}"
    assert main.faults == {}
    assert steps(main, id) == ["one", "two", "dropped from two", "two again", "compacted: " + _summary(main, id), "three"]
    assert [run.turns for run in main.threads[id].runs] == [(ran.turn,) for ran in (one, two, again, failed)]
    assert main.threads[id].sessions[0].history_mode is HistoryMode.PAGINATED
    first, *_, last = main.threads[id].runs
    assert items(first) == [
        ("USER_MESSAGE", "one"),
        ("COMMAND", {"command": "echo hello", "exitCode": 0, "summary": "hello"}),
        ("ASSISTANT_MESSAGE", "done"),
    ]
    assert (first.model, first.runtime_mode) == ("m1", "never/danger-full-access")
    assert last.ended_as is RunStatus.FAILED
    assert _departure(early_fork, forked) == Departure(ParentRelationship.FORK, id, run_id=f"codex:{one.turn}")
    assert _departure(late_fork, late) == Departure(ParentRelationship.FORK, id, run_id=f"codex:{again.turn}")


async def compact(session: CodexSession, after: Ran) -> None:
    """Lets Codex put a summary in the place of the thread's turns."""
    await resume(after)(session)
    await session._server.request("thread/compact/start", threadId=after.thread)
    while (await session._server.next(60)).get("method") != "turn/completed":
        pass


def _first_file(home: Path, thread: str) -> Everything:
    return read(next(path for path in rollout_files(home, thread) if path.stem.endswith(thread)))


def _departure(found: Everything, ran: Ran) -> Departure | None:
    return found.outlines[f"codex:{ran.thread}"].departure


def _summary(found: Everything, id: str) -> str:
    (summary,) = (told.removeprefix("compacted: ") for told in steps(found, id) if told.startswith("compacted: "))
    assert summary.endswith("done")
    return summary
