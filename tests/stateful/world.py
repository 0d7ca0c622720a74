"""The service that examples drive, and how much they did."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import uuid4

from lineage.app import Service
from lineage.service.verify import Violation, verify
from lineage.settings import Settings
from tests.running import RunningService, serving
from tests.stateful.profiles import profiles, registered
from tests.stateful.twins import Twins

ROOM = {
    **{
        f"max_query_{what}": 10_000_000 for what in ("aliases", "tokens", "chars", "fields", "arguments", "variables", "directives", "cost")
    },
    "max_body_bytes": 4 * 1024 * 1024,
    "query_timeout_seconds": 60,
}
"""Settings for requests that ask very much at once."""


@dataclass
class World:
    """A running service with providers registered. examples, steps, commands and questions count what was done."""

    service: RunningService
    kinds: dict[str, str]
    examples: int = 0
    steps: int = 0
    commands: int = 0
    questions: int = 0
    last: list[Twins] = field(default_factory=list)

    def violations(self) -> list[Violation]:
        """What does not hold in the workspace, which has the threads of all examples."""
        found: list[Violation] = self.service.run(verify(self.service.service.store, self.service.service.settings.workspace))
        return found

    def twins(self) -> Twins:
        """A model in its first state beside the service, for another example: nothing that others made is named like its things."""
        made = Twins(self.service, uuid4().hex[:10], self.kinds, profiles())
        self.last = [made]
        return made


@contextmanager
def world(settings: Settings, before: World | None = None) -> Iterator[World]:
    """A service of its own, in a workspace of its own, with room for large requests. What was done in the world before counts on."""
    workspace = f"stateful-{uuid4().hex[:8]}"
    with serving(Service(settings.model_copy(update={**ROOM, "workspace": workspace}))) as service:
        counted = (before.examples, before.steps, before.commands, before.questions) if before else ()
        yield World(service, registered(service, uuid4().hex[:6]), *counted)
