"""Goes through the parts and adds their records to the document."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from lineage.exporters.prov_json import records
from lineage.exporters.prov_json.document import Document
from lineage.exporters.streaming import Part
from lineage.store.records.model import Row

ROLLED_BACK = "thread.rolled_back"


class ProvJsonExporter:
    """The whole document waits on disk, since each kind of record stands in one place of it. In memory are the kinds of providers, and of
    one tree the ids of the runs that never began."""

    name = "prov-json"
    media_type = "application/json"
    file_suffix = ".prov.json"
    binary = False

    async def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        """One document of all trees. Turn items, texts of messages and summaries, and provider threads' own state are left out."""
        with Document() as document:
            state = _State(document)
            async for part in parts:
                if part.root_id is not None:
                    state.take(part)
            state.end_thread()
            for chunk in document.text():
                yield chunk


@dataclass(slots=True)
class _State:
    document: Document
    agents: records.Agents = field(init=False)
    thread_id: str | None = None
    rollbacks: dict[int, Row | None] = field(default_factory=dict)
    """Of the thread, by its versions: the events, as far as they came."""
    never_began: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.agents = records.Agents(self.document)

    def take(self, part: Part) -> None:
        if part.thread_id != self.thread_id:
            self.end_thread()
            self.thread_id = part.thread_id
        for row in part.records.threads:
            records.add_thread(self.document, self.agents, row)
        for row in part.records.runs:
            self._take_run(row)
        for row in part.records.events:
            event = row["set"]
            if event["type"] == ROLLED_BACK:
                self.rollbacks[event["version"]] = event
        for row in part.records.transfers:
            records.add_transfer(self.document, self.agents, row, row["set"].get("sourcePointRunId") not in self.never_began)
        for row in part.records.handoffs:
            records.add_handoff(self.document, self.agents, row, row.get("runId") not in self.never_began)
        if part.ends_tree:
            self.never_began.clear()

    def _take_run(self, row: Row) -> None:
        run = row["set"]
        records.add_run(self.document, self.agents, row)
        if run.get("begunVersion") is None:
            self.never_began.add(run["id"])
        if (version := run.get("rolledBackVersion")) is not None:
            self.rollbacks.setdefault(version, None)

    def end_thread(self) -> None:
        """Adds the rollbacks of the thread that ends, now that its events came."""
        for version, event in sorted(self.rollbacks.items()):
            assert self.thread_id is not None
            records.add_rollback(self.document, self.thread_id, version, event)
        self.rollbacks = {}
