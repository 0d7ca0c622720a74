"""A service in a workspace of its own, and both ways to listen to it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from lineage.app import Service
from lineage.settings import Settings
from tests.api.recorder import Recorder
from tests.live.listening import TRANSPORTS, Listener
from tests.running import RunningService, fresh, serving

Listen = Callable[..., AbstractContextManager[Listener]]
"""listen(query, **variables): a subscription for as long as the block runs."""


@pytest.fixture(scope="package")
def live_settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"workspace": fresh("live")})


@pytest.fixture(scope="package")
def service(live_settings: Settings) -> Iterator[RunningService]:
    with serving(Service(live_settings)) as running:
        yield running


@pytest.fixture
def recorder(service: RunningService) -> Recorder:
    return Recorder(service)


@pytest.fixture(params=TRANSPORTS)
def listen(request: pytest.FixtureRequest, service: RunningService) -> Listen:
    """Subscribes over each protocol in turn."""

    def listening(query: str, **variables: Any) -> AbstractContextManager[Listener]:
        return TRANSPORTS[request.param](service.url, query, **variables)

    return listening
