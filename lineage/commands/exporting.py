"""`lineage export`: lineage trees in the formats of other tools, and in the project's own."""

import os
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer
from rich.console import Console
from rich.filesize import decimal

from lineage.app import Service
from lineage.commands.running import DataDir, Told, fail, settings_of, with_store
from lineage.errors import Conflict
from lineage.exporters.formats import DEFAULT, FORMATS, exporter_of
from lineage.exporters.streaming import Exporter, Part
from lineage.store.migrations import pending
from lineage.store.records.reading import asked_parts
from lineage.store.store import Store

READ_SECONDS = 600
"""How long one transaction of an export may take: one tree at most is read in it."""
SHOWN_AFTER_SECONDS = 1.0


def export(
    thread: Annotated[str | None, typer.Argument(help="A thread: the whole lineage tree that it is in is exported.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Export all threads of the workspace.")] = False,
    format: Annotated[str, typer.Option(help=f"One of {', '.join(FORMATS)}.")] = DEFAULT,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write; - or none is the standard output.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write the file also when it is there already.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Exports a lineage tree, or all of them. What is written is one state of each tree, whatever is recorded meanwhile."""
    if (thread is None) != everything:
        fail("give either a thread or --all")
    file = output if output is not None and str(output) != "-" else None
    with Told():
        exporter = exporter_of(format)
    if file is None and exporter.binary and sys.stdout.isatty():
        fail(f"{format} is no text: give a file by --output")
    if file is not None:
        check_target(file, force)
    settings = settings_of(data_dir=data_dir, query_timeout_seconds=READ_SECONDS)

    async def write(store: Store, _: Service) -> None:
        if waiting := [migration.name for migration in await pending(store)]:
            raise Conflict(f"the schema is not up to date, {', '.join(waiting)} is missing: run `lineage migrate` first")
        parts = await asked_parts(store, settings.workspace, thread)
        if file is None:
            await _write(exporter, parts, sys.stdout.buffer)
            return
        with written(file, force) as opened, _Progress(file) as progress:
            await _write(exporter, progress.watch(parts), opened)
            size = opened.tell()
        typer.echo(f"{progress.trees} lineage trees are in {file}, {decimal(size)}", err=True)

    try:
        with_store(settings, write)
    except BrokenPipeError:
        # Whoever reads the output has enough. What is still in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(1) from None
    except OSError as error:
        fail(f"{file or 'the standard output'} cannot be written: {error.strerror or error}")


def check_target(file: Path, force: bool) -> None:
    """Tells what can be told before anything is read."""
    if file.is_dir():
        fail(f"{file} is a folder")
    if not file.parent.is_dir():
        fail(f"there is no folder {file.parent}")
    if file.is_file() and not force:
        fail(f"{file} is there already: --force writes it anew")


async def _write(exporter: Exporter, parts: AsyncIterator[Part], file: IO[bytes]) -> None:
    async for chunk in exporter.export(parts):
        file.write(chunk)
    file.flush()


@contextmanager
def written(file: Path, force: bool) -> Iterator[IO[bytes]]:
    """A file that takes the place of its name once it is whole, so that nobody finds half of one."""
    if file.exists() and not file.is_file():
        with file.open("wb") as opened:
            yield opened
        return
    half = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with half.open("xb") as opened:
            yield opened
        if file.exists() and not force:
            raise Conflict(f"{file} is there now: --force writes it anew")
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)


class _Progress:
    """Counts the trees, and shows a person who watches how far it is when it takes its time."""

    def __init__(self, file: Path) -> None:
        self.trees = 0
        self._runs = 0
        self._since = time.monotonic()
        self._status = Console(stderr=True).status(f"Exporting to {file}")
        self._shown = False

    def __enter__(self) -> "_Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self._status.stop()

    async def watch(self, parts: AsyncIterator[Part]) -> AsyncIterator[Part]:
        """The parts, counted."""
        async for part in parts:
            self.trees += part.ends_tree
            self._runs += len(part.records.runs)
            if not self._shown and time.monotonic() - self._since > SHOWN_AFTER_SECONDS:
                self._status.start()
                self._shown = True
            if self._shown:
                self._status.update(f"Exporting: {self.trees} lineage trees, {self._runs} runs")
            yield part
