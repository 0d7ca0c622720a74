"""What hangs on a thread: transfers and handoffs by status, children, ancestors, checkpoints, earlier versions of it."""

from typing import Any

import pytest

from tests.api.recorder import Recorder
from tests.running import Refused, RunningService


def of_thread(service: RunningService, thread_id: str, selection: str) -> Any:
    return service.query(f"query($id: ID!) {{ thread(id: $id) {{ {selection} }} }}", id=thread_id)["thread"]


@pytest.fixture(scope="module")
def switched(service: RunningService) -> str:
    """A thread whose run 2 got a handoff, run 3 ended before it began, and run 4 waits for one."""
    recorder = Recorder(service)
    thread_id = recorder.thread()
    recorder.run(thread_id)
    recorder.run(thread_id, "claude")
    abandoned = recorder.start(thread_id, "codex")["run"]["id"]
    recorder.finish(abandoned, "INTERRUPTED", checkpoint=False)
    recorder.start(thread_id, "codex", summarySource="PROVIDER_LEFT")
    return thread_id


@pytest.mark.parametrize(
    ("status", "found"),
    [
        ("", ["CONSUMED", "FAILED", "RESOLVED_PORTABLE"]),
        ("(status: [CONSUMED])", ["CONSUMED"]),
        ("(status: [RESOLVED_PORTABLE, FAILED])", ["FAILED", "RESOLVED_PORTABLE"]),
        ("(status: CONSUMED)", ["CONSUMED"]),
        ("(status: [PENDING])", []),
        ("(status: [])", []),
        ("(status: null)", ["CONSUMED", "FAILED", "RESOLVED_PORTABLE"]),
    ],
)
def test_transfers_by_status_in_order_of_creation(service: RunningService, switched: str, status: str, found: list[str]) -> None:
    assert [transfer["status"] for transfer in of_thread(service, switched, f"transfers{status} {{ status }}")["transfers"]] == found


@pytest.mark.parametrize(
    ("status", "found"),
    [
        ("", ["READY", "SUPERSEDED", "PENDING"]),
        ("(status: [READY])", ["READY"]),
        ("(status: [PENDING, SUPERSEDED])", ["SUPERSEDED", "PENDING"]),
        ("(status: [FAILED])", []),
    ],
)
def test_handoffs_by_status_in_order_of_creation(service: RunningService, switched: str, status: str, found: list[str]) -> None:
    assert [handoff["status"] for handoff in of_thread(service, switched, f"handoffs{status} {{ status }}")["handoffs"]] == found


def test_checkpoints_of_own_runs_and_provider_threads_in_order_of_creation(service: RunningService, switched: str) -> None:
    found = of_thread(service, switched, "checkpoints { runId } providerThreads { provider status } runs { edges { node { id } } }")
    assert [checkpoint["runId"] for checkpoint in found["checkpoints"]] == [edge["node"]["id"] for edge in found["runs"]["edges"][:2]]
    assert [(served["provider"], served["status"]) for served in found["providerThreads"]] == [("codex", "ACTIVE"), ("claude", "ACTIVE")]


@pytest.fixture(scope="module")
def family(service: RunningService) -> dict[str, str]:
    """root, its forks first and second, its subagent's thread, and a fork of first."""
    recorder = Recorder(service)
    root = recorder.thread()
    run_id = recorder.run(root)
    first = recorder.fork(root, run_id)
    subagent = recorder.spawn(recorder.running(root))
    second = recorder.fork(root, run_id)
    grandchild = recorder.fork(first, recorder.run(first))
    return {"root": root, "first": first, "subagent": subagent, "second": second, "grandchild": grandchild}


@pytest.mark.parametrize(
    ("relationship", "names"),
    [
        ("", ["first", "subagent", "second"]),
        ("(relationship: FORK)", ["first", "second"]),
        ("(relationship: SUBAGENT)", ["subagent"]),
        ("(relationship: null)", ["first", "subagent", "second"]),
    ],
)
def test_children_by_relationship_in_order_of_creation(
    service: RunningService, family: dict[str, str], relationship: str, names: list[str]
) -> None:
    found = of_thread(service, family["root"], f"children{relationship} {{ id }}")
    assert [child["id"] for child in found["children"]] == [family[name] for name in names]


