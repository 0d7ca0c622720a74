"""Small graphs with a fault, written by the driver into workspaces of their own."""

from dataclasses import dataclass

from neo4j import Driver

from tests.running import fresh

_THREADS = """
UNWIND range(1, $count) AS number
CREATE (t:Thread {workspace: $workspace, id: $id + number, rootId: $id + number, depth: 0, made: 1, version: 1, createdBy: 'USER',
  createdAt: datetime(), updatedAt: datetime()})
CREATE (:ThreadLock {workspace: $workspace, id: t.id, made: 1})
"""
_REMOVE = "MATCH (n:Thread|ThreadLock {workspace: $workspace}) DETACH DELETE n"


@dataclass(frozen=True)
class Planted:
    workspace: str
    thread_id: str


class Planting:
    """Plants, in workspaces whose names come before others, and removes it in the end, so that who looks at all workspaces finds them whole."""

    def __init__(self, driver: Driver, database: str) -> None:
        self._driver = driver
        self._database = database
        self._workspaces: list[str] = []

    def thread_without_events(self, count: int = 1) -> Planted:
        """Threads whose only fault is that nothing tells how they came to be; the first of them."""
        planted = Planted(fresh("!planted"), fresh("thread"))
        self._workspaces.append(planted.workspace)
        self._driver.execute_query(_THREADS, workspace=planted.workspace, id=planted.thread_id, count=count, database_=self._database)
        return Planted(planted.workspace, f"{planted.thread_id}1")

    def remove(self) -> None:
        for workspace in self._workspaces:
            self._driver.execute_query(_REMOVE, workspace=workspace, database_=self._database)
