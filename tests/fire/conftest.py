"""A service in a workspace that only the tests of this package write to, and its writers."""

from collections.abc import Iterator

import pytest

from lineage.app import Service
from lineage.settings import Settings
from tests.fire.writers import Writer
from tests.running import RunningService, fresh, serving


@pytest.fixture(scope="package")
def busy(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("fire")}))) as running:
        yield running


@pytest.fixture(scope="package")
def writers(busy: RunningService) -> Iterator[list[Writer]]:
    found = [Writer(busy.url) for _ in range(16)]
    yield found
    for writer in found:
        writer.close()
