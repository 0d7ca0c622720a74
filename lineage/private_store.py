"""What a private Neo4j begins with: a store that is empty and up to date. Making that anew takes longer than all else of a first start."""

import asyncio
from pathlib import Path

from lineage import local
from lineage.local import LocalServer
from lineage.store.connect import connect
from lineage.store.migrations import digest, migrate
from lineage.store.warming import PATIENCE_SECONDS


def template(version: str | None = None) -> Path:
    """Where that store is, for this schema and a version of Neo4j, if it was made (`prepare`)."""
    return local.template.path(digest(), version=version)


def prepare(version: str | None = None) -> Path:
    """Makes that store if there is none: about ten seconds, once for each schema. Raises what a start raises."""
    return local.template.make(digest(), _bring_up_to_date, version=version)


def _bring_up_to_date(server: LocalServer) -> None:
    async def work() -> None:
        store = await connect(server.uri, server.username, server.password, "neo4j", query_timeout=PATIENCE_SECONDS)
        try:
            await migrate(store)
        finally:
            await store.close()

    asyncio.run(work())
