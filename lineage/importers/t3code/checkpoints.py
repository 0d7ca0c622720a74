"""States of the files that were kept when runs ended."""

from lineage.importers.recorded import RecordedCheckpoint
from lineage.importers.t3code.changes import diff_summary
from lineage.importers.t3code.fields import moment, text, whole, word
from lineage.importers.t3code.ids import own_id
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Begun

_TAKEN = frozenset({"ready", "stale"})
"""A stale one was ready until its run was rolled back; a missing one or one with an error was never there."""


def checkpoints_by_run(log: ThreadLog) -> dict[str, list[Event]]:
    """The checkpoints of each run, by the run's id in the file, those of its subagents and tools included."""
    found: dict[str, list[Event]] = {}
    for event in log.of(Kind.CHECKPOINT):
        run_id = text(event.payload, "runId")
        if run_id is not None and word(event.payload, "status") in _TAKEN:
            found.setdefault(run_id, []).append(event)
    return found


def checkpoint_of(run: Begun, checkpoints: list[Event], log: ThreadLog) -> RecordedCheckpoint | None:
    """The one that the run itself names as its own, or else the last one with the run's number."""
    named = text(run.last.payload, "checkpointId")
    own = [event for event in checkpoints if event.payload["id"] == named] or [
        event for event in checkpoints if run.ordinal is not None and whole(event.payload, "appRunOrdinal") == run.ordinal
    ]
    if not own:
        return None
    taken = own[-1].payload
    at = moment(taken, "capturedAt") or log.at(own[-1])
    return RecordedCheckpoint(own_id(taken["id"]), text(taken, "ref"), diff_summary(taken), at)
