"""Lineage trees written in bulk: what comes of new rows, of rows that are stored already, and of rows that are wrong."""

import pytest

from lineage.errors import Conflict, Internal
from lineage.store.records.model import Records
from lineage.store.records.writing import delete_trees
from tests.api.graph import Graph
from tests.running import Neo4jAddress, RunningService, fresh
from tests.store.records import Workspace, at, events, item, run, session, thread, tree


@pytest.fixture
def workspace(service: RunningService) -> Workspace:
    return Workspace(service, fresh("records"))


def content(address: Neo4jAddress, workspace: Workspace) -> list[str]:
    """All that the workspace holds but its trees' locks, which each write moves."""
    with Graph(address, workspace.name) as graph:
        return [line for line in graph.content() if not line.startswith("ThreadLock")]


def test_a_fork_may_come_with_the_run_that_it_left_its_parent_at(workspace: Workspace) -> None:
    records = tree("T")
    records.threads.insert(0, thread("F", 5, root="T", source="T 1"))
    records.provider_threads.insert(0, session("F session", "F", 6, forkOf="T session", inherits=[["T", 1, 1]]))
    records.events += events("F", 1)
    workspace.write(records)
    found = workspace.read("T")
    assert [(row["set"]["id"], row["parentId"], row["sourceRunId"], row["sourceVersion"]) for row in found.threads] == [
        ("T", None, None, None),
        ("F", "T", "T 1", 1),
    ]
    assert [(row["forkOf"], row["inherits"]) for row in found.provider_threads] == [(None, []), ("T session", [["T", 1, 1]])]


def test_rows_come_back_as_they_were_written(workspace: Workspace) -> None:
    records = tree("T", runs=3)
    records.runs[1]["checkpoint"] = {"id": "K", "workspaceRef": "abc", "diffSummary": '{"files":1}', "createdAt": at(7)}
    records.runs[1]["set"]["checkpointVersion"] = 7
    records.runs[2]["turns"] = ["one", None]
    records.threads[0]["set"] |= {"title": "ünïcödé\nand more", "metadata": '{"a":[1,2.5,null]}'}
    workspace.write(records)
    found = workspace.read("T")
    for kind in ("threads", "provider_threads", "runs", "items", "events"):
        assert getattr(found, kind) == getattr(records, kind)


def test_writing_the_same_again_changes_nothing(workspace: Workspace, neo4j_address: Neo4jAddress) -> None:
    workspace.write(tree("T"))
    before = content(neo4j_address, workspace)
    workspace.write(tree("T"))
    assert content(neo4j_address, workspace) == before


def test_what_is_stored_gets_exactly_the_properties_and_links_of_its_row(workspace: Workspace) -> None:
    before = tree("T")
    before.provider_threads.append(session("other", "T", 3))
    before.runs[0]["set"]["failureReason"] = "no more"
    before.runs[0]["turns"] = ["a", "b", "c"]
    before.runs[0]["checkpoint"] = {"id": "old", "createdAt": at(1)}
    workspace.write(before)
    after = tree("T")
    after.provider_threads.append(session("other", "T", 3))
    after.runs = [run("T 1", "T", 1, "other", items=3, turns=["d"], checkpoint={"id": "new", "createdAt": at(2)})]
    after.items = [item("T 1", 2, "more")]
    workspace.write(after)
    found = workspace.read("T")
    assert found.runs[0] == after.runs[0]
    assert found.runs[1] == before.runs[1]
    assert [row["set"]["text"] for row in found.items if row["set"]["runId"] == "T 1"] == ["said", "said", "more"]


def test_a_longer_version_adds_what_is_new(workspace: Workspace) -> None:
    workspace.write(tree("T", runs=2))
    workspace.write(tree("T", runs=4))
    found = workspace.read("T")
    assert (found.runs, found.items, found.events) == (tree("T", runs=4).runs, tree("T", runs=4).items, tree("T", runs=4).events)


