"""The parts of README.md that are written from the code."""

import json
from collections.abc import Iterator
from typing import Any

import typer
from typer.testing import CliRunner

from lineage.cli import COMMANDS, app
from lineage.settings import Settings
from tests.docs.page import ROOT

_WIDTH = 100


def settings_table() -> str:
    """Each setting's variable, default and meaning, in the order of the code."""
    rows = ["| variable | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        rows.append(f"| `{variable(name)}` | {_default(name)} | {field.description} |")
    return "\n".join(rows)


def variable(setting: str) -> str:
    """The environment variable of a setting."""
    alias = Settings.model_fields[setting].validation_alias
    return (
        str(alias.choices[0])
        if alias is not None and not isinstance(alias, str) and hasattr(alias, "choices")
        else f"LINEAGE_{setting.upper()}"
    )


def _default(name: str) -> str:
    value = Settings.model_fields[name].default
    if hasattr(value, "get_secret_value"):
        value = value.get_secret_value()
    if value is None or value in ("", ()):
        return "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return f"`{json.dumps(value)}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def command_names() -> list[str]:
    """The commands of the command line, in order."""
    return list(COMMANDS)


def help_text(*arguments: str) -> str:
    """What `lineage … --help` prints."""
    result = CliRunner().invoke(
        app, [*arguments, "--help"], prog_name="lineage", env={"COLUMNS": str(_WIDTH), "TERMINAL_WIDTH": str(_WIDTH)}
    )
    assert result.exit_code == 0, result.output
    return "\n".join(line.rstrip() for line in result.output.strip().splitlines())


def commands_part() -> str:
    """The help of the command line, of each command, and of those of groups."""
    return "\n\n".join(f"```text\n{help_text(*arguments)}\n```" for arguments in [(), *_commands(())])


def _commands(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every command below one, each group before its own."""
    found: Any = typer.main.get_command(app)
    for name in path:
        found = found.get_command(None, name)
    for name in found.list_commands(None) if hasattr(found, "list_commands") else ():
        yield (*path, name)
        yield from _commands((*path, name))


def adapter_part() -> str:
    """The adapter that shows what a further provider takes."""
    return f"```python\n{(ROOT / 'lineage' / 'adapters' / 'openai_compatible.py').read_text(encoding='utf-8')}```"


PARTS = {"settings": settings_table, "commands": commands_part, "adapter": adapter_part}
"""By the name of its marks, what writes each part."""
