"""A service with the example in a workspace of its own, and a server over it whose answers may have 8,000 characters."""

from collections.abc import Iterator

import pytest

from lineage.app import Service
from lineage.demo import load_demo
from lineage.settings import Settings
from tests.mcp.serving import over_http
from tests.running import RunningService, fresh, serving


@pytest.fixture(scope="package")
def asked(settings: Settings) -> Iterator[RunningService]:
    own = settings.model_copy(update={"workspace": fresh("mcp")})
    with serving(Service(own)) as running:
        running.run(load_demo(running.service.commands, own.workspace))
        yield running


@pytest.fixture(scope="package")
def address(asked: RunningService) -> Iterator[str]:
    with over_http("--url", asked.url, "--max-chars", "8000") as address:
        yield address
