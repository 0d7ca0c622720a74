"""The handoffs that a native session builds on, its forks' sources included."""

from tests.api.recorder import Recorder
from tests.running import RunningService

ASKED = "query($id: ID!) { providerThread(id: $id) { handoffsInEffect { id covered { threadId from to } } } }"


def in_effect(service: RunningService, provider_thread_id: str) -> list[str]:
    return [handoff["id"] for handoff in service.query(ASKED, id=provider_thread_id)["providerThread"]["handoffsInEffect"]]


def through_a_switch(recorder: Recorder, thread_id: str) -> tuple[str, str]:
    """Runs by claude, codex and claude again; the last run's provider thread, and the handoff that it got."""
    recorder.run(thread_id, "claude")
    recorder.run(thread_id, "codex")
    started = recorder.start(thread_id, "claude")
    recorder.begin(started["run"]["id"])
    recorder.finish(started["run"]["id"])
    return started["providerThread"]["id"], started["handoffs"][0]["id"]


def test_an_adopted_session_builds_on_what_it_got_before(service: RunningService) -> None:
    recorder = Recorder(service)
    parent_run = recorder.running(recorder.thread(), "claude")
    child = recorder.spawn(parent_run, provider="claude", nativeThreadRef=f"child of {parent_run}"[:256])
    session, handoff = through_a_switch(recorder, child)
    fork = service.mutate("forkThread", "thread{id}", sourceThreadId=child, providerThreadId=session)["thread"]["id"]
    adopting = recorder.start(fork, "claude")
    assert adopting["resolution"]["strategy"] == "NATIVE"
    assert adopting["providerThread"]["id"] != session
    assert in_effect(service, adopting["providerThread"]["id"]) == [handoff]


def test_a_fork_of_a_fork_builds_on_the_handoffs_up_to_each_boundary(service: RunningService) -> None:
    recorder = Recorder(service)
    thread_id = recorder.thread()
    recorder.run(thread_id, "codex")
    first = recorder.start(thread_id, "claude")
    recorder.begin(first["run"]["id"])
    recorder.finish(first["run"]["id"])
    recorder.run(thread_id, "codex")
    second = recorder.start(thread_id, "claude")
    recorder.begin(second["run"]["id"])
    recorder.finish(second["run"]["id"])
    early, late = first["handoffs"][0]["id"], second["handoffs"][0]["id"]
    assert in_effect(service, first["providerThread"]["id"]) == [early, late]

    fork = service.mutate("forkThread", "thread{id}", sourceThreadId=thread_id, runId=first["run"]["id"])["thread"]["id"]
    forked = recorder.start(fork, "claude")
    assert forked["resolution"]["strategy"] == "NATIVE"
    assert in_effect(service, forked["providerThread"]["id"]) == [early]
    recorder.begin(forked["run"]["id"])
    recorder.finish(forked["run"]["id"])

    again = service.mutate("forkThread", "thread{id}", sourceThreadId=fork, runId=forked["run"]["id"])["thread"]["id"]
    nested = recorder.start(again, "claude")
    assert nested["resolution"]["strategy"] == "NATIVE"
    assert in_effect(service, nested["providerThread"]["id"]) == [early]

    service.mutate("rollbackThread", "thread{id}", threadId=thread_id, toOrdinal=3)
    assert in_effect(service, first["providerThread"]["id"]) == [early]
    service.mutate("rollbackThread", "thread{id}", threadId=thread_id, toOrdinal=1)
    assert in_effect(service, first["providerThread"]["id"]) == []
    assert in_effect(service, forked["providerThread"]["id"]) == [early]
