"""What the service adds to a coverage question: the answer over HTTP and GraphQL against its Cypher alone.

    .venv/bin/python -m benchmarks.coverage_overhead [--runs 100] [--rounds 400]

Records a provider thread of so many runs in a workspace of its own, then asks for its coverage by turns over one HTTP
connection to a service, and by the statement that the service sends, over one connection of the same driver. Prints the
medians and their ratio; the goal is at most 3. Uses the Neo4j that NEO4J_URI names, else a private one.
"""

import argparse
import asyncio
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from statistics import median, quantiles
from typing import Any
from uuid import uuid4

from neo4j import READ_ACCESS, AsyncDriver, AsyncGraphDatabase

from lineage import local
from lineage.service.checks import ask
from lineage.service.openings import FACTS, NO_FACTS
from lineage.settings import Settings
from lineage.store.queries import statement
from lineage.store.store import NOTHING_ASKED

GOAL = 3.0
WARM_UP = 100
SEGMENT = "{ threadId from to }"
FIELDS = f"nativeRunOrdinals handoffIds covered {SEGMENT} missing {SEGMENT} divergentRunOrdinals"
COVERAGE = f"query($id: ID!) {{ providerThread(id: $id) {{ coverage {{ {FIELDS} }} }} }}"


class Client:
    """One connection to the service, kept open."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._connection.connect()
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, query: str, **variables: Any) -> Any:
        body = json.dumps({"query": query, "variables": variables})
        self._connection.request("POST", "/graphql", body, {"Content-Type": "application/json"})
        answer = json.loads(self._connection.getresponse().read())
        if answer.get("errors"):
            raise SystemExit(answer["errors"][0]["message"])
        return answer["data"]

    def close(self) -> None:
        self._connection.close()


@contextmanager
def served(settings: Settings) -> Iterator[Client]:
    """A service of its own process on this Neo4j."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "NEO4J_URI": str(settings.neo4j_uri),
        "NEO4J_USERNAME": settings.neo4j_username,
        "NEO4J_PASSWORD": settings.neo4j_password.get_secret_value(),
        "LINEAGE_WORKSPACE": settings.workspace,
        "LINEAGE_LOG_LEVEL": "WARNING",
    }
    command = [sys.executable, "-c", "from lineage.cli import app; app()", "serve", "--no-auth", "--port", str(port)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            client = connected(port, process)
            yield client
            client.close()
        finally:
            process.terminate()


def connected(port: int, process: "subprocess.Popen[bytes]") -> Client:
    while process.poll() is None:
        try:
            client = Client(port)
            client.ask("{ providers { kind } }")
            return client
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the service did not start")


def recorded(client: Client, runs: int) -> str:
    """The id of a provider thread on which so many runs ran."""
    thread = client.ask("mutation { createThread(input: {}) { thread { id } } }")["createThread"]["thread"]["id"]
    start = 'mutation($t: ID!) { startRun(input: {threadId: $t, provider: "codex"}) { run { id } providerThread { id } } }'
    for _ in range(runs):
        started = client.ask(start, t=thread)["startRun"]
        run = started["run"]["id"]
        client.ask('mutation($r: ID!) { beginRun(input: {runId: $r, nativeThreadRef: "session"}) { run { id } } }', r=run)
        client.ask("mutation($r: ID!) { finishRun(input: {runId: $r, checkpoint: {}}) { run { id } } }", r=run)
    return str(started["providerThread"]["id"])


async def cypher_alone(driver: AsyncDriver, database: str, workspace: str, provider_thread_id: str) -> None:
    """Sends the statement that the service sends, and fetches its record."""
    asked = {
        **NOTHING_ASKED,
        **NO_FACTS,
        "workspace": workspace,
        "providerThreadIds": [provider_thread_id],
        "profileProviderThreadIds": [provider_thread_id],
        "asks": [ask(None, provider_thread_id=provider_thread_id)],
    }
    async with driver.session(database=database, default_access_mode=READ_ACCESS) as session:
        result = await session.run(statement(*FACTS), {"given": asked})
        await result.single(strict=True)


async def measure(client: Client, settings: Settings, provider_thread_id: str, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds of each answer and of each statement, by turns."""
    answers, statements = [], []
    address = (str(settings.neo4j_uri), (settings.neo4j_username, settings.neo4j_password.get_secret_value()))
    async with AsyncGraphDatabase.driver(address[0], auth=address[1]) as driver:
        for _ in range(WARM_UP + rounds):
            before = time.perf_counter()
            client.ask(COVERAGE, id=provider_thread_id)
            between = time.perf_counter()
            await cypher_alone(driver, settings.neo4j_database, settings.workspace, provider_thread_id)
            answers.append(between - before)
            statements.append(time.perf_counter() - between)
    return answers[WARM_UP:], statements[WARM_UP:]


def told(name: str, seconds: list[float]) -> str:
    return f"{name:28} median {median(seconds) * 1e3:7.2f} ms   p95 {quantiles(seconds, n=20)[-1] * 1e3:7.2f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100, help="runs of the provider thread")
    parser.add_argument("--rounds", type=int, default=400, help="how often each is measured")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        settings = Settings().model_copy(update={"workspace": f"benchmark-{uuid4().hex[:8]}"})
        if settings.neo4j_uri is None:
            server = stack.enter_context(local.start(options=local.ServerOptions(heap="1g")))
            settings = Settings(
                neo4j_uri=server.uri, neo4j_username=server.username, neo4j_password=server.password, workspace=settings.workspace
            )
        client = stack.enter_context(served(settings))
        print(f"recording {chosen.runs} runs", flush=True)
        provider_thread_id = recorded(client, chosen.runs)
        answers, statements = asyncio.run(measure(client, settings, provider_thread_id, chosen.rounds))
    ratio = median(answers) / median(statements)
    print(told("coverage over HTTP, GraphQL", answers))
    print(told("its Cypher alone", statements))
    print(f"ratio {ratio:.2f} (goal: at most {GOAL:g})")


if __name__ == "__main__":
    main()
