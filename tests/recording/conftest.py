"""A service whose workspace holds nothing but what these tests record."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from lineage.app import Service
from lineage.domain.recording.recorded import RecordedThread
from lineage.service.recording.planning import Plan
from lineage.service.recording.recording import Recording
from lineage.service.verify import Violation, verify
from lineage.settings import Settings
from tests.recording.telling import outline
from tests.running import RunningService, serving


class Recorder:
    """Records threads in the service's store, as an import does."""

    def __init__(self, service: RunningService) -> None:
        self.service = service
        inner = service.service
        self.workspace = inner.settings.workspace
        self.recording = Recording(inner.store, inner.settings, inner.providers, self.workspace)

    def record(self, *threads: RecordedThread) -> Plan:
        """What was planned for the threads, once it is done."""
        return self.service.run(self._record({thread.id: thread for thread in threads}))

    async def _record(self, threads: dict[str, RecordedThread]) -> Plan:
        planned = await self.recording.plan([outline(thread) for thread in threads.values()])
        recalled = {tree.root_id: await self.recording.recalled(sorted(tree.replaces)) for tree in planned.trees if tree.replaces}
        for batch in self.recording.batches(planned, threads.__getitem__, recalled):
            await self.recording.write(batch)
        return planned

    def wrong(self) -> list[Violation]:
        """What is not as it has to be in the workspace."""
        return self.service.run(verify(self.service.service.store, self.workspace))


@pytest.fixture(scope="session")
def recording_service(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": f"recording-{uuid4().hex[:8]}"}))) as running:
        yield running


@pytest.fixture(scope="module")
def recorder(recording_service: RunningService) -> Iterator[Recorder]:
    """Whatever the tests of a module record, the workspace is whole after them."""
    found = Recorder(recording_service)
    yield found
    assert found.wrong() == []


THREAD = """query($id: ID!) { thread(id: $id) {
  title version headOrdinal history { threadId from to } lineage { parentThreadId relationshipToParent rootThreadId }
  runs(includeRolledBack: true) { edges { node { id ordinal status model message nativeTurnRefs startedAt finishedAt } } }
  providerThreads { id provider status nativeThreadRef nativeRollback forkedFrom { id } forkedAt { runId }
    coverage { nativeRunOrdinals covered { threadId from to } missing { threadId from to } divergentRunOrdinals } }
  transfers { id type status resolution { strategy providerThreadRef } sourcePoint { runId } basePoint { runId } failureReason consumedByRunId }
  handoffs { id status strategy summaryText covered { threadId from to } targetRunId }
  children { id }
} }"""


@pytest.fixture
def ids() -> Any:
    """Names that no other test has: ids("a") is always the same within a test."""
    mark = uuid4().hex[:8]
    return lambda name: f"{name}~{mark}"


def seen(recorder: Recorder, id: str) -> Any:
    return recorder.service.query(THREAD, id=id)["thread"]
