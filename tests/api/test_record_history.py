"""recordHistory: finished runs in bulk."""

from typing import Any

import pytest

from tests.running import Refused, RunningService, fresh

THREAD = """query($id: ID!) { thread(id: $id) { title version history { threadId from to }
  runs { edges { node { id ordinal status message model nativeTurnRefs checkpoint { id workspaceRef } items { edges { node { id kind text } } } } } }
  providerThreads { id provider nativeThreadRef model coverage { missing { from to } } } transfers { type status } metadata } }"""


def run(id: str, provider_thread: str, minute: int, **more: Any) -> dict[str, Any]:
    at = f"2026-04-01T10:{minute:02}"
    return {"id": id, "providerThreadId": provider_thread, "startedAt": f"{at}:00Z", "finishedAt": f"{at}:30Z", **more}


def record(service: RunningService, *threads: dict[str, Any], **more: Any) -> Any:
    return service.mutate("recordHistory", "recordedRuns threads { id version }", threads=list(threads), **more)


@pytest.fixture
def names() -> Any:
    mark = fresh("h")
    return lambda name: f"{name}{mark}"


def test_a_thread_with_its_runs(service: RunningService, names: Any) -> None:
    t, p = names("t"), names("p")
    told = {
        "id": t,
        "title": "a talk",
        "metadata": {"folder": "x"},
        "providerThreads": [{"id": p, "provider": "codex", "nativeThreadRef": "ref"}],
        "runs": [
            run(names("1"), p, 0, message="do it", model="m1", nativeTurnRefs=["n1", "n2"], items=[{"kind": "DECISION", "text": "so"}]),
            run(names("2"), p, 1, status="FAILED", failureReason="no", checkpoint={"id": names("k"), "workspaceRef": "commit"}),
        ],
    }
    assert record(service, told) == {"recordedRuns": 2, "threads": [{"id": t, "version": 8}]}
    thread = service.query(THREAD, id=t)["thread"]
    first, second = (edge["node"] for edge in thread["runs"]["edges"])
    assert (first["ordinal"], first["nativeTurnRefs"], second["status"], second["checkpoint"]["workspaceRef"]) == (
        1,
        ["n1", "n2"],
        "FAILED",
        "commit",
    )
    assert [edge["node"]["text"] for edge in first["items"]["edges"]] == ["so"]
    assert thread["providerThreads"][0]["model"] == "m1"
    assert (thread["title"], thread["metadata"]) == ("a talk", {"folder": "x"})


def test_the_same_again_and_more_of_it(service: RunningService, names: Any) -> None:
    t, p = names("t"), names("p")
    begun = {"id": t, "providerThreads": [{"id": p, "provider": "codex"}], "runs": [run(names("1"), p, 0)]}
    record(service, begun)
    assert record(service, begun) == {"recordedRuns": 0, "threads": [{"id": t, "version": 4}]}
    more = {"id": t, "runs": [run(names("1"), p, 0), run(names("2"), p, 1)]}
    assert record(service, more)["recordedRuns"] == 1
    assert record(service, {"id": t, "runs": [run(names("3"), p, 2)]})["threads"] == [{"id": t, "version": 10}]
    assert service.query(THREAD, id=t)["thread"]["history"] == [{"threadId": t, "from": 1, "to": 3}]


def test_more_runs_of_a_thread_that_was_recorded_live(service: RunningService, names: Any) -> None:
    t = names("t")
    service.mutate("createThread", "thread { id }", id=t)
    started = service.mutate("startRun", "providerThread { id }", threadId=t, provider="codex", id=names("1"))
    service.mutate("beginRun", "run { id }", runId=names("1"), nativeThreadRef="ref")
    p = started["providerThread"]["id"]
    with pytest.raises(Refused, match="ACTIVE_RUN"):
        record(service, {"id": t, "runs": [run(names("2"), p, 1)]})
    service.mutate("finishRun", "run { id }", runId=names("1"))
    record(service, {"id": t, "runs": [run(names("2"), p, 1)]})
    service.mutate("startRun", "run { id }", threadId=t, provider="codex", id=names("3"))
    assert [edge["node"]["ordinal"] for edge in service.query(THREAD, id=t)["thread"]["runs"]["edges"]] == [1, 2, 3]


