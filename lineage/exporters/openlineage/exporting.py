"""Puts the events of a tree in order: those of its handoffs, then those of its runs, which name the handoffs as inputs."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import orjson

from lineage.exporters.openlineage.events import Event, events_of_handoff, events_of_run, given_handoffs, parent_facet
from lineage.exporters.openlineage.facets import Facet, Facets, thread_facets
from lineage.exporters.spool import Spool
from lineage.exporters.streaming import Part
from lineage.store.records.model import Row

RUNS_AT_ONCE = 200


class OpenLineageExporter:
    """The runs of a tree wait on disk until its handoffs are there. In memory are, of one tree, the ids of its transfers and handoffs."""

    name = "openlineage"
    media_type = "application/x-ndjson; charset=utf-8"
    file_suffix = ".openlineage.jsonl"
    binary = False

    async def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        """Events by tree. Text that people or agents wrote (messages, items, summaries) is left out, titles are in."""
        with Spool() as spool:
            tree = _Tree(spool)
            async for part in parts:
                if part.root_id is None:
                    continue
                tree.take(part)
                for transfer in part.records.transfers:
                    tree.types[transfer["set"]["id"]] = transfer["set"]["type"]
                for handoff in part.records.handoffs:
                    yield _lines(tree.handed(handoff))
                if part.ends_tree:
                    for chunk in tree.run_lines():
                        yield chunk
                    spool.clear()
                    tree = _Tree(spool)


@dataclass(slots=True)
class _Tree:
    spool: Spool
    types: dict[str, str] = field(default_factory=dict)
    """Of transfers."""
    given: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """To each run: the positions and ids of its handoffs."""
    of_thread: Facets = field(default_factory=dict)
    parent: Facet | None = None

    def take(self, part: Part) -> None:
        """Puts the runs of a thread aside."""
        for row in part.records.threads:
            thread = row["set"]
            self.of_thread = thread_facets(thread, row)
            spawned = thread.get("relationshipToParent") == "SUBAGENT" and row.get("sourceRunId") is not None
            self.parent = parent_facet(thread["parentId"], row["sourceRunId"]) if spawned else None
        for run in part.records.runs:
            self.spool.put([run["set"]["id"], events_of_run(run, self.of_thread, self.parent)])

    def handed(self, row: Row) -> list[Event]:
        """The events of a handoff, which is kept in mind for its run."""
        handoff = row["set"]
        if row.get("runId") is not None:
            self.given.setdefault(row["runId"], []).append((row["position"], handoff["id"]))
        return events_of_handoff(row, self.types.get(row["transferId"]))

    def run_lines(self) -> Iterator[bytes]:
        """The events of the runs that were put aside."""
        waiting: list[Event] = []
        for run_id, events in self.spool.rows():
            handoffs = [id for _, id in sorted(self.given.get(run_id, ()))]
            waiting += (given_handoffs(event, handoffs) for event in events)
            if len(waiting) >= RUNS_AT_ONCE:
                yield _lines(waiting)
                waiting = []
        yield _lines(waiting)


def _lines(events: list[Event]) -> bytes:
    return b"".join(orjson.dumps(event) + b"\n" for event in events)
