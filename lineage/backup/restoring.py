"""Brings a backup back: the whole file is checked first, then each lineage tree is written in one transaction, with its receipts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import IO, Any

from lineage.backup.framing import Frame, about, check, lines
from lineage.backup.loose import RECEIPT, TOKEN, timed_rows, token_rows
from lineage.backup.saving import RECEIPTS, TOMBSTONES, TREE, WORKSPACE
from lineage.errors import BadInput, Conflict
from lineage.importers.own_jsonl.rows import row_of
from lineage.store.records.kinds import KINDS
from lineage.store.records.model import Records
from lineage.store.records.writing import write_in_parts
from lineage.store.store import Store, Transaction

ROWS_AT_ONCE = 10_000
LOOSE_AT_ONCE = 1000
CLEARED_AT_ONCE = 5000


@dataclass(slots=True)
class Restored:
    """What was brought back."""

    workspaces: int
    trees: int = 0


async def restore(store: Store, file: IO[bytes], *, force: bool = False, progress: Callable[[int], None] = lambda _: None) -> Restored:
    """Writes what the backup holds into its workspaces, which have to be empty; with force what they hold is deleted before.

    The store's schema has to be up to date. progress is told bytes, each of them twice: once checked, once written. BAD_INPUT for a
    file that is damaged, cut or none, before anything is changed; CONFLICT for a workspace that is not empty. A restore that was
    interrupted is begun again with force: each tree is there wholly or not at all, but not all are.
    """
    workspaces: list[str] = about(file)["workspaces"]
    for _ in check(file, progress):
        pass
    for workspace in workspaces:
        occupied = (await store.read(workspace, "is_occupied"))["isOccupied"]
        if occupied and not force:
            raise Conflict(f"workspace {workspace!r} is not empty: expected an empty one, or --force, which deletes what it holds first")
    for workspace in workspaces:
        await _clear(store, workspace)
    restored = Restored(len(workspaces))
    tree: list[Frame] = []
    for frame in check(file, progress):
        if frame.of == WORKSPACE:
            await store.write(frame.workspace, "restore", partial(_write_workspace, file, frame))
        elif frame.of == TOMBSTONES:
            await store.write(frame.workspace, "restore", partial(_write_tombstones, file, frame))
        elif frame.of in (TREE, RECEIPTS):
            tree.append(frame)
            if frame.last:
                await store.write(frame.workspace, "restore", partial(_write_tree, file, tree))
                tree = []
                restored.trees += 1
        else:
            raise BadInput(f"the backup has a part of {frame.of!r}, which is not known here: use a newer version")
    return restored


async def _clear(store: Store, workspace: str) -> None:
    async def some(transaction: Transaction) -> int:
        cleared: int = (await transaction.run("clear_workspace", atMost=CLEARED_AT_ONCE))["cleared"]
        return cleared

    while await store.write(workspace, "restore", some):
        pass


async def _write_workspace(file: IO[bytes], frame: Frame, transaction: Transaction) -> None:
    found = list(lines(file, frame))
    providers = [row_of("provider", value) for value in found if value["type"] == "provider"]
    await write_in_parts(transaction, [Records(providers=providers)])
    await _write_receipts(transaction, (value for value in found if value["type"] == RECEIPT))
    tokens = token_rows(frame.workspace, (value for value in found if value["type"] == TOKEN))
    if tokens:
        await transaction.run("write_tokens", newTokens=tokens)


async def _write_receipts(transaction: Transaction, values: Iterable[dict[str, Any]]) -> None:
    for few in _some(values):
        await transaction.run("write_receipts", newReceipts=timed_rows(few))


async def _write_tombstones(file: IO[bytes], frame: Frame, transaction: Transaction) -> None:
    for few in _some(lines(file, frame)):
        await transaction.run("write_tombstones", newTombstones=timed_rows(few))


async def _write_tree(file: IO[bytes], frames: Sequence[Frame], transaction: Transaction) -> None:
    await write_in_parts(transaction, _records(file, (frame for frame in frames if frame.of == TREE)))
    for frame in frames:
        if frame.of == RECEIPTS:
            await _write_receipts(transaction, lines(file, frame))


def _records(file: IO[bytes], frames: Iterable[Frame]) -> Iterator[Records]:
    """A tree's rows, some at a time, in their order."""
    records, count = Records(), 0
    for frame in frames:
        for value in lines(file, frame):
            _put(records, value)
            count += 1
            if count == ROWS_AT_ONCE:
                yield records
                records, count = Records(), 0
    if count:
        yield records


def _put(records: Records, value: Mapping[str, Any]) -> None:
    name = value["type"]
    try:
        getattr(records, KINDS[name].rows).append(row_of(name, value))
    except (KeyError, ValueError) as error:
        raise BadInput(f"the backup has a row of {name!r} that this version does not know: {error}") from error


def _some(values: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    left = iter(values)
    while few := list(islice(left, LOOSE_AT_ONCE)):
        yield few