def test_forks_and_subagents_come_after_their_parents(service: RunningService, names: Any) -> None:
    t, f, s = names("t"), names("f"), names("s")
    record(
        service,
        {
            "id": t,
            "providerThreads": [{"id": names("p"), "provider": "codex", "nativeThreadRef": "r"}],
            "runs": [run(names("1"), names("p"), 0)],
        },
        {
            "id": f,
            "parent": {"threadId": t, "relationship": "FORK", "runId": names("1")},
            "providerThreads": [{"id": names("q"), "provider": "codex", "nativeThreadRef": "r2"}],
            "runs": [run(names("2"), names("q"), 5)],
        },
        {
            "id": s,
            "parent": {"threadId": t, "relationship": "SUBAGENT", "runId": names("1")},
            "providerThreads": [{"id": names("c"), "provider": "codex"}],
            "runs": [run(names("3"), names("c"), 0)],
        },
    )
    fork = service.query(THREAD, id=f)["thread"]
    assert fork["history"] == [{"threadId": t, "from": 1, "to": 1}, {"threadId": f, "from": 1, "to": 1}]
    assert fork["providerThreads"][0]["coverage"]["missing"] == []
    assert service.query(THREAD, id=s)["thread"]["transfers"] == [{"type": "SUBAGENT_SPAWN", "status": "CONSUMED"}]


def test_a_command_id_makes_a_retry_safe(service: RunningService, names: Any) -> None:
    told = {"id": names("t"), "createdAt": "2026-04-01T10:00:00Z"}
    first = record(service, told, commandId=names("c"))
    assert record(service, told, commandId=names("c")) == first


@pytest.mark.parametrize(
    ("threads", "code"),
    [
        ([{"id": "T"}], "BAD_INPUT"),
        ([{"id": "T", "runs": [run("1", "P", 0)]}], "NOT_FOUND"),
        ([{"id": "T", "providerThreads": [{"id": "P", "provider": "nobody"}], "runs": [run("1", "P", 0)]}], "NOT_FOUND"),
        ([{"id": "T", "parent": {"threadId": "X", "relationship": "FORK", "runId": "Y"}, "createdAt": "2026-04-01T10:00:00Z"}], "NOT_FOUND"),
        ([{"id": "T", "createdAt": "2026-04-01T10:00:00Z"}, {"id": "T", "createdAt": "2026-04-01T10:00:00Z"}], "BAD_INPUT"),
        ([{"id": "T", "createdAt": "2026-04-01T10:00:00"}], "BAD_INPUT"),
        ([{"id": "T", "providerThreads": [{"id": "P", "provider": "codex"}], "runs": [run("1", "P", 0), run("1", "P", 1)]}], "BAD_INPUT"),
        ([{"id": "T", "providerThreads": [{"id": "P", "provider": "codex"}], "runs": [run("1", "P", 0, status="RUNNING")]}], "BAD_INPUT"),
        ([{"id": "T", "providerThreads": [{"id": "P", "provider": "codex"}], "runs": [run("1", "P", 0, nativeTurnRefs=[])]}], "BAD_INPUT"),
        ([{"id": "T", "providerThreads": [{"id": "P", "provider": "codex"}], "runs": [run("1", "P", 0, finishedAt="2026-04-01T09:00:00Z")]}], "BAD_INPUT"),
    ],
)  # fmt: skip
def test_what_is_refused_leaves_nothing_behind(service: RunningService, names: Any, threads: list[dict[str, Any]], code: str) -> None:
    told = _named(threads, names)
    with pytest.raises(Refused) as refused:
        record(service, *told)
    assert refused.value.code == code
    assert service.query("query($id: ID!) { thread(id: $id) { id } }", id=names("T")) == {"thread": None}


def _named(value: Any, names: Any) -> Any:
    """The input with ids of this test."""
    if isinstance(value, dict):
        return {
            key: names(found) if key in ("id", "threadId", "runId", "providerThreadId") else _named(found, names)
            for key, found in value.items()
        }
    return [_named(found, names) for found in value] if isinstance(value, list) else value


def test_ids_that_belong_elsewhere_are_taken(service: RunningService, names: Any) -> None:
    p = names("p")
    record(service, {"id": names("t"), "providerThreads": [{"id": p, "provider": "codex"}], "runs": [run(names("1"), p, 0)]})
    other = {"id": names("u"), "providerThreads": [{"id": names("q"), "provider": "codex"}]}
    for told in ({**other, "runs": [run(names("1"), names("q"), 0)]}, {"id": names("u"), "runs": [run(names("2"), p, 0)]}):
        with pytest.raises(Refused, match="CONFLICT"):
            record(service, told)


def test_more_runs_than_are_accepted_at_once(service: RunningService, names: Any) -> None:
    p = names("p")
    runs = [run(names(str(n)), p, 0) for n in range(5001)]
    with pytest.raises(Refused, match="at most 5000"):
        record(service, {"id": names("t"), "providerThreads": [{"id": p, "provider": "codex"}], "runs": runs})
