"""Spans as OTLP's JSON: which of them are one run, of which thread, on which session."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from lineage.domain.kinds import Actor, NativeRefStrength, ParentRelationship, RunStatus, TurnItemKind
from lineage.importers.opentelemetry import READER
from lineage.importers.recorded import Departure, RecordedItem
from tests.importers.opened import DATA, Everything, everything

FOLDER = DATA / "opentelemetry"
BEGIN = datetime.fromtimestamp(1_780_000_000, UTC)


def at(seconds: float) -> datetime:
    return BEGIN + timedelta(seconds=seconds)


def read(name: str) -> Everything:
    return everything(READER, FOLDER / name)


def said(items: Sequence[RecordedItem]) -> list[tuple[TurnItemKind, str | None]]:
    return [(item.kind, item.text) for item in items]


def test_turns_of_a_conversation_are_runs_in_the_order_of_their_starts_wherever_their_spans_stand() -> None:
    found = read("conversation.jsonl")
    assert found.faults == {}
    (thread,) = found.threads.values()
    first, second = thread.runs
    assert thread.id == "otel:conv-1" and thread.created_by is Actor.USER and thread.departure is None
    assert [run.id for run in thread.runs] == [f"otel:{'a1' * 16}:a100000000000002", f"otel:{'b2' * 16}:b200000000000001"]
    (session,) = thread.sessions
    assert (session.provider, session.native_ref, session.ref_strength) == ("provider-a", "conv-1", NativeRefStrength.STRONG)
    assert (first.message, first.model, first.started_at, first.finished_at) == ("first question", "m1", at(0.5), at(6))
    assert said(first.items) == [
        (TurnItemKind.USER_MESSAGE, "first question"),
        (TurnItemKind.REASONING, "It needs a look."),
        (TurnItemKind.TOOL_OUTPUT, None),
        (TurnItemKind.ASSISTANT_MESSAGE, "first answer"),
    ]
    assert first.items[2].data == {"tool": "look", "output": '{"seen": "y"}', "failed": False}
    assert (second.message, second.model, second.ended_as) == ("second question", "m2-large", RunStatus.COMPLETED)
    assert second.started_at == at(20), "its times are numbers"
    assert thread.metadata == {"file": "conversation.jsonl", "service": "desk"}


def test_another_agent_within_a_turn_is_a_subagent_with_a_thread_of_its_own() -> None:
    found = read("subagent.json")
    assert found.faults == {}
    parent, child = found.threads.values()
    assert (parent.id, child.id) == ("otel:conv-2", "otel:conv-2:c300000000000003")
    assert child.departure == Departure(ParentRelationship.SUBAGENT, "otel:conv-2", call_id="c300000000000003")
    assert child.created_by is Actor.AGENT and child.sessions[0].provider == "provider-b" and child.sessions[0].native_ref is None
    (run,) = parent.runs
    (spawn,) = run.spawns
    assert (spawn.call_id, spawn.thread_id, spawn.result, spawn.returned_at) == ("c300000000000003", child.id, "in the cellar", at(5))
    assert said(run.items) == [
        (TurnItemKind.USER_MESSAGE, "find it"),
        (TurnItemKind.SUBAGENT_RESULT, "in the cellar"),
        (TurnItemKind.ASSISTANT_MESSAGE, "it is there"),
    ]
    # The same agent is told of at its caller's end and at its own: that is one turn.
    (of_child,) = child.runs
    assert (of_child.message, of_child.model) == ("where is it?", "m9")


def test_passed_control_makes_the_next_run_on_the_other_agents_session() -> None:
    found = read("passed_on.jsonl")
    assert found.faults == {}
    (thread,) = found.threads.values()
    front, refunds, later = thread.runs
    assert [session.id for session in thread.sessions] == ["otel:conv-3", "otel:conv-3:refunds:provider-a"]
    assert [run.session_id for run in thread.runs] == ["otel:conv-3", "otel:conv-3:refunds:provider-a", "otel:conv-3:refunds:provider-a"]
    assert front.finished_at == at(4), "its part ended when it passed control"
    assert said(front.items) == [(TurnItemKind.USER_MESSAGE, "a refund, please"), (TurnItemKind.ASSISTANT_MESSAGE, "I pass you on.")]
    assert said(refunds.items)[1] == (TurnItemKind.ASSISTANT_MESSAGE, "Done.") and refunds.spawns == []
    assert later.message == "thanks"


def test_messages_are_found_in_the_events_and_attributes_of_older_versions() -> None:
    found = read("older.jsonl")
    assert found.faults == {}
    assert [run.message for thread in found.threads.values() for run in thread.runs] == [
        "by events",
        "by details",
        "by numbers",
        "by content",
    ]
    answers = [run.items[-1].text for thread in found.threads.values() for run in thread.runs]
    assert answers == ["answered by events", "answered by details", "answered by numbers", "answered by content"]


def test_a_thread_without_a_conversation_is_named_after_its_session_or_its_trace() -> None:
    found = read("older.jsonl")
    assert list(found.threads) == ["otel:s-1", f"otel:{'f3' * 16}", f"otel:{'f4' * 16}"]
    assert len(found.threads["otel:s-1"].runs) == 2, "one has it in its attributes, the other in its resource's"
    unnamed = found.threads[f"otel:{'f3' * 16}"].sessions[0]
    assert (unnamed.native_ref, unnamed.ref_strength, unnamed.provider) == (None, NativeRefStrength.WEAK, "provider-c")


def test_chats_that_go_on_after_a_tool_are_one_turn_and_others_their_own() -> None:
    found = read("chats_alone.jsonl")
    assert found.faults == {}
    (thread,) = found.threads.values()
    asked, failed, cut = thread.runs
    assert (asked.started_at, asked.finished_at, asked.ended_as) == (at(1), at(6), RunStatus.COMPLETED)
    assert said(asked.items) == [
        (TurnItemKind.USER_MESSAGE, "what time is it?"),
        (TurnItemKind.TOOL_OUTPUT, None),
        (TurnItemKind.ASSISTANT_MESSAGE, "I cannot tell."),
    ]
    assert asked.items[1].data == {"tool": "clock", "output": "no clock", "failed": True}
    assert (failed.ended_as, failed.failure_reason, failed.items[-1].kind) == (RunStatus.FAILED, "too busy", TurnItemKind.FAILURE)
    assert (cut.ended_as, cut.failure_reason, cut.finished_at) == (RunStatus.INTERRUPTED, "its span has no end", at(15))
