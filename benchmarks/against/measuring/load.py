"""Answers a second at many connections, by autocannon: a load generator in a process of its own."""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.against.peers.floor import FloorPeer
from benchmarks.against.peers.http import HEADERS, HttpPeer, body_of
from benchmarks.against.questions.question import Asked


class LoadFailed(Exception):
    """Some answers were no answers: what was counted would count nothing."""


def measure(peer: Any, asked: Asked, node: Path | None, connections: int, seconds: int) -> float | None:
    """Answers a second; None for a peer that has no connections. The floor's are asked for by tasks of this process."""
    if isinstance(peer, FloorPeer):
        return peer.load(asked, connections, seconds)
    if not isinstance(peer, HttpPeer) or node is None:
        return None
    with tempfile.NamedTemporaryFile(suffix=".json") as body:
        body.write(body_of(asked.text, asked.variables))
        body.flush()
        headers = [part for name, value in HEADERS.items() for part in ("-H", f"{name}={value}")]
        command = [
            *("node", str(node / "node_modules" / "autocannon" / "autocannon.js")),
            *("-c", str(connections), "-d", str(seconds), "-m", "POST", "-t", "60", *headers, "-i", body.name, "--json", "--no-progress"),
            peer.url,
        ]
        environment = {**os.environ, "NO_UPDATE_NOTIFIER": "1"}
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds * 4 + 120, env=environment)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            raise LoadFailed(f"autocannon did not end well: {error}") from error
    told = json.loads(done.stdout)
    if told["errors"] or told["non2xx"] or told["timeouts"]:
        raise LoadFailed(
            f"{peer.name}: {told['errors']} errors, {told['non2xx']} answers that refuse, {told['timeouts']} that came too late"
        )
    if not told["2xx"]:
        raise LoadFailed(f"{peer.name}: no answer within {seconds} seconds")
    return float(told["2xx"]) / float(told["duration"])
