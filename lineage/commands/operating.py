"""`lineage backup` and `restore`: a store as one file, and back; `prune` and `redact`: what is to be forgotten."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.filesize import decimal

from lineage.app import Service
from lineage.backup.restoring import restore as bring_back
from lineage.backup.saving import occupied, save, tree_count
from lineage.commands.exporting import check_target, written
from lineage.commands.running import DataDir, fail, settings_of, with_store
from lineage.errors import Conflict
from lineage.service.inputs import RedactThreadInput
from lineage.service.payloads import ThreadPayload
from lineage.service.pruning import idle_trees, prune_tree
from lineage.service.redact_thread import redact_thread
from lineage.store.migrations import migrate, pending
from lineage.store.store import Store
from lineage.terminal import amount_bar, counting

TRANSACTION_SECONDS = 3600
"""How long one transaction may take: one lineage tree is read or written in it at most, however large it is."""


async def up_to_date(store: Store) -> None:
    """CONFLICT for a store whose schema is not: the commands that only look do not change it."""
    if waiting := [migration.name for migration in await pending(store)]:
        raise Conflict(f"the schema is not up to date, {', '.join(waiting)} is missing: run `lineage migrate` first")


def backup(
    file: Annotated[Path, typer.Argument(help="File to write.")],
    workspace: Annotated[str | None, typer.Option(help="Save this workspace alone; all of them when left out.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write the file also when it is there already.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Saves all that the store holds to a file, while the service goes on: each lineage tree as it is at one version of it."""
    check_target(file, force)

    async def save_all(store: Store, _: Service) -> None:
        await up_to_date(store)
        workspaces = [workspace] if workspace is not None else await occupied(store)
        with (
            amount_bar("Backing up", await tree_count(store, workspaces), "lineage trees") as done,
            written(file, force) as opened,
        ):
            saved = await save(store, workspaces, opened, done)
            size = opened.tell()
        typer.echo(f"{saved.trees} lineage trees of {saved.workspaces} workspaces are in {file}, {decimal(size)}")

    try:
        with_store(settings_of(data_dir=data_dir, query_timeout_seconds=TRANSACTION_SECONDS), save_all)
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror or error}")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `lineage backup` wrote.")],
    force: Annotated[
        bool, typer.Option("--force", help="Delete first what the backup's workspaces hold; else they have to be empty.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Brings a backup back. A damaged or cut file is refused before anything is changed."""
    if not file.is_file():
        fail(f"there is no file {file}")

    async def restore_all(store: Store, _: Service) -> None:
        await migrate(store)
        # Each byte is read twice: all are checked before the first is written.
        with file.open("rb") as opened, amount_bar("Restoring", 2 * file.stat().st_size, "bytes") as done:
            restored = await bring_back(store, opened, force=force, progress=done)
        typer.echo(f"{restored.trees} lineage trees of {restored.workspaces} workspaces were restored from {file}")

    try:
        with_store(settings_of(data_dir=data_dir, query_timeout_seconds=TRANSACTION_SECONDS), restore_all)
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror or error}")


_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def _age(text: str) -> timedelta:
    found = re.fullmatch(r"([1-9]\d{0,4})([hdw])", text)
    if found is None:
        fail(f"--older-than is {text!r}: expected a number of hours, days or weeks, such as 12h, 90d or 52w")
    return int(found[1]) * _UNITS[found[2]]


def prune(
    older_than: Annotated[str, typer.Option("--older-than", help="How long nothing was active: 12h, 90d, 52w.")],
    yes: Annotated[bool, typer.Option("--yes", help="Delete; without it what would go is only listed.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Deletes lineage trees of the workspace in which nothing was active for so long, for good. Without --yes it lists them.

    A tree (a root with its forks and subagents) goes as a whole or stays. Tombstones stay: what comes late is told GONE.
    """
    before = datetime.now(UTC) - _age(older_than)

    async def work(store: Store, service: Service) -> None:
        await up_to_date(store)
        workspace = service.settings.workspace
        trees = threads = runs = 0
        found = [tree async for tree in idle_trees(store, workspace, before)]
        with counting("Pruning", len(found)) as done:
            for tree in found:
                if yes and not await prune_tree(store, workspace, tree.root_id, before):
                    continue
                title = f" {tree.title!r}" if tree.title is not None else ""
                typer.echo(f"{tree.root_id}{title}: {tree.threads} threads, {tree.runs} runs, last active {tree.last}")
                trees, threads, runs = trees + 1, threads + tree.threads, runs + tree.runs
                done()
        what = f"{trees} lineage trees with {threads} threads and {runs} runs in workspace {workspace!r}"
        typer.echo(f"{what} were deleted" if yes else f"{what} would be deleted: --yes does it")

    with_store(settings_of(data_dir=data_dir, query_timeout_seconds=TRANSACTION_SECONDS), work)


def redact(
    thread: Annotated[str, typer.Argument(help="The thread whose texts are to go.")],
    yes: Annotated[bool, typer.Option("--yes", help="Delete; without it nothing is done.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Deletes the texts of a thread for good, also in handoffs that were made from its runs; its lineage stays."""
    if not yes:
        fail("the texts of a thread do not come back once they are deleted: --yes deletes them")

    async def work(store: Store, service: Service) -> None:
        await up_to_date(store)
        command = RedactThreadInput(thread_id=thread)
        done = await service.commands.carry_out(service.settings.workspace, command, redact_thread, ThreadPayload)
        typer.echo(f"the texts of thread {thread!r} were deleted at {done.thread.redacted_at}")

    with_store(settings_of(data_dir=data_dir), work)
