"""The items of a thread by the runs that they belong to, those without a run included."""

from bisect import bisect_right

from lineage.importers.t3code.fields import text, whole
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Begun


def items_by_run(log: ThreadLog, runs: list[Begun]) -> dict[str, list[Event]]:
    """The items of each run in order, by the run's id here. An item without a run belongs to the one that was going on when it came."""
    by_native_id = {run.native_id: run for run in runs if not run.loose}
    sequences = [run.sequence for run in runs]
    found: dict[str, list[Event]] = {}
    for event in log.of(Kind.ITEM, Kind.LOOSE_ITEM, Kind.LOOSE_MESSAGE):
        run = by_native_id.get(text(event.payload, "runId") or "")
        if run is None and text(event.payload, "runId") is None and runs:
            run = runs[max(bisect_right(sequences, event.first) - 1, 0)]
        if run is not None:
            found.setdefault(run.id, []).append(event)
    for events in found.values():
        events.sort(key=lambda event: (whole(event.payload, "ordinal") or 0, event.first))
    return found
