"""How commands get their settings and their store, and how they tell what went wrong."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from pydantic import ValidationError
from pydantic_settings import SettingsError

from lineage import local
from lineage.app import LocalOptions, Service, opened
from lineage.errors import LineageError
from lineage.settings import Settings
from lineage.store.store import Store
from lineage.terminal import download_bar

DataDir = Annotated[Path | None, typer.Option(help="Where the private Neo4j keeps its data; the user's data folder when left out.")]


def settings_of(**given: Any) -> Settings:
    """The settings of the environment, those given by options before them. Of a wrong one is told which it is and what was expected."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        fail("; ".join(f"setting {fault['loc'][0]}: {fault['msg']}" for fault in error.errors(include_input=False)))
    except SettingsError as error:
        fail(str(error))


def with_store(settings: Settings, work: Callable[[Store, Service], Awaitable[None]]) -> None:
    async def do(progress: Callable[[int, int], None]) -> None:
        service = Service(settings)
        async with opened(settings, LocalOptions(progress=progress)) as store:
            service.use(store)
            await work(store, service)

    with download_bar("Neo4j") as progress, Told():
        asyncio.run(do(progress))


class Told:
    """Errors that a person can act on are told without a traceback, with exit code 1."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, LineageError | local.LocalNeo4jError):
            fail(str(error))


def fail(message: str) -> NoReturn:
    typer.echo(f"lineage: {message}", err=True)
    sys.exit(1)
