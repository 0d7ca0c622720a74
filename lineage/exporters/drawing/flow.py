"""What passes between the threads of a tree: from where, to where, and how a picture names it."""

from dataclasses import dataclass, field

from lineage.exporters.drawing.shapes import LinkKind
from lineage.store.records.model import Records, Row

RESOLVED = {
    "NATIVE_FORK": "native",
    "PORTABLE_CONTEXT": "full handoff",
    "DELTA_CONTEXT": "delta handoff",
    "CHECKPOINT_CONTEXT": "checkpoint handoff",
}
LINKED = {"MERGE_BACK": (LinkKind.MERGE_BACK, "merge-back"), "SUBAGENT_RESULT": (LinkKind.SUBAGENT_RESULT, "result")}
GONE = ("FAILED", "SUPERSEDED")


@dataclass(frozen=True, slots=True)
class Passing:
    """A merge-back or a subagent's result. consumer_run_id is None while it waits."""

    kind: LinkKind
    text: str
    source_run_id: str | None
    target_thread_id: str
    consumer_run_id: str | None


@dataclass(slots=True)
class Flow:
    """Of one tree: what its transfers and handoffs say. Those that failed or were superseded are left out."""

    forks: dict[str, str] = field(default_factory=dict)
    """How forks got their context, by thread, once that is decided."""
    given: dict[str, str] = field(default_factory=dict)
    """What runs were given of what their own thread had missed, by run."""
    passings: list[Passing] = field(default_factory=list)

    def take(self, records: Records) -> None:
        for row in records.transfers:
            if row["set"]["status"] not in GONE:
                self._take(row)

    def _take(self, row: Row) -> None:
        transfer = row["set"]
        taker, how = transfer.get("takenUpByRunId"), RESOLVED.get(transfer.get("resolution") or "")
        match transfer["type"]:
            case "FORK" if how is not None:
                self.forks[row["targetThreadId"]] = how
            case "PROVIDER_HANDOFF" if taker is not None:
                self.given[taker] = how or "handoff"
            case "MERGE_BACK" | "SUBAGENT_RESULT" as type:
                kind, text = LINKED[type]
                self.passings.append(Passing(kind, text, transfer.get("sourcePointRunId"), row["targetThreadId"], taker))

    def sources(self) -> set[str]:
        """The runs that something comes from."""
        return {passing.source_run_id for passing in self.passings if passing.source_run_id is not None}

    def takers(self) -> set[str]:
        """The runs that something goes to."""
        return {*self.given, *(passing.consumer_run_id for passing in self.passings if passing.consumer_run_id is not None)}
