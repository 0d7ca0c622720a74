"""Starts the servers of all peers that take part."""

import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.against.peers.floor import CYPHER as STATEMENTS
from benchmarks.against.peers.floor import FloorPeer
from benchmarks.against.peers.http import HttpPeer
from benchmarks.against.peers.langgraph import LangGraphPeer
from benchmarks.against.processes import await_port, free_port, resident_bytes, running
from benchmarks.against.questions.question import CYPHER, FLOOR, GENERATED, LANGGRAPH, LINEAGE, POSTGRES
from benchmarks.against.stores.postgres import PostgresServer
from lineage import local

NODE = Path(__file__).parent.parent / "neo4j_graphql"
UNBOUNDED = {
    "LINEAGE_LOG_LEVEL": "ERROR",
    "LINEAGE_MAX_QUERY_COST": "10000000",
    "LINEAGE_RATE_PER_SECOND": "0",
    "LINEAGE_MAX_TREE_NODES": "100000",
    "LINEAGE_AUTH": "off",
    # On a machine that does much else the first plan of a statement takes longer than a request may.
    "LINEAGE_QUERY_TIMEOUT_SECONDS": "300",
    "LINEAGE_REQUEST_TIMEOUT_SECONDS": "600",
    "LINEAGE_MAX_WAITING_SECONDS": "600",
    "LINEAGE_MAX_CONCURRENT_REQUESTS": "1000",
}
"""What of the service's bounds would stand in the way; its twin has the same."""


@dataclass(frozen=True, slots=True)
class Peers:
    """Those that take part, by name. processes has the servers' ids."""

    by_name: dict[str, Any]
    processes: dict[str, int]

    def memory(self) -> dict[str, int]:
        return {name: resident_bytes(pid) for name, pid in self.processes.items()}


def neo4j_environment(server: local.LocalServer) -> dict[str, str]:
    return {"NEO4J_URI": server.uri, "NEO4J_USERNAME": server.username, "NEO4J_PASSWORD": server.password}


def install_node(folder: Path) -> Path:
    """The folder with the packages of npm that are measured, or measure; installed the first time."""
    there = folder / "node"
    there.mkdir(parents=True, exist_ok=True)
    wanted = (NODE / "package.json").read_bytes()
    stamp = there / "installed.json"
    for name in ("package.json", "server.mjs", "types.graphql"):
        shutil.copyfile(NODE / name, there / name)
    if not stamp.exists() or stamp.read_bytes() != wanted:
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit(
                "npm is not on this machine: install Node.js 20 or newer, or leave its peers out by --without generated cypher"
            )
        subprocess.run([npm, "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=there, check=True, timeout=600)
        stamp.write_bytes(wanted)
    return there


@contextmanager
def serving(
    folder: Path, neo4j: local.LocalServer, postgres: PostgresServer | None, without: Collection[str], short: int
) -> Iterator[Peers]:
    """All peers but those that are left out, each answering."""
    with ExitStack() as stack:
        peers: dict[str, Any] = {}
        processes = {"neo4j": neo4j.pid}
        logs = folder / "logs"

        def start(name: str, command: list[str], port: int, environment: dict[str, str], cwd: Path | None = None) -> None:
            log = logs / f"{name}.log"
            process = stack.enter_context(running(name, command, log, environment=environment, cwd=cwd))
            await_port(name, process, port, log)
            processes[name] = process.pid
            peers[name] = HttpPeer(name, port)

        port = free_port()
        serve = [sys.executable, "-c", "from lineage.cli import app; app()", "serve", "--no-auth", "--port", str(port)]
        start(LINEAGE, serve, port, {**neo4j_environment(neo4j), **UNBOUNDED})
        if postgres is not None and POSTGRES not in without:
            processes["postgresql"] = postgres.pid
            port = free_port()
            twin = [sys.executable, "-m", "benchmarks.against.postgres.serving", postgres.dsn, str(port)]
            start(POSTGRES, twin, port, UNBOUNDED)
        if not {GENERATED, CYPHER}.issubset(without):
            there, port = install_node(folder), free_port()
            environment = {**neo4j_environment(neo4j), "CYPHER": str(STATEMENTS), "NODE_ENV": "production"}
            start(GENERATED, ["node", "server.mjs", str(port)], port, environment, there)
            peers[CYPHER] = HttpPeer(CYPHER, port)
        peers[FLOOR] = FloorPeer(neo4j)
        peers[LANGGRAPH] = LangGraphPeer(folder, short)
        for peer in peers.values():
            stack.callback(peer.close)
        yield Peers({name: peer for name, peer in peers.items() if name not in without}, processes)
