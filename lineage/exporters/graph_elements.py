"""The rows of a part as nodes and relationships, as they are in the graph (design 1)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lineage.exporters.properties import Properties, Type, properties_of
from lineage.exporters.streaming import Part
from lineage.store.records import shapes
from lineage.store.records.model import Row

RENAMED = {"nativeRollback": "rollsBackNatively"}
"""A provider's capability; nativeRollback of a provider thread is a state."""
NODES: dict[str, Properties] = {
    "Provider": {RENAMED.get(name, name): type for name, type in properties_of(shapes.PROVIDER).items()},
    "Thread": properties_of(shapes.THREAD),
    "ProviderThread": properties_of(shapes.PROVIDER_THREAD),
    "Run": properties_of(shapes.RUN),
    "ProviderTurn": {"runId": Type.TEXT, "index": Type.INTEGER, "nativeTurnRef": Type.TEXT},
    "Checkpoint": properties_of(shapes.CHECKPOINT),
    "TurnItem": properties_of(shapes.ITEM),
    "ContextTransfer": properties_of(shapes.TRANSFER),
    "ContextHandoff": properties_of(shapes.HANDOFF),
    "LineageEvent": properties_of(shapes.EVENT),
}
RANGE: Properties = {"from": Type.INTEGER, "to": Type.INTEGER}
PLACED_RANGE: Properties = {"position": Type.INTEGER, **RANGE}
RELATIONSHIPS: dict[str, Properties] = {
    "CHILD_OF": {"by": Type.TEXT},
    "FORKED_FROM": {"sourceVersion": Type.INTEGER},
    "SPAWNED_BY": {},
    "SERVES": {},
    "NATIVE_FORK_OF": {},
    "ADOPTED_BY": {},
    "INHERITS": RANGE,
    "IN": {},
    "RAN_ON": {},
    "CONTINUES": {},
    "TOOK": {},
    "HAS_CHECKPOINT": {},
    "HAS_ITEM": {},
    "COMPACTED": properties_of(shapes.COMPACTION),
    "SOURCE": {},
    "TARGET": {},
    "CARRIES": PLACED_RANGE,
    "MATERIALIZES": {},
    "INTO": {},
    "CONSUMES": {"position": Type.INTEGER},
    "COVERS": PLACED_RANGE,
    "SUPERSEDES": {},
}

SPECIAL = re.compile("[^A-Za-z0-9.-]")


@dataclass(frozen=True, slots=True)
class Node:
    id: str
    label: str
    properties: Row


@dataclass(frozen=True, slots=True)
class Edge:
    source: str
    target: str
    label: str
    properties: Row


def node_id(label: str, *ids: Any) -> str:
    """An id that is unique among nodes of all labels and has letters, digits and .:-_ only, as an id in XML does: Run:r_20_1 for "r 1"."""
    return ":".join([label, *(SPECIAL.sub(_number, str(id)) for id in ids)])


def _number(sign: re.Match[str]) -> str:
    return f"_{ord(sign[0]):x}_"


def elements_of(part: Part) -> Iterator[Node | Edge]:
    """A part's nodes, each followed by the edges from it (or to it) whose other end came before."""
    records = part.records
    kinds: list[tuple[list[Row], Callable[[Row], Iterator[Node | Edge]]]] = [
        (records.providers, _provider),
        (records.threads, _thread),
        (records.provider_threads, _provider_thread),
        (records.runs, _run),
        (records.items, _item),
        (records.compactions, _compaction),
        (records.transfers, _transfer),
        (records.handoffs, _handoff),
        (records.events, _event),
    ]
    for rows, elements in kinds:
        for row in rows:
            yield from elements(row)


def _edges(source: str, label: str, target_label: str, target: str | None, **properties: Any) -> Iterator[Edge]:
    if target is not None:
        yield Edge(source, node_id(target_label, target), label, properties)


def _ranges(source: str, label: str, ranges: list[Any], placed: bool = True) -> Iterator[Edge]:
    for position, (thread_id, first, last) in enumerate(ranges):
        place = {"position": position} if placed else {}
        yield Edge(source, node_id("Thread", thread_id), label, {**place, "from": first, "to": last})


