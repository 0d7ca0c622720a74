"""What of a handoff is recorded, by how it was when its run began."""

import pytest

from lineage.domain.kinds import Actor, HandoffStatus, HandoffStrategy, ThreadRelationshipKind
from lineage.importers.report import FaultKind
from tests.importers.t3code.reading import read_text
from tests.importers.t3code.story import Story


def after_one_run() -> Story:
    story = Story()
    story.thread("main")
    story.whole_run("r1", "main", 1, "pt-codex")
    return story


def test_a_handoff_is_as_it_was_when_its_run_began() -> None:
    story = after_one_run()
    story.handoff("h", "main", "r2", (1, 1), None, status="pending", summaryText="")
    story.handoff("h", "main", "r2", (1, 1), None, status="ready", summaryText="All of it")
    story.whole_run("r2", "main", 2, "pt-claude", "claude_work")
    story.handoff("h", "main", "r2", (1, 1), None, status="superseded")
    (handoff,) = read_text(story.text()).runs()["r2"].handoffs
    assert (handoff.text, handoff.status) == ("All of it", HandoffStatus.READY)
    assert (handoff.type, handoff.created_by) == (ThreadRelationshipKind.PROVIDER_HANDOFF, Actor.SYSTEM)
    assert handoff.transfer_id == "t3code:transfer of h", "there is none in the file"


@pytest.mark.parametrize(("status", "recorded"), [("pending", HandoffStatus.PENDING), ("failed", HandoffStatus.FAILED)])
def test_a_run_that_began_without_the_text_got_nothing(status: str, recorded: HandoffStatus) -> None:
    story = after_one_run()
    story.handoff("h", "main", "r2", (1, 1), None, status=status, summaryText="half of it")
    story.whole_run("r2", "main", 2, "pt-claude", "claude_work")
    (handoff,) = read_text(story.text()).runs()["r2"].handoffs
    assert (handoff.text, handoff.status, handoff.covers) == (None, recorded, ["t3code:r1"])


def test_a_handoff_of_a_run_that_never_began_is_not_recorded() -> None:
    story = after_one_run()
    story.handoff("h", "main", "r2", (1, 1), None)
    story.start("r2", "main", 2, "pt-claude", "claude_work")
    found = read_text(story.text())
    assert list(found.runs()) == ["r1"]
    assert found.faults == []


def test_a_run_may_be_given_several_handoffs() -> None:
    story = after_one_run()
    story.fork("side", "main", "r1", "t-fork")
    story.whole_run("s1", "side", 1, "pt-side")
    story.handoff("h-switch", "main", "r2", (1, 1), None)
    story.transfer("context-transfer.created", "t-merge", "merge_back", "side", "main", {"runId": "s1"})
    story.handoff("h-merge", "main", "r2", (1, 1), "t-merge", strategy="fork_delta_summary")
    story.whole_run("r2", "main", 2, "pt-claude", "claude_work")
    handoffs = read_text(story.text()).runs()["r2"].handoffs
    assert [(handoff.id, handoff.covers) for handoff in handoffs] == [("t3code:h-switch", ["t3code:r1"]), ("t3code:h-merge", ["t3code:s1"])]


def test_a_merge_back_whose_fork_is_not_in_the_file_is_told_and_covers_nothing() -> None:
    story = after_one_run()
    story.transfer("context-transfer.created", "t-merge", "merge_back", "elsewhere", "main", {"runId": "x"})
    story.handoff("h-merge", "main", "r2", (1, 4), "t-merge", strategy="fork_delta_summary")
    line = len(story.lines)
    story.whole_run("r2", "main", 2, "pt-codex")
    found = read_text(story.text())
    assert found.faults == [(FaultKind.DANGLING_PARENT, "a handoff that covers runs of a thread that the file does not have", [line])]
    (handoff,) = found.runs()["r2"].handoffs
    assert (handoff.covers, handoff.from_thread_id) == ([], "t3code:elsewhere")


def test_a_handoff_does_not_cover_its_own_run() -> None:
    story = Story()
    story.thread("main")
    story.handoff("h", "main", "r1", (1, 1), None)
    story.whole_run("r1", "main", 1, "pt-codex")
    assert read_text(story.text()).runs()["r1"].handoffs[0].covers == []


def test_a_checkpoint_summary_and_one_by_hand_keep_their_strategies() -> None:
    story = after_one_run()
    story.handoff("h1", "main", "r2", (1, 1), None, strategy="checkpoint_summary")
    story.handoff("h2", "main", "r2", (1, 1), None, strategy="manual_context")
    story.whole_run("r2", "main", 2, "pt-claude", "claude_work")
    handoffs = read_text(story.text()).runs()["r2"].handoffs
    assert [handoff.strategy for handoff in handoffs] == [HandoffStrategy.CHECKPOINT_SUMMARY, HandoffStrategy.MANUAL_CONTEXT]