@pytest.mark.parametrize(("name", "ancestors"), [("grandchild", ["first", "root"]), ("subagent", ["root"]), ("root", [])])
def test_ancestors_up_to_the_root(service: RunningService, family: dict[str, str], name: str, ancestors: list[str]) -> None:
    found = of_thread(service, family[name], "ancestors { id } lineage { parentThreadId rootThreadId relationshipToParent }")
    assert [thread["id"] for thread in found["ancestors"]] == [family[of] for of in ancestors]
    assert found["lineage"]["parentThreadId"] == (family[ancestors[0]] if ancestors else None)
    assert found["lineage"]["rootThreadId"] == family["root"]


def test_each_has_its_own_relatives_when_many_are_asked_at_once(service: RunningService, family: dict[str, str]) -> None:
    found = of_thread(service, family["root"], "children { id ancestors { id } children { id ancestors { id } } }")["children"]
    assert [child["ancestors"] for child in found] == [[{"id": family["root"]}]] * 3
    (grandchild,) = found[0]["children"]
    assert grandchild == {"id": family["grandchild"], "ancestors": [{"id": family["first"]}, {"id": family["root"]}]}


def test_a_thread_as_it_was_at_each_of_its_versions(service: RunningService) -> None:
    recorder = Recorder(service)
    thread_id = recorder.thread()
    recorder.run(thread_id)
    recorder.run(thread_id)
    service.mutate("rollbackThread", "thread { id }", threadId=thread_id, toOrdinal=1)
    heads = [of_thread(service, thread_id, f"asOf(version: {version}) {{ version headOrdinal }}")["asOf"] for version in range(1, 9)]
    assert heads == [{"version": version, "headOrdinal": head} for version, head in enumerate([0, 0, 1, 1, 1, 2, 2, 1], 1)]
    for version in (0, 9):
        with pytest.raises(Refused, match=f"no version {version}: expected 1 to 8") as refused:
            of_thread(service, thread_id, f"asOf(version: {version}) {{ version }}")
        assert refused.value.code == "BAD_INPUT"


def test_providers_by_kind_shipped_ones_among_them(service: RunningService) -> None:
    kind = Recorder(service).provider(kind="a provider's kind: %2F/ü", maxHandoffChars=1)
    kinds = [provider["kind"] for provider in service.query("{ providers { kind } }")["providers"]]
    assert kinds == sorted(kinds)
    assert {"codex", "claude", "cursor", "opencode", "gemini", kind} <= set(kinds)


def test_a_run_by_its_ordinal_and_the_one_that_is_active(service: RunningService, switched: str) -> None:
    selection = (
        "first: run(ordinal: 1) { id ordinal } third: run(ordinal: 3) { status } none: run(ordinal: 9) { id } activeRun { ordinal status }"
    )
    found = of_thread(service, switched, selection)
    assert found["first"]["ordinal"] == 1
    assert (found["third"], found["none"]) == ({"status": "INTERRUPTED"}, None)
    assert found["activeRun"] == {"ordinal": 4, "status": "PREPARING"}
    idle = Recorder(service).thread()
    assert of_thread(service, idle, "activeRun { id } run(ordinal: 1) { id }") == {"activeRun": None, "run": None}


def last_turn(service: RunningService, provider_thread_id: str) -> str | None:
    found = service.query("query($id: ID!) { providerThread(id: $id) { lastTurnRef } }", id=provider_thread_id)
    return found["providerThread"]["lastTurnRef"]


def test_the_last_turn_of_a_session_is_one_that_it_still_holds(service: RunningService) -> None:
    recorder = Recorder(service)
    thread_id = recorder.thread()
    runs = [recorder.run(thread_id) for _ in range(3)]
    session = recorder.provider_thread_of(runs[0])
    assert last_turn(service, session) == f"turn of {runs[2]}"
    fork = recorder.fork(thread_id, runs[1])
    forked = recorder.start(fork)["providerThread"]["id"]
    assert last_turn(service, forked) == f"turn of {runs[1]}"
    service.mutate("rollbackThread", "thread{id}", threadId=thread_id, toOrdinal=1)
    assert last_turn(service, session) == f"turn of {runs[2]}"
    service.mutate("reportProviderRollback", "providerThread{id}", providerThreadId=session, succeeded=True)
    assert last_turn(service, session) == f"turn of {runs[0]}"
    assert last_turn(service, recorder.start(recorder.thread())["providerThread"]["id"]) is None
