"""Which runs are recorded, how they ended, and on which sessions they ran."""

from lineage.domain.kinds import NativeRefStrength, RunStatus, TurnItemKind
from lineage.importers.report import FaultKind
from tests.importers.t3code.reading import read_text
from tests.importers.t3code.story import Story


def begun(story: Story, run_id: str = "r1", ordinal: int = 1, provider_thread: str = "pt-codex") -> None:
    story.start(run_id, "main", ordinal, provider_thread)
    story.provider_thread(provider_thread, "main", native=f"native-{provider_thread}")
    story.begin(run_id)


def on_thread() -> Story:
    story = Story()
    story.thread("main")
    return story


def test_runs_that_never_reached_the_provider_are_left_out() -> None:
    story = on_thread()
    story.start("preparing", "main", 1, "pt-codex", status="preparing")
    story.start("starting", "main", 2, "pt-codex")
    story.start("unable", "main", 3, "pt-codex")
    story.update("unable", status="failed", completedAt=story.now)
    story.start("taken-back", "main", 4, "pt-codex", status="queued")
    story.update("taken-back", status="cancelled", completedAt=story.now)
    begun(story, "r5", 5)
    assert list(read_text(story.text()).runs()) == ["r5"]


def test_a_run_ends_as_its_last_snapshot_says() -> None:
    story = on_thread()
    for number, status in enumerate(("completed", "failed", "interrupted", "cancelled", "waiting", "running"), 1):
        begun(story, status, number)
        story.update(status, status=status, completedAt=story.now if number < 5 else None)
    runs = read_text(story.text()).runs()
    assert [(run.ended_as, run.failure_reason) for run in runs.values()] == [
        (RunStatus.COMPLETED, None),
        (RunStatus.FAILED, None),
        (RunStatus.INTERRUPTED, None),
        (RunStatus.INTERRUPTED, "cancelled"),
        (RunStatus.INTERRUPTED, None),
        (RunStatus.INTERRUPTED, None),
    ]


def test_a_run_that_only_waits_for_its_checkpoint_is_completed() -> None:
    story = on_thread()
    begun(story)
    story.turn("turn-1", "r1", 1)
    story.update("r1", status="waiting")
    assert read_text(story.text()).runs()["r1"].ended_as is RunStatus.COMPLETED


def test_an_unknown_status_is_told_and_the_snapshots_before_it_count() -> None:
    story = on_thread()
    story.whole_run("r1", "main", 1, "pt-codex")
    story.update("r1", status="dreaming")
    found = read_text(story.text())
    assert found.faults == [(FaultKind.UNKNOWN_TYPE, "run status dreaming", [len(story.lines)])]
    assert found.runs()["r1"].ended_as is RunStatus.COMPLETED


def test_runs_stand_in_the_order_in_which_they_began_not_in_that_of_their_numbers() -> None:
    story = on_thread()
    story.start("early", "main", 1, "pt-codex", status="queued")
    begun(story, "late", 2)
    story.finish("late")
    story.begin("early")
    story.finish("early")
    assert list(read_text(story.text()).runs()) == ["late", "early"]


def test_a_run_with_several_attempts_has_a_turn_for_each() -> None:
    story = on_thread()
    begun(story)
    story.turn("second", "r1", 2, "attempt-again")
    story.turn("first", "r1", 1)
    story.turn("weak", "r1", 3, "attempt-again", strength="weak")
    story.turn("not-yet", "r1", 4, "attempt-again", status="pending")
    story.attempt("attempt-again", "r1", 2, reason="retry")
    assert read_text(story.text()).runs()["r1"].turns == ("native-first", "native-second", None)


def test_a_reference_without_strength_is_none_and_a_weak_one_is_weak() -> None:
    story = on_thread()
    for number, strength in enumerate(("weak", "none"), 1):
        story.start(strength, "main", number, f"pt-{strength}")
        reference = {"driver": "codex", "nativeId": f"native-{strength}", "strength": strength}
        story.provider_thread(f"pt-{strength}", "main", nativeThreadRef=reference)
        story.begin(strength)
    weak, none = read_text(story.text()).threads["main"].sessions
    assert (weak.native_ref, weak.ref_strength) == ("native-weak", NativeRefStrength.WEAK)
    assert none.native_ref is None


def test_a_closed_provider_thread_is_closed_and_instances_are_told_in_the_metadata() -> None:
    story = on_thread()
    story.whole_run("r1", "main", 1, "pt-claude", "claude_work")
    story.provider_thread("pt-claude", "main", "claude_work", status="closed")
    thread = read_text(story.text()).threads["main"]
    assert [(session.provider, session.closed) for session in thread.sessions] == [("claude", True)]
    assert thread.metadata == {
        "format": "t3code", "file": "events.jsonl", "cwd": "/srv/tree", "gitBranch": "main",
        "providerInstances": {"t3code:pt-claude": "claude_work"},
    }  # fmt: skip


