"""Reads whole lineage trees, each as one state of it, whatever writers do meanwhile.

Neo4j gives no reader a snapshot: a tree that is read in several statements may change between them. So its parts are kept, on
disk where they are many, until it is known that the tree's lock, which everything that writes to the tree moves, has not been
moved meanwhile; else the tree is read again. What the lock has counted to is asked for under the lock itself, so that no writer is
half done then. A tree that changes all the time is in the end read under its lock: its writers wait until it is read, but never
for whoever takes the parts.
"""

import pickle
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import closing
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any

from lineage.errors import NotFound
from lineage.store.records import decoding
from lineage.store.records.model import Records, Row
from lineage.store.records.part import Part
from lineage.store.records.receipts import tree_receipts
from lineage.store.records.tree_reading import Ask, TreeReader
from lineage.store.store import Store, Transaction

ROOTS_AT_ONCE = 500
ATTEMPTS = 3
"""How often a tree is read without its lock."""
MEMORY_BYTES = 16 << 20
"""What is kept of a tree in memory; more goes to disk."""


async def asked_parts(store: Store, workspace: str, thread_id: str | None) -> AsyncIterator[Part]:
    """The parts of the tree that a thread is in, of the whole workspace for None.

    NOT_FOUND for an unknown thread, UNAVAILABLE and the like for a store that does not answer come before any part.
    """
    if thread_id is None:
        await store.read(workspace, "ping")
        return read_workspace(store, workspace)
    root: str | None = (await store.read(workspace, "record_root", threadId=thread_id))["recordRoot"]
    if root is None:
        raise NotFound(f"thread {thread_id!r} is not known")
    return read_workspace(store, workspace, [root])


async def read_workspace(
    store: Store, workspace: str, root_ids: Iterable[str] | None = None, with_receipts: bool = False
) -> AsyncIterator[Part]:
    """The registered profiles and these lineage trees, all of the workspace for None, in the order that Part tells."""
    found = await store.read(workspace, "all_providers")
    yield Part(None, None, Records(providers=[decoding.provider(dict(row)) for row in found["providers"]]))
    if root_ids is not None:
        async for part in read_trees(store, workspace, sorted(root_ids), with_receipts):
            yield part
        return
    after = ""
    while roots := (await store.read(workspace, "record_roots", rootsAfter=after, rootsFirst=ROOTS_AT_ONCE))["recordRoots"]:
        async for part in read_trees(store, workspace, roots, with_receipts):
            yield part
        after = roots[-1]


async def read_trees(store: Store, workspace: str, root_ids: Iterable[str], with_receipts: bool = False) -> AsyncIterator[Part]:
    """These lineage trees, one after another, with the receipts of their commands where asked for. One that is not there is left out."""
    for root_id in root_ids:
        with closing(_Kept(with_receipts)) as kept:
            await _read(store, workspace, root_id, kept)
            for part in kept.parts():
                yield part


async def _read(store: Store, workspace: str, root_id: str, kept: "_Kept") -> None:
    """Keeps the parts of a tree in one state of it."""
    hold = partial(store.write, workspace, "hold_lock", partial(_held, root_id))
    before = await hold()
    for _ in range(ATTEMPTS):
        if before is None:
            return
        await _keep(partial(store.read, workspace), root_id, before["made"], kept)
        after = await hold()
        if after == before:
            return
        before = after
    await store.write(workspace, "read_tree", partial(_read_locked, root_id, kept))


async def _held(root_id: str, transaction: Transaction) -> Row | None:
    """What the lock of a tree has counted to, once no writer has it; None when there is no such tree."""
    held: Row | None = (await transaction.run("hold_lock", root=root_id))["heldLock"]
    return held


async def _read_locked(root_id: str, kept: "_Kept", transaction: Transaction) -> None:
    kept.clear()
    held = await _held(root_id, transaction)
    if held is not None:
        await _keep(transaction.run, root_id, held["made"], kept)


async def _keep(ask: Ask, root_id: str, lock_made: int, kept: "_Kept") -> None:
    kept.clear()
    async for part in TreeReader(ask, root_id).parts(lock_made):
        if part.ends_tree and kept.with_receipts:
            async for receipts in tree_receipts(ask, root_id):
                kept.add(Part(root_id, None, Records(), receipts=receipts))
        kept.add(part)


class _Kept:
    """Parts that are put aside until they may be given on; with_receipts says whether receipts are among them."""

    def __init__(self, with_receipts: bool) -> None:
        self.with_receipts = with_receipts
        self._file: Any = SpooledTemporaryFile(max_size=MEMORY_BYTES)  # noqa: SIM115 - closed by whoever made this
        self._count = 0

    def add(self, part: Part) -> None:
        pickle.dump(part, self._file, pickle.HIGHEST_PROTOCOL)
        self._count += 1

    def clear(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        self._count = 0

    def parts(self) -> Iterator[Part]:
        self._file.seek(0)
        for _ in range(self._count):
            part: Part = pickle.load(self._file)
            yield part

    def close(self) -> None:
        self._file.close()
