"""Whole runs on the real Codex: how tests open threads, what came of a turn, and what its model was given."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lineage.adapters.codex import CodexAgent
from lineage.adapters.codex.session import CodexSession
from lineage.adapters.port import Accepted, Ended, Event, Observed
from lineage.domain.kinds import TurnItemKind
from tests.agents.codex_home import codex_home
from tests.agents.installing import Programs
from tests.agents.models.responses import PROTOCOL
from tests.agents.models.server import Asked, ModelServer, Reply, Text, serving_models

Opening = Callable[[CodexSession], Awaitable[None]]


@dataclass
class Codex:
    """Codex in a home of its own, with a folder to work in."""

    program: str
    environment: dict[str, str]
    home: Path
    folder: Path
    models: ModelServer
    usual: CodexAgent = field(init=False)

    def __post_init__(self) -> None:
        self.usual = self.agent()

    def agent(self, **options: object) -> CodexAgent:
        given = {"program": self.program, "environment": self.environment, "sandbox": "danger-full-access", "turn_silence_seconds": 30}
        return CodexAgent(**{**given, **options})  # type: ignore[arg-type]

    async def run(self, message: str, opening: Opening, *handoffs: str, agent: CodexAgent | None = None) -> "Ran":
        """A whole run in a session, and so a process, of its own."""
        async with (agent or self.usual).session(self.folder, None) as session:
            await opening(session)
            return await take_turn(session, message, handoffs)

    async def started(self, *messages: str) -> list["Ran"]:
        """A new thread with these turns."""
        ran = [await self.run(messages[0], create)]
        for message in messages[1:]:
            ran.append(await self.run(message, resume(ran[-1])))
        return ran

    def read(self) -> tuple[tuple[str, str], ...]:
        """What the model was given last, without what Codex tells it of itself."""
        return tuple((role, text) for role, text in self.models.last().order if role != "instructions" and not _is_about_codex(text))

    def said(self) -> list[str]:
        return [text for role, text in self.read() if role == "user"]


@dataclass
class Ran:
    events: list[Event]

    @property
    def accepted(self) -> Accepted:
        return next(event for event in self.events if isinstance(event, Accepted))

    @property
    def ended(self) -> Ended:
        assert isinstance(self.events[-1], Ended)
        return self.events[-1]

    def items(self, kind: TurnItemKind) -> list[Observed]:
        return [event for event in self.events if isinstance(event, Observed) and event.kind is kind]


def _is_about_codex(text: str) -> bool:
    return text.startswith(("<environment_context>", "<permissions instructions>", "<skills_instructions>", "You are a coding agent"))


async def take_turn(session: CodexSession, message: str, handoffs: Sequence[str] = ()) -> Ran:
    await session.deliver(handoffs)
    return Ran([event async for event in session.turn(message)])


async def create(session: CodexSession) -> None:
    await session.create()


def resume(after: Ran) -> Opening:
    async def opening(session: CodexSession) -> None:
        await session.resume(after.accepted.thread_ref, after.accepted.turn_ref)

    return opening


def fork(after: Ran) -> Opening:
    async def opening(session: CodexSession) -> None:
        await session.fork(after.accepted.thread_ref, after.accepted.turn_ref)

    return opening


def revert(last: Ran, before: Ran, kept: Ran | None) -> Opening:
    async def opening(session: CodexSession) -> None:
        await session.resume(last.accepted.thread_ref, last.accepted.turn_ref)
        await session.revert(before.accepted.turn_ref or "", kept.accepted.turn_ref if kept else None)

    return opening


def once(first: Reply) -> Callable[[Asked], Reply]:
    """The model's answer to the next request, and a text to all later ones."""
    replies = iter([first])
    return lambda _: next(replies, Text("done"))


@contextmanager
def codex_in(folder: Path, programs: Programs) -> Iterator[Codex]:
    """Codex with its home, its work and its model server below this folder."""
    (folder / "work").mkdir()
    with serving_models(PROTOCOL) as models:
        yield Codex(programs.named("codex"), codex_home(folder / "home", models.base), folder / "home", folder / "work", models)
