"""`python -m benchmarks.against.postgres.serving DSN PORT`: the service as it is, on PostgreSQL instead of Neo4j."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import asyncpg  # type: ignore[import-untyped]

from benchmarks.against.postgres.store import PostgresStore
from lineage.app import Service, build_app
from lineage.auth.opening import opened_access
from lineage.settings import Settings
from lineage.store.store import Store
from lineage.web.logging import configure_logging
from lineage.web.serve import run

CONNECTIONS = 32


class PostgresService(Service):
    """A service whose questions and commands have another store; all else is the service's own."""

    def __init__(self, settings: Settings, dsn: str) -> None:
        super().__init__(settings)
        self._dsn = dsn

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Service]:
        async with asyncpg.create_pool(self._dsn, min_size=CONNECTIONS, max_size=CONNECTIONS) as pool:
            store: Any = PostgresStore(pool)
            self.use(cast(Store, store))
            async with opened_access(self.settings, cast(Store, store)) as self._access:
                yield self
            await self.feed.close()


def main() -> None:
    dsn, port = sys.argv[1:]
    settings = Settings()
    configure_logging(settings.log_level, settings.log_json)
    service = PostgresService(settings, dsn)
    run(
        build_app(service),
        "127.0.0.1",
        int(port),
        grace_seconds=1,
        on_ready=lambda _: None,
        on_stop=lambda: service.feed.stop(),
        max_message_bytes=settings.max_body_bytes,
        ping_seconds=settings.live_keep_alive_seconds,
    )


if __name__ == "__main__":
    main()
