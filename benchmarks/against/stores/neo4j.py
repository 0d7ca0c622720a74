"""The private Neo4j, in a folder that is kept: started, brought up to date, given rows by the writer of imports."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from pydantic import SecretStr

from benchmarks.against.processes import resident_bytes, size_on_disk
from lineage import local
from lineage.app import open_store
from lineage.settings import Settings
from lineage.store.migrations import migrate
from lineage.store.records.model import Records
from lineage.store.records.writing import write_records
from lineage.store.store import Store, Transaction

WORKSPACE = "default"
# Writes of whole batches take longer than a command may.
SLOW_SECONDS = 600.0
JAVA_DEFAULTS = (
    "-XX:Tier4InvocationThreshold=5000",
    "-XX:Tier4MinInvocationThreshold=600",
    "-XX:Tier4CompileThreshold=15000",
    "-XX:Tier4BackEdgeThreshold=40000",
)
"""When code is optimized, as Java and so any other Neo4j has it: the private one, made to start quickly, waits ten times as long."""


@contextmanager
def started(folder: Path, heap: str, page_cache: str) -> Iterator[local.LocalServer]:
    options = local.ServerOptions(heap=heap, page_cache=page_cache, jvm_arguments=JAVA_DEFAULTS)
    with local.start(folder, options=options) as server:
        yield server


def settings_of(server: local.LocalServer) -> Settings:
    return Settings(
        neo4j_uri=server.uri, neo4j_username=server.username, neo4j_password=SecretStr(server.password), query_timeout_seconds=SLOW_SECONDS
    )


class Neo4jLoader:
    """Gives rows to the database, each batch in one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def write(self, records: Records) -> None:
        await self._store.write(WORKSPACE, "benchmark", partial(_write, records))

    async def close(self) -> None:
        await self._store.close()


async def _write(records: Records, transaction: Transaction) -> None:
    await write_records(transaction, records)


async def opened(server: local.LocalServer) -> Neo4jLoader:
    """The loader, once the schema is up to date."""
    store = await open_store(settings_of(server))
    with store.patient(SLOW_SECONDS):
        await migrate(store)
    return Neo4jLoader(store)


def measured(server: local.LocalServer) -> dict[str, int]:
    """Bytes on disk and in memory."""
    return {"disk": size_on_disk(server.data_dir / "data"), "memory": resident_bytes(server.pid)}
