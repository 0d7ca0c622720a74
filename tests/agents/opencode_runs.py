"""Runs of the real OpenCode, for tests of its adapter."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lineage.adapters.opencode import OpenCodeAgent
from lineage.adapters.opencode.server import Server
from lineage.adapters.opencode.session import OpenCodeSession
from lineage.adapters.opencode.turn import Conduct
from lineage.adapters.port import Accepted, Ended, Event, Observed
from lineage.domain.kinds import TurnItemKind
from tests.agents.models.server import ModelServer, Reply, Text
from tests.agents.opencode_home import opencode_home


@dataclass
class OpenCode:
    """OpenCode in a home of its own, with a folder to work in."""

    program: str
    home: Path
    folder: Path
    models: ModelServer
    environment: dict[str, str] = field(init=False)
    server: Server = field(init=False)
    """One that runs all the time. Starting one costs several seconds, so only tests of processes start their own."""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True)
        self.environment = opencode_home(self.home, self.models.base, permission={"bash": {"*": "allow", "touch *": "ask"}})

    def agent(self, **options: Any) -> OpenCodeAgent:
        return OpenCodeAgent(**{"program": self.program, "environment": self.environment, "turn_silence_seconds": 60, **options})

    def session(self, model: str | None = None, **conduct: Any) -> OpenCodeSession:
        given = {"folder": self.folder, "silence_seconds": 60, "retries": 4, "allowing": False}
        return OpenCodeSession(self.server, model, Conduct(**{**given, **conduct}))

    async def started(self, *messages: str) -> list["Ran"]:
        """A new session with these turns."""
        session = self.session()
        await session.create()
        ran = [await take_turn(session, messages[0])]
        for message in messages[1:]:
            ran.append(await self.going_on(ran[-1], message))
        return ran

    async def going_on(self, after: "Ran", message: str, *handoffs: str) -> "Ran":
        session = self.session()
        await session.resume(*after.references)
        return await take_turn(session, message, *handoffs)

    def answers(self, *replies: Reply) -> None:
        """The model's answers to the next requests; all later ones get a text."""
        coming = iter(replies)
        self.models.reply = lambda _: next(coming, Text("done"))

    def said(self) -> list[str]:
        """What the model was given last of the user's words."""
        return [text for role, text in self.models.last().order if role == "user"]

    def system(self) -> str:
        return "\n".join(self.models.last().beside)


@dataclass
class Ran:
    events: list[Event]

    @property
    def accepted(self) -> Accepted:
        assert isinstance(self.events[0], Accepted)
        return self.events[0]

    @property
    def thread(self) -> str:
        return self.accepted.thread_ref

    @property
    def turn(self) -> str:
        assert self.accepted.turn_ref is not None
        return self.accepted.turn_ref

    @property
    def references(self) -> tuple[str, str]:
        return self.thread, self.turn

    @property
    def ended(self) -> Ended:
        assert isinstance(self.events[-1], Ended)
        return self.events[-1]

    def items(self, kind: TurnItemKind) -> list[Observed]:
        return [event for event in self.events if isinstance(event, Observed) and event.kind is kind]


async def take_turn(session: OpenCodeSession, message: str, *handoffs: str) -> Ran:
    await session.deliver(handoffs)
    return Ran([event async for event in session.turn(message)])


def make_work_tree(folder: Path) -> None:
    """With a git work tree OpenCode takes snapshots of the files, which its own revert goes back to."""
    (folder / "old.txt").write_text("a\n")
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "begin"]):
        subprocess.run(["git", *command], cwd=folder, check=True, timeout=20)
