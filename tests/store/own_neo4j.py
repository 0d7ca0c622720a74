"""A private Neo4j that can be stopped and started again at the same address."""

from pathlib import Path

from lineage import local
from lineage.local import LocalServer, ServerOptions
from tests.running import Neo4jAddress


class OwnNeo4j:
    """Runs from the start on; its data outlives a stop. It begins with a copy of the template, where one is given."""

    def __init__(self, data_dir: Path, template: Path | None = None) -> None:
        self._data_dir = data_dir
        self._template = template
        self._port = 0
        self.server: LocalServer
        self.start()

    @property
    def address(self) -> Neo4jAddress:
        return Neo4jAddress(self.server.uri, self.server.username, self.server.password)

    def start(self) -> None:
        options = ServerOptions(heap="512m", page_cache="32m", port=self._port, jvm_arguments=("-XX:TieredStopAtLevel=1",))
        self.server = local.start(self._data_dir, options=options, template=self._template)
        self._port = self.server.port

    def stop(self) -> None:
        self.server.stop()
