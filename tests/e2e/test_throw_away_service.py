"""`lineage serve --ephemeral --port N`, as scripts and other programs start it: no setting, no credentials, an answer."""

import os
import signal
import socket
import subprocess
import sys
import time

import httpx

PATIENCE = 240


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_throw_away_service_answers_everybody_on_this_machine() -> None:
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "LINEAGE_"))}
    command = [sys.executable, "-c", "from lineage.cli import app; app()", "serve", "--ephemeral", "--port", str(port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as serving:
        try:
            _await(f"http://127.0.0.1:{port}/health/ready", serving)
            asked = {"query": 'mutation { createThread(input: {id: "t"}) { thread { id version } } }'}
            answer = httpx.post(f"http://127.0.0.1:{port}/graphql", json=asked, timeout=PATIENCE)
            assert answer.json() == {"data": {"createThread": {"thread": {"id": "t", "version": 1}}}}
            serving.send_signal(signal.SIGTERM)
            assert serving.wait(PATIENCE) == 0
        finally:
            serving.kill()


def _await(url: str, serving: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + PATIENCE
    while serving.poll() is None and time.monotonic() < deadline:
        try:
            if httpx.get(url, timeout=PATIENCE).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError("the service did not become ready")
