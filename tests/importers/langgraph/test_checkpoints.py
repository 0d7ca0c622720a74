"""Checkpoints that LangGraph's own package wrote, in shapes that no usual run of a graph gives."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from lineage.domain.kinds import ParentRelationship, RunStatus, TurnItemKind
from lineage.importers.langgraph import READER, decoding
from lineage.importers.langgraph.decoding import NotDecoded, decoded
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind
from tests.importers.langgraph.checkpoints import Graph, saving
from tests.importers.opened import everything


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "checkpoints.sqlite"


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement, values)
        connection.commit()


def one_run(path: Path, thread: str = "t") -> tuple[str, str]:
    with saving(path) as saver:
        graph = Graph(saver, thread)
        first = graph.put("input", None)
        return first, graph.put("loop", first, HumanMessage("hello", id="1"), AIMessage("hello to you", id="2"))


def test_all_kinds_of_content_become_items(path: Path) -> None:
    thinking = [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "I look."}]
    with saving(path) as saver:
        graph = Graph(saver, "t")
        first = graph.put("input", None)
        call = AIMessage(thinking, id="3", tool_calls=[{"name": "look", "args": {}, "id": "c"}], response_metadata={"model": "m1"})
        failed = ToolMessage("not there", id="4", tool_call_id="c", status="error")
        graph.put("loop", first, SystemMessage("be brief", id="1"), HumanMessage([{"type": "text", "text": "look"}], id="2"), call, failed)
    (run,) = everything(READER, path).threads["langgraph:t"].runs
    assert (run.message, run.model) == ("look", "m1")
    assert [(item.kind, item.text) for item in run.items[:3]] == [
        (TurnItemKind.USER_MESSAGE, "look"),
        (TurnItemKind.REASONING, "Hm."),
        (TurnItemKind.ASSISTANT_MESSAGE, "I look."),
    ]
    assert run.items[3].data == {"tool": "look", "output": "not there", "failed": True}


def test_the_first_branch_stays_in_its_thread_when_others_come_later(path: Path) -> None:
    with saving(path) as saver:
        graph = Graph(saver, "t")
        root = graph.put("input", None)
        end = graph.put("loop", root, HumanMessage("one", id="1"))
        second = graph.put("input", end, HumanMessage("one", id="1"))
    before = everything(READER, path)
    with saving(path) as saver:
        graph = Graph(saver, "t")
        other = graph.put("input", end, HumanMessage("one", id="1"))
        further = graph.put("input", other, HumanMessage("one", id="1"), HumanMessage("two", id="2"))
        of_other = graph.put("loop", other, HumanMessage("one", id="1"), HumanMessage("three", id="3"))
    after = everything(READER, path)
    assert after.outlines["langgraph:t"] == before.outlines["langgraph:t"]
    assert list(after.outlines["langgraph:t"].run_ids) == [f"langgraph:t:{root}", f"langgraph:t:{second}"]
    fork, of_fork = (after.outlines[f"langgraph:t:{id}"] for id in (other, of_other))
    assert fork.departure == Departure(ParentRelationship.FORK, "langgraph:t", run_id=f"langgraph:t:{root}")
    assert list(fork.run_ids) == [f"langgraph:t:{other}", f"langgraph:t:{further}"]
    assert of_fork.departure == Departure(ParentRelationship.FORK, fork.id, run_id=f"langgraph:t:{other}")


def test_a_branch_from_within_the_first_run_begins_anew(path: Path) -> None:
    with saving(path) as saver:
        graph = Graph(saver, "t")
        root = graph.put("input", None)
        middle = graph.put("loop", root, HumanMessage("one", id="1"))
        graph.put("loop", middle, HumanMessage("one", id="1"), AIMessage("a", id="2"))
        fork = graph.put("fork", middle, HumanMessage("one", id="1"))
        graph.put("loop", fork, HumanMessage("one", id="1"), AIMessage("b", id="3"))
    thread = everything(READER, path).threads[f"langgraph:t:{fork}"]
    assert thread.departure is None, "it has no run of the other one whole"
    assert [item.text for item in thread.runs[0].items] == ["one", "b"], "it has the beginning of that run itself"


def test_steps_that_were_not_taken_interrupt_the_run(path: Path) -> None:
    with saving(path) as saver:
        graph = Graph(saver, "t")
        graph.put("loop", graph.put("input", None), HumanMessage("one", id="1"), values={"branch:to:agent": None})
        Graph(saver, "u").put("input", None, values={"__start__": {"messages": [["user", "never begun"]]}})
    found = everything(READER, path)
    assert found.threads["langgraph:t"].runs[0].ended_as is RunStatus.INTERRUPTED
    assert found.threads["langgraph:u"].runs[0].message == "never begun"


def test_a_subgraph_that_names_no_caller_is_no_thread(path: Path) -> None:
    one_run(path)
    with saving(path) as saver:
        Graph(saver, "t", "team:1").put("input", None, parents={"": "gone"})
    found = everything(READER, path)
    assert list(found.threads) == ["langgraph:t"]
    assert list(found.faults) == [(FaultKind.DANGLING_PARENT, "a subgraph that names no run which called it")]


def test_a_subgraph_of_a_subgraph_belongs_to_the_one_around_it(path: Path) -> None:
    first, last = one_run(path)
    with saving(path) as saver:
        outer = Graph(saver, "t", "a:1").put("input", None, HumanMessage("x", id="9"), parents={"": last})
        Graph(saver, "t", "a:1|b:2").put("input", None, parents={"": last, "a:1": outer})
    found = everything(READER, path)
    assert found.outlines["langgraph:t"].spawns == {"a:1": f"langgraph:t:{first}"}
    assert found.outlines["langgraph:t:a:1|b:2"].departure == Departure(ParentRelationship.SUBAGENT, "langgraph:t:a:1", call_id="a:1|b:2")


def test_parents_that_are_gone_or_go_in_circles_are_told(path: Path) -> None:
    first, last = one_run(path)
    with saving(path) as saver:
        Graph(saver, "pruned").put("input", "gone", HumanMessage("kept", id="1"))
    change(path, "UPDATE checkpoints SET parent_checkpoint_id = ? WHERE checkpoint_id = ?", last, first)
    found = everything(READER, path)
    assert found.kinds() == {FaultKind.DANGLING_PARENT, FaultKind.CYCLE, FaultKind.CLOCK_BACKWARDS}
    assert found.threads["langgraph:pruned"].runs[0].message == "kept"
    assert len(found.threads["langgraph:t"].runs) == 1


def test_states_of_the_older_json_are_read(path: Path) -> None:
    _, last = one_run(path)
    state = b"""{"ts": "2024-05-01T10:00:00+00:00", "channel_values": {"messages": [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "HumanMessage"], "kwargs": {"content": "from before"}}]}}"""
    change(path, "UPDATE checkpoints SET type = 'json', checkpoint = ? WHERE checkpoint_id = ?", state, last)
    assert everything(READER, path).threads["langgraph:t"].runs[0].message == "from before"


@pytest.mark.parametrize("kind", ["pickle", "msgpack+aes"])
def test_pickled_and_encrypted_states_are_never_loaded(path: Path, kind: str) -> None:
    _, last = one_run(path)
    change(path, "UPDATE checkpoints SET type = ?, checkpoint = x'80049580' WHERE checkpoint_id = ?", kind, last)
    found = everything(READER, path)
    assert list(found.faults) == [(FaultKind.NOT_READABLE, f"states of the type {kind}, which are never loaded")]
    (run,) = found.threads["langgraph:t"].runs
    assert [item.kind for item in run.items] == [TurnItemKind.PROTOCOL] and run.message is None


def test_without_the_package_for_msgpack_the_runs_are_there_and_it_is_said_what_is_missing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_run(path)
    monkeypatch.setitem(__import__("sys").modules, "ormsgpack", None)
    monkeypatch.setattr(decoding, "find_spec", lambda name: None)
    found = everything(READER, path)
    assert list(found.faults) == [(FaultKind.NOT_READABLE, decoding.NEEDS_MSGPACK)]
    assert len(found.threads["langgraph:t"].runs) == 1


def test_objects_are_taken_as_their_fields_and_nothing_is_called() -> None:
    import ormsgpack

    call = ormsgpack.packb(["os", "system", "exit 1"])
    assert decoded("msgpack", ormsgpack.packb({"a": ormsgpack.Ext(0, call), "b": ormsgpack.Ext(99, b"?")})) == {"a": "exit 1", "b": None}


def test_objects_within_each_other_without_end_are_no_danger() -> None:
    import ormsgpack

    value = ormsgpack.packb(None)
    for _ in range(10_000):
        value = ormsgpack.packb(ormsgpack.Ext(0, ormsgpack.packb(["m", "n"])[:0] + b"\x93\xa1m\xa1n" + value))
    assert decoded("msgpack", value) is None
    with pytest.raises(NotDecoded):
        decoded("json", b'{"a":' * 5_000 + b"1" + b"}" * 5_000)
