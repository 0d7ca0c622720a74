"""A file that real graphs wrote: turns with a tool, branches, a replay, an edit, an error, a question, and a graph within another."""

from lineage.domain.kinds import Actor, NativeRefStrength, ParentRelationship, RunStatus, TurnItemKind
from lineage.importers.langgraph import READER
from lineage.importers.langgraph.rows import time_of
from lineage.importers.reading import head_of
from lineage.importers.recorded import Departure
from tests.importers.opened import DATA, everything

FILE = DATA / "langgraph" / "graphs.sqlite.gz"
FOUND = everything(READER, FILE)
TALK = FOUND.threads["langgraph:talk"]
BRANCHES = [thread for id, thread in FOUND.threads.items() if id.startswith("langgraph:talk:")]


def test_nothing_is_wrong_with_it() -> None:
    assert READER.recognizes(FILE, head_of(FILE))
    assert FOUND.faults == {}


def test_an_input_with_the_steps_behind_it_is_a_run() -> None:
    first, second, third = TALK.runs
    assert [run.message for run in TALK.runs] == ["first, with a tool", "second", "third"]
    assert [(item.kind, item.text) for item in first.items] == [
        (TurnItemKind.USER_MESSAGE, "first, with a tool"),
        (TurnItemKind.TOOL_OUTPUT, None),
        (TurnItemKind.ASSISTANT_MESSAGE, "answer to saw it"),
    ]
    assert first.items[1].data == {"tool": "look", "output": "saw it", "failed": False}
    assert [(item.kind, item.text) for item in second.items] == [
        (TurnItemKind.USER_MESSAGE, "second"),
        (TurnItemKind.ASSISTANT_MESSAGE, "answer to second"),
    ]
    assert {run.model for run in TALK.runs} == {"m1"} and {run.ended_as for run in TALK.runs} == {RunStatus.COMPLETED}
    assert third.turns == (third.id.removeprefix("langgraph:talk:"),)


def test_each_run_has_its_last_checkpoint() -> None:
    for run in TALK.runs:
        assert run.checkpoint is not None and run.checkpoint.id == f"{run.id}:checkpoint"
        assert run.checkpoint.workspace_ref is not None and time_of(run.checkpoint.workspace_ref) == run.finished_at
    assert [run.finished_at < following.started_at for run, following in zip(TALK.runs, TALK.runs[1:], strict=False)] == [True, True]


def test_a_branch_leaves_behind_the_last_run_that_it_has_whole() -> None:
    behind_the_first = Departure(ParentRelationship.FORK, "langgraph:talk", run_id=TALK.runs[0].id)
    assert [thread.departure for thread in BRANCHES] == [behind_the_first] * 3
    # With another input, replayed from the middle of the second run, and with an edited message.
    assert [run.message for thread in BRANCHES for run in thread.runs] == ["other second", "second", "edited"]
    assert all(thread.sessions[0].forked_from == "langgraph:talk" for thread in BRANCHES)
    assert {thread.sessions[0].ref_strength for thread in BRANCHES} == {NativeRefStrength.WEAK}
    assert TALK.sessions[0].ref_strength is NativeRefStrength.STRONG and TALK.sessions[0].native_ref == "talk"


def test_an_error_fails_the_run() -> None:
    (run,) = FOUND.threads["langgraph:broken"].runs
    assert (run.ended_as, run.failure_reason, run.message) == (RunStatus.FAILED, "ValueError('it broke')", "fail")
    assert run.items[-1].kind is TurnItemKind.FAILURE


def test_a_question_to_a_person_interrupts_the_run_until_it_is_answered() -> None:
    (waiting,) = FOUND.threads["langgraph:waiting"].runs
    assert waiting.ended_as is RunStatus.INTERRUPTED
    assert (waiting.items[-1].kind, waiting.items[-1].text) == (TurnItemKind.QUESTION, "how many?")
    (resumed,) = FOUND.threads["langgraph:resumed"].runs
    assert (resumed.ended_as, resumed.items[-1].text) == (RunStatus.COMPLETED, "got three")


def test_a_graph_within_another_is_a_subagent() -> None:
    parent = FOUND.threads["langgraph:nested"]
    (child,) = [thread for id, thread in FOUND.threads.items() if id.startswith("langgraph:nested:")]
    (spawn,) = parent.runs[0].spawns
    assert spawn.thread_id == child.id == f"langgraph:nested:{spawn.call_id}" and spawn.result == "inner says"
    assert child.departure == Departure(ParentRelationship.SUBAGENT, "langgraph:nested", call_id=spawn.call_id)
    assert child.created_by is Actor.AGENT and [run.message for run in child.runs] == ["nested"]
