"""Opening a Neo4j: waiting for it, and refusing one that is too old."""

import asyncio
import logging
import time
from collections.abc import Callable

from neo4j import AsyncDriver, AsyncGraphDatabase
from neo4j.exceptions import AuthError, ConfigurationError, DriverError, Neo4jError

from lineage.errors import Unavailable, Unsupported
from lineage.store.store import Store

MINIMUM_VERSION = (5, 26)
MINIMUM = ".".join(map(str, MINIMUM_VERSION))
log = logging.getLogger(__name__)


async def connect(
    uri: str,
    username: str,
    password: str,
    database: str,
    *,
    wait_seconds: float = 60,
    pool_size: int = 50,
    query_timeout: float = 15,
    retry_seconds: float = 10,
    say: Callable[[str], None] = log.info,
) -> Store:
    """A store on this server once it answers. UNAVAILABLE when it does not in time, UNSUPPORTED when it is older than 5.26."""
    # One that asks for nothing that older servers do not know: what is too old is to be told by its version.
    async with AsyncGraphDatabase.driver(uri, auth=(username, password), connection_timeout=min(query_timeout, 5)) as plain:
        await _wait_for(plain, uri, wait_seconds, say)
        await _check_version(plain)
    driver = AsyncGraphDatabase.driver(
        uri,
        auth=(username, password),
        max_connection_pool_size=pool_size,
        connection_acquisition_timeout=query_timeout,
        connection_timeout=min(query_timeout, 5),
        max_transaction_retry_time=retry_seconds,
        notifications_min_severity="WARNING",
        notifications_disabled_classifications=["UNRECOGNIZED"],
        user_agent="lineage",
    )
    return Store(driver, database, query_timeout, retry_seconds)


async def _wait_for(driver: AsyncDriver, uri: str, seconds: float, say: Callable[[str], None]) -> None:
    deadline = time.monotonic() + seconds
    told = False
    while True:
        try:
            await driver.verify_connectivity()
            return
        except AuthError as error:
            raise Unavailable(f"Neo4j at {uri} refuses the credentials: {error.message}") from error
        except ConfigurationError as error:
            raise Unsupported(f"the server at {uri} is not Neo4j {MINIMUM} or newer: {error}") from error
        except (DriverError, Neo4jError, OSError) as error:
            if time.monotonic() > deadline:
                raise Unavailable(f"Neo4j at {uri} did not answer within {seconds:.0f} seconds: {error}") from error
            if not told:
                say(f"waiting for Neo4j at {uri} (up to {seconds:.0f} seconds)")
                told = True
            await asyncio.sleep(0.5)


async def _check_version(driver: AsyncDriver) -> None:
    info = await driver.get_server_info()
    version = info.agent.removeprefix("Neo4j/")
    if version_of(version) < MINIMUM_VERSION:
        raise Unsupported(f"Neo4j {version} is too old: {MINIMUM} or newer is needed")


def version_of(text: str) -> tuple[int, int]:
    """The first two numbers of a version: (5, 26) for 5.26.20, (2026, 9) for 2026.09.0."""
    numbers = [int(part) if part.isdigit() else 0 for part in text.split("-")[0].split(".")[:2]]
    return (numbers[0], numbers[1] if len(numbers) > 1 else 0)
