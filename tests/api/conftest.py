"""A service in a workspace of its own, for tests that look at all that a workspace holds."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from lineage.app import Service
from lineage.settings import Settings
from tests.api.graph import Graph
from tests.api.recorder import Recorder
from tests.running import Neo4jAddress, RunningService, serving


@pytest.fixture
def recorder(service: RunningService) -> Recorder:
    return Recorder(service)


@pytest.fixture(scope="module")
def alone(settings: Settings) -> Iterator[RunningService]:
    """A service whose workspace only the tests of one module write to."""
    with serving(Service(settings.model_copy(update={"workspace": f"tests-{uuid4().hex}"}))) as running:
        yield running


@pytest.fixture(scope="module")
def graph(neo4j_address: Neo4jAddress, alone: RunningService) -> Iterator[Graph]:
    """What that workspace holds."""
    with Graph(neo4j_address, alone.service.settings.workspace) as found:
        yield found
