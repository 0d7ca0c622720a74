"""The image: what it is made of, who runs in it, and how its health is told."""

import json
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).parents[2]
# Lines that end in a backslash go on in the next.
INSTRUCTIONS = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
FINAL_STAGE = INSTRUCTIONS[max(number for number, line in enumerate(INSTRUCTIONS) if line.startswith("FROM ")) :]


def instruction(name: str) -> str:
    (line,) = [line for line in FINAL_STAGE if line.startswith(f"{name} ")]
    return line.removeprefix(name).strip()


def copied_sources() -> list[str]:
    copies = [line.split()[1:-1] for line in INSTRUCTIONS if line.startswith("COPY ") and "--from" not in line]
    return [source for sources in copies for source in sources]


@pytest.mark.parametrize("source", copied_sources())
def test_what_is_copied_is_there_and_not_ignored(source: str) -> None:
    assert (ROOT / source).exists()
    assert f"!{source}" in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()


def test_it_does_not_run_as_root() -> None:
    assert re.fullmatch(r"[1-9]\d*", instruction("USER"))


def test_it_serves_on_all_addresses_of_its_container() -> None:
    command = json.loads(instruction("ENTRYPOINT")) + json.loads(instruction("CMD"))
    assert command[:2] == ["lineage", "serve"]
    assert command[command.index("--host") + 1] == "0.0.0.0"
    assert command[command.index("--port") + 1] == instruction("EXPOSE")


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_its_health_check_follows_readiness(status: int, healthy: bool) -> None:
    asked: list[str] = []

    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    program, flag, code = json.loads(instruction("HEALTHCHECK").partition("CMD ")[2])
    assert (program, flag) == ("python", "-c")
    with HTTPServer(("127.0.0.1", 0), Ready) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        on_this_port = code.replace(":8000", f":{server.server_port}")
        ended = subprocess.run([sys.executable, "-c", on_this_port], timeout=30, check=False, stderr=subprocess.DEVNULL)
        server.shutdown()
    assert asked == ["/health/ready"]
    assert (ended.returncode == 0) is healthy
