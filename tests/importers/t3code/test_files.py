"""The checked-in files, each with the right result."""

from pathlib import Path

import pytest

from lineage.domain.kinds import Actor, HandoffStrategy, ParentRelationship, RunStatus, ThreadRelationshipKind, TurnItemKind
from lineage.importers.recorded import Compacted, Departure, RecordedRun, RolledBack, Step
from lineage.importers.report import FaultKind
from lineage.importers.t3code import READER
from tests.importers.t3code.reading import Reading, read_file
from tests.importers.t3code.scenarios import FOLDER, SCENARIOS


def read(name: str) -> Reading:
    return read_file(FOLDER / f"{name}.jsonl")


def names(steps: list[Step]) -> list[str]:
    return [step.id if isinstance(step, RecordedRun) else type(step).__name__ for step in steps]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_files_are_what_the_scenarios_write(name: str) -> None:
    assert (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8") == SCENARIOS[name](), "python -m tests.importers.t3code.scenarios"


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_files_are_recognized(name: str) -> None:
    path = FOLDER / f"{name}.jsonl"
    assert READER.recognizes(path, path.read_bytes()[:65_536])


def test_a_provider_switch_is_two_sessions_of_one_thread_with_handoffs_between_them() -> None:
    found = read("provider_switch")
    assert found.faults == []
    thread, runs = found.threads["main"], found.runs()
    assert [(session.id, session.provider, session.native_ref) for session in thread.sessions] == [
        ("t3code:pt-codex", "codex", "native-pt-codex"),
        ("t3code:pt-claude", "claude", "native-pt-claude"),
    ]
    assert [run.session_id for run in thread.runs] == [f"t3code:{name}" for name in ("pt-codex", "pt-codex", "pt-claude", "pt-codex")]
    assert [run.turns for run in thread.runs] == [(f"native-turn-r{number}",) for number in (1, 2, 3, 4)]
    assert [run.runtime_mode for run in thread.runs] == ["full-access", "full-access", "auto", "auto"]
    first, back = runs["r3"].handoffs[0], runs["r4"].handoffs[0]
    assert (first.type, first.covers, first.text) == (ThreadRelationshipKind.PROVIDER_HANDOFF, ["t3code:r1", "t3code:r2"], "Text of h1")
    assert (first.strategy, first.created_by_provider, first.created_by) == (HandoffStrategy.FULL_THREAD_SUMMARY, "claude", Actor.USER)
    assert (back.strategy, back.covers) == (HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN, ["t3code:r3"])
    assert back.text == "Claude did r3", "its text is in its turn item alone"
    assert not runs["r1"].handoffs and not runs["r2"].handoffs


def test_a_whole_run_has_its_message_items_checkpoint_and_times() -> None:
    run = read("provider_switch").runs()["r1"]
    assert (run.ended_as, run.message, run.model, run.place) == (RunStatus.COMPLETED, "Please do r1", "model-a", 7)
    assert [(item.kind, item.text) for item in run.items] == [
        (TurnItemKind.USER_MESSAGE, "Please do r1"),
        (TurnItemKind.ASSISTANT_MESSAGE, "Did r1"),
    ]
    assert run.checkpoint is not None
    assert (run.checkpoint.id, run.checkpoint.workspace_ref) == ("t3code:checkpoint-r1", "refs/checkpoint-r1")
    changed = [{"path": "a.py", "kind": "modified", "additions": 3, "deletions": 1}]
    assert run.checkpoint.diff_summary == {"files": 1, "additions": 3, "deletions": 1, "changed": changed}
    assert (run.finished_at - run.started_at).total_seconds() == 4


def test_forks_are_native_where_the_program_made_them_so_and_get_a_handoff_where_not() -> None:
    found = read("forks")
    assert found.faults == []
    assert [outline.id for outline in found.outlines] == [
        f"t3code:{name}" for name in ("main", "fork-native", "fork-portable", "fork-idle")
    ]
    native, portable, idle = (found.threads[name] for name in ("fork-native", "fork-portable", "fork-idle"))
    assert native.departure == Departure(ParentRelationship.FORK, "t3code:main", run_id="t3code:r1")
    assert [session.forked_from for session in native.sessions] == ["t3code:pt-codex"]
    assert not native.runs[0].handoffs
    assert portable.departure == Departure(ParentRelationship.FORK, "t3code:main", run_id="t3code:r2")
    assert [session.forked_from for session in portable.sessions] == [None]
    handoff = portable.runs[0].handoffs[0]
    assert (handoff.type, handoff.covers, handoff.from_thread_id) == (ThreadRelationshipKind.FORK, ["t3code:r1", "t3code:r2"], None)
    assert (idle.steps, idle.sessions) == ([], [])
    assert idle.departure == Departure(ParentRelationship.FORK, "t3code:main", run_id="t3code:r2")


def test_a_merge_back_covers_the_runs_of_the_fork_and_a_superseded_one_was_never_delivered() -> None:
    found = read("merge_back")
    assert found.faults == []
    (handoff,) = found.runs()["r2"].handoffs
    assert (handoff.id, handoff.transfer_id, handoff.type) == ("t3code:h-merge", "t3code:t-merge", ThreadRelationshipKind.MERGE_BACK)
    assert (handoff.from_thread_id, handoff.covers) == ("t3code:side", ["t3code:s1", "t3code:s2"])
    assert handoff.strategy is HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN


def test_a_rollback_drops_failed_runs_too_and_a_queued_run_never_began() -> None:
    found = read("rollback")
    assert found.faults == []
    steps = found.threads["main"].steps
    assert names(list(steps)) == ["t3code:r1", "t3code:r2", "t3code:r3", "t3code:r4", "RolledBack", "t3code:r5"]
    (rollback,) = [step for step in steps if isinstance(step, RolledBack)]
    assert (rollback.first_dropped_run_id, rollback.native, rollback.pending) == ("t3code:r2", True, False)
    ends = {run.id: (run.ended_as, run.failure_reason) for run in found.threads["main"].runs}
    assert ends["t3code:r2"] == (RunStatus.COMPLETED, None), "as it ended before it was rolled back"
    assert ends["t3code:r3"] == (RunStatus.FAILED, "The provider gave up")
    assert found.runs()["r2"].finished_at < rollback.at, "the program overwrites the end's time when it rolls back"
    assert found.outline().run_ids == tuple(f"t3code:r{number}" for number in range(1, 6))


def test_subagents_have_threads_that_leave_at_their_calls() -> None:
    found = read("subagents")
    assert found.faults == []
    run = found.runs()["r1"]
    assert [(spawn.call_id, spawn.thread_id, spawn.result) for spawn in run.spawns] == [
        ("sub-native", "t3code:child-native", "It is fine"),
        ("sub-app", "t3code:child-app", "Did c1"),
    ]
    assert found.outline().spawns == {"sub-native": "t3code:r1", "sub-app": "t3code:r1"}
    told = [item.text for item in run.items if item.kind is TurnItemKind.SUBAGENT_RESULT]
    assert told == ["There are three"], "results of subagents with threads are told by their spawns"
    native, owned = found.threads["child-native"], found.threads["child-app"]
    assert native.departure == Departure(ParentRelationship.SUBAGENT, "t3code:main", call_id="sub-native")
    assert owned.departure == Departure(ParentRelationship.SUBAGENT, "t3code:main", call_id="sub-app")
    assert (native.created_by, owned.sessions[0].provider) == (Actor.AGENT, "claude")


def test_a_native_subagent_has_a_run_for_its_message_although_the_program_has_none() -> None:
    found = read("subagents")
    (run,) = found.threads["child-native"].runs
    assert (run.id, run.message, run.session_id) == ("t3code:child-asked", "Look into it", "t3code:pt-child")
    assert run.ended_as is RunStatus.COMPLETED
    assert [item.text for item in run.items] == ["Look into it", "It is fine"]
    assert [session.native_ref for session in found.threads["child-native"].sessions] == ["native-child"]


def test_compactions_stand_behind_what_they_are_about() -> None:
    found = read("compaction")
    steps = list(found.threads["main"].steps)
    assert names(steps) == ["t3code:r1", "t3code:r2", "Compacted", "t3code:r3", "t3code:r4", "Compacted"]
    first = next(step for step in steps if isinstance(step, Compacted))
    assert (first.session_id, first.summary, first.tokens_before, first.tokens_after) == ("t3code:pt-codex", "What was before", 9000, 800)


def test_lines_in_any_order_and_repeated_give_the_same_as_in_order_and_once() -> None:
    ordered, shuffled = read("provider_switch"), read("shuffled")
    assert shuffled.faults == []
    as_told = [(run.id, run.message, run.items, run.handoffs, run.turns, run.checkpoint) for run in ordered.threads["main"].runs]
    assert [(run.id, run.message, run.items, run.handoffs, run.turns, run.checkpoint) for run in shuffled.threads["main"].runs] == as_told
    assert shuffled.threads["main"].sessions == ordered.threads["main"].sessions


def test_damage_is_told_with_its_lines_and_stops_nothing() -> None:
    found = read("damaged")
    assert sorted(found.faults) == sorted(
        [
            (FaultKind.NOT_READABLE, "a line that is not JSON", [6]),
            (FaultKind.NOT_READABLE, "a line without an event", [8]),
            (FaultKind.UNKNOWN_TYPE, "event type quantum.entangled", [14]),
            (FaultKind.UNKNOWN_TYPE, "turn item type hologram", [15]),
            (FaultKind.REPEATED_ID, "an event id that stands for two events", [27]),
            (FaultKind.NOT_READABLE, "a line without a sequence", [28]),
            (FaultKind.CUT_LINE, "the last line ends in the middle", [29]),
        ]
    )
    assert [run.message for run in found.threads["main"].runs] == ["Please do r1", "Please do r2"]


def test_threads_whose_creation_is_missing_are_known_by_their_other_events() -> None:
    found = read("without_creation")
    assert found.faults == [(FaultKind.DANGLING_PARENT, "events of a thread whose creation is not in the file", [1, 11])]
    assert found.threads["side"].departure == Departure(ParentRelationship.FORK, "t3code:main", run_id="t3code:r1")
    assert found.runs("side")["s2"].ended_as is RunStatus.INTERRUPTED, "the file tells no end of it"
    assert found.threads["main"].title is None


def test_other_formats_are_not_taken_for_it(tmp_path: Path) -> None:
    for head in (b"", b'{"type":"session_meta","payload":{}}\n', b'{"sessionId":"a","event":"x"}\n', b"SQLite format 3\x00", b"[1]\n"):
        assert not READER.recognizes(tmp_path / "x", head)


def test_a_first_line_longer_than_the_head_is_recognized(tmp_path: Path) -> None:
    line = (FOLDER / "forks.jsonl").read_bytes().split(b"\n")[0]
    assert READER.recognizes(tmp_path / "x.jsonl", line[:-10])
