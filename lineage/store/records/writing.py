"""Writing whole lineage trees, or parts of them, in bulk: things first, then what links them."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import Any

from neo4j.exceptions import ConstraintError

from lineage.domain.kinds import ParentRelationship
from lineage.errors import Conflict
from lineage.store.records.model import Records, Row
from lineage.store.records.stored import Stored, stored_of
from lineage.store.records.times import (
    CHECKPOINT_TIMES,
    EVENT_TIMES,
    HANDOFF_TIMES,
    ITEM_TIMES,
    PROVIDER_THREAD_TIMES,
    RUN_TIMES,
    THREAD_TIMES,
    TRANSFER_TIMES,
    listed,
    timed,
)
from lineage.store.restating import count, forget
from lineage.store.store import Transaction

RUN = (
    "id", "threadId", "ordinal", "status", "endedAs", "provider", "model", "runtimeMode", "message", "failureReason", "cleanContext",
    "maxOffProviderRuns", "maxChainedHandoffs", "maxDeltaRanges", "maxCompactedRuns", "droppedNatively", "nativeStartFailed",
    "itemCount", "characters", "begunVersion", "finishedVersion", "checkpointVersion", "rolledBackVersion", "place", "spawns",
)  # fmt: skip
ITEM = ("id", "index", "kind", "text", "data")
EVENT = ("threadId", "version", "type", "payload", "command", "actor")
"""The properties of these, in the order in which they are sent."""
_SENT_OF_RUNS = frozenset({*RUN, *RUN_TIMES})
_SENT_OF_ITEMS = frozenset({*ITEM, *ITEM_TIMES, "runId"})
_SENT_OF_EVENTS = frozenset({*EVENT, *EVENT_TIMES})

DELETING = ("delete_runs", "delete_events", "delete_transfers", "delete_threads")
DELETED_AT_ONCE = 2000
LINKED_AT_ONCE = 5000


async def write_records(transaction: Transaction, records: Records) -> None:
    """Writes the rows, each as a whole: what has the id gets exactly the row's properties and relationships, anything else is made.

    What rows link to is among them or stored already, in any order. A provider's profile that is registered stays as it is, a
    tree's lock never counts back, and of what a run or provider thread has besides, items and compactions that are not among the
    rows stay. CONFLICT when an id is taken by something that belongs elsewhere, such as a run of another thread.
    """
    await write_in_parts(transaction, [records])


async def write_in_parts(transaction: Transaction, parts: Iterable[Records]) -> None:
    """Writes rows that are too many to be sent together, see write_records.

    What a row links to has to be in the same part or an earlier one, or stored; what a provider thread took along may come later.
    """
    inherited: list[list[Any]] = []
    changed: dict[str, None] = {}
    try:
        for records in parts:
            for query, rows in _queries(records, await stored_of(transaction, records)):
                if any(rows.values()):
                    await transaction.run(query, **rows)
            changed.update(dict.fromkeys(_changed(records)))
            inherited += [[_id(row), *part] for row in records.provider_threads for part in row["inherits"]]
        for start in range(0, len(inherited), LINKED_AT_ONCE):
            await transaction.run("link_inherited", inherited=inherited[start : start + LINKED_AT_ONCE])
        await count(transaction, list(changed))
    except ConstraintError as error:
        raise Conflict(f"an id of what is to be written is taken by something that belongs elsewhere: {error.message}") from error


async def delete_trees(transaction: Transaction, root_ids: Sequence[str]) -> None:
    """Deletes lineage trees with all that is theirs, some thousand things at a time; those that are not there are passed over."""
    await forget(transaction, root_ids)
    for query in DELETING:
        deleted = DELETED_AT_ONCE
        while deleted == DELETED_AT_ONCE:
            (deleted,) = (await transaction.run(query, roots=list(root_ids), atMost=DELETED_AT_ONCE)).values()
    await transaction.run("delete_locks", roots=list(root_ids))


def _changed(records: Records) -> Iterator[str]:
    """The threads of which anything is written that is counted."""
    yield from (_id(row) for row in records.threads)
    yield from (row["threadId"] for row in records.provider_threads)
    yield from (row["set"]["threadId"] for row in (*records.runs, *records.handoffs, *records.events))
    yield from (row["sourceThreadId"] for row in records.transfers)


def _queries(records: Records, stored: Stored) -> Iterator[tuple[str, dict[str, list[Any]]]]:
    """The queries that write, in their order, with the rows of each: what is made, what is made anew, and the links of both.

    Each is a statement of its own: together they would take far longer to plan, and most have no rows.
    """
    yield "write_providers", {"providers": records.providers}
    of_threads, of_ends = ("threadId",), ("sourceThreadId", "targetThreadId")
    for write, rewrite, kind, rows, ids, times, links in (
        ("write_threads", "rewrite_threads", "Threads", records.threads, stored.threads, THREAD_TIMES, ()),
        (
            "write_provider_threads",
            "rewrite_provider_threads",
            "ProviderThreads",
            records.provider_threads,
            stored.provider_threads,
            PROVIDER_THREAD_TIMES,
            of_threads,
        ),
        ("write_transfers", "rewrite_transfers", "Transfers", records.transfers, stored.transfers, TRANSFER_TIMES, of_ends),
        (
            "write_handoffs",
            "rewrite_handoffs",
            "Handoffs",
            records.handoffs,
            stored.handoffs,
            HANDOFF_TIMES,
            ("transferId", "providerThreadId"),
        ),
    ):
        new, known = _parted(rows, _id, ids)
        yield write, {f"new{kind}": [timed(row, times, links) for row in new]}
        yield rewrite, {f"known{kind}": [timed(row, times, links) for row in known]}
    yield "write_locks", {"locks": _locks(records)}
    # Most rows are of these kinds: with their properties named one by one, and a run looked up once for its items, less is done for each.
    new, known = _parted(records.runs, _id, stored.runs)
    yield "write_runs", {"newRuns": [_run(row) for row in new]}
    yield "rewrite_runs", {"knownRuns": [timed(row, RUN_TIMES, ("providerThreadId",)) for row in known]}
    yield "write_turns", {"turns": [[_id(row), index, turn] for row in known for index, turn in enumerate(row["turns"])]}
    yield "write_checkpoints", {"checkpoints": _checkpoints(records)}
    new, known = _parted(records.items, _id, stored.items)
    yield "write_items", {"newItems": _by_run(new)}
    yield "rewrite_items", {"knownItems": [timed(row, ITEM_TIMES) for row in known]}
    new, known = _parted(records.events, _version, stored.events)
    yield "write_events", {"newEvents": [listed(row, EVENT, EVENT_TIMES, _SENT_OF_EVENTS) for row in new]}
    yield "rewrite_events", {"knownEvents": [timed(row, EVENT_TIMES) for row in known]}
    yield from _links(records)
    yield "write_compactions", {"compactions": records.compactions}


def _parted(rows: list[Row], key: Callable[[Row], Hashable], stored: Collection[Hashable]) -> tuple[list[Row], list[Row]]:
    """Those that are to be made, and those that are stored already."""
    if not stored:
        return rows, []
    return [row for row in rows if key(row) not in stored], [row for row in rows if key(row) in stored]


def _run(row: Row) -> list[Any]:
    return [row["providerThreadId"], row["turns"], *listed(row, RUN, RUN_TIMES, _SENT_OF_RUNS)]


def _by_run(items: Iterable[Row]) -> list[tuple[str, list[list[Any]]]]:
    found: dict[str, list[list[Any]]] = {}
    for row in items:
        found.setdefault(row["set"]["runId"], []).append(listed(row, ITEM, ITEM_TIMES, _SENT_OF_ITEMS))
    return list(found.items())


def _version(row: Row) -> tuple[str, int]:
    return row["set"]["threadId"], row["set"]["version"]


def _locks(records: Records) -> list[Row]:
    """The locks of the threads' trees, those of the roots among them with what they have to count to."""
    made: dict[str, int | None] = {row["set"]["rootId"]: None for row in records.threads}
    made.update((_id(row), row.get("lockMade")) for row in records.threads if row["parentId"] is None)
    return [{"id": id, "made": count} for id, count in sorted(made.items())]


