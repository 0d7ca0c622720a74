"""The commands that work on the store: `lineage setup`, `demo`, `migrate` and `verify`; and `schema`, which needs none."""

from typing import Annotated

import typer

from lineage import local, private_store
from lineage.api.schema import build_schema
from lineage.app import Service
from lineage.commands.running import DataDir, Told, fail, settings_of, with_store
from lineage.demo import FORK_ID, THREAD_ID, load_demo
from lineage.errors import Conflict, LineageError
from lineage.service.repair import repair as rebuild
from lineage.service.verify import checks, invariants, named, workspaces
from lineage.store.migrations import migrate as carry_out
from lineage.store.migrations import pending
from lineage.store.store import Store
from lineage.terminal import counting, download_bar, working

LOOK_SECONDS = 600
"""How long one query of verify may take: it looks at everything."""


def setup() -> None:
    """Fetches the private Neo4j ahead of its first use (161 MB, each file checked) and makes starts quicker; nothing when that is done."""
    with Told():
        with download_bar("Neo4j") as progress:
            found = local.fetch(progress)
        typer.echo(f"Neo4j is there: {len(found)} files in {found[0].parent}")
        with working("Archiving its classes, which halves the work of each start (about a minute, once)"):
            try:
                local.prepare()
            except local.ArchiveFailed as error:
                typer.echo(f"lineage: {error} (starts just take longer)", err=True)
        with working("Making an empty store that new ones are copied from (some seconds, once)"):
            try:
                private_store.prepare()
            except (local.LocalNeo4jError, LineageError) as error:
                typer.echo(f"lineage: {error} (first starts just take longer)", err=True)


def demo(data_dir: DataDir = None) -> None:
    """Loads the example into the store: a thread that two agents worked on, and a fork of it."""

    async def load(store: Store, service: Service) -> None:
        await carry_out(store)
        await load_demo(service.commands, service.settings.workspace)
        typer.echo(f"Loaded threads {THREAD_ID!r} and {FORK_ID!r} into workspace {service.settings.workspace!r}.")

    with_store(settings_of(data_dir=data_dir), load)


def migrate(
    check: Annotated[bool, typer.Option("--check", help="Only say what would be done; exit with 1 when there is something.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Brings the store's schema up to date. `lineage serve` does that by itself."""

    async def bring_up_to_date(store: Store, _: Service) -> None:
        if check:
            waiting = [migration.name for migration in await pending(store)]
            typer.echo(f"pending: {', '.join(waiting)}" if waiting else "the schema is up to date")
            if waiting:
                raise typer.Exit(1)
            return
        done = await carry_out(store)
        typer.echo(f"carried out: {', '.join(done)}" if done else "the schema is up to date")

    with_store(settings_of(data_dir=data_dir), bring_up_to_date)


def verify(
    workspace: Annotated[str | None, typer.Option(help="Look at this workspace alone; at all of them when left out.")] = None,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild what other facts tell; writers wait meanwhile.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --repair: only list what would be rebuilt.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Looks whether what is stored is whole. Names what is wrong and exits with 1, else says how much was looked at."""
    if dry_run and not repair:
        fail("--dry-run goes with --repair")

    async def mend(store: Store) -> None:
        wrong = 0
        for name in [workspace] if workspace else await workspaces(store):
            done = await rebuild(store, name, dry_run=dry_run)
            for change in done.changes:
                typer.echo(str(change))
            for violation in done.left:
                typer.echo(f"cannot be rebuilt: {violation}")
            rebuilt = f"{done.total} things {'would be' if dry_run else 'were'} rebuilt"
            typer.echo(f"workspace {name!r}: {rebuilt}, {len(done.left)} cannot be")
            wrong += len(done.left)
        if wrong:
            raise typer.Exit(1)

    async def look(store: Store, _: Service) -> None:
        if waiting := [migration.name for migration in await pending(store)]:
            raise Conflict(f"the schema is not up to date, {', '.join(waiting)} is missing: run `lineage migrate` first")
        if repair:
            await mend(store)
            return
        things, wrong = 0, 0
        with counting("Verifying", len(invariants()) * (1 if workspace else len(await workspaces(store)))) as done:
            async for checked in checks(store, workspace):
                things, wrong = things + checked.things, wrong + checked.total
                for violation in named(checked):
                    typer.echo(str(violation))
                done()
        typer.echo(f"{wrong} of {things} things are not as they have to be" if wrong else f"{things} things were looked at, all are whole")
        if wrong:
            raise typer.Exit(1)

    with_store(settings_of(data_dir=data_dir, query_timeout_seconds=LOOK_SECONDS), look)


def schema() -> None:
    """Prints the GraphQL schema."""
    typer.echo(build_schema(settings_of()).as_str())
