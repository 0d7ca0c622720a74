"""Services in workspaces of their own, and what is done to whole stores."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from lineage.app import Service
from lineage.backup.restoring import Restored, restore
from lineage.backup.saving import Saved, save
from lineage.settings import Settings
from lineage.store.records.decoding import DERIVED
from tests.api.graph import Graph
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.verify.story import record_story

COUNTED = re.compile(rf", \('(?:written|{'|'.join(DERIVED[1:])})', '[^']*'\)")
"""Properties that are no facts: how often a lock was written under in bulk, and what statistics count anew in their own time."""


@pytest.fixture(scope="module")
def storied(settings: Settings) -> Iterator[RunningService]:
    """A service whose workspace holds the story of tests/verify, a registered provider, and receipts."""
    with serving(Service(settings.model_copy(update={"workspace": fresh("kept")}))) as running:
        record_story(running)
        running.mutate("registerProvider", "provider { kind }", kind="registered", nativeFork=True, commandId="provider")
        running.mutate("createThread", "thread { id }", id="other tree", title="ünïcödé", metadata={"long": 2**53}, commandId="create")
        running.mutate("startRun", "run { id }", id="other run", threadId="other tree", provider="registered", commandId="start")
        running.mutate("beginRun", "run { id }", runId="other run", commandId="begin")
        yield running


@pytest.fixture(scope="module")
def graphs(neo4j_address: Neo4jAddress) -> Iterator[Callable[[RunningService], list[str]]]:
    """What a service's workspace holds. What is no fact is left out."""
    with ExitStack() as stack:

        def content(running: RunningService) -> list[str]:
            graph = stack.enter_context(Graph(neo4j_address, running.service.settings.workspace))
            return sorted(COUNTED.sub("", line) for line in graph.content())

        yield content


def saved(running: RunningService, file: Path) -> Saved:
    async def work() -> Saved:
        with file.open("wb") as opened:
            return await save(running.service.store, [running.service.settings.workspace], opened)

    done: Saved = running.run(work())
    return done


def restored(running: RunningService, file: Path, force: bool = False) -> Restored:
    async def work() -> Restored:
        with file.open("rb") as opened:
            return await restore(running.service.store, opened, force=force)

    done: Restored = running.run(work())
    return done
