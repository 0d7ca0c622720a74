"""A client of the running service."""

from collections.abc import AsyncIterator, Iterator

import pytest

from lineage.app import Service
from lineage.client import LineageClient
from lineage.settings import Settings
from tests.running import RunningService, fresh, serving


@pytest.fixture(scope="session")
def service(settings: Settings) -> Iterator[RunningService]:
    """A service in a workspace of its own, where nobody else has registered providers."""
    with serving(Service(settings.model_copy(update={"workspace": fresh("client")}))) as running:
        yield running


@pytest.fixture(scope="session")
async def client(service: RunningService) -> AsyncIterator[LineageClient]:
    async with LineageClient(service.url, timeout=120) as client:
        yield client
