"""The command `lineage serve`."""

import json
from typing import Annotated

import typer

from lineage.app import LocalOptions, Service, build_app
from lineage.auth.loopback import is_loopback
from lineage.auth.opening import check_settings
from lineage.auth.token_records import list_tokens
from lineage.commands.running import DataDir, Told, fail, settings_of
from lineage.demo import THREAD_ID, load_demo
from lineage.settings import Settings
from lineage.terminal import download_bar
from lineage.web.logging import configure_logging
from lineage.web.serve import run

Ephemeral = Annotated[bool, typer.Option("--ephemeral", help="Use a private Neo4j whose data is thrown away at the end.")]

FIRST_QUERY = (
    f'{{ thread(id: "{THREAD_ID}") {{ title history {{ threadId from to }} '
    "providerThreads { provider coverage { nativeRunOrdinals } } } }"
)

NO_KEY = """
Requests need credentials, and nobody has any: there is no token, LINEAGE_ADMIN_TOKEN is not set, nor is LINEAGE_OIDC_ISSUER.
Make a token by `lineage token create NAME` (with a private Neo4j, while the service does not run), or, for this machine alone,
start with --no-auth."""


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [default: LINEAGE_HOST or 127.0.0.1].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on, 0 for a free one [default: LINEAGE_PORT or 8080].")] = None,
    data_dir: DataDir = None,
    ephemeral: Ephemeral = False,
    demo: Annotated[bool, typer.Option("--demo", help="Load the example when the store is empty.")] = False,
    auth: Annotated[
        bool | None,
        typer.Option(
            "--auth/--no-auth",
            help="Ask for credentials, or let everybody on this machine in [default: LINEAGE_AUTH or on; off with --ephemeral].",
        ),
    ] = None,
    log_json: Annotated[bool | None, typer.Option("--log-json/--log-text", help="Write logs as JSON lines.")] = None,
) -> None:
    """Answers GraphQL at /graphql until it is stopped (Ctrl-C)."""
    asked = None if auth is None else "on" if auth else "off"
    settings = settings_of(host=host, port=port, data_dir=data_dir, log_json=log_json, auth=asked)
    if ephemeral and nobody_can_have_credentials(settings):
        settings = settings.model_copy(update={"auth": "off"})
    with Told():
        check_settings(settings)
    if ephemeral and settings.neo4j_uri is not None:
        fail("--ephemeral is for the private Neo4j, but NEO4J_URI names one whose data would stay: give one of them")
    configure_logging(settings.log_level, settings.log_json)

    async def prepare(service: Service) -> None:
        if demo and await _is_empty(service):
            await load_demo(service.commands, settings.workspace)
        if await _is_closed_to_all(service):
            typer.echo(NO_KEY, err=True)

    def say(real_port: int) -> None:
        address = f"http://{settings.host}:{real_port}"
        typer.echo(
            f"\nlineage answers at {address}/graphql (a browser shows GraphiQL there), its health at {address}/health/ready", err=True
        )
        if demo:
            bearer = "" if settings.auth == "off" else ' -H "Authorization: Bearer $LINEAGE_TOKEN"'
            told = f"Try it:\n  curl -s {address}/graphql -H 'Content-Type: application/json'{bearer} \\\n    -d '{_as_body(FIRST_QUERY)}'"
            typer.echo(told, err=True)
        typer.echo("Ctrl-C stops it.\n", err=True)

    with download_bar("Neo4j") as progress, Told():
        if settings.neo4j_uri is None:
            typer.echo("Starting a private Neo4j, which takes some seconds (the first time it is downloaded: 161 MB)", err=True)
        service = Service(settings, LocalOptions(ephemeral, progress=progress))
        run(
            build_app(service, prepare),
            settings.host,
            settings.port,
            grace_seconds=int(settings.shutdown_grace_seconds),
            on_ready=say,
            on_stop=lambda: service.feed.stop(),
            max_message_bytes=settings.max_body_bytes,
            ping_seconds=settings.live_keep_alive_seconds,
        )


def nobody_can_have_credentials(settings: Settings) -> bool:
    """Of a throw-away store on loopback: nobody asked for auth, no key is given, and there is no moment to make a token in it."""
    asked = "auth" in settings.model_fields_set or settings.admin_token is not None or settings.oidc_issuer is not None
    return not asked and is_loopback(settings.host)


async def _is_closed_to_all(service: Service) -> bool:
    settings = service.settings
    if settings.auth == "off" or settings.admin_token is not None or settings.oidc_issuer is not None:
        return False
    return not await list_tokens(service.store, settings.workspace)


async def _is_empty(service: Service) -> bool:
    page = await service.store.read(
        service.settings.workspace, "threads_newest", pageFirst=1, pageAfter=None, rootsOnly=False, provider=None, titleContains=None
    )
    return not page["threadsPage"]


def _as_body(query: str) -> str:
    return json.dumps({"query": query})
