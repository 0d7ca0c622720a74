"""Compactions: what is recorded of them, what of it coverage and staleness show, and what forks take along."""

from collections.abc import Iterator
from typing import Any

import pytest

from lineage.app import Service
from lineage.settings import Settings
from tests.api.recorder import Recorder
from tests.running import Refused, RunningService, serving

SUMMARY = {"summary": "what mattered", "tokensBefore": 90_000, "tokensAfter": 4_000}
KNOWN = "coverage { compactedThrough { threadId ordinal runId checkpointId } covered { threadId from to } missing { threadId from to } }"
JUDGED = "staleness { stale recommended signals { kind value threshold } }"
RECORDED = "compactions { through { threadId ordinal runId } summary tokensBefore tokensAfter }"


def compact(recorder: Recorder, provider_thread_id: str, through: str | None = None, **given: Any) -> None:
    recorder.service.mutate(
        "recordCompaction", "providerThread { id }", providerThreadId=provider_thread_id, throughRunId=through, **{**SUMMARY, **given}
    )


def asked(recorder: Recorder, provider_thread_id: str, selection: str) -> Any:
    return recorder.service.query(f"query($id: ID!) {{ providerThread(id: $id) {{ {selection} }} }}", id=provider_thread_id)[
        "providerThread"
    ]


def through(recorder: Recorder, provider_thread_id: str) -> str | None:
    """The run that a provider thread was compacted through, as far as coverage shows it."""
    point = asked(recorder, provider_thread_id, KNOWN)["coverage"]["compactedThrough"]
    return point["runId"] if point else None


def roll_back(recorder: Recorder, thread_id: str, to: int) -> None:
    recorder.service.mutate("rollbackThread", "thread { id }", threadId=thread_id, toOrdinal=to)


class Compacted:
    """A thread of three runs on codex, which was compacted through the second."""

    def __init__(self, recorder: Recorder) -> None:
        self.thread = recorder.thread()
        self.runs = [recorder.run(self.thread) for _ in range(3)]
        self.session = recorder.provider_thread_of(self.runs[0])
        compact(recorder, self.session, self.runs[1])


@pytest.fixture
def compacted(recorder: Recorder) -> Compacted:
    return Compacted(recorder)


def test_what_was_recorded_is_shown_and_nothing_becomes_unknown(recorder: Recorder, compacted: Compacted) -> None:
    found = asked(recorder, compacted.session, f"{KNOWN} {RECORDED}")
    run = compacted.runs[1]
    point = {"threadId": compacted.thread, "ordinal": 2, "runId": run}
    assert found["compactions"] == [{"through": point, **SUMMARY}]
    assert found["coverage"] == {
        "compactedThrough": {**point, "checkpointId": f"checkpoint of {run}"},
        "covered": [{"threadId": compacted.thread, "from": 1, "to": 3}],
        "missing": [],
    }


def test_without_a_run_it_is_through_the_last_one_that_is_history(recorder: Recorder) -> None:
    thread_id = recorder.thread()
    first, second = recorder.run(thread_id), recorder.run(thread_id)
    session = recorder.provider_thread_of(first)
    recorder.run(thread_id, "claude")
    compact(recorder, session)
    assert through(recorder, session) == second
    roll_back(recorder, thread_id, 1)
    assert through(recorder, session) is None
    compact(recorder, session)
    assert through(recorder, session) == first


def test_the_newest_counts_whatever_was_recorded_last(recorder: Recorder, compacted: Compacted) -> None:
    compact(recorder, compacted.session, compacted.runs[0], summary=None, tokensBefore=None, tokensAfter=None)
    assert through(recorder, compacted.session) == compacted.runs[1]
    found = asked(recorder, compacted.session, RECORDED)["compactions"]
    assert [one["through"]["ordinal"] for one in found] == [2, 1]
    assert found[1] == {**found[1], "summary": None, "tokensBefore": None, "tokensAfter": None}


