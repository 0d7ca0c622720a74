"""The interactive prompt: lines that start with / act on the thread, all others go to the agent."""

from collections.abc import Awaitable, Callable

import typer

from lineage.carrying.worktree import GitFailed
from lineage.chat.conversation import Conversation
from lineage.chat.showing import aside, ending
from lineage.chat.tree import drawn
from lineage.chat.words import impact_lines, native_lines, why
from lineage.client import ClientError
from lineage.errors import BadInput, LineageError

HELP = """/switch PROVIDER [MODEL]  let another agent take the next message
/fork [N]                 fork at run N, or at the latest stable point, and go on in the fork
/rollback N               drop the runs above N, after showing what that does
/merge                    take what this fork did back into the thread that it came from, and go on there
/tree                     show the threads of this tree
/why [PROVIDER]           say how the next run would start, and why
/help, /quit"""

Ask = Callable[[str], bool]


class Prompt:
    """Acts on the lines of a person; ask is asked before something is dropped."""

    def __init__(self, conversation: Conversation, ask: Ask) -> None:
        self._conversation = conversation
        self._ask = ask
        self._acts: dict[str, Callable[[list[str]], Awaitable[None]]] = {
            "/switch": self._switch,
            "/fork": self._fork,
            "/rollback": self._roll_back,
            "/merge": self._merge,
            "/tree": self._tree,
            "/why": self._why,
            "/help": self._help,
        }

    async def take(self, line: str) -> bool:
        """Acts on a line; False when the person is done. What goes wrong is told and ends nothing."""
        words = line.split()
        if not words:
            return True
        if words[0] in ("/quit", "/exit"):
            return False
        try:
            if not line.startswith("/"):
                run = await self._conversation.say(line)
                aside(ending(run, run.failure_reason))
            elif (act := self._acts.get(words[0])) is not None:
                await act(words[1:])
            else:
                raise BadInput(f"{words[0]} is not known; /help tells what is")
        except (ClientError, LineageError, GitFailed) as error:
            typer.secho(f"lineage: {error}", err=True, fg="red")
        return True

    async def _switch(self, words: list[str]) -> None:
        if not 1 <= len(words) <= 2:
            raise BadInput("say /switch PROVIDER or /switch PROVIDER MODEL")
        self._conversation.switch(*words)
        aside(f"the next message goes to {' '.join(words)}")

    async def _fork(self, words: list[str]) -> None:
        ordinal = _ordinal(words[0]) if words else None
        self._conversation.thread_id = await self._conversation.fork(ordinal)
        aside(f"you are now in {self._conversation.thread_id}")

    async def _roll_back(self, words: list[str]) -> None:
        if len(words) != 1:
            raise BadInput("say /rollback N, where N is the last run that stays, 0 for none")
        to_ordinal = _ordinal(words[0])
        for line in impact_lines(await self._conversation.impact(to_ordinal)):
            aside(line)
        if self._ask("Roll back?"):
            _, native = await self._conversation.roll_back(to_ordinal)
            for line in native_lines(native):
                aside(line)

    async def _merge(self, _: list[str]) -> None:
        fork, target = self._conversation.thread_id, await self._conversation.merge()
        self._conversation.thread_id = target
        aside(f"the next run of {target} is told what {fork} did; you are now in {target}")

    async def _tree(self, _: list[str]) -> None:
        for line in drawn(await self._conversation.tree(), self._conversation.thread_id):
            typer.echo(line)

    async def _why(self, words: list[str]) -> None:
        for line in why(*await self._conversation.resolve(words[0] if words else None)):
            typer.echo(line)

    async def _help(self, _: list[str]) -> None:
        typer.echo(HELP)


def _ordinal(word: str) -> int:
    if not word.isdecimal():
        raise BadInput(f"{word!r} is no run: runs are named by their numbers, 1, 2, …")
    return int(word)
