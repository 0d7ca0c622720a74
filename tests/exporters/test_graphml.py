"""GraphML, read by networkx."""

from collections import Counter
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import networkx

from lineage.exporters.formats import exporter_of
from lineage.exporters.graph_elements import node_id
from lineage.exporters.properties import instant
from tests.exporters.planted import NASTY, at, end_of_tree, exported, nasty, of_thread, profiles, run, thread
from tests.exporters.story import story

EXPORTER = exporter_of("graphml")


async def read(parts: list[Any]) -> networkx.MultiDiGraph:
    return networkx.read_graphml(BytesIO(await exported(EXPORTER, parts)), force_multigraph=True)


def edges(graph: networkx.MultiDiGraph, label: str) -> set[tuple[str, str]]:
    return {(source, target) for source, target, data in graph.edges(data=True) if data["label"] == label}


async def test_every_node_is_there() -> None:
    graph = await read(story())
    assert Counter(data["label"] for _, data in graph.nodes(data=True)) == {
        "Provider": 2,
        "Thread": 6,
        "ProviderThread": 5,
        "Run": 11,
        "ProviderTurn": 22,
        "Checkpoint": 1,
        "TurnItem": 2,
        "ContextTransfer": 10,
        "ContextHandoff": 7,
        "LineageEvent": 2,
    }


async def test_every_relationship_is_there() -> None:
    graph = await read(story())
    assert Counter(data["label"] for _, _, data in graph.edges(data=True)) == {
        "CHILD_OF": 4,
        "FORKED_FROM": 3,
        "SPAWNED_BY": 1,
        "SERVES": 5,
        "NATIVE_FORK_OF": 1,
        "ADOPTED_BY": 1,
        "INHERITS": 1,
        "IN": 11,
        "RAN_ON": 11,
        "CONTINUES": 7,
        "TOOK": 22,
        "HAS_CHECKPOINT": 1,
        "HAS_ITEM": 2,
        "COMPACTED": 1,
        "SOURCE": 10,
        "TARGET": 10,
        "CARRIES": 4,
        "MATERIALIZES": 7,
        "INTO": 7,
        "CONSUMES": 6,
        "COVERS": 8,
        "SUPERSEDES": 1,
    }


async def test_relationships_join_the_right_nodes() -> None:
    graph = await read(story())
    assert (node_id("ProviderThread", "pc"), node_id("ProviderThread", "pg")) in edges(graph, "ADOPTED_BY")
    assert (node_id("Thread", "child"), node_id("Run", "main run 2")) in edges(graph, "SPAWNED_BY")
    assert (node_id("ContextHandoff", "h4"), node_id("ContextHandoff", "h0")) in edges(graph, "SUPERSEDES")
    covers = graph.get_edge_data(node_id("ContextHandoff", "hm"), node_id("Thread", "main"))
    assert [(found["position"], found["from"], found["to"]) for found in covers.values()] == [(1, 1, 2)]


async def test_properties_have_their_types() -> None:
    graph = await read(story())
    third = graph.nodes[node_id("Run", "main run 3")]
    assert (third["ordinal"], third["droppedNatively"], third["startedAt"]) == (3, False, instant(at(3)))
    assert graph.nodes[node_id("ProviderThread", "p1")]["nativeRollback"] == "DONE"
    assert graph.nodes[node_id("Provider", "codex")]["rollsBackNatively"] is True
    assert "model" not in third


async def test_no_edge_comes_before_its_nodes() -> None:
    seen = set()
    for element in ElementTree.fromstring(await exported(EXPORTER, story())).find("{*}graph") or ():
        if element.tag.endswith("node"):
            seen.add(element.attrib["id"])
        else:
            assert {element.attrib["source"], element.attrib["target"]} <= seen


async def test_any_text_is_kept_but_control_characters_which_show_as_pictures() -> None:
    graph = await read(nasty())
    for text in NASTY:
        kept = text.replace("\x1b", "␛").replace("\x07", "␇")
        assert graph.nodes[node_id("Thread", text)]["title"] == kept
        assert graph.nodes[node_id("Run", f"{text}|run")]["message"] == kept
    assert len({data["id"] for _, data in graph.nodes(data=True) if data["label"] == "Thread"}) == 2 * len(NASTY)


async def test_ids_are_ids_of_xml_and_differ_for_different_ids() -> None:
    graph = await read(nasty())
    assert all(set(id) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:_.-") for id in graph)
    assert len({node_id("Run", id) for id in ("a b", "a_20_b", "a:b", "ab", "a_b")}) == 5


async def test_a_property_that_is_not_listed_is_not_lost() -> None:
    row = run("t", 1, continues=None, colour="red", seen=at(1))
    graph = await read([profiles(), of_thread("t", thread("t"), runs=[row]), end_of_tree("t")])
    assert graph.nodes[node_id("Run", "t run 1")]["other"] == '{"colour":"red","seen":"2026-01-31T09:31:00.000250Z"}'


async def test_an_export_without_threads_is_a_graph() -> None:
    assert len(await read([profiles()])) == 0


async def test_equal_parts_give_equal_bytes() -> None:
    assert await exported(EXPORTER, story()) == await exported(EXPORTER, story())
