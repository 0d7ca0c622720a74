"""The floor: the best form of Cypher for each question, sent by the driver in this process, each answer as the driver decodes it."""

import asyncio
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from neo4j import READ_ACCESS, AsyncGraphDatabase, GraphDatabase, ManagedTransaction

from benchmarks.against.questions.question import FLOOR, Asked
from lineage import local

CYPHER = Path(__file__).parent.parent / "cypher"


@cache
def text_of(name: str) -> str:
    lines = (CYPHER / f"{name}.cypher").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("//"))


class FloorPeer:
    name = FLOOR

    def __init__(self, server: local.LocalServer) -> None:
        self._address = server.uri
        self._auth = (server.username, server.password)
        self._driver = GraphDatabase.driver(self._address, auth=self._auth, notifications_min_severity="OFF")
        self.retries = 0
        """How often writes were tried again."""

    def ask(self, asked: Asked) -> Any:
        return self.run(asked.text, asked.variables)

    def run(self, name: str, variables: Mapping[str, Any]) -> Any:
        """What one statement returns, in a session of its own, as a service would."""
        with self._driver.session(default_access_mode=READ_ACCESS) as session:
            record = session.run(text_of(name), dict(variables)).single(strict=True)
            return record["answer"]

    def write(self, name: str, variables: Mapping[str, Any]) -> None:
        """Carries a statement out in a transaction that the driver tries again after a deadlock."""
        text, attempts = text_of(name), 0

        def work(transaction: ManagedTransaction) -> None:
            nonlocal attempts
            attempts += 1
            transaction.run(text, dict(variables)).consume()

        with self._driver.session() as session:
            session.execute_write(work)
        self.retries += attempts - 1

    def another(self) -> "FloorPeer":
        return self

    def close(self) -> None:
        self._driver.close()

    def load(self, asked: Asked, connections: int, seconds: float) -> float:
        """Answers a second by so many connections of one process."""
        return asyncio.run(self._load(asked, connections, seconds))

    async def _load(self, asked: Asked, connections: int, seconds: float) -> float:
        text, variables = text_of(asked.text), dict(asked.variables)
        answers = 0
        async with AsyncGraphDatabase.driver(
            self._address, auth=self._auth, max_connection_pool_size=connections, notifications_min_severity="OFF"
        ) as driver:
            until = 0.0

            async def go_on() -> None:
                nonlocal answers
                while time.perf_counter() < until:
                    async with driver.session(default_access_mode=READ_ACCESS) as session:
                        await (await session.run(text, variables)).single(strict=True)
                    answers += 1

            await driver.verify_connectivity()
            began = time.perf_counter()
            until = began + seconds
            await asyncio.gather(*(go_on() for _ in range(connections)))
            return answers / (time.perf_counter() - began)
