"""What `lineage prune` does: whole lineage trees in which nothing was active for long go, and leave tombstones.

The unit is a lineage tree, a root with all its forks and subagents: a fork's history is its parent's, handoffs cover runs of other threads
of the tree, and nothing outside of it refers to it. Active is any change of a thread, item, compaction, transfer, handoff or receipt.
Of each thread, run, provider thread and handoff a tombstone stays, an id without content, so that what comes late is told GONE
and brings nothing back.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from lineage.store.records.writing import delete_trees
from lineage.store.store import Store, Transaction

LOOKED_AT_ONCE = 100
DELETED_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class IdleTree:
    """A lineage tree in which nothing was active since last, a time in UTC as text."""

    root_id: str
    title: str | None
    threads: int
    runs: int
    last: str


async def idle_trees(store: Store, workspace: str, before: datetime) -> AsyncIterator[IdleTree]:
    """The trees of a workspace in which nothing was active since a time, by the ids of their roots."""
    after = ""
    while roots := (await store.read(workspace, "record_roots", rootsAfter=after, rootsFirst=LOOKED_AT_ONCE))["recordRoots"]:
        for tree in (await store.read(workspace, "idle_trees", before=before, roots=roots))["idleTrees"]:
            yield IdleTree(tree["rootId"], tree["title"], tree["threads"], tree["runs"], tree["last"])
        after = roots[-1]


async def prune_tree(store: Store, workspace: str, root_id: str, before: datetime) -> bool:
    """Deletes a tree in one transaction, some thousand things at a time; False, and nothing, when it was active meanwhile or is gone."""
    return await store.write(workspace, "prune", partial(_prune, root_id, before))


async def _prune(root_id: str, before: datetime, transaction: Transaction) -> bool:
    # Under the lock of the tree: whoever writes to it waits, and then finds nothing but tombstones.
    if (await transaction.run("hold_lock", root=root_id))["heldLock"] is None:
        return False
    if not (await transaction.run("idle_trees", before=before, roots=[root_id]))["idleTrees"]:
        return False
    await transaction.run("bury_tree", root=root_id, at=datetime.now(UTC))
    await delete_trees(transaction, [root_id])
    while (await transaction.run("delete_receipts", root=root_id, atMost=DELETED_AT_ONCE))["deletedReceipts"]:
        pass
    return True
