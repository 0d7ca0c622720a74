"""`lineage import`: histories that other programs keep, as threads and runs of this one."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from lineage.app import Service, shipped_providers
from lineage.commands.running import DataDir, Told, fail, settings_of, with_store
from lineage.errors import BadInput
from lineage.importers.finding import Found, found_below
from lineage.importers.formats import FORMATS, format_of
from lineage.importers.importing import Importing, Looked, join_into, look_at, rehearse
from lineage.importers.report import FileReport
from lineage.importers.telling import as_json, in_words
from lineage.importers.watching import changes, stamps
from lineage.service.recording.recording import Recording, batches
from lineage.store.migrations import migrate
from lineage.store.store import Store
from lineage.terminal import amount_bar

WRITE_SECONDS = 600
"""How long one transaction of an import may take: a thread is written as a whole, however long it is."""
LOOK_AGAIN_SECONDS = 1.0

Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, or folders that are walked; .gz and .zst are unpacked.")]


def import_(
    paths: Paths,
    from_: Annotated[
        str | None, typer.Option("--from", help=f"The format: {', '.join(FORMATS)}. Found out by the content when left out.")
    ] = None,
    into: Annotated[str | None, typer.Option(help="Put all sessions into this one thread, in the order of time.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report; nothing is written and no store is needed.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Write nothing and exit with 1 when there is any fault.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Go on following the files until interrupted.")] = False,
    as_json_: Annotated[bool, typer.Option("--json", help="Report as JSON.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Report files without faults too.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Imports sessions of other programs: Claude Code, Codex, OpenCode, LangGraph, T3 Code, OpenTelemetry, and lineage's own export.

    Importing the same thing again changes nothing; a longer version of a file adds what is new. What is broken in a file is
    reported by kind and line, and never stops an import.
    """
    if from_ is not None and from_ not in FORMATS:
        fail(f"there is no format {from_!r}: expected one of {', '.join(FORMATS)}")
    if watch and (dry_run or strict):
        fail("--watch goes with neither --dry-run nor --strict")
    if missing := [str(path) for path in paths if not path.exists()]:
        fail(f"not there: {', '.join(missing)}")
    with Told():
        before = stamps(paths) if watch else {}
        looked = _look(found_below(paths, from_), total=_bytes(paths))
        if strict and any(report.faults for report in looked.reports):
            _tell(looked, as_json_, verbose)
            raise typer.Exit(1)
        if dry_run:
            _rehearse(looked, into)
            _tell(looked, as_json_, verbose)
            raise typer.Exit(1 if strict and any(report.faults for report in looked.reports) else 0)

    async def bring_in(store: Store, service: Service) -> None:
        await migrate(store)
        await _carry_out(store, service, looked, into, strict)
        _tell(looked, as_json_, verbose)
        if strict and any(report.faults for report in looked.reports):
            raise typer.Exit(1)

        async def bring_in_more(grown: Looked) -> None:
            await _carry_out(store, service, grown, into, False)
            if any(report.written or report.faults for report in grown.reports):
                _tell(grown, as_json_, True)

        if watch:
            await _follow(paths, from_, before, bring_in_more)

    with_store(settings_of(data_dir=data_dir, query_timeout_seconds=WRITE_SECONDS), bring_in)


def _bytes(paths: Sequence[Path]) -> int:
    return sum(size for size, _ in stamps(paths).values())


def _look(files: Iterator[Found], total: int) -> Looked:
    with amount_bar("Looking", total, "bytes") as done:
        return look_at(files, done)


def _rehearse(looked: Looked, into: str | None) -> None:
    sources = join_into(looked, into) if into is not None else looked.sources
    with amount_bar("Reading", sum(len(outline.run_ids) for outline in sources.outlines.values()), "runs") as done:
        rehearse(looked, sources, lambda plan: batches(plan, sources.read, {}, settings_of(), shipped_providers()), done)


async def _carry_out(store: Store, service: Service, looked: Looked, into: str | None, strict: bool) -> None:
    settings = service.settings
    recording = Recording(store, settings, service.providers, settings.workspace)
    if into is not None and looked.own:
        raise BadInput("--into takes sessions, not exports of lineage: those have their threads already")
    with amount_bar("Importing", sum(len(outline.run_ids) for outline in looked.sources.outlines.values()), "runs") as done:
        importing = Importing(store, recording, settings.workspace, done)
        await importing.carry_out(looked, into, strict)


async def _follow(
    paths: Sequence[Path], format: str | None, since: dict[Path, tuple[int, int]], bring_in: Callable[[Looked], Awaitable[None]]
) -> None:
    async for changed in changes(paths, since, LOOK_AGAIN_SECONDS):
        found = [Found(path, format or format_of(path), path in paths) for path in changed]
        await bring_in(await asyncio.to_thread(look_at, found, lambda _: None))


def _tell(looked: Looked, json_wanted: bool, every_file: bool) -> None:
    reports: list[FileReport] = looked.reports
    if json_wanted:
        typer.echo(json.dumps(as_json(reports, looked.passed_over), ensure_ascii=False))
    else:
        for line in in_words(reports, looked.passed_over, every_file):
            typer.echo(line)
