"""What of a thread's rows is new: the first run that changed, and all that came after it."""

from hashlib import blake2b

from lineage.service.recording.stored import StoredThread, mark_of, reach_of
from lineage.store.records.model import Records, Row


def digest_of(records: Records) -> str:
    """A digest of all of a thread's rows but its runs, items and events, which are told apart one by one."""
    told = (records.threads, records.provider_threads, records.transfers, records.handoffs, records.compactions)
    return blake2b(repr(told).encode(), digest_size=12).hexdigest()


def changed_rows(records: Records, before: StoredThread) -> Records:
    """The rows that bring the stored thread up to date; none when it is. records are those of the whole thread, digest included.

    An older version of a file takes nothing away, be it only the end of its last run, or what happened behind it.
    """
    if _is_older(records, before):
        return Records()
    first = next(
        (place for place, (row, run) in enumerate(zip(records.runs, before.runs, strict=False)) if _mark(row) != run.mark), len(before.runs)
    )
    runs = records.runs[first:]
    if not runs and records.threads[0]["set"]["importedDigest"] == before.digest:
        return Records()
    ids = {row["set"]["id"] for row in runs}
    version = records.runs[first - 1]["set"]["finishedVersion"] if first else 1
    return Records(
        providers=records.providers,
        threads=records.threads,
        provider_threads=records.provider_threads,
        runs=runs,
        items=[row for row in records.items if row["set"]["runId"] in ids],
        compactions=records.compactions,
        transfers=records.transfers,
        handoffs=records.handoffs,
        events=[row for row in records.events if row["set"]["version"] > version],
    )


def _is_older(records: Records, before: StoredThread) -> bool:
    if len(records.runs) != len(before.runs):
        return len(records.runs) < len(before.runs)
    if (version := records.threads[0]["set"]["version"]) != before.version:
        return bool(version < before.version)
    return bool(records.runs) and reach_of(records.runs[-1]["set"]) < before.runs[-1].reach


def _mark(row: Row) -> tuple[object, ...]:
    return mark_of(row["set"], len(row["turns"]))
