"""Serves an application on a free loopback port, in a thread of the test's process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

import httpx
import uvicorn
from starlette.types import ASGIApp

from lineage.web.application import build_application
from lineage.web.health import Readiness
from lineage.web.listener import open_listener
from lineage.web.options import WebOptions
from lineage.web.serve import Server

from .schema import graphql_application


async def ready() -> Readiness:
    return Readiness(True, {"state": "available"})


def small_application(options: WebOptions | None = None) -> ASGIApp:
    """The HTTP application around the small schema."""
    return build_application(graphql=graphql_application(), readiness=ready, options=options or WebOptions(), lifespan=None)


@contextmanager
def serving(app: ASGIApp) -> Iterator[httpx.Client]:
    """An HTTP client whose base URL is the application's; the server has stopped when this ends."""
    ports: Queue[int] = Queue()
    config = uvicorn.Config(app, ws="websockets-sansio", log_config=None, access_log=False, timeout_graceful_shutdown=5)
    server = Server(config, ports.put)
    listener = open_listener("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{ports.get(timeout=30)}", timeout=30, trust_env=False) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(timeout=30)
        assert not thread.is_alive()
