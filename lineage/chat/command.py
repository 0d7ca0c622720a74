"""The commands `lineage chat`, `fork`, `merge` and `rollback`."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

import typer

from lineage.adapters.installed import AGENTS
from lineage.carrying.worktree import GitFailed
from lineage.chat.conversation import Conversation, started_over
from lineage.chat.prompt import HELP, Prompt
from lineage.chat.showing import aside, ending
from lineage.chat.words import impact_lines, native_lines
from lineage.client import ClientError, LineageClient, Unreachable
from lineage.client.models import Run
from lineage.domain.kinds import RunStatus
from lineage.errors import LineageError
from lineage.settings import Settings

T = TypeVar("T")
Thread = Annotated[str, typer.Argument(metavar="THREAD", help="The thread's id.")]
Url = Annotated[str | None, typer.Option(help="The service's address [default: LINEAGE_URL or http://127.0.0.1:8080/graphql].")]
TokenFile = Annotated[
    Path | None, typer.Option(help="File that has the token for the service [default: LINEAGE_TOKEN, else LINEAGE_TOKEN_FILE].")
]
Folder = Annotated[
    Path | None,
    typer.Option(
        help="The folder that agents work in [default: the one that the thread began in, else this one].",
        exists=True,
        file_okay=False,
        resolve_path=True,
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]


class Service(NamedTuple):
    """Where the service is, and the file that has the token for it, as far as the options tell."""

    url: str | None
    token_file: Path | None

    def settings(self) -> Settings:
        """The settings with these before them: a file that an option names counts before LINEAGE_TOKEN."""
        given: dict[str, Any] = {} if self.url is None else {"url": self.url}
        return Settings(**given) if self.token_file is None else Settings(**given, token=None, token_file=self.token_file)


def chat(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The thread's id; one that is not there is made.")],
    message: Annotated[str | None, typer.Argument(help="What to say; without it a prompt opens.")] = None,
    provider: Annotated[str, typer.Option(help=f"The agent that takes the message: {', '.join(AGENTS)}.")] = "codex",
    model: Annotated[str | None, typer.Option(help="The model, as the agent names it [default: the agent's own].")] = None,
    clean: Annotated[bool, typer.Option("--clean", help="Start in a new session, whatever there is.")] = False,
    folder: Folder = None,
    yes: Annotated[bool, typer.Option("--yes", help="Give up a run that broke off, without asking.")] = False,
    url: Url = None,
    token_file: TokenFile = None,
) -> None:
    """Talks to a coding agent in a thread that other agents may have worked in, too.

    The agent gets what it missed, no more: its own session is resumed where that is possible. The answer goes to standard
    output, all else to standard error. Exits with 1 when the run did not complete.
    """

    async def talk(conversation: Conversation) -> bool:
        conversation.switch(provider, model)
        if await conversation.find_or_make():
            aside(f"thread {conversation.thread_id} is new, in {conversation.folder}")
        await started_over(conversation, lambda run: yes or _ask_about(run))
        if message is not None:
            run = await conversation.say(message, clean)
            aside(ending(run, run.failure_reason))
            return run.status is RunStatus.COMPLETED
        await _prompt(conversation)
        return True

    if not _with(Service(url, token_file), thread, folder, talk):
        raise typer.Exit(1)


def fork(
    thread: Thread,
    run: Annotated[int | None, typer.Option(help="The run to fork at [default: the latest stable point].")] = None,
    title: Annotated[str | None, typer.Option(help="The fork's title.")] = None,
    url: Url = None,
    token_file: TokenFile = None,
) -> None:
    """Forks a thread and prints the fork's id. Its agents' sessions are forked when the fork's first run starts."""
    typer.echo(_with(Service(url, token_file), thread, None, lambda conversation: conversation.fork(run, title)))


def merge(
    fork: Annotated[str, typer.Argument(metavar="FORK", help="The fork's thread id.")],
    into: Annotated[str | None, typer.Option(help="The thread that gets it [default: the one that it was forked from].")] = None,
    url: Url = None,
    token_file: TokenFile = None,
) -> None:
    """Takes back what a fork did; the next run of the thread that it goes to is told. Prints that thread's id."""
    typer.echo(_with(Service(url, token_file), fork, None, lambda conversation: conversation.merge(into)))


def rollback(
    thread: Thread,
    to: Annotated[int, typer.Argument(metavar="N", help="The last run that stays; 0 for none.")],
    yes: Yes = False,
    restore_files: Annotated[
        bool, typer.Option("--restore-files", help="Make the files those of the newest checkpoint that stays; only in a clean git tree.")
    ] = False,
    folder: Folder = None,
    url: Url = None,
    token_file: TokenFile = None,
) -> None:
    """Drops the runs above N, after showing what that does, and reverts the agents' sessions. Nothing is deleted."""

    async def roll_back(conversation: Conversation) -> bool:
        lines = impact_lines(await conversation.impact(to))
        await conversation.find_or_make()
        for line in lines:
            typer.echo(line)
        if not (yes or _ask("Roll back?")):
            return False
        _, native = await conversation.roll_back(to, restore_files)
        for line in native_lines(native):
            typer.echo(line)
        return True

    if not _with(Service(url, token_file), thread, folder, roll_back):
        raise typer.Exit(1)


async def _prompt(conversation: Conversation) -> None:
    prompt = Prompt(conversation, _ask)
    aside(HELP)
    while True:
        try:
            line = await asyncio.to_thread(input, f"{conversation.thread_id} {conversation.provider}> ")
        except EOFError:
            return
        if not await prompt.take(line):
            return


def _ask(question: str) -> bool:
    """What a person says; no, where nobody can be asked."""
    return sys.stdin.isatty() and typer.confirm(question, err=True)


def _ask_about(run: Run) -> bool:
    aside(f"run {run.ordinal} by {run.provider} is still {run.status}, since {run.created_at:%Y-%m-%d %H:%M} UTC")
    return _ask("Was it broken off? It is given up then.")


def _with(service: Service, thread_id: str, folder: Path | None, work: Callable[[Conversation], Awaitable[T]]) -> T:
    """Does it with a conversation; what goes wrong is told, and the exit status is 1."""

    async def done(settings: Settings) -> T:
        async with LineageClient(settings.url, settings.client_token) as client:
            return await work(Conversation(client, settings, thread_id, folder))

    try:
        return asyncio.run(done(service.settings()))
    except Unreachable as error:
        typer.echo(f"lineage: {error}; `lineage serve` starts one", err=True)
    except (ClientError, LineageError, GitFailed) as error:
        typer.echo(f"lineage: {error}", err=True)
    raise typer.Exit(1)
