"""Whole runs on the real Codex: how tests open threads, what came of a turn, and what its model was given."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lineage.adapters.codex import CodexAgent
from tests.agents.codex_home import codex_home
from tests.agents.installing import Programs
from tests.agents.models.responses import PROTOCOL
from tests.agents.models.server import ModelServer, serving_models
from tests.agents.runs import Opening, Ran, create, resume, take_turn


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


def _is_about_codex(text: str) -> bool:
    return text.startswith(("<environment_context>", "<permissions instructions>", "<skills_instructions>", "You are a coding agent"))


@contextmanager
def codex_in(folder: Path, programs: Programs) -> Iterator[Codex]:
    """Codex with its home, its work and its model server below this folder."""
    (folder / "work").mkdir()
    with serving_models(PROTOCOL) as models:
        yield Codex(programs.named("codex"), codex_home(folder / "home", models.base), folder / "home", folder / "work", models)
