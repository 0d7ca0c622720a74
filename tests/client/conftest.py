"""A client of the running service."""

from collections.abc import AsyncIterator

import pytest

from lineage.client import LineageClient
from tests.running import RunningService


@pytest.fixture(scope="session")
async def client(service: RunningService) -> AsyncIterator[LineageClient]:
    async with LineageClient(service.url, timeout=120) as client:
        yield client
