"""From parts to shapes, one tree after the other: its threads wait on disk until it is known at which runs stretches have to be cut."""

from collections.abc import Iterator
from itertools import count

from lineage.domain.kinds import ParentRelationship
from lineage.exporters.drawing.flow import Flow
from lineage.exporters.drawing.picture import Picture
from lineage.exporters.drawing.shapes import Shape, State
from lineage.exporters.spool import Spool
from lineage.exporters.streaming import Part
from lineage.store.records.model import Row

STATES = {"FAILED": State.FAILED, "INTERRUPTED": State.INTERRUPTED, "RUNNING": State.RUNNING, "COMPLETED": State.HISTORY}


def state_of(run: Row) -> State:
    """How a picture shows a run."""
    if run.get("begunVersion") is None:
        return State.PREPARING if run["status"] == "PREPARING" else State.NEVER_BEGAN
    return State.ROLLED_BACK if run.get("rolledBackVersion") is not None else STATES[run["status"]]


class Trees:
    """In memory are, of one tree, its transfers and the runs that forks, subagents and transfers leave from or lead to."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool
        self._keys = count(1)
        self._flow = Flow()
        self._sources: set[str] = set()

    def take(self, part: Part) -> None:
        """Puts a part aside."""
        for row in part.records.threads:
            thread = row["set"]
            relationship = thread.get("relationshipToParent")
            source = row.get("sourceRunId")
            self._spool.put({"thread": thread["id"], "title": thread.get("title"), "relationship": relationship, "source": source})
            if source is not None:
                self._sources.add(source)
        for row in part.records.runs:
            run = row["set"]
            self._spool.put(
                {
                    "run": run["id"],
                    "ordinal": run["ordinal"],
                    "provider": run["provider"],
                    "state": state_of(run).name,
                    "begun": run.get("begunVersion"),
                    "rolledBack": run.get("rolledBackVersion"),
                }
            )
        self._flow.take(part.records)

    def shapes(self) -> Iterator[Shape]:
        """The shapes of the tree that ended; afterwards the next one can be taken."""
        picture = Picture(self._keys, self._flow, self._sources | self._flow.sources())
        for row in self._spool.rows():
            if "thread" in row:
                yield from picture.end_thread()
                relationship = ParentRelationship(row["relationship"]) if row["relationship"] else None
                yield from picture.begin_thread(row["thread"], row["title"], relationship, row["source"])
            else:
                yield from picture.add_run(row)
        yield from picture.end_thread()
        yield from picture.links()
        self._spool.clear()
        self._flow = Flow()
        self._sources = set()
