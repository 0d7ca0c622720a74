"""The changes of a tree: of all its threads, and of those that join it."""

from collections import defaultdict
from typing import Any

import pytest

from tests.api.recorder import Recorder
from tests.live.conftest import Listen
from tests.live.listening import Listener, tree_changes
from tests.live.test_threads import version_of
from tests.running import Refused, RunningService, fresh


@pytest.fixture
def tree(recorder: Recorder) -> dict[str, str]:
    """A root, a fork of it, a fork of that, and a subagent's thread."""
    root = recorder.thread()
    first = recorder.run(root)
    fork = recorder.fork(root, first)
    below = recorder.fork(fork, recorder.run(fork))
    agent = recorder.spawn(recorder.running(root))
    return {"root": root, "fork": fork, "below": below, "agent": agent}


def versions_of(service: RunningService, threads: dict[str, str]) -> dict[str, int]:
    return {id: version_of(service, id) for id in threads.values()}


def until_marker(listener: Listener) -> tuple[dict[str, list[int]], Any]:
    """The versions of each thread in the order in which they came, and the marker."""
    told: dict[str, list[int]] = defaultdict(list)
    while not (change := listener.next())["upToDate"]:
        told[change["threadId"]].append(change["version"])
    return dict(told), change


def pairs(versions: dict[str, int]) -> list[dict[str, Any]]:
    return [{"threadId": id, "version": version} for id, version in versions.items()]


def test_everything_of_every_thread_is_told_when_nothing_was_seen(listen: Listen, recorder: Recorder, tree: dict[str, str]) -> None:
    now = versions_of(recorder.service, tree)
    with listen(tree_changes(), id=tree["root"], after=[]) as listener:
        told, marker = until_marker(listener)
    assert told == {id: list(range(1, version + 1)) for id, version in now.items()}
    assert next(iter(told)) == tree["root"]
    assert list(told).index(tree["below"]) > list(told).index(tree["fork"])
    assert sorted(marker["versions"], key=str) == sorted(pairs(now), key=str)
    assert (marker["threadId"], marker["version"]) == (None, None)


def test_of_threads_that_are_named_only_later_versions_are_told(listen: Listen, recorder: Recorder, tree: dict[str, str]) -> None:
    now = versions_of(recorder.service, tree)
    seen = {tree["root"]: now[tree["root"]] - 1, tree["fork"]: now[tree["fork"]], tree["agent"]: 0}
    with listen(tree_changes(), id=tree["root"], after=pairs(seen)) as listener:
        told, _ = until_marker(listener)
    missed = {id: list(range(seen.get(id, 0) + 1, version + 1)) for id, version in now.items()}
    assert told == {id: versions for id, versions in missed.items() if versions}


def test_changes_of_each_thread_are_told_as_they_happen(listen: Listen, recorder: Recorder, tree: dict[str, str]) -> None:
    now = versions_of(recorder.service, tree)
    with listen(tree_changes("threadId version thread { id version }"), id=tree["root"]) as listener:
        assert listener.next() == {"threadId": None, "version": None, "thread": None}
        for name in ("below", "agent", "fork"):
            recorder.start(tree[name])
            change = listener.next()
            assert change == {
                "threadId": tree[name],
                "version": now[tree[name]] + 1,
                "thread": {"id": tree[name], "version": now[tree[name]] + 1},
            }


def test_threads_that_join_are_told_from_their_first_version(listen: Listen, recorder: Recorder) -> None:
    root = recorder.thread()
    run = recorder.run(root)
    with listen(tree_changes(), id=root) as listener:
        until_marker(listener)
        fork = recorder.fork(root, run)
        inner = recorder.running(fork)
        agent = recorder.spawn(inner)
        expected = {id: version_of(recorder.service, id) for id in (fork, agent)}
        told: dict[str, list[int]] = defaultdict(list)
        for _ in range(sum(expected.values())):
            change = listener.next()
            told[change["threadId"]].append(change["version"])
    assert told == {id: list(range(1, version + 1)) for id, version in expected.items()}


def test_the_tree_below_any_thread_can_be_subscribed_to(listen: Listen, recorder: Recorder, tree: dict[str, str]) -> None:
    part = {name: tree[name] for name in ("fork", "below")}
    with listen(tree_changes(), id=tree["fork"], after=[]) as listener:
        told, _ = until_marker(listener)
        assert set(told) == set(part.values())
        recorder.finish(recorder.running(tree["agent"]))
        recorder.start(tree["below"])
        change = listener.next()
        assert (change["threadId"], change["type"]) == (tree["below"], "run.started")


def test_one_that_comes_back_with_the_markers_versions_misses_nothing(listen: Listen, recorder: Recorder, tree: dict[str, str]) -> None:
    with listen(tree_changes(), id=tree["root"]) as listener:
        _, marker = until_marker(listener)
    recorder.start(tree["below"])
    joined = recorder.spawn(recorder.running(tree["fork"]))
    now = versions_of(recorder.service, {**tree, "joined": joined})
    seen = {pair["threadId"]: pair["version"] for pair in marker["versions"]}
    with listen(tree_changes(), id=tree["root"], after=pairs(seen)) as listener:
        told, _ = until_marker(listener)
    missed = {id: list(range(seen.get(id, 0) + 1, version + 1)) for id, version in now.items()}
    assert told == {id: versions for id, versions in missed.items() if versions}


def test_versions_that_cannot_be_are_refused(listen: Listen, recorder: Recorder, tree: dict[str, str]) -> None:
    other = recorder.thread()
    root = {"threadId": tree["root"], "version": 1}
    for after, word in (
        ([{"threadId": other, "version": 1}], other),
        ([{"threadId": tree["fork"], "version": 99}], "99"),
        ([{"threadId": tree["fork"], "version": -1}], "negative"),
        ([root, root], "more than once"),
        ([{"threadId": "", "version": 1}], "threadId"),
    ):
        with listen(tree_changes(), id=tree["root"], after=after) as listener, pytest.raises(Refused) as refused:
            listener.next()
        assert refused.value.code == "BAD_INPUT"
        assert word in refused.value.message


def test_a_tree_that_is_not_known_is_refused(listen: Listen) -> None:
    with listen(tree_changes(), id=fresh("nothing")) as listener, pytest.raises(Refused) as refused:
        listener.next()
    assert refused.value.code == "NOT_FOUND"
