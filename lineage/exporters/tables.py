"""The rows of a part as rows of tables, one table for each kind of node and one for each list of ranges."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lineage.exporters.properties import OTHER, Properties, other, properties_of, written
from lineage.store.records import shapes
from lineage.store.records.model import Records, Row


@dataclass(frozen=True, slots=True)
class Table:
    """links are the columns that come before the properties: what a row is tied to."""

    links: tuple[str, ...]
    properties: Properties

    @property
    def columns(self) -> list[str]:
        return [*self.links, *self.properties, *([OTHER] if self.properties else [])]

    def line(self, links: tuple[Any, ...], properties: Row) -> list[str | None]:
        """The values of a row by column."""
        values = [*links, *(properties.get(name) for name in self.properties)]
        rest = [other(properties, self.properties)] if self.properties else []
        return [*(written(value) for value in values), *rest]


TABLES = {
    "providers": Table((), properties_of(shapes.PROVIDER)),
    "threads": Table(("sourceRunId", "sourceVersion"), properties_of(shapes.THREAD)),
    "provider_threads": Table(("threadId", "forkOf", "adopts"), properties_of(shapes.PROVIDER_THREAD)),
    "inherits": Table(("providerThreadId", "position", "threadId", "from", "to"), {}),
    "runs": Table(("providerThreadId", "continues"), properties_of(shapes.RUN)),
    "turns": Table(("runId", "index", "nativeTurnRef"), {}),
    "checkpoints": Table(("runId",), properties_of(shapes.CHECKPOINT)),
    "items": Table((), properties_of(shapes.ITEM)),
    "compactions": Table(("providerThreadId", "runId"), properties_of(shapes.COMPACTION)),
    "transfers": Table(("sourceThreadId", "targetThreadId"), properties_of(shapes.TRANSFER)),
    "carries": Table(("transferId", "position", "threadId", "from", "to"), {}),
    "handoffs": Table(("transferId", "providerThreadId", "runId", "position", "supersedes"), properties_of(shapes.HANDOFF)),
    "covers": Table(("handoffId", "position", "threadId", "from", "to"), {}),
    "events": Table((), properties_of(shapes.EVENT)),
}


def lines_of(records: Records) -> Iterator[tuple[str, list[str | None]]]:
    """Each row's table and its values, in the order in which the rows come."""
    for table, links, properties in _rows(records):
        yield table, TABLES[table].line(links, properties)


def _rows(records: Records) -> Iterator[tuple[str, tuple[Any, ...], Row]]:
    for row in records.providers:
        yield "providers", (), row["set"]
    for row in records.threads:
        yield "threads", (row.get("sourceRunId"), row.get("sourceVersion")), row["set"]
    for row in records.provider_threads:
        yield "provider_threads", (row["threadId"], row.get("forkOf"), row.get("adopts")), row["set"]
        yield from _ranges("inherits", row["set"]["id"], row["inherits"])
    for row in records.runs:
        yield from _run(row)
    for row in records.items:
        yield "items", (), row["set"]
    for row in records.compactions:
        yield "compactions", (row["providerThreadId"], row["runId"]), row["set"]
    for row in records.transfers:
        yield "transfers", (row["sourceThreadId"], row["targetThreadId"]), row["set"]
        yield from _ranges("carries", row["set"]["id"], row["carries"])
    for row in records.handoffs:
        links = (row["transferId"], row.get("providerThreadId"), row.get("runId"), row.get("position"), row.get("supersedes"))
        yield "handoffs", links, row["set"]
        yield from _ranges("covers", row["set"]["id"], row["covers"])
    for row in records.events:
        yield "events", (), row["set"]


def _run(row: Row) -> Iterator[tuple[str, tuple[Any, ...], Row]]:
    id = row["set"]["id"]
    yield "runs", (row.get("providerThreadId"), row.get("continues")), row["set"]
    for index, reference in enumerate(row["turns"]):
        yield "turns", (id, index, reference), {}
    if checkpoint := row.get("checkpoint"):
        yield "checkpoints", (id,), checkpoint


def _ranges(table: str, id: str, ranges: list[Any]) -> Iterator[tuple[str, tuple[Any, ...], Row]]:
    for position, (thread_id, first, last) in enumerate(ranges):
        yield table, (id, position, thread_id, first, last), {}
