"""What a person sees of a run: the answer on standard output, all about it on standard error."""

from typing import Any

import typer

from lineage.adapters.port import Ended, Observed, Said
from lineage.carrying.running import Notice, Starting
from lineage.client.models import Run
from lineage.client.words import headline
from lineage.domain.kinds import TurnItemKind


def aside(text: str) -> None:
    """A line about the conversation, not of it."""
    typer.secho(text, err=True, dim=True)


class Showing:
    """Shows one run as it goes."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._in_line = False

    def __call__(self, notice: Notice) -> None:
        match notice:
            case Starting(started, after):
                if after is not None:
                    aside(f"that did not work: {after}")
                aside(f"run {started.run.ordinal}: {headline(self._provider, started.resolution)}")
            case Said(text):
                typer.echo(text, nl=False)
                self._in_line = not text.endswith("\n")
            case Observed(kind, text, data):
                if line := item_line(kind, text, data):
                    self._end_line()
                    aside(f"  {line}")
            case Ended():
                self._end_line()

    def _end_line(self) -> None:
        if self._in_line:
            typer.echo()
            self._in_line = False


def item_line(kind: TurnItemKind, text: str | None, data: Any) -> str | None:
    """A turn item in a few words; None for what the answer itself shows."""
    known = data if isinstance(data, dict) else {}
    match kind:
        case TurnItemKind.COMMAND | TurnItemKind.TEST:
            code = known.get("exitCode")
            return f"$ {_first_line(str(known.get('command') or text or ''))}" + (f"  (exit {code})" if code is not None else "")
        case TurnItemKind.FILE_CHANGE:
            counts = [f"{sign}{known[name]}" for sign, name in (("+", "additions"), ("-", "deletions")) if known.get(name) is not None]
            return " ".join([str(known.get("change") or "changed"), str(known.get("path") or text or ""), *counts])
        case TurnItemKind.APPROVAL | TurnItemKind.QUESTION | TurnItemKind.FAILURE:
            return f"{kind.lower()}: {_first_line(text or '')}"
        case _:
            return None


def ending(run: Run, failure: str | None) -> str:
    """How a run ended, in one line."""
    return f"run {run.ordinal} {run.status}" + (f": {failure}" if failure else "")


def _first_line(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= 120 else f"{line[:117]}..."
