"""The command `lineage`. Each of its commands is loaded when it is called, so that none waits for what another needs."""

from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from lineage import __version__

COMMANDS = {
    "serve": "lineage.commands.serving",
    "setup": "lineage.commands.storing",
    "demo": "lineage.commands.storing",
    "migrate": "lineage.commands.storing",
    "verify": "lineage.commands.storing",
    "schema": "lineage.commands.storing",
    "chat": "lineage.chat.command",
    "fork": "lineage.chat.command",
    "merge": "lineage.chat.command",
    "rollback": "lineage.chat.command",
    "import": "lineage.commands.importing",
    "export": "lineage.commands.exporting",
    "backup": "lineage.commands.operating",
    "restore": "lineage.commands.operating",
    "prune": "lineage.commands.operating",
    "redact": "lineage.commands.operating",
    "mcp": "lineage.mcp.command",
    "token": "lineage.commands.tokens",
}
"""The module that has each command, a function of its name (import_ for import), or a group of commands."""


class Commands(TyperGroup):
    """The commands of the table."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(COMMANDS[cmd_name]), f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name)
        if isinstance(found, typer.Typer):
            group = typer.main.get_command(found)
            group.name = cmd_name
            return group
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(cmd_name)(found)
        return typer.main.get_command(alone)


app = typer.Typer(cls=Commands, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def main(version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False) -> None:
    """Remembers what happens to conversations with coding agents when they change hands, and answers what that means.

    The store is the Neo4j that NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE name; without them a private
    one is started and stopped again. Everything else can be set by variables that start with LINEAGE_ (see the README).
    """
    if version:
        typer.echo(__version__)
        raise typer.Exit