def test_it_makes_no_version_and_the_same_again_changes_nothing(recorder: Recorder, compacted: Compacted) -> None:
    version = "query($id: ID!) { thread(id: $id) { version } }"
    before = recorder.service.query(version, id=compacted.thread)
    compact(recorder, compacted.session, compacted.runs[1])
    compact(recorder, compacted.session, compacted.runs[2])
    assert recorder.service.query(version, id=compacted.thread) == before
    assert len(asked(recorder, compacted.session, RECORDED)["compactions"]) == 2
    with pytest.raises(Refused) as refused:
        compact(recorder, compacted.session, compacted.runs[1], tokensAfter=5_000)
    assert refused.value.code == "CONFLICT"


def test_it_counts_no_more_once_its_run_is_rolled_back(recorder: Recorder, compacted: Compacted) -> None:
    compact(recorder, compacted.session, compacted.runs[2])
    roll_back(recorder, compacted.thread, 2)
    assert through(recorder, compacted.session) == compacted.runs[1]
    assert len(asked(recorder, compacted.session, RECORDED)["compactions"]) == 2
    roll_back(recorder, compacted.thread, 1)
    assert through(recorder, compacted.session) is None


def test_it_is_shown_at_the_versions_since_it_was_recorded(recorder: Recorder, compacted: Compacted) -> None:
    recorder.run(compacted.thread)
    compact(recorder, compacted.session, compacted.runs[2])
    roll_back(recorder, compacted.thread, 2)
    text = "query($id: ID!, $v: Int!) { thread(id: $id) { asOf(version: $v) { coverage { compactedThrough { ordinal } } } } }"

    def at(version: int) -> int | None:
        point = recorder.service.query(text, id=compacted.thread, v=version)["thread"]["asOf"]["coverage"][0]["compactedThrough"]
        return point["ordinal"] if point else None

    # Three versions a run: the thread was made, four runs came, and the last change is the rollback.
    assert [at(version) for version in (4, 9, 10, 12, 13, 14)] == [None, None, 2, 2, 3, 2]


def test_a_native_fork_takes_along_what_lies_before_its_source_point(recorder: Recorder, compacted: Compacted) -> None:
    behind = recorder.provider_thread_of(recorder.run(recorder.fork(compacted.thread, compacted.runs[2])))
    at_the_boundary = recorder.provider_thread_of(recorder.run(recorder.fork(compacted.thread, compacted.runs[1])))
    assert through(recorder, behind) == compacted.runs[1]
    assert through(recorder, at_the_boundary) is None
    assert asked(recorder, behind, RECORDED)["compactions"] == []
    (signal,) = asked(recorder, behind, JUDGED)["staleness"]["signals"]
    assert signal == {"kind": "COMPACTED", "value": 2, "threshold": None}


def test_what_a_fork_took_along_is_fixed(recorder: Recorder, compacted: Compacted) -> None:
    fork_id = recorder.fork(compacted.thread, compacted.runs[2])
    session = recorder.provider_thread_of(recorder.run(fork_id))
    compact(recorder, compacted.session, compacted.runs[0])
    late = recorder.fork(compacted.thread, compacted.runs[1])
    roll_back(recorder, compacted.thread, 0)
    assert through(recorder, session) == compacted.runs[1]
    assert through(recorder, recorder.provider_thread_of(recorder.run(late))) == compacted.runs[0]


def test_what_is_recorded_after_a_fork_is_not_its_own(recorder: Recorder) -> None:
    thread_id = recorder.thread()
    runs = [recorder.run(thread_id) for _ in range(3)]
    session = recorder.provider_thread_of(recorder.run(recorder.fork(thread_id, runs[2])))
    compact(recorder, recorder.provider_thread_of(runs[0]), runs[0])
    assert through(recorder, session) is None


