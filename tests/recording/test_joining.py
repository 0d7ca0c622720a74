"""Sessions of several providers as one thread."""

from typing import Any

from lineage.domain.recording.recorded import Compacted, RecordedRun, Spawn
from lineage.importers.joining import joined, outline_of, parts_of
from tests.recording.telling import at, rolled_back, run, thread


def ids(told: Any) -> list[str]:
    return [found.id for found in told.runs]


def missing(told: Any) -> dict[str, list[str]]:
    """From which run on each run knew nothing, where that was so."""
    return {found.id: list(handoff.covers) for found in told.runs for handoff in found.handoffs}


def test_runs_stand_in_the_order_of_time() -> None:
    told, left_out = joined("T", [thread("b", run("2", 1), run("4", 3), provider="claude"), thread("a", run("1", 0), run("3", 2))])
    assert (ids(told), left_out) == (["1", "2", "3", "4"], 0)
    assert [found.session_id for found in told.runs] == ["a", "b", "a", "b"]
    assert {session.id: session.provider for session in told.sessions} == {"a": "codex", "b": "claude"}


def test_each_switch_says_what_was_missing() -> None:
    told, _ = joined("T", [thread("a", run("1", 0), run("2", 1), run("4", 5), run("5", 6)), thread("b", run("3", 3), provider="claude")])
    assert missing(told) == {"3": ["1"], "4": ["3"]}
    assert all(handoff.text is None for found in told.runs for handoff in found.handoffs)


def test_a_session_alone_misses_nothing() -> None:
    assert missing(joined("T", [thread("a", run("1", 0), run("2", 1))])[0]) == {}


def test_a_session_keeps_the_order_of_its_own_steps_when_its_clock_goes_backwards() -> None:
    told, _ = joined("T", [thread("a", run("1", 5), run("2", 1)), thread("b", run("3", 3))])
    assert ids(told) == ["3", "1", "2"]


def test_a_rollback_of_the_newest_runs_is_kept() -> None:
    told, left_out = joined("T", [thread("a", run("1", 0)), thread("b", run("2", 1), run("3", 2), rolled_back("3", 3), run("4", 4))])
    assert left_out == 0
    assert [type(step).__name__ for step in told.steps] == ["RecordedRun", "RecordedRun", "RecordedRun", "RolledBack", "RecordedRun"]


def test_a_rollback_behind_which_another_session_went_on_is_left_out_and_counted() -> None:
    told, left_out = joined("T", [thread("a", run("1", 0), run("2", 1), rolled_back("2", 4)), thread("b", run("3", 2))])
    assert left_out == 1
    assert all(isinstance(step, RecordedRun) for step in told.steps)


def test_what_was_rolled_back_is_missed_by_nobody() -> None:
    steps = [run("1", 0), run("2", 1), rolled_back("2", 2)]
    told, _ = joined("T", [thread("a", *steps), thread("b", run("3", 3))])
    assert missing(told) == {"3": ["1"]}


def test_compactions_stay_behind_their_runs() -> None:
    told, _ = joined("T", [thread("a", run("1", 0), Compacted("a", at(0.6))), thread("b", run("2", 1))])
    assert [type(step).__name__ for step in told.steps] == ["RecordedRun", "Compacted", "RecordedRun"]


def test_a_joined_thread_comes_apart_into_its_sessions() -> None:
    parts = [thread("a", run("1", 0), run("3", 2), rolled_back("3", 3)), thread("b", run("2", 1))]
    told, _ = joined("T", parts)
    apart = {part.id: part for part in parts_of(told, set())}
    assert {id: [type(step).__name__ for step in part.steps] for id, part in apart.items()} == {
        "a": ["RecordedRun", "RecordedRun", "RolledBack"],
        "b": ["RecordedRun"],
    }
    again, _ = joined("T", apart.values())
    assert again.steps == told.steps
    assert [part.id for part in parts_of(told, {"a"})] == ["b"]


def test_its_outline_has_the_calls_of_all() -> None:
    told, _ = joined("T", [thread("a", run("1", 0, spawns=[Spawn("call")])), thread("b", run("2", 1))])
    found = outline_of(told)
    assert (found.id, list(found.run_ids), dict(found.spawns)) == ("T", ["1", "2"], {"call": "1"})
