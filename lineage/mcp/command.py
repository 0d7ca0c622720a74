"""The command `lineage mcp`."""

import logging
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from lineage.auth.loopback import is_loopback
from lineage.client.questions import Questions
from lineage.errors import LineageError
from lineage.settings import Settings

LEAST_CHARS = 8_000
"""The limit of an answer at least: what every answer says, and an entry with the longest ids, fit into it."""


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Answer over streamable HTTP, at /mcp, and not over standard streams.")] = False,
    host: Annotated[str, typer.Option(help="With --http, the address to listen on, of loopback: it asks nobody who calls.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="With --http, the port to listen on, 0 for a free one.", min=0, max=65535)] = 8081,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="With --http, a further name that clients may reach it under; may be repeated.")
    ] = None,
    max_chars: Annotated[
        int, typer.Option(help="Characters in one answer at most; the rest is had by asking again.", min=LEAST_CHARS)
    ] = 20_000,
    url: Annotated[str | None, typer.Option(help="The service's address [default: LINEAGE_URL or http://127.0.0.1:8080/graphql].")] = None,
    token_file: Annotated[
        Path | None, typer.Option(help="File that has the token for the service [default: LINEAGE_TOKEN, else LINEAGE_TOKEN_FILE].")
    ] = None,
) -> None:
    """Answers agents' questions about threads over the Model Context Protocol. Its tools ask a running service, and never write."""
    # Loaded here, since the protocol's package takes half a second that other commands need not wait for.
    from lineage.mcp.server import build_server
    from lineage.mcp.serving import PATH, serve_http, serve_stdio

    # Standard output is the protocol's.
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        given: dict[str, Any] = {} if url is None else {"url": url}
        settings = Settings(**given) if token_file is None else Settings(**given, token=None, token_file=token_file)
        server = build_server(Questions(settings.url, settings.client_token), max_chars)
        if not http:
            serve_stdio(server)
            return
        if not is_loopback(host):
            raise ValueError(
                f"lineage mcp asks nobody for credentials, so it listens on loopback only, not on {host}: "
                "put a proxy before it that asks, and name what it is called by --allow-host"
            )
        address = f"[{host}]" if ":" in host else host
        serve_http(
            server, host, port, allow_host or (), lambda port: typer.echo(f"lineage mcp answers at http://{address}:{port}{PATH}", err=True)
        )
    except ValidationError as error:
        fault = error.errors(include_input=False)[0]
        typer.echo(f"lineage: setting {fault['loc'][0]}: {fault['msg']}", err=True)
    except (LineageError, ValueError) as error:
        typer.echo(f"lineage: {error}", err=True)
    else:
        return
    raise typer.Exit(1)
