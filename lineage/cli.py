"""The command `lineage`."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from pydantic import ValidationError
from pydantic_settings import SettingsError

from lineage import __version__, local
from lineage.app import LocalOptions, Service, build_app, opened
from lineage.demo import FORK_ID, THREAD_ID, load_demo
from lineage.errors import Conflict, LineageError
from lineage.service.verify import checks, invariants, named, workspaces
from lineage.settings import Settings
from lineage.store.migrations import migrate as carry_out
from lineage.store.migrations import pending
from lineage.store.store import Store
from lineage.terminal import counting, download_bar, working
from lineage.web.logging import configure_logging
from lineage.web.serve import run

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

DataDir = Annotated[Path | None, typer.Option(help="Where the private Neo4j keeps its data; the user's data folder when left out.")]
Ephemeral = Annotated[bool, typer.Option("--ephemeral", help="Use a private Neo4j whose data is thrown away at the end.")]

LOOK_SECONDS = 600
"""How long one query of verify may take: it looks at everything."""

FIRST_QUERY = (
    f'{{ thread(id: "{THREAD_ID}") {{ title history {{ threadId from to }} '
    "providerThreads { provider coverage { nativeRunOrdinals } } } }"
)


@app.callback(invoke_without_command=True)
def main(version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False) -> None:
    """Remembers what happens to conversations with coding agents when they change hands, and answers what that means.

    The store is the Neo4j that NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE name; without them a private
    one is started and stopped again. Everything else can be set by variables that start with LINEAGE_ (see the README).
    """
    if version:
        typer.echo(__version__)
        raise typer.Exit


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [default: LINEAGE_HOST or 127.0.0.1].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on, 0 for a free one [default: LINEAGE_PORT or 8080].")] = None,
    data_dir: DataDir = None,
    ephemeral: Ephemeral = False,
    demo: Annotated[bool, typer.Option("--demo", help="Load the example when the store is empty.")] = False,
    log_json: Annotated[bool | None, typer.Option("--log-json/--log-text", help="Write logs as JSON lines.")] = None,
) -> None:
    """Answers GraphQL at /graphql until it is stopped (Ctrl-C)."""
    settings = _settings(host=host, port=port, data_dir=data_dir, log_json=log_json)
    if ephemeral and settings.neo4j_uri is not None:
        _fail("--ephemeral is for the private Neo4j, but NEO4J_URI names one whose data would stay: give one of them")
    configure_logging(settings.log_level, settings.log_json)

    async def prepare(service: Service) -> None:
        if demo and await _is_empty(service):
            await load_demo(service.commands, settings.workspace)

    def say(real_port: int) -> None:
        address = f"http://{settings.host}:{real_port}"
        typer.echo(
            f"\nlineage answers at {address}/graphql (a browser shows GraphiQL there), its health at {address}/health/ready", err=True
        )
        if demo:
            typer.echo(
                f"Try it:\n  curl -s {address}/graphql -H 'Content-Type: application/json' \\\n    -d '{_as_body(FIRST_QUERY)}'", err=True
            )
        typer.echo("Ctrl-C stops it.\n", err=True)

    with download_bar("Neo4j") as progress, _Told():
        if settings.neo4j_uri is None:
            typer.echo("Starting a private Neo4j, which takes about 5 seconds (the first time it is downloaded: 161 MB)", err=True)
        service = Service(settings, LocalOptions(ephemeral, progress=progress))
        run(
            build_app(service, prepare),
            settings.host,
            settings.port,
            grace_seconds=int(settings.shutdown_grace_seconds),
            on_ready=say,
            max_message_bytes=settings.max_body_bytes,
        )


@app.command()
def setup() -> None:
    """Fetches the private Neo4j ahead of its first use (161 MB, each file checked) and makes starts quicker; nothing when that is done."""
    with _Told():
        with download_bar("Neo4j") as progress:
            found = local.fetch(progress)
        typer.echo(f"Neo4j is there: {len(found)} files in {found[0].parent}")
        with working("Archiving its classes, which halves the work of each start (about a minute, once)"):
            try:
                local.prepare()
            except local.ArchiveFailed as error:
                typer.echo(f"lineage: {error} (starts just take longer)", err=True)


@app.command()
def demo(data_dir: DataDir = None) -> None:
    """Loads the example into the store: a thread that two agents worked on, and a fork of it."""

    async def load(store: Store, service: Service) -> None:
        await carry_out(store)
        await load_demo(service.commands, service.settings.workspace)
        typer.echo(f"Loaded threads {THREAD_ID!r} and {FORK_ID!r} into workspace {service.settings.workspace!r}.")

    _with_store(_settings(data_dir=data_dir), load)


@app.command()
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

    _with_store(_settings(data_dir=data_dir), bring_up_to_date)


@app.command()
def verify(
    workspace: Annotated[str | None, typer.Option(help="Look at this workspace alone; at all of them when left out.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Looks whether what is stored is whole. Names what is wrong and exits with 1, else says how much was looked at."""

    async def look(store: Store, _: Service) -> None:
        if waiting := [migration.name for migration in await pending(store)]:
            raise Conflict(f"the schema is not up to date, {', '.join(waiting)} is missing: run `lineage migrate` first")
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

    _with_store(_settings(data_dir=data_dir, query_timeout_seconds=LOOK_SECONDS), look)


@app.command()
def schema() -> None:
    """Prints the GraphQL schema."""
    from lineage.api.schema import build_schema

    typer.echo(build_schema(_settings()).as_str())


def _settings(**given: Any) -> Settings:
    """The settings of the environment, those given by options before them. Of a wrong one is told which it is and what was expected."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        _fail("; ".join(f"setting {fault['loc'][0]}: {fault['msg']}" for fault in error.errors(include_input=False)))
    except SettingsError as error:
        _fail(str(error))


def _with_store(settings: Settings, work: Callable[[Store, Service], Awaitable[None]]) -> None:
    async def do(progress: Callable[[int, int], None]) -> None:
        service = Service(settings)
        async with opened(settings, LocalOptions(progress=progress)) as store:
            service.use(store)
            await work(store, service)

    with download_bar("Neo4j") as progress, _Told():
        asyncio.run(do(progress))


class _Told:
    """Errors that a person can act on are told without a traceback, with exit code 1."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, LineageError | local.LocalNeo4jError):
            _fail(str(error))


def _fail(message: str) -> NoReturn:
    typer.echo(f"lineage: {message}", err=True)
    sys.exit(1)


async def _is_empty(service: Service) -> bool:
    page = await service.store.read(
        service.settings.workspace, "threads_page", pageFirst=1, pageAfter=None, rootsOnly=False, provider=None, titleContains=None
    )
    return not page["threadsPage"]["threads"]


def _as_body(query: str) -> str:
    import json

    return json.dumps({"query": query})
