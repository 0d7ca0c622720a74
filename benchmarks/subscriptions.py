"""What open subscriptions cost a service: memory, and the time until a change has reached all of them.

    .venv/bin/python -m benchmarks.subscriptions [--subscriptions 1000] [--rounds 10] [--threads 1]

Starts a service in a workspace of its own, opens so many WebSockets to it with a subscription each, spread over so many
threads, and changes each thread once a round. Prints the service's resident memory before, with and after the
subscriptions, and how long it took until the last subscriber of a thread was told. Uses the Neo4j that NEO4J_URI names,
else a private one.
"""

import argparse
import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from lineage import local
from lineage.client import LineageClient
from lineage.settings import Settings
from tests.live.processes import ServiceProcess, processes

GOAL_MB = 300
OPENING_AT_ONCE = 20
SUBSCRIPTION = "subscription($id: ID!) { threadChanged(threadId: $id) { version type at payload upToDate } }"


class Subscription:
    """One WebSocket with one subscription."""

    def __init__(self, thread_id: str) -> None:
        self.thread_id = thread_id
        self._socket: ClientConnection | None = None

    async def open(self, url: str, compressed: bool) -> None:
        """Returns when the service said that it is up to date."""
        self._socket = await connect(
            url.replace("http://", "ws://"),
            subprotocols=[Subprotocol("graphql-transport-ws")],
            compression="deflate" if compressed else None,
            proxy=None,
            open_timeout=120,
        )
        await self._send(type="connection_init")
        await self._received()
        await self._send(id="1", type="subscribe", payload={"query": SUBSCRIPTION, "variables": {"id": self.thread_id}})
        await self.told()

    async def told(self) -> int:
        """The version that is told next."""
        message = await self._received()
        version: int = message["payload"]["data"]["threadChanged"]["version"]
        return version

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def _send(self, **message: Any) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def _received(self) -> Any:
        assert self._socket is not None
        return json.loads(await self._socket.recv())


def resident_mb(service: ServiceProcess) -> float:
    """The memory of the service's process, in megabytes."""
    lines = Path(f"/proc/{service.pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


async def measure(service: ServiceProcess, count: int, threads: int, rounds: int, compressed: bool) -> None:
    async with LineageClient(service.url, timeout=120) as client:
        ids = [(await client.create_thread()).thread.id for _ in range(threads)]
        warm = [await changed(client, id) for id in ids]
        assert all(warm)
        before = resident_mb(service)
        subscriptions = [Subscription(ids[place % threads]) for place in range(count)]
        began = time.perf_counter()
        for start in range(0, count, OPENING_AT_ONCE):
            await asyncio.gather(*(each.open(service.url, compressed) for each in subscriptions[start : start + OPENING_AT_ONCE]))
        opened = time.perf_counter() - began
        idle = resident_mb(service)
        print(f"{count} subscriptions to {threads} threads opened in {opened:.1f} s")
        print(f"memory before {before:.0f} MB, with them {idle:.0f} MB: {idle - before:.0f} MB more (goal below {GOAL_MB})")
        latencies = [await round_of(client, ids, subscriptions) for _ in range(rounds)]
        times = f"{median(latencies) * 1e3:.0f} ms (median), {max(latencies) * 1e3:.0f} ms (longest)"
        print(f"a change reached the last of them {times} after the command was sent")
        busy = resident_mb(service)
        print(f"memory after {rounds} rounds {busy:.0f} MB: {busy - before:.0f} MB more than without subscriptions")
        await asyncio.gather(*(each.close() for each in subscriptions))


async def round_of(client: LineageClient, ids: list[str], subscriptions: list[Subscription]) -> float:
    """Seconds from the moment that the last of the threads is changed, by a command, until every subscription was told."""
    waiting = [asyncio.create_task(each.told()) for each in subscriptions]
    run_ids = []
    for id in ids:
        began = time.perf_counter()
        run_ids.append((await client.start_run(thread_id=id, provider="codex")).run.id)
    await asyncio.gather(*waiting)
    told = time.perf_counter() - began
    for run_id in run_ids:
        await client.finish_run(run_id=run_id, status="FAILED")
    await asyncio.gather(*(each.told() for each in subscriptions))
    return told


async def changed(client: LineageClient, thread_id: str) -> bool:
    """Whether a thread was changed: the statements are planned before anything is measured."""
    run_id = (await client.start_run(thread_id=thread_id, provider="codex")).run.id
    return bool((await client.finish_run(run_id=run_id, status="FAILED")).run.id)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--subscriptions", type=int, default=1000, help="how many are opened")
    parser.add_argument("--threads", type=int, default=1, help="threads that they are spread over")
    parser.add_argument("--rounds", type=int, default=10, help="changes of each thread")
    parser.add_argument("--compressed", action="store_true", help="compress the frames of WebSockets, as browsers do")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        settings = Settings().model_copy(update={"workspace": f"benchmark-{uuid4().hex[:8]}", "auth": "off"})
        if settings.neo4j_uri is None:
            server = stack.enter_context(local.start(options=local.ServerOptions(heap="1g")))
            address = {"neo4j_uri": server.uri, "neo4j_username": server.username, "neo4j_password": server.password}
            settings = Settings(workspace=settings.workspace, auth="off", **address)
        folder = Path(stack.enter_context(TemporaryDirectory()))
        (service,) = stack.enter_context(processes(settings, folder, 1, LINEAGE_LOG_LEVEL="WARNING"))
        asyncio.run(measure(service, chosen.subscriptions, chosen.threads, chosen.rounds, chosen.compressed))


if __name__ == "__main__":
    main()
