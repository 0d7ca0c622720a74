"""Finds out what is known of each thread of a file, and how they belong together."""

from lineage.importers.recorded import ThreadOutline
from lineage.importers.report import FaultKind, FileReport
from lineage.importers.t3code.departures import departure_of
from lineage.importers.t3code.fields import moment, text
from lineage.importers.t3code.handoffs import covered, handoffs_by_run, replaced_at
from lineage.importers.t3code.ids import own_id
from lineage.importers.t3code.index import FileIndex
from lineage.importers.t3code.kinds import FOR_OUTLINES, Kind
from lineage.importers.t3code.known import KnownRun, KnownThread, name_sessions
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.rollbacks import find_drops
from lineage.importers.t3code.runs import begun_runs
from lineage.importers.t3code.spawns import spawns_by_run

_ALSO_LOOSE = FOR_OUTLINES | {Kind.LOOSE_ITEM}
_BETWEEN_THREADS = frozenset({Kind.THREAD, Kind.SEEN, Kind.TRANSFER, Kind.HANDOFF})


def find_family(index: FileIndex, report: FileReport) -> dict[str, KnownThread]:
    """All threads of the file, parents before their children, otherwise in the file's order."""
    family = {thread_id: _known(_outline_log(index, thread_id), report) for thread_id in index.thread_ids}
    name_sessions(family)
    for thread_id, thread in family.items():
        log = index.log(thread_id, _BETWEEN_THREADS)
        thread.departure = departure_of(log, thread, family, index, report.fault)
        _look_at_handoffs(log, thread, family, report)
    return _parents_first(family, report)


def outline_of(thread: KnownThread) -> ThreadOutline:
    """What of a thread tells how it belongs to others."""
    own = own_id(thread.native_id)
    return ThreadOutline(
        id=own,
        session_id=thread.runs[0].session_id if thread.runs else own,
        created_at=thread.created_at,
        run_ids=tuple(run.id for run in thread.runs),
        places=tuple(run.line for run in thread.runs),
        departure=thread.departure,
        spawns=thread.spawns,
    )


def _outline_log(index: FileIndex, thread_id: str) -> ThreadLog:
    log = index.log(thread_id, FOR_OUTLINES)
    # Items without a run matter only where nothing else tells of runs.
    return log if log.of(Kind.RUN, Kind.LOOSE_MESSAGE) else index.log(thread_id, _ALSO_LOOSE)


def _known(log: ThreadLog, report: FileReport) -> KnownThread:
    runs = begun_runs(log, report.fault)
    find_drops(log, runs, report.fault)
    snapshots = list(log.threads)
    if not any(event.type == "thread.created" for event in snapshots):
        report.fault(FaultKind.DANGLING_PARENT, "events of a thread whose creation is not in the file", _first_line(log))
    given = handoffs_by_run(log, {run.native_id: run.sequence for run in runs})
    owned = None if log.of(Kind.RUN) else _owned_provider_thread(log)
    spawns = {run_id: [event.payload for event in events] for run_id, events in spawns_by_run(log, runs).items()}
    created_at = moment(snapshots[-1].payload, "createdAt") if snapshots else None
    return KnownThread(
        native_id=log.id,
        created_at=created_at or log.begins_at,
        runs=[
            KnownRun(
                id=run.id,
                native_id=run.native_id,
                ordinal=run.ordinal,
                sequence=run.sequence,
                line=run.line,
                provider_thread_id=run.provider_thread_id or owned,
                replaces_session=replaced_at(given.get(run.native_id, [])) is not None,
                dropped_at=run.dropped_at,
            )
            for run in runs
        ],
        spawns={subagent["id"]: run_id for run_id, subagents in spawns.items() for subagent in subagents},
        children={subagent["childThreadId"]: subagent["id"] for subagents in spawns.values() for subagent in subagents},
    )


def _owned_provider_thread(log: ThreadLog) -> str | None:
    """The provider thread that belongs to the thread: the runs of a native subagent name none."""
    owned = [event.payload["id"] for event in log.of(Kind.PROVIDER_THREAD) if text(event.payload, "appThreadId") == log.id]
    return owned[-1] if owned else None


def _first_line(log: ThreadLog) -> int | None:
    events: list[Event] = log.of(*Kind)
    return min((event.line for event in events), default=None)


def _look_at_handoffs(log: ThreadLog, thread: KnownThread, family: dict[str, KnownThread], report: FileReport) -> None:
    """Tells of handoffs that cover what the file does not have."""
    if not log.of(Kind.HANDOFF):
        return
    transfers = log.by_id(Kind.TRANSFER)
    known = {run.native_id: run for run in thread.runs}
    for run_id, events in handoffs_by_run(log, {run.native_id: run.sequence for run in thread.runs}).items():
        for event in events:
            transfer = transfers.get(text(event.payload, "transferId") or "")
            covered(event, transfer.payload if transfer is not None else {}, log.id, known[run_id], family, report.fault)


def _parents_first(family: dict[str, KnownThread], report: FileReport) -> dict[str, KnownThread]:
    """The same threads in this order. Of threads that name each other as parents the first one of the file is taken for a root."""
    by_own_id = {own_id(thread_id): thread_id for thread_id in family}
    ordered: dict[str, KnownThread] = {}
    for thread_id in family:
        line: dict[str, None] = {}
        following: str | None = thread_id
        while following is not None and following not in ordered and following not in line:
            line[following] = None
            departure = family[following].departure
            following = by_own_id.get(departure.thread_id) if departure is not None else None
        if following in line:
            report.fault(FaultKind.CYCLE, "threads that name each other as parents")
            family[following].departure = None
            # Its descendants in the cycle come after it.
            names = list(line)
            start = names.index(following)
            line = dict.fromkeys([*names[:start], *names[start + 1 :], following])
        for name in reversed(line):
            ordered[name] = family[name]
    return ordered
