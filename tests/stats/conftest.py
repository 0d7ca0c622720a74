"""A service in a workspace of its own that holds the story."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from lineage.app import Service
from lineage.settings import Settings
from tests.api.recorder import Recorder
from tests.running import RunningService, serving
from tests.stats.story import tell


@pytest.fixture(scope="module")
def alone(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": f"tests-{uuid4().hex}"}))) as running:
        yield running


@pytest.fixture(scope="module")
def expected(alone: RunningService) -> dict[str, int]:
    """What is to be counted of the story, once it is recorded."""
    return tell(Recorder(alone))
