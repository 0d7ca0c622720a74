"""A thread's changes: what was missed, the marker, what comes."""

from typing import Any

import pytest

from lineage.errors import NotFound
from lineage.live.topic import Subject
from tests.api.recorder import Recorder
from tests.live.conftest import Listen
from tests.live.listening import Listener, thread_changes
from tests.running import Refused, RunningService, fresh


def version_of(service: RunningService, thread_id: str) -> int:
    return int(service.query("query($id: ID!) { thread(id: $id) { version } }", id=thread_id)["thread"]["version"])


def told(listener: Listener, count: int) -> list[Any]:
    return [listener.next() for _ in range(count)]


def test_what_was_missed_then_the_marker_then_what_comes(listen: Listen, recorder: Recorder) -> None:
    thread = recorder.thread()
    recorder.run(thread)
    now = version_of(recorder.service, thread)
    with listen(thread_changes(), id=thread, after=0) as listener:
        missed = told(listener, now)
        assert [change["version"] for change in missed] == list(range(1, now + 1))
        assert not any(change["upToDate"] for change in missed)
        assert [change["type"] for change in missed][:3] == ["thread.created", "run.started", "run.begun"]
        assert listener.next() == {"threadId": thread, "version": now, "type": None, "payload": None, "upToDate": True}
        run = recorder.start(thread)["run"]["id"]
        change = listener.next()
        assert (change["threadId"], change["version"], change["type"]) == (thread, now + 1, "run.started")
        assert change["payload"]["runId"] == run


def test_one_tells_the_same_events_as_the_thread_does(listen: Listen, recorder: Recorder) -> None:
    thread = recorder.thread()
    recorder.run(thread)
    fields = "threadId version type at payload"
    events = recorder.service.query(f"query($id: ID!) {{ thread(id: $id) {{ events {{ edges {{ node {{ {fields} }} }} }} }} }}", id=thread)[
        "thread"
    ]["events"]["edges"]
    with listen(thread_changes(fields), id=thread, after=0) as listener:
        assert told(listener, len(events)) == [edge["node"] for edge in events]


def test_one_that_comes_back_misses_nothing_and_gets_nothing_twice(listen: Listen, recorder: Recorder) -> None:
    thread = recorder.thread()
    recorder.run(thread)
    seen = version_of(recorder.service, thread) - 2
    with listen(thread_changes("version upToDate"), id=thread, after=seen) as listener:
        versions = [change["version"] for change in told(listener, 2)]
    recorder.run(thread)
    now = version_of(recorder.service, thread)
    with listen(thread_changes("version upToDate"), id=thread, after=versions[-1]) as listener:
        versions += [change["version"] for change in told(listener, now - versions[-1])]
        assert listener.next() == {"version": now, "upToDate": True}
    assert versions == list(range(seen + 1, now + 1))


def test_without_a_version_only_what_happens_from_now_on_is_told(listen: Listen, recorder: Recorder) -> None:
    thread = recorder.thread()
    recorder.run(thread)
    now = version_of(recorder.service, thread)
    with listen(thread_changes("version upToDate"), id=thread) as listener:
        assert listener.next() == {"version": now, "upToDate": True}
        recorder.start(thread)
        assert listener.next() == {"version": now + 1, "upToDate": False}


def test_one_that_missed_nothing_gets_the_marker_at_once(listen: Listen, recorder: Recorder) -> None:
    thread = recorder.thread()
    with listen(thread_changes("version upToDate"), id=thread, after=1) as listener:
        assert listener.next() == {"version": 1, "upToDate": True}


def test_the_thread_is_read_anew_for_each_change(listen: Listen, recorder: Recorder) -> None:
    thread = recorder.thread()
    with listen(thread_changes("version thread { version activeRun { ordinal } }"), id=thread) as listener:
        assert listener.next()["thread"] == {"version": 1, "activeRun": None}
        run = recorder.start(thread)["run"]["id"]
        assert listener.next()["thread"] == {"version": 2, "activeRun": {"ordinal": 1}}
        recorder.service.mutate("finishRun", "run { id }", runId=run, status="FAILED")
        assert listener.next()["thread"] == {"version": 3, "activeRun": None}


def test_a_long_log_is_told_page_by_page(listen: Listen, recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lineage.live.catch_up.READ_AT_ONCE", 3)
    thread = recorder.thread()
    recorder.run(thread)
    recorder.run(thread)
    now = version_of(recorder.service, thread)
    assert now > 6
    with listen(thread_changes("version upToDate"), id=thread, after=0) as listener:
        assert [change["version"] for change in told(listener, now)] == list(range(1, now + 1))
        assert listener.next()["upToDate"]


@pytest.mark.parametrize(
    ("after", "code"),
    [(2, "BAD_INPUT"), (-1, "BAD_INPUT")],
)
def test_a_version_that_the_thread_does_not_have_is_refused(listen: Listen, recorder: Recorder, after: int, code: str) -> None:
    thread = recorder.thread()
    with listen(thread_changes(), id=thread, after=after) as listener:
        with pytest.raises(Refused) as refused:
            listener.next()
        assert refused.value.code == code
        assert str(after) in refused.value.message
        with pytest.raises(StopIteration):
            listener.next()


@pytest.mark.parametrize("after", [None, 3])
def test_a_thread_that_is_not_known_is_refused(listen: Listen, after: int | None) -> None:
    with listen(thread_changes(), id=fresh("nothing"), after=after) as listener, pytest.raises(Refused) as refused:
        listener.next()
    assert refused.value.code == "NOT_FOUND"


def test_a_thread_of_another_workspace_is_not_known(recorder: Recorder) -> None:
    thread = recorder.thread()
    changes = recorder.service.service.feed.changes(Subject(fresh("elsewhere"), thread, False), None)
    with pytest.raises(NotFound):
        recorder.service.run(changes.__anext__())


def test_an_id_that_cannot_be_one_is_refused(listen: Listen) -> None:
    with listen(thread_changes(), id="") as listener, pytest.raises(Refused) as refused:
        listener.next()
    assert refused.value.code == "BAD_INPUT"
