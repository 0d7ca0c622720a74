"""Brings the trees of an export into the store, each in one transaction: wholly or not at all."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lineage.errors import Conflict, Gone
from lineage.importers.own_jsonl.checking import Export, WholeTree
from lineage.importers.own_jsonl.comparing import StoredTree, Verdict, stored_tree
from lineage.importers.report import FaultKind, FileReport
from lineage.store.records.kinds import KINDS
from lineage.store.records.model import Records, Row
from lineage.store.records.tree_reading import TreeReader
from lineage.store.records.writing import write_in_parts
from lineage.store.store import Store, Transaction

ROWS_AT_ONCE = 10_000


async def import_jsonl(
    store: Store | None, workspace: str, path: Path, report: FileReport, dry_run: bool, progress: Callable[[int], None]
) -> None:
    """Imports an export, packed or not. What is wrong with it goes into the report, and what was read and written.

    A tree that is broken anywhere is left out as a whole, and so is one that went on in the store otherwise than in the file, or
    whose ids belong to something else there (CONTINUED_ELSEWHERE). One that is stored as it is in the file is left as it is, of
    one that the file has a longer version of what is new is written. dry_run: the file is checked alone, which needs no store.
    progress is told the runs of each tree when it is done. UNAVAILABLE and TIMEOUT as the store gives them; the trees before
    are written then.
    """
    export = Export(path, report)
    registered = False
    for tree in export.trees():
        if not dry_run:
            assert store is not None, "only a dry run needs no store"
            if not registered:
                await _register(store, workspace, export.providers)
            registered = True
            await _bring_in(store, workspace, tree, report)
        progress(tree.runs)
    if not dry_run and not registered:
        assert store is not None, "only a dry run needs no store"
        await _register(store, workspace, export.providers)


async def _register(store: Store, workspace: str, providers: list[Row]) -> None:
    async def work(transaction: Transaction) -> None:
        await write_in_parts(transaction, [Records(providers=providers)])

    if providers:
        await store.write(workspace, "import", work)


@dataclass(slots=True)
class _Written:
    """What is written of a tree."""

    verdict: Verdict
    runs: int = 0
    items: int = 0


async def _bring_in(store: Store, workspace: str, tree: WholeTree, report: FileReport) -> None:
    try:
        written = await store.write(workspace, "import", partial(_write, tree))
    except Gone as gone:
        report.fault(FaultKind.GONE, gone.message, tree.first_line)
        return
    except Conflict:
        about = f"the tree of thread {tree.root_id!r} has an id that belongs to something else in the store"
        report.fault(FaultKind.CONTINUED_ELSEWHERE, about, tree.first_line)
        return
    if written.verdict is Verdict.CONTINUED_ELSEWHERE:
        about = f"the tree of thread {tree.root_id!r} went on in the store otherwise than here"
        report.fault(FaultKind.CONTINUED_ELSEWHERE, about, tree.first_line)
    report.written += written.runs
    report.items += written.items


async def _write(tree: WholeTree, transaction: Transaction) -> _Written:
    """Compares the tree with the stored one, under that one's lock, and writes what is to be written."""
    held = (await transaction.run("hold_lock", root=tree.root_id))["heldLock"]
    for id, how, _ in (await transaction.run("closed_threads", threadIds=[tree.root_id]))["closedThreads"]:
        raise Gone(f"the tree of thread {id!r} was {how}")
    stored = StoredTree()
    written = _Written(Verdict.LONGER)
    if held is not None:
        stored = await stored_tree(TreeReader(transaction.run, tree.root_id).parts(held["made"]))
        written.verdict = stored.against(tree.rows())
    if written.verdict is Verdict.LONGER:
        new = (named for named in tree.rows() if stored.differs(*named))
        await write_in_parts(transaction, _some(_counted(new, written)))
    return written


def _counted(rows: Iterable[tuple[str, Row]], written: _Written) -> Iterator[tuple[str, Row]]:
    for name, row in rows:
        written.runs += name == "run"
        written.items += name == "item"
        yield name, row


def _some(rows: Iterable[tuple[str, Row]]) -> Iterator[Records]:
    """The rows in parts that are sent together, in their order."""
    records, count = Records(), 0
    for name, row in rows:
        getattr(records, KINDS[name].rows).append(row)
        count += 1
        if count == ROWS_AT_ONCE:
            yield records
            records, count = Records(), 0
    if count:
        yield records
