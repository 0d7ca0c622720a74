"""Services that are processes of their own, to be killed and started again on the same port."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx

from lineage.settings import Settings

START_SECONDS = 120


class ServiceProcess:
    """`lineage serve` on a port that it keeps."""

    def __init__(self, settings: Settings, log: Path, *, start_seconds: float = START_SECONDS, **variables: str) -> None:
        self._start_seconds = start_seconds
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.base}/graphql"
        self._log = log
        self._environment = {
            **os.environ,
            "NEO4J_URI": str(settings.neo4j_uri),
            "NEO4J_USERNAME": settings.neo4j_username,
            "NEO4J_PASSWORD": settings.neo4j_password.get_secret_value(),
            "LINEAGE_WORKSPACE": settings.workspace,
            "LINEAGE_LOG_JSON": "true",
            "LINEAGE_AUTH": settings.auth,
            **variables,
        }
        self._output: IO[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        self._output = self._log.open("ab")
        command = [sys.executable, "-c", "from lineage.cli import app; app()", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(command, env=self._environment, stdout=self._output, stderr=self._output)
        deadline = time.monotonic() + self._start_seconds
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                if httpx.get(f"{self.base}/health/live", timeout=5, trust_env=False).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
        raise RuntimeError(f"the service did not start: {self.log}")

    @property
    def pid(self) -> int:
        """The process of the service."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Ends it at once, as when its machine is lost."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ends it as an operator does; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, by: signal.Signals) -> int:
        assert self._process is not None and self._output is not None
        self._process.send_signal(by)
        code = self._process.wait(timeout=60)
        self._output.close()
        self._process = None
        return code

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def close(self) -> None:
        if self._process is not None:
            self.kill()


@contextmanager
def processes(settings: Settings, folder: Path, count: int, **variables: str) -> Iterator[list[ServiceProcess]]:
    """So many services, started and in the end ended."""
    services = [ServiceProcess(settings, folder / f"service-{place}.log", **variables) for place in range(count)]
    try:
        for service in services:
            service.start()
        yield services
    finally:
        for service in services:
            service.close()
