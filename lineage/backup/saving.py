"""Writes a backup while the service goes on: each lineage tree as it is at one version of it, whatever commands commit meanwhile.

What a command wrote to a tree is in the file exactly when its receipt is, so that a retry after a restore is either answered as it
was or carried out as it would have been. Receipts of commands that wrote to no tree or to several are read before all trees: what
they tell of is in the file, and what was done later can be done again without harm (registerProvider, recordHistory).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any

from lineage import __version__
from lineage.backup.framing import PART_BYTES, PartWriter
from lineage.backup.loose import RECEIPT, TOMBSTONE, line_of, loose_rows, tombstones
from lineage.exporters.jsonl import lines
from lineage.store.records.reading import read_workspace
from lineage.store.store import Store

WORKSPACE, TREE, RECEIPTS, TOMBSTONES = "workspace", "tree", "receipts", "tombstones"
"""What a part is of."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a backup holds."""

    workspaces: int
    trees: int
    parts: int


async def occupied(store: Store) -> list[str]:
    """The workspaces of a store that hold anything."""
    found: list[str] = (await store.read("", "occupied_workspaces"))["occupiedWorkspaces"]
    return found


async def tree_count(store: Store, workspaces: Iterable[str]) -> int:
    """How many lineage trees there are, for who waits for them."""
    return sum([(await store.read(name, "tree_count"))["treeCount"] for name in workspaces])


async def save(store: Store, workspaces: Sequence[str], file: IO[bytes], progress: Callable[[int], None] = lambda _: None) -> Saved:
    """Writes a backup of these workspaces. progress is told of each tree. UNAVAILABLE and TIMEOUT as the store gives them."""
    writer = PartWriter(file, {"lineage": __version__, "at": datetime.now(UTC).isoformat(), "workspaces": list(workspaces)})
    trees = 0
    for workspace in workspaces:
        own = _Lines(writer, WORKSPACE, workspace)
        async for name, row in loose_rows(store, workspace):
            own.add([line_of(name, row)])
        tree = _Lines(writer, TREE, workspace)
        async for part in read_workspace(store, workspace, with_receipts=True):
            if part.root_id is None:
                own.add(lines(part.records))
                own.end()
                continue
            if part.receipts:
                receipts = _Lines(writer, RECEIPTS, workspace, root=part.root_id)
                receipts.add(line_of(RECEIPT, row) for row in part.receipts)
                receipts.end(last=False)
            tree.more = {"root": part.root_id}
            tree.add(lines(part.records))
            if part.ends_tree:
                tree.end()
                trees += 1
                progress(1)
        gone = _Lines(writer, TOMBSTONES, workspace)
        async for row in tombstones(store, workspace):
            gone.add([line_of(TOMBSTONE, row)])
        gone.end()
    writer.end()
    return Saved(len(workspaces), trees, writer.parts)


class _Lines:
    """Lines on their way into parts of one kind."""

    def __init__(self, writer: PartWriter, of: str, workspace: str, **more: Any) -> None:
        self._writer = writer
        self._of = of
        self._workspace = workspace
        self._waiting = bytearray()
        self.more = more

    def add(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            self._waiting += line
            if len(self._waiting) >= PART_BYTES:
                self.end(last=False)

    def end(self, last: bool = True) -> None:
        """Ends a part; the last one may be empty."""
        self._writer.part(self._of, self._workspace, bytes(self._waiting), last=last, **self.more)
        self._waiting.clear()
