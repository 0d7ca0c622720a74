"""A service on a cluster: reads go to followers, writes to the leader, and what was written is there when it is read."""

import threading
from collections.abc import Iterator

import pytest

from lineage.app import Service, open_store
from lineage.settings import Settings
from lineage.store.store import Store, Transaction
from tests.api.recorder import Recorder
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.store.cluster import Cluster, clustered

QUESTION = "{ threads { edges { node { id runs { edges { node { id } } } } } } providers { kind } }"


@pytest.fixture
def cluster(neo4j_address: Neo4jAddress) -> Iterator[Cluster]:
    with clustered(neo4j_address.uri) as found:
        yield found


def settings_of(cluster: Cluster, settings: Settings) -> Settings:
    return settings.model_copy(update={"neo4j_uri": cluster.uri, "workspace": fresh("cluster"), "retry_seconds": 20})


@pytest.fixture
def clustered_service(cluster: Cluster, settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings_of(cluster, settings))) as running:
        yield running


async def look(transaction: Transaction) -> None:
    await transaction.run("ping")


def test_questions_go_to_followers_and_commands_to_the_leader(cluster: Cluster, clustered_service: RunningService) -> None:
    recorder = Recorder(clustered_service)
    thread_id = recorder.thread()
    clustered_service.query(QUESTION)
    assert thread_id in str(clustered_service.query(QUESTION))
    leader, *followers = cluster.members
    # From its start on, with the statements that it plans ahead and the schema that it looks at.
    assert leader.reads == []
    assert [member.writes for member in followers] == [[], []]
    assert all(member.reads for member in followers)
    assert {options["tx_metadata"]["command"] for options in leader.writes} >= {"create_thread"}
    assert {options["db"] for member in cluster.members for options in member.asked} == {"neo4j"}
    assert sum(member.refused for member in cluster.members) == 0


async def opened(cluster: Cluster, settings: Settings) -> Store:
    return await open_store(settings_of(cluster, settings))


async def test_a_read_waits_for_what_was_written(cluster: Cluster, settings: Settings) -> None:
    store, workspace = await opened(cluster, settings), fresh("cluster")
    try:
        for number in range(3):
            receipt = {
                "commandId": f"c{number}",
                "fingerprint": "f",
                "answer": "{}",
                "at": None,
                "rootId": "",
                "command": "",
                "actor": None,
            }

            async def write(transaction: Transaction, receipt: dict[str, object] = receipt) -> None:
                await transaction.run("create_receipts", createReceipts=[receipt])

            await store.write(workspace, "test", write)
            written = cluster.bookmarks[-1]
            cluster.forget()
            found = await store.read(workspace, "receipt", commandId=f"c{number}")
            assert found["receipt"]["fingerprint"] == "f"
            ((options,),) = [member.reads for member in cluster.followers if member.reads]
            assert written in options["bookmarks"]
        assert len(set(cluster.bookmarks)) >= 3
    finally:
        await store.close()


async def test_a_write_to_who_does_not_lead_any_more_goes_to_who_does(cluster: Cluster, settings: Settings) -> None:
    store = await opened(cluster, settings)
    try:
        await store.write("", "before", look)
        former, cluster.leader = cluster.leader, cluster.members[1]
        cluster.forget()
        await store.write("", "after", look)
        await store.write("", "again", look)
        assert former is not None and former.refused == 1
        assert [options["tx_metadata"]["command"] for options in cluster.members[1].writes] == ["after", "again"]
        cluster.leader = cluster.members[2]
        await store.define("CREATE CONSTRAINT migration_name IF NOT EXISTS FOR (n:Migration) REQUIRE n.name IS UNIQUE")
        assert cluster.members[1].refused == 1
        assert len(cluster.members[2].writes) == 1
    finally:
        await store.close()


async def test_a_write_waits_for_an_election(cluster: Cluster, settings: Settings) -> None:
    store = await opened(cluster, settings)
    try:
        await store.write("", "before", look)
        cluster.leader = None
        elected = threading.Timer(1.5, lambda: setattr(cluster, "leader", cluster.members[2]))
        elected.start()
        await store.write("", "meanwhile", look)
        assert [options["tx_metadata"]["command"] for options in cluster.members[2].writes] == ["meanwhile"]
    finally:
        await store.close()


async def test_a_read_from_who_is_gone_goes_to_another(cluster: Cluster, settings: Settings) -> None:
    store = await opened(cluster, settings)
    try:
        for _ in range(4):
            await store.read("", "ping")
        gone, other = cluster.followers
        gone.leave()
        cluster.forget()
        for _ in range(4):
            await store.read("", "ping")
        assert (len(gone.reads), len(other.reads)) == (0, 4)
    finally:
        await store.close()
