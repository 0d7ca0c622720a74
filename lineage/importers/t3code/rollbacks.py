"""What the program dropped from a thread's history, and when."""

from bisect import bisect_left, bisect_right

from lineage.importers.recorded import RolledBack
from lineage.importers.report import FaultKind
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Begun, Fault

Dropped = tuple[Event, list[Begun]]
"""The event from which on these runs, the end of the history as it was, are no longer part of it."""


def find_drops(log: ThreadLog, runs: list[Begun], fault: Fault) -> list[Dropped]:
    """The rollbacks of a thread in order; sets dropped_at of the runs that they dropped.

    One rollback marks each of its completed runs with an event of its own, and passes over failed and interrupted ones; the
    native session and the files go back to before these all the same, so that they are dropped too.
    """
    drops = []
    for marked in _rollbacks(log, runs):
        event = marked[0].rolled_back
        assert event is not None
        history = [run for run in runs if run.dropped_at is None and run.sequence <= event.sequence]
        dropped = _suffix(history, marked)
        if any(run not in dropped for run in marked):
            fault(FaultKind.NOT_READABLE, "a rollback that leaves a completed run behind one that it drops", event.line)
        if dropped:
            for run in dropped:
                run.dropped_at = event.sequence
            drops.append((event, dropped))
    return drops


def step_of(drop: Dropped, log: ThreadLog, sessions: dict[str, str]) -> RolledBack:
    """The step that a rollback is; sessions has each run's session.

    The program drops the turns of the provider thread that is active then. Where others had turns among the dropped ones, those
    keep them, so that the whole is not told as native: no session is then taken for one that knows less than it does.
    """
    event, dropped = drop
    return RolledBack(dropped[0].id, log.at(event), native=len({sessions[run.id] for run in dropped}) == 1)


def _rollbacks(log: ThreadLog, runs: list[Begun]) -> list[list[Begun]]:
    """The runs that were marked, together where neither a run that began nor a request lies between."""
    marks = sorted((run for run in runs if run.rolled_back is not None), key=lambda run: _marked_at(run))
    between = sorted([run.sequence for run in runs] + [event.sequence for event in log.of(Kind.ROLLBACK)])
    groups: list[list[Begun]] = []
    for run in marks:
        if groups and bisect_right(between, _marked_at(groups[-1][-1])) == bisect_left(between, _marked_at(run)):
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups


def _marked_at(run: Begun) -> int:
    assert run.rolled_back is not None
    return run.rolled_back.sequence


def _suffix(history: list[Begun], marked: list[Begun]) -> list[Begun]:
    """The end of the history from the first marked run on, behind the last completed run that is not marked."""
    names = {run.id for run in marked}
    start = len(history)
    for position in range(len(history) - 1, -1, -1):
        if history[position].id in names:
            start = position
        elif history[position].is_completed:
            break
    return history[start:]
