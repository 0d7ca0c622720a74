"""Runs of the real Claude Code through its adapter, each in a process of its own."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from lineage.adapters.claude import ClaudeAgent
from lineage.adapters.claude.session import ClaudeSession
from lineage.adapters.port import Accepted
from tests.agents.claude_home import claude_home, copied_session
from tests.agents.installing import Programs
from tests.agents.models.messages import PROTOCOL
from tests.agents.models.server import Hang, ModelServer, Text, serving_models
from tests.agents.runs import Opening, Ran, create, resume, take_turn

NOTES = ("Continue from where you left off.", "No response requested.", "[Request interrupted by user")
"""What Claude Code puts between turns when one was cut off."""


@dataclass
class Claude:
    """Claude Code in a home of its own, with a folder to work in."""

    program: str
    environment: dict[str, str]
    home: Path
    folder: Path
    models: ModelServer
    made: dict[tuple[str, ...], list["Ran"]] = field(default_factory=dict)

    def agent(self, **options: object) -> ClaudeAgent:
        given = {"program": self.program, "environment": self.environment, "turn_silence_seconds": 30, "start_seconds": 60}
        return ClaudeAgent(**{**given, **options})  # type: ignore[arg-type]

    async def run(self, message: str, opening: Opening, *handoffs: str, agent: ClaudeAgent | None = None) -> "Ran":
        """A whole run in a session, and so a process, of its own."""
        async with (agent or self.usual).session(self.folder, None) as session:
            await opening(session)
            return await take_turn(session, message, handoffs)

    async def started(self, *messages: str) -> list["Ran"]:
        """A session with these turns: the first time a new one, then a copy, so that the program is not started for the same again."""
        if messages not in self.made:
            ran = [await self.run(messages[0], create)]
            for message in messages[1:]:
                ran.append(await self.run(message, resume(ran[-1])))
            self.made[messages] = ran
        made, copy = self.made[messages], str(uuid4())
        copied_session(self.home, made[0].thread, copy)
        return [Ran([Accepted(copy, turn.turn)]) for turn in made]

    async def killed(self, message: str, opening: Opening) -> "Ran":
        """A run whose program is killed as soon as it has taken the message."""
        self.models.reply = lambda _: Hang()
        async with self.usual.session(self.folder, None) as session:
            await opening(session)
            events = []
            async for event in session.turn(message):
                events.append(event)
                if isinstance(event, Accepted):
                    kill(session)
        self.models.reply = lambda _: Text("done")
        return Ran(events)

    @property
    def usual(self) -> ClaudeAgent:
        """One agent for all, so that the program is looked at once."""
        if not hasattr(self, "_usual"):
            self._usual = self.agent()
        return self._usual

    def conversation(self) -> list[str]:
        """What the model was given last, without what the program notes about cut turns."""
        return [text.strip() for text in self.models.last().conversation if not text.startswith(NOTES)]

    def said(self) -> list[str]:
        return [text for text in self.conversation() if text != "done"]


def kill(session: ClaudeSession) -> None:
    assert session.pid is not None
    os.killpg(session.pid, signal.SIGKILL)


@contextmanager
def claude_in(folder: Path, programs: Programs) -> Iterator[Claude]:
    """Claude Code at home in this folder, with a model server that is there until the block ends."""
    (folder / "work").mkdir()
    with serving_models(PROTOCOL) as models:
        yield Claude(programs.named("claude"), claude_home(folder / "home", models.base), folder / "home", folder / "work", models)