def test_a_session_that_could_not_be_resumed_is_followed_by_another_one() -> None:
    story = on_thread()
    story.whole_run("r1", "main", 1, "pt-codex")
    story.start("r2", "main", 2, "pt-codex")
    story.handoff("h", "main", "r2", (1, 1), None, fromProviderThreadIds=["pt-codex"], toProviderThreadId="pt-codex")
    story.provider_thread("pt-codex", "main", native="native-new")
    story.begin("r2")
    story.finish("r2")
    found = read_text(story.text())
    old, new = found.threads["main"].sessions
    assert (old.id, old.native_ref, old.closed) == ("t3code:pt-codex", "native-pt-codex", True)
    assert (new.id, new.native_ref, new.closed) == ("t3code:pt-codex, replaced 1", "native-new", False)
    assert [run.session_id for run in found.threads["main"].runs] == [old.id, new.id]
    assert found.runs()["r2"].handoffs[0].covers == ["t3code:r1"]


def test_a_provider_thread_that_another_thread_went_on_with_is_a_session_of_each() -> None:
    story = on_thread()
    story.whole_run("r1", "main", 1, "pt-codex")
    story.fork("side", "main", "r1", "t-fork")
    story.whole_run("s1", "side", 1, "pt-codex")
    found = read_text(story.text())
    assert [session.id for session in found.threads["main"].sessions] == ["t3code:pt-codex"]
    assert [session.id for session in found.threads["side"].sessions] == ["t3code:pt-codex, in side"]


def test_a_steering_message_is_an_item_of_its_run() -> None:
    story = on_thread()
    begun(story)
    story.item("r1", "user_message", "steer", messageId="m", inputIntent="steer", text="The other one", attachments=[{"name": "a.png"}])
    run = read_text(story.text()).runs()["r1"]
    assert run.message == "Please do r1"
    assert [(item.kind, item.text, item.data) for item in run.items] == [
        (TurnItemKind.USER_MESSAGE, "Please do r1", None),
        (TurnItemKind.USER_MESSAGE, "The other one", {"attachments": ["a.png"]}),
    ]


def test_an_imported_thread_has_runs_for_its_messages_and_its_first_real_run_was_given_them() -> None:
    story = Story()
    story.thread("main", historyOrigin="v1_import")
    for number in (1, 2):
        asked = {"messageId": f"m{number}", "inputIntent": "turn_start", "text": f"Old question {number}"}
        story.item(None, "user_message", f"old-{number}", "main", **asked)
        story.item(None, "assistant_message", f"old-answer-{number}", "main", messageId=f"a{number}", text="Old answer", streaming=False)
    story.handoff("h", "main", "r1", (1, 1), None, strategy="manual_context", fromProviderThreadIds=[])
    story.whole_run("r1", "main", 1, "pt-codex")
    found = read_text(story.text())
    assert found.faults == []
    assert [(run.id, run.message, run.ended_as) for run in found.threads["main"].runs] == [
        ("t3code:old-1", "Old question 1", RunStatus.COMPLETED),
        ("t3code:old-2", "Old question 2", RunStatus.COMPLETED),
        ("t3code:r1", "Please do r1", RunStatus.COMPLETED),
    ]
    assert found.runs()["r1"].handoffs[0].covers == ["t3code:old-1", "t3code:old-2"]
    assert [run.session_id for run in found.threads["main"].runs] == ["t3code:main", "t3code:main", "t3code:pt-codex"]
    assert found.threads["main"].sessions[0].native_ref is None


def test_a_subagent_without_a_message_has_a_run_all_the_same() -> None:
    story = Story()
    story.thread("child")
    story.item(None, "assistant_message", "said", "child", messageId="m", text="There are three", streaming=False)
    (run,) = read_text(story.text()).threads["child"].runs
    assert (run.id, run.message, [item.text for item in run.items]) == ("t3code:said", None, ["There are three"])


def test_ids_that_are_too_long_are_cut_to_what_an_id_may_be_and_stay_apart() -> None:
    story = Story()
    for ending in "ab":
        story.thread("t" * 400 + ending)
        story.whole_run("r" * 400 + ending, "t" * 400 + ending, 1, "p" * 400 + ending)
    found = read_text(story.text())
    ids = [thread.id for thread in found.threads.values()] + [run.id for thread in found.threads.values() for run in thread.runs]
    ids += [session.id for thread in found.threads.values() for session in thread.sessions]
    assert len(set(ids)) == 6
    assert {len(name) for name in ids} == {256}
