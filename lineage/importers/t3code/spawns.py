"""The subagents that runs started."""

from lineage.importers.recorded import Spawn
from lineage.importers.t3code.fields import Json, moment, text, word
from lineage.importers.t3code.ids import own_id
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Begun

_OVER = frozenset({"completed", "failed", "cancelled", "interrupted"})


def spawns_by_run(log: ThreadLog, runs: list[Begun]) -> dict[str, list[Event]]:
    """The subagents that have a thread of their own, by the id here of the run that started them, in the order in which they were."""
    by_native_id = {run.native_id: run for run in runs}
    found: dict[str, list[Event]] = {}
    for event in sorted(log.of(Kind.SUBAGENT), key=lambda event: event.first):
        if text(event.payload, "childThreadId") is None:
            continue
        run_id = text(event.payload, "runId")
        run = by_native_id.get(run_id) if run_id is not None else _loose_run(runs, event)
        if run is not None:
            found.setdefault(run.id, []).append(event)
    return found


def spawn_of(subagent: Json) -> Spawn:
    """The spawn that a subagent is. It returned something when it is over and the program keeps what it said."""
    child, result = text(subagent, "childThreadId"), text(subagent, "result")
    over = word(subagent, "status") in _OVER and result is not None
    return Spawn(
        call_id=subagent["id"],
        thread_id=own_id(child) if child is not None else None,
        result=result if over else None,
        returned_at=moment(subagent, "completedAt", "updatedAt") if over else None,
    )


def _loose_run(runs: list[Begun], event: Event) -> Begun | None:
    """The run without an id, in the thread of a native subagent, that was going on when the subagent was started."""
    before = [run for run in runs if run.loose and run.sequence <= event.first]
    return before[-1] if before else None
