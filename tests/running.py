"""A service that answers over HTTP, and a client of it."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx
import uvicorn
from pydantic import SecretStr

from lineage.app import Service, build_app
from lineage.settings import Settings
from lineage.web.listener import open_listener


class Refused(Exception):
    """The service answered with an error; code is its stable code."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


@dataclass(frozen=True)
class Neo4jAddress:
    uri: str
    username: str
    password: str

    def settings(self, **more: Any) -> Settings:
        """Settings of a service on this Neo4j. It listens on loopback, asks nobody for credentials, and neither plans statements ahead nor
        sums hours up by itself, unless these are given."""
        return Settings(
            neo4j_uri=self.uri,
            neo4j_username=self.username,
            neo4j_password=SecretStr(self.password),
            **{"auth": "off", "plan_ahead": False, "roll_up_seconds": 0, **more},
        )


class RunningService:
    """Where the service answers, and the service itself."""

    def __init__(self, service: Service, port: int, loop: asyncio.AbstractEventLoop, token: str | None = None) -> None:
        self.service = service
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.url = f"{self.base}/graphql"
        self._loop = loop
        self._http = httpx.Client(timeout=120, headers={"Authorization": f"Bearer {token}"} if token else {})

    @contextmanager
    def by(self, token: str) -> Iterator["RunningService"]:
        """The same service, asked with these credentials."""
        asked = RunningService(self.service, self.port, self._loop, token)
        try:
            yield asked
        finally:
            asked.close()

    def query(self, text: str, **variables: Any) -> Any:
        """The data of an answer; Refused for an error."""
        answer = self._http.post(self.url, json={"query": text, "variables": variables}).json()
        if answer.get("errors"):
            first = answer["errors"][0]
            raise Refused(first["extensions"]["code"], first["message"])
        return answer["data"]

    def mutate(self, operation: str, selection: str, input_type: str | None = None, **given: Any) -> Any:
        """The payload of a mutation, by its name: mutate("createThread", "thread { id }", id="T")."""
        kind = input_type or operation[0].upper() + operation[1:] + "Input"
        data = self.query(f"mutation($input: {kind}!) {{ {operation}(input: $input) {{ {selection} }} }}", input=given)
        return data[operation]

    def run(self, work: Any, seconds: float = 120) -> Any:
        """Awaits work on the service's own event loop, for tests that use its store directly."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=seconds)

    def close(self) -> None:
        self._http.close()


@contextmanager
def serving(service: Service) -> Iterator[RunningService]:
    """Serves until the block ends, on a free port of loopback."""
    listener = open_listener("127.0.0.1", 0)
    config = uvicorn.Config(build_app(service), lifespan="on", log_config=None, access_log=False, ws="websockets-sansio")
    server = uvicorn.Server(config)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(server.serve(sockets=[listener])), name="service", daemon=True)
    thread.start()
    running = RunningService(service, listener.getsockname()[1], loop)
    try:
        _await_ready(running, thread)
        yield running
    finally:
        running.close()
        server.should_exit = True
        thread.join(timeout=30)
        listener.close()
        loop.close()


def _await_ready(running: RunningService, thread: threading.Thread) -> None:
    while thread.is_alive():
        try:
            if httpx.get(f"{running.base}/health/ready", timeout=60).status_code == 200:
                return
        except httpx.TransportError:
            threading.Event().wait(0.1)
    raise RuntimeError("the service did not start; its log says why")


def fresh(name: str) -> str:
    """An id that no other test uses, with characters that real ids have."""
    return f"{name}:{uuid4().hex[:8]}%2F"
