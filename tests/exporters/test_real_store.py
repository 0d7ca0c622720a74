"""Every format, of a tree in which about everything has happened, as it is read from a real store."""

import json
from collections import Counter
from io import BytesIO
from typing import Any

import networkx
import pydot
import pytest
from jsonschema import Draft202012Validator
from neo4j import GraphDatabase
from openlineage.client.generated.base import RunEvent
from prov.model import ProvActivity, ProvAgent, ProvDocument, ProvEntity

from lineage.app import Service
from lineage.exporters.formats import FORMATS, exporter_of
from lineage.settings import Settings
from lineage.store.records.part import Part
from lineage.store.records.reading import read_workspace
from tests.api.graph import KEYS, Graph
from tests.exporters import test_csv
from tests.exporters.openlineage_classes import published_schema
from tests.exporters.planted import exported
from tests.exporters.test_openlineage import CHECKED
from tests.running import Neo4jAddress, fresh, serving
from tests.verify.story import record_story

RELATIONSHIPS = "MATCH ({workspace: $workspace})-[r]->() RETURN type(r) AS type, count(r) AS count"
WITHOUT_NODES = ("ThreadLock", "CommandReceipt")


@pytest.fixture(scope="module")
def workspace() -> str:
    return fresh("exports")


@pytest.fixture(scope="module")
def readings(settings: Settings, workspace: str) -> list[list[Part]]:
    """What is read, twice, of a workspace that holds the story and nothing else."""
    with serving(Service(settings.model_copy(update={"workspace": workspace}))) as running:
        record_story(running)

        async def read() -> list[Part]:
            return [part async for part in read_workspace(running.service.store, workspace)]

        return [running.run(read()) for _ in range(2)]


@pytest.fixture(scope="module")
def parts(readings: list[list[Part]]) -> list[Part]:
    return readings[0]


def ids(parts: list[Part], kind: str) -> set[str]:
    return {row["set"]["id"] for part in parts for row in getattr(part.records, kind)}


async def test_openlineage_events_are_of_the_published_form_and_each_run_is_there(parts: list[Part]) -> None:
    events = [json.loads(line) for line in (await exported(exporter_of("openlineage"), parts)).splitlines()]
    validator = Draft202012Validator(published_schema(RunEvent), format_checker=CHECKED)
    for event in events:
        validator.validate(event)
    assert {event["run"]["facets"]["lineage_run"]["run"] for event in events if "lineage_run" in event["run"]["facets"]} == ids(
        parts, "runs"
    )
    written = {dataset["name"] for event in events for dataset in event["outputs"]}
    assert {f"handoff/{id}" for id in ids(parts, "handoffs")} & written
    pending = {f"handoff/{row['set']['id']}" for part in parts for row in part.records.handoffs if row["set"].get("summaryText") is None}
    read = {dataset["name"] for event in events for dataset in event["inputs"]}
    assert read - written <= pending


async def test_prov_json_declares_both_ends_of_every_relation(parts: list[Part]) -> None:
    document = ProvDocument.deserialize(content=(await exported(exporter_of("prov-json"), parts)).decode(), format="json")
    declared = {record.identifier for kind in (ProvEntity, ProvActivity, ProvAgent) for record in document.get_records(kind)}
    relations = [record for record in document.get_records() if record.is_relation()]
    assert len(relations) > 100
    assert {value for record in relations for _, value in record.formal_attributes if hasattr(value, "localpart")} <= declared


async def test_graphml_has_every_node_and_relationship_of_the_store(parts: list[Part], neo4j_address: Neo4jAddress, workspace: str) -> None:
    graph = networkx.read_graphml(BytesIO(await exported(exporter_of("graphml"), parts)), force_multigraph=True)
    found = Counter(data["label"] for _, data in graph.nodes(data=True))
    with Graph(neo4j_address, workspace) as stored:
        assert found == {label: count for label in KEYS if label not in WITHOUT_NODES and (count := stored.count(label))}
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver:
        links = driver.execute_query(RELATIONSHIPS, workspace=workspace).records
    assert Counter(data["label"] for _, _, data in graph.edges(data=True)) == {link["type"]: link["count"] for link in links}
    assert not any("other" in data for _, data in graph.nodes(data=True))
    assert not any("other" in data for _, _, data in graph.edges(data=True))


async def test_csv_has_every_row_and_no_property_without_a_column(parts: list[Part]) -> None:
    tables = await test_csv.read(parts)
    for name in ("providers", "threads", "provider_threads", "runs", "items", "compactions", "transfers", "handoffs", "events"):
        assert len(tables[name]) == sum(len(getattr(part.records, name)) for part in parts)
        assert len(tables[name]) > 0 or name == "providers"
        assert all(row["other"] == "" for row in tables[name])


async def test_parquet_has_a_row_for_each_run(parts: list[Part]) -> None:
    reading: Any = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    rows = reading.read_table(BytesIO(await exported(exporter_of("parquet"), parts))).to_pylist()
    assert [row["run_id"] for row in rows] == [row["set"]["id"] for part in parts for row in part.records.runs]
    assert sum(row["handoffs"] for row in rows) == sum(row["runId"] is not None for part in parts for row in part.records.handoffs)


@pytest.mark.filterwarnings("ignore:.* deprecated - use:DeprecationWarning")
async def test_dot_has_a_cluster_for_each_thread(parts: list[Part]) -> None:
    (read,) = pydot.graph_from_dot_data((await exported(exporter_of("dot"), parts)).decode())
    assert len(read.get_subgraphs()) == len(ids(parts, "threads"))


async def test_mermaid_has_a_box_for_each_thread_and_a_link_to_each_but_the_roots(parts: list[Part]) -> None:
    lines = (await exported(exporter_of("mermaid"), parts)).decode().splitlines()
    assert sum(line.startswith("subgraph ") for line in lines) == len(ids(parts, "threads"))
    left = [row for part in parts for row in part.records.threads if row["sourceRunId"] is not None]
    assert sum('"fork' in line or '"subagent"' in line for line in lines if not line.startswith("subgraph ")) == len(left)


@pytest.mark.parametrize("format", FORMATS)
async def test_a_second_reading_gives_the_same_bytes(format: str, readings: list[list[Part]]) -> None:
    first, second = [await exported(exporter_of(format), parts) for parts in readings]
    assert first == second
