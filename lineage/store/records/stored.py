"""Which of the rows that are to be written are stored already."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from lineage.store.records.model import Records, Row
from lineage.store.store import Transaction


@dataclass(frozen=True, slots=True)
class Stored:
    """Ids of what is stored and belongs where its row says; of events their threads' ids and versions."""

    threads: set[str] = field(default_factory=set)
    provider_threads: set[str] = field(default_factory=set)
    runs: set[str] = field(default_factory=set)
    items: set[str] = field(default_factory=set)
    transfers: set[str] = field(default_factory=set)
    handoffs: set[str] = field(default_factory=set)
    events: set[tuple[str, int]] = field(default_factory=set)


async def stored_of(transaction: Transaction, records: Records) -> Stored:
    """What of the records is stored. Only what belongs to stored threads is asked for: a new thread has nothing yet."""
    named = {row["set"]["id"] for row in records.threads}
    named.update(row["threadId"] for row in records.provider_threads)
    named.update(row["set"]["threadId"] for rows in (records.runs, records.handoffs, records.events) for row in rows)
    named.update(row["targetThreadId"] for row in records.transfers)
    threads = set((await transaction.run("stored_thread_ids", threadIds=list(named)))["storedThreadIds"])
    new_runs = {row["set"]["id"] for row in records.runs if row["set"]["threadId"] not in threads}
    asked = {
        "storedProviderThreads": _ids((row, row["threadId"]) for row in records.provider_threads if row["threadId"] in threads),
        "storedRuns": _ids((row, row["set"]["threadId"]) for row in records.runs if row["set"]["threadId"] in threads),
        "storedItems": _ids((row, row["set"]["runId"]) for row in records.items if row["set"]["runId"] not in new_runs),
        "storedTransfers": _ids((row, row["targetThreadId"]) for row in records.transfers if row["targetThreadId"] in threads),
        "storedHandoffs": _ids((row, row["set"]["threadId"]) for row in records.handoffs if row["set"]["threadId"] in threads),
        "storedEvents": [[row["set"]["threadId"], row["set"]["version"]] for row in records.events if row["set"]["threadId"] in threads],
    }
    if not any(asked.values()):
        return Stored(threads)
    found = (await transaction.run("stored_ids", **asked))["storedIds"]
    return Stored(
        threads,
        set(found["providerThreads"]),
        set(found["runs"]),
        set(found["items"]),
        set(found["transfers"]),
        set(found["handoffs"]),
        {(thread_id, version) for thread_id, version in found["events"]},
    )


def _ids(owned: Iterable[tuple[Row, str]]) -> list[list[str]]:
    return [[row["set"]["id"], owner] for row, owner in owned]