def test_handoffs_transfers_and_compactions_are_replaced_as_a_whole(workspace: Workspace) -> None:
    records = tree("T")
    transfer = {"id": "X", "type": "PROVIDER_HANDOFF", "status": "CONSUMED", "createdBy": "SYSTEM", "createdAt": at(1), "made": 4}
    records.transfers = [{"set": transfer, "sourceThreadId": "T", "targetThreadId": "T", "carries": [["T", 1, 2]]}]
    handoff = {"id": "H", "threadId": "T", "targetRunId": "T 2", "strategy": "MANUAL_CONTEXT", "kind": "DELTA_CONTEXT"}
    handoff |= {"status": "READY", "summaryText": "all", "createdAt": at(1), "updatedAt": at(1), "made": 5}
    link = {"transferId": "X", "providerThreadId": "T session", "runId": "T 2", "position": 0, "covers": [["T", 1, 1]], "supersedes": None}
    records.handoffs = [{"set": handoff, **link}]
    compaction = {"at": at(3), "summary": "short", "version": 7, "made": 6}
    records.compactions = [{"providerThreadId": "T session", "runId": "T 1", "set": compaction}]
    workspace.write(records)
    first = workspace.read("T")
    newer = {**handoff, "id": "N", "made": 7}
    records.handoffs[0] |= {"runId": None, "position": None, "covers": [["T", 2, 2], ["T", 1, 1]]}
    records.handoffs.insert(0, {"set": newer, **link, "supersedes": "H"})
    records.transfers[0]["carries"] = []
    records.compactions[0]["set"] = {"at": at(3), "version": 7, "made": 6}
    workspace.write(records)
    second = workspace.read("T")
    assert (first.handoffs[0]["covers"], first.transfers[0]["carries"], first.compactions[0]["set"]) == (
        [["T", 1, 1]],
        [["T", 1, 2]],
        compaction,
    )
    assert second.handoffs == [records.handoffs[1], records.handoffs[0]]
    assert second.transfers == records.transfers
    assert second.compactions == records.compactions


def test_a_profile_that_is_registered_stays(workspace: Workspace) -> None:
    for fork in (True, False):
        workspace.write(Records(providers=[{"set": {"kind": "agent", "nativeFork": fork}}, {"set": {"kind": f"agent {fork}"}}]))
    found = workspace.run(workspace.store.read(workspace.name, "all_providers"))["providers"]
    assert [(row["kind"], row.get("nativeFork")) for row in found] == [("agent", True), ("agent False", None), ("agent True", None)]


def test_a_lock_never_counts_back(workspace: Workspace) -> None:
    for count, wanted in ((9, 9), (4, 9), (12, 12)):
        records = tree("T")
        records.threads[0]["lockMade"] = count
        workspace.write(records)
        assert workspace.read("T").threads[0]["lockMade"] == wanted


def test_an_id_of_another_thread_is_a_conflict_and_nothing_is_written(workspace: Workspace, neo4j_address: Neo4jAddress) -> None:
    workspace.write(tree("T"))
    workspace.write(tree("U"))
    before = content(neo4j_address, workspace)
    stolen = tree("U", runs=3)
    stolen.runs[2]["set"]["id"] = "T 1"
    with pytest.raises(Conflict):
        workspace.write(stolen)
    new = tree("V")
    new.items[0]["set"]["id"] = "T 1/0"
    with pytest.raises(Conflict):
        workspace.write(new)
    assert content(neo4j_address, workspace) == before


@pytest.mark.parametrize("link", ["providerThreadId", "continues"])
def test_a_link_that_leads_nowhere_is_refused(workspace: Workspace, neo4j_address: Neo4jAddress, link: str) -> None:
    records = tree("T")
    records.runs[1][link] = "nothing"
    with pytest.raises(Internal):
        workspace.write(records)
    assert content(neo4j_address, workspace) == []


def test_an_item_of_a_run_that_is_not_there_is_refused(workspace: Workspace) -> None:
    with pytest.raises(Internal):
        workspace.write(Records(items=[item("nothing", 0)]))


def test_times_before_1970_and_in_other_zones_come_back_in_utc(workspace: Workspace) -> None:
    records = tree("T", runs=1, items=0)
    early = at(0).replace(year=1969, microsecond=1)
    records.threads[0]["set"]["createdAt"] = early
    workspace.write(records)
    assert workspace.read("T").threads[0]["set"]["createdAt"] == early


def test_deleting_a_tree_leaves_nothing_of_it_and_all_of_others(workspace: Workspace, neo4j_address: Neo4jAddress) -> None:
    workspace.write(tree("T"))
    before = content(neo4j_address, workspace)
    doomed = tree("U", runs=2100, items=1)
    doomed.threads.append(thread("F", 5, root="U", source="U 1"))
    doomed.events += events("F", 1)
    workspace.write(doomed)
    workspace.transact(lambda transaction: delete_trees(transaction, ["U", "not there"]))
    assert content(neo4j_address, workspace) == before