def _checkpoints(records: Records) -> list[Row]:
    checkpoints = ((row, row["checkpoint"]) for row in records.runs if row.get("checkpoint") is not None)
    return [{"runId": _id(row), **timed({"set": checkpoint}, CHECKPOINT_TIMES)} for row, checkpoint in checkpoints]


def _links(records: Records) -> Iterator[tuple[str, dict[str, list[Any]]]]:
    threads, provider_threads, handoffs = records.threads, records.provider_threads, records.handoffs
    forks = [row for row in threads if row["by"] == ParentRelationship.FORK]
    spawned = [row for row in threads if row["by"] == ParentRelationship.SUBAGENT]
    yield (
        "link_threads",
        {
            "parents": [[_id(row), row["parentId"], row["by"]] for row in threads if row["parentId"] is not None],
            "forkSources": [[_id(row), row["sourceRunId"], row["sourceVersion"]] for row in forks],
            "spawners": [[_id(row), row["sourceRunId"]] for row in spawned],
        },
    )
    yield "link_provider_threads", {"nativeForks": _pairs(provider_threads, "forkOf"), "adoptions": _pairs(provider_threads, "adopts")}
    yield "link_runs", {"continued": _pairs(records.runs, "continues")}
    carried = [[_id(row), place, *part] for row in records.transfers for place, part in enumerate(row["carries"])]
    yield "link_transfers", {"carried": carried}
    yield (
        "link_handoffs",
        {
            "covered": [[_id(row), place, *part] for row in handoffs for place, part in enumerate(row["covers"])],
            "consumers": [[_id(row), row["runId"], row["position"]] for row in handoffs if row["runId"] is not None],
            "superseded": _pairs(handoffs, "supersedes"),
        },
    )


def _id(row: Row) -> str:
    id: str = row["set"]["id"]
    return id


def _pairs(rows: Iterable[Row], link: str) -> list[list[Any]]:
    return [[_id(row), row[link]] for row in rows if row.get(link) is not None]
