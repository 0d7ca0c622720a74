"""What a workspace holds in Neo4j, looked at past the service."""

from typing import Any

from neo4j import Driver, GraphDatabase

from tests.running import Neo4jAddress

KEYS = {
    "Thread": "id",
    "ThreadLock": "id",
    "Run": "id",
    "ProviderThread": "id",
    "ProviderTurn": "runId",
    "ContextTransfer": "id",
    "ContextHandoff": "id",
    "Checkpoint": "id",
    "TurnItem": "id",
    "Provider": "kind",
    "CommandReceipt": "commandId",
    "LineageEvent": "threadId",
    "Tombstone": "id",
}
"""A property that each node of a label has."""


class Graph:
    """One workspace. Usable as a context manager that closes the connection."""

    def __init__(self, address: Neo4jAddress, workspace: str) -> None:
        self._driver: Driver = GraphDatabase.driver(address.uri, auth=(address.username, address.password))
        self._workspace = workspace

    def __enter__(self) -> "Graph":
        return self

    def __exit__(self, *_: object) -> None:
        self._driver.close()

    def content(self) -> list[str]:
        """Each node with its properties and its relationships with theirs, written out and sorted."""
        found: list[str] = []
        for label, key in KEYS.items():
            text = f"""
                MATCH (n:{label} {{workspace: $workspace}}) WHERE n.{key} IS NOT NULL
                RETURN properties(n) AS properties, [(n)-[r]->(m) | [type(r), properties(r), coalesce(m.id, m.runId)]] AS links
            """
            found += [f"{label} {_sorted(row['properties'])} {sorted(map(str, row['links']))}" for row in self._ask(text)]
        return sorted(found)

    def count(self, label: str) -> int:
        text = f"MATCH (n:{label} {{workspace: $workspace}}) WHERE n.{KEYS[label]} IS NOT NULL RETURN count(n) AS count"
        return int(self._ask(text)[0]["count"])

    def _ask(self, text: str) -> Any:
        return self._driver.execute_query(text, workspace=self._workspace, database_="neo4j").records


def _sorted(properties: dict[str, Any]) -> list[tuple[str, str]]:
    return sorted((name, str(value)) for name, value in properties.items())
