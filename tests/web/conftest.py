import io
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp

from lineage.web.logging import JsonFormatter

from .live_service import serving, small_application


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A client of the service with its default options."""
    with serving(small_application()) as client:
        yield client


@pytest.fixture
def serve() -> Iterator[Callable[[ASGIApp], httpx.Client]]:
    """Serves the application that it is given until the end of the test."""
    with ExitStack() as stack:
        yield lambda app: stack.enter_context(serving(app))


class LogLines:
    """What the service logged as JSON since the test began."""

    def __init__(self, stream: io.StringIO) -> None:
        self._stream = stream

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def of(self, request_id: str, count: int = 1) -> list[dict[str, Any]]:
        """The lines of one request, once there are at least `count`: the last comes after the client has its answer."""
        deadline = time.monotonic() + 10
        while True:
            found = [line for line in self.lines if line.get("request_id") == request_id]
            if len(found) >= count or time.monotonic() > deadline:
                return found
            time.sleep(0.01)


@pytest.fixture
def log() -> Iterator[LogLines]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("lineage")
    before = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield LogLines(stream)
    logger.removeHandler(handler)
    logger.setLevel(before)