def _provider(row: Row) -> Iterator[Node | Edge]:
    profile = {RENAMED.get(name, name): value for name, value in row["set"].items()}
    yield Node(node_id("Provider", profile["kind"]), "Provider", profile)


def _thread(row: Row) -> Iterator[Node | Edge]:
    id = node_id("Thread", row["set"]["id"])
    yield Node(id, "Thread", row["set"])
    yield from _edges(id, "CHILD_OF", "Thread", row.get("parentId"), by=row.get("by"))
    if row.get("by") == "SUBAGENT":
        yield from _edges(id, "SPAWNED_BY", "Run", row.get("sourceRunId"))
    else:
        yield from _edges(id, "FORKED_FROM", "Run", row.get("sourceRunId"), sourceVersion=row.get("sourceVersion"))


def _provider_thread(row: Row) -> Iterator[Node | Edge]:
    id = node_id("ProviderThread", row["set"]["id"])
    yield Node(id, "ProviderThread", row["set"])
    yield from _edges(id, "SERVES", "Thread", row["threadId"])
    yield from _edges(id, "NATIVE_FORK_OF", "ProviderThread", row.get("forkOf"))
    if (adopted := row.get("adopts")) is not None:
        yield Edge(node_id("ProviderThread", adopted), id, "ADOPTED_BY", {})
    yield from _ranges(id, "INHERITS", row["inherits"], placed=False)


def _run(row: Row) -> Iterator[Node | Edge]:
    run = row["set"]
    id = node_id("Run", run["id"])
    yield Node(id, "Run", run)
    yield from _edges(id, "IN", "Thread", run["threadId"])
    yield from _edges(id, "RAN_ON", "ProviderThread", row.get("providerThreadId"))
    yield from _edges(id, "CONTINUES", "Run", row.get("continues"))
    for index, reference in enumerate(row["turns"]):
        turn = node_id("ProviderTurn", run["id"], index)
        yield Node(turn, "ProviderTurn", {"runId": run["id"], "index": index, "nativeTurnRef": reference})
        yield Edge(id, turn, "TOOK", {})
    if checkpoint := row.get("checkpoint"):
        taken = node_id("Checkpoint", checkpoint["id"])
        yield Node(taken, "Checkpoint", checkpoint)
        yield Edge(id, taken, "HAS_CHECKPOINT", {})


def _item(row: Row) -> Iterator[Node | Edge]:
    id = node_id("TurnItem", row["set"]["id"])
    yield Node(id, "TurnItem", row["set"])
    yield Edge(node_id("Run", row["set"]["runId"]), id, "HAS_ITEM", {})


def _compaction(row: Row) -> Iterator[Node | Edge]:
    yield Edge(node_id("ProviderThread", row["providerThreadId"]), node_id("Run", row["runId"]), "COMPACTED", row["set"])


def _transfer(row: Row) -> Iterator[Node | Edge]:
    id = node_id("ContextTransfer", row["set"]["id"])
    yield Node(id, "ContextTransfer", row["set"])
    yield from _edges(id, "SOURCE", "Thread", row["sourceThreadId"])
    yield from _edges(id, "TARGET", "Thread", row["targetThreadId"])
    yield from _ranges(id, "CARRIES", row["carries"])


def _handoff(row: Row) -> Iterator[Node | Edge]:
    id = node_id("ContextHandoff", row["set"]["id"])
    yield Node(id, "ContextHandoff", row["set"])
    yield from _edges(id, "MATERIALIZES", "ContextTransfer", row["transferId"])
    yield from _edges(id, "INTO", "ProviderThread", row.get("providerThreadId"))
    if (run := row.get("runId")) is not None:
        yield Edge(node_id("Run", run), id, "CONSUMES", {"position": row["position"]})
    yield from _ranges(id, "COVERS", row["covers"])
    yield from _edges(id, "SUPERSEDES", "ContextHandoff", row.get("supersedes"))


def _event(row: Row) -> Iterator[Node | Edge]:
    yield Node(node_id("LineageEvent", row["set"]["threadId"], row["set"]["version"]), "LineageEvent", row["set"])