def test_a_fork_of_a_fork_takes_along_what_that_one_had(recorder: Recorder, compacted: Compacted) -> None:
    fork_id = recorder.fork(compacted.thread, compacted.runs[2])
    forked = [recorder.run(fork_id), recorder.run(fork_id)]
    before = recorder.provider_thread_of(recorder.run(recorder.fork(fork_id, forked[1])))
    compact(recorder, recorder.provider_thread_of(forked[0]), forked[0])
    after = recorder.provider_thread_of(recorder.run(recorder.fork(fork_id, forked[1])))
    elsewhere = recorder.provider_thread_of(recorder.run(recorder.fork(fork_id, forked[1]), "claude"))
    assert through(recorder, before) == compacted.runs[1]
    assert through(recorder, after) == forked[0]
    assert through(recorder, elsewhere) is None


def test_an_adopted_session_brings_all_of_them(recorder: Recorder) -> None:
    spawning = recorder.running(recorder.thread())
    child = recorder.spawn(spawning, provider="codex", nativeThreadRef=f"child of {spawning}"[:256])
    runs = [recorder.run(child), recorder.run(child)]
    session = recorder.provider_thread_of(runs[0])
    compact(recorder, session, runs[1])
    fork_id = recorder.service.mutate("forkThread", "thread { id }", sourceThreadId=child, providerThreadId=session)["thread"]["id"]
    adopting = recorder.start(fork_id)["providerThread"]["id"]
    compact(recorder, session, runs[0])
    assert through(recorder, adopting) == runs[1]


def test_it_is_a_signal_that_leaves_a_session_fit(recorder: Recorder, compacted: Compacted) -> None:
    signals = [{"kind": "COMPACTED", "value": 2, "threshold": None}]
    assert asked(recorder, compacted.session, JUDGED)["staleness"] == {"stale": False, "recommended": "NONE", "signals": signals}
    assert recorder.start(compacted.thread)["providerThread"]["id"] == compacted.session


def test_a_policy_may_limit_it_for_a_run_and_for_what_that_run_decides_later(recorder: Recorder, compacted: Compacted) -> None:
    selection = "run { id } providerThread { id } resolution { strategy signals { kind value threshold } }"

    def started(limit: int) -> Any:
        return recorder.service.mutate(
            "startRun", selection, threadId=compacted.thread, provider="codex", policy={"maxCompactedRuns": limit}
        )

    stale = started(1)
    assert stale["resolution"] == {"strategy": "FULL_INTO_NEW", "signals": [{"kind": "COMPACTED", "value": 2, "threshold": 1}]}
    again = recorder.service.mutate("reportResumeFailure", selection, runId=stale["run"]["id"], reason="gone")
    assert again["resolution"]["strategy"] == "FULL_INTO_NEW"
    assert again["providerThread"]["id"] not in (stale["providerThread"]["id"], compacted.session)
    recorder.finish(stale["run"]["id"], "FAILED", checkpoint=False)
    assert started(2)["resolution"] == {"strategy": "NONE", "signals": []}


@pytest.fixture(scope="module")
def strict(settings: Settings) -> Iterator[Recorder]:
    """A service that takes no session which knows more than one run as a summary."""
    with serving(Service(settings.model_copy(update={"max_compacted_runs": 1}))) as running:
        yield Recorder(running)


def test_the_settings_may_limit_it(strict: Recorder) -> None:
    compacted = Compacted(strict)
    signals = [{"kind": "COMPACTED", "value": 2, "threshold": 1}]
    assert asked(strict, compacted.session, JUDGED)["staleness"] == {"stale": True, "recommended": "FULL_INTO_NEW", "signals": signals}


@pytest.mark.parametrize("of", ["another session", "a run that never began", "a rolled-back run"])
def test_only_a_run_that_is_history_there_can_be_named(service: RunningService, of: str) -> None:
    recorder = Recorder(service)
    thread_id = recorder.thread()
    session = recorder.provider_thread_of(recorder.run(thread_id))
    if of == "another session":
        run_id = recorder.run(thread_id, "claude")
    elif of == "a run that never began":
        run_id = recorder.start(thread_id)["run"]["id"]
    else:
        run_id = recorder.run(thread_id)
        roll_back(recorder, thread_id, 1)
    with pytest.raises(Refused) as refused:
        compact(recorder, session, run_id)
    assert refused.value.code == "BAD_INPUT"
    assert asked(recorder, session, RECORDED)["compactions"] == []
