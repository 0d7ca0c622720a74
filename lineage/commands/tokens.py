"""`lineage token`: makes, lists and revokes the tokens by which requests are let in."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import typer

from lineage.app import Service
from lineage.auth.principal import Scope
from lineage.auth.token_records import TokenRecord, create_token, list_tokens, revoke_token
from lineage.commands.running import DataDir, fail, settings_of, with_store
from lineage.store.migrations import migrate
from lineage.store.store import Store

token = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

Workspace = Annotated[str | None, typer.Option(help="The workspace [default: LINEAGE_WORKSPACE or default].")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
_DURATION = re.compile(r"(\d{1,6})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


@token.callback()
def tokens() -> None:
    """Makes, lists and revokes the tokens by which requests are let in."""


@token.command()
def create(
    name: Annotated[str, typer.Argument(help="What it is for, or whose it is: the log of changes shows it.")],
    scope: Annotated[
        list[Scope] | None, typer.Option(help="What it allows; write allows read too, admin everything [default: write].")
    ] = None,
    expires: Annotated[str | None, typer.Option(help="When it ends: in 30m, 12h or 90d, or at a time such as 2030-01-31T12:00Z.")] = None,
    workspace: Workspace = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Makes a token and prints it. It is shown this once: the store keeps a digest of it only."""
    settings = settings_of(workspace=workspace, data_dir=data_dir)
    expires_at = _time(expires) if expires is not None else None

    async def make(store: Store, _: Service) -> None:
        await migrate(store)
        made = await create_token(store, settings.workspace, name, scope or [Scope.WRITE], expires_at)
        typer.echo(json.dumps({"id": made.id, "token": made.text}) if as_json else made.text)

    with_store(settings, make)


@token.command("list")
def list_(workspace: Workspace = None, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Lists the tokens of a workspace, the newest first, also those that ended. Their last use is up to five minutes behind."""
    settings = settings_of(workspace=workspace, data_dir=data_dir)

    async def show(store: Store, _: Service) -> None:
        await migrate(store)
        found = await list_tokens(store, settings.workspace)
        if as_json:
            typer.echo(json.dumps([_as_json(record) for record in found], ensure_ascii=False))
        elif not found:
            typer.echo(f"workspace {settings.workspace!r} has no tokens")
        else:
            _print(found)

    with_store(settings, show)


@token.command()
def revoke(
    id: Annotated[str, typer.Argument(help="The token's id, as list shows it: what stands between lin_ and the next underscore.")],
    workspace: Workspace = None,
    data_dir: DataDir = None,
) -> None:
    """Ends a token for good. Services that know it as good let it in for LINEAGE_REVOCATION_SECONDS at most."""
    settings = settings_of(workspace=workspace, data_dir=data_dir)

    async def end(store: Store, _: Service) -> None:
        await migrate(store)
        await revoke_token(store, settings.workspace, id)
        typer.echo(f"token {id} is revoked: it ends within {settings.revocation_seconds:g} s")

    with_store(settings, end)


def _time(given: str) -> datetime:
    """The time that was given, in UTC."""
    if (match := _DURATION.fullmatch(given)) is not None:
        return datetime.now(UTC) + timedelta(**{_UNITS[match[2]]: int(match[1])})
    try:
        time = datetime.fromisoformat(given)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        fail(f"--expires is {given!r}: expected such as 30m, 12h or 90d, or a time with its zone, such as 2030-01-31T12:00Z")
    return time.astimezone(UTC)


def _as_json(record: TokenRecord) -> dict[str, Any]:
    def told(time: datetime | None) -> str | None:
        return time.isoformat(timespec="seconds") if time is not None else None

    return {
        "id": record.id,
        "name": record.name,
        "scopes": sorted(record.scopes),
        "state": record.state,
        "createdAt": told(record.created_at),
        "expiresAt": told(record.expires_at),
        "revokedAt": told(record.revoked_at),
        "lastUsedAt": told(record.last_used_at),
    }


def _print(found: list[TokenRecord]) -> None:
    """A table whose columns are as wide as they have to be."""
    rows = [("ID", "NAME", "SCOPES", "STATE", "CREATED", "EXPIRES", "LAST USED")]
    for record in found:
        times = (record.created_at, record.expires_at, record.last_used_at)
        created, expires, used = (f"{time:%Y-%m-%d %H:%M}" if time is not None else "-" for time in times)
        rows.append((record.id, record.name, " ".join(sorted(record.scopes)), record.state, created, expires, used))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
